import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { UploadItem, UploadsMeta } from '#contract/attachments.ts'
import { filesQuery } from '#support/files-query.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import type { TestClient } from '#support/test-client.ts'
import type { Account } from '#support/test-server.ts'
import type { FaultFor } from '#support/test-transport.ts'

async function world(options: { faultFor?: FaultFor; rewrite?: ConstructorParameters<typeof TestClient>[2] } = {}) {
  const database = temporaryDatabase()
  const { server, client, people } = await setupWorld({ database, faultFor: options.faultFor, ...options.rewrite })
  const upload = async (account: Account, name: string) => {
    const sent = { attachmentId: 'a'.repeat(36), name, type: 'text/plain', onProgress: () => undefined }
    const answer = await server.raw(account, { method: 'POST', path: '/api/v1/user_uploads', form: {}, upload: sent })
    return (JSON.parse(answer.body) as { uri: string }).uri // the service answers objects
  }
  const open = () => client.openView<{ item: UploadItem; meta: UploadsMeta }>(filesQuery())
  return { server, client, database, upload, open, ...people }
}

describe('the user’s own files', () => {
  it('are listed completely, newest first, and follow events: added, linked, unlinked, removed', async () => {
    const { server, upload, open, iris, noor, general } = await world()
    const first = await upload(iris, 'plan.txt')
    await upload(noor, 'not mine.txt')
    await server.clock.advance(1_000)
    const view = await open()
    await server.clock.until('the list has come', () => view.meta().isWhole)
    expect(view.items()).toMatchObject([{ name: 'plan.txt', path: first, uses: [], useCount: 0 }])
    // The organization has two files of one size.
    expect(view.meta().usedBytes).toBe(2 * (view.items()[0]?.size ?? 0))
    const second = await upload(iris, 'photo.png')
    const id = await server.post(iris, { stream: general, topic: 'lunch' }, `[photo.png](${second})`)
    await server.clock.until('it is linked', () => view.items()[0]?.useCount === 1)
    expect(view.items()).toMatchObject([{ name: 'photo.png', uses: [{ messageId: id }] }, { name: 'plan.txt' }])
    await server.call(iris, 'PATCH', `/messages/${id}`, { content: 'no picture' })
    await server.clock.until('it is not linked', () => view.items()[0]?.useCount === 0)
    await server.call(iris, 'DELETE', `/attachments/${view.items()[0]?.id}`)
    await server.clock.until('it is gone', () => view.items().length === 1)
    expect(view.meta().isWhole).toBe(true)
  })

  it('come from the cache offline, are marked as incomplete, and are refetched by a new queue', async () => {
    let isDown = false
    const { server, client, upload, open, iris } = await world({
      faultFor: (request) =>
        isDown ? (request.path.endsWith('/events') ? { status: 400 } : { before: 'unreachable' }) : undefined,
    })
    await upload(iris, 'plan.txt')
    const view = await open()
    await server.clock.until('the list has come', () => view.meta().isWhole)
    server.built.context.events.removeAll()
    await upload(iris, 'meanwhile.txt')
    client.engine.signal('resume')
    await server.clock.until('both are there', () => view.items().length === 2)
    isDown = true
    expect(view.items().map((item) => item.name)).toEqual(['meanwhile.txt', 'plan.txt'])
  })

  it('are refetched if they change during a fetch', async () => {
    const { server, client, upload, open, iris } = await world({
      faultFor: (request) => (request.path.endsWith('/attachments') ? { answerDelayMs: 2_000 } : undefined),
    })
    await upload(iris, 'plan.txt')
    const view = await open()
    await server.clock.advance(500)
    await upload(iris, 'late.txt')
    await server.clock.until('the list has come', () => view.meta().isWhole)
    expect(view.items().map((item) => item.name)).toEqual(['late.txt', 'plan.txt'])
    expect(client.requests.filter((request) => request.path.endsWith('/attachments'))).toHaveLength(2)
  })
})

describe('small lists of the organization', () => {
  const bot = (id: number, more: object = {}) => ({
    user_id: id,
    full_name: `Bot ${id}`,
    api_key: 'very-secret-key-of-a-bot',
    services: [{ base_url: 'https://bot.example', interface: 1, token: 'very-secret-token' }],
    bot_type: 1,
    is_active: true,
    owner_id: 1,
    default_all_public_streams: false,
    default_sending_stream: null,
    default_events_register_stream: null,
    ...more,
  })
  const lists = (database: string) => {
    const reader = new Database(database, { readonly: true })
    const rows = reader
      .prepare<[], { kind: string; value: string }>('SELECT kind, value FROM organization_list ORDER BY kind, position')
      .all()
    reader.close()
    return rows.map(({ kind, value }) => [kind, JSON.parse(value) as object] as const)
  }

  it('follow their events: playgrounds, domains, groups of streams, bots; unknown entries change nothing', async () => {
    const { server, client, database, iris } = await world()
    const playground = { id: 1, name: 'Rust', pygments_language: 'rust', url_template: 'https://play.example/{code}' }
    const group = { id: 3, name: 'start', description: 'For all', streams: [{ stream_id: 1, name: 'general' }] }
    for (const event of [
      { type: 'realm_playgrounds', realm_playgrounds: [playground] },
      { type: 'realm_domains', op: 'add', realm_domain: { domain: 'a.example', allow_subdomains: false } },
      { type: 'realm_domains', op: 'add', realm_domain: { domain: 'b.example', allow_subdomains: true } },
      { type: 'realm_domains', op: 'change', realm_domain: { domain: 'a.example', allow_subdomains: true } },
      { type: 'realm_domains', op: 'remove', domain: 'b.example' },
      { type: 'default_stream_groups', default_stream_groups: [group] },
      { type: 'realm_bot', op: 'add', bot: bot(50) },
      { type: 'realm_bot', op: 'add', bot: bot(51) },
      { type: 'realm_bot', op: 'update', bot: { user_id: 50, full_name: 'Helper', api_key: 'another-secret-key' } },
      { type: 'realm_bot', op: 'update', bot: { user_id: 99, full_name: 'Nobody' } },
      { type: 'realm_bot', op: 'delete', bot: { user_id: 51 } },
    ]) {
      server.event(iris, event)
    }
    await server.clock.advance(1_000)
    expect(lists(database)).toMatchObject([
      ['bot', { user_id: 50, full_name: 'Helper', bot_type: 1 }],
      ['domain', { domain: 'a.example', allow_subdomains: true }],
      ['playground', playground],
      ['stream_group', { id: 3, streams: [1] }],
    ])
    client.engine.close()
    // Neither keys nor tokens of bots are stored.
    const bytes = ['', '-wal'].flatMap((suffix) => {
      try {
        return [readFileSync(`${database}${suffix}`).toString('latin1')]
      } catch {
        return []
      }
    })
    expect(bytes.join('')).toContain('Helper')
    expect(bytes.join('')).not.toMatch(/very-secret|another-secret/)
  })

  it('are those of the registration, and no others [Q6]', async () => {
    let answer: object = {
      realm_playgrounds: [
        { id: 1, name: 'Rust', pygments_language: 'rust', url_template: 'https://play.example/{code}' },
      ],
      realm_domains: [{ domain: 'a.example', allow_subdomains: false }],
      realm_default_stream_groups: [{ id: 3, name: 'start', description: '', streams: [] }],
      realm_bots: [bot(50), bot(51)],
    }
    const { server, client, database } = await world({
      rewrite: { rewrite: (request, body) => (request.path.endsWith('/register') ? { ...body, ...answer } : body) },
    })
    expect(lists(database).map(([kind]) => kind)).toEqual(['bot', 'bot', 'domain', 'playground', 'stream_group'])
    answer = { ...answer, realm_bots: [bot(51)], realm_domains: [], realm_playgrounds: 'nonsense' }
    server.built.context.events.removeAll()
    client.engine.signal('resume')
    await server.clock.until('they are replaced', () => lists(database).length === 2)
    expect(lists(database)).toMatchObject([
      ['bot', { user_id: 51 }],
      ['stream_group', { id: 3 }],
    ])
  })
})
