import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { DraftItem } from '#contract/drafts.ts'
import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import type { TestClient } from '#support/test-client.ts'

/** A row as another version may have written it, directly into the file. */
interface Row {
  readonly kind: string
  readonly conversation: string
  readonly payload: string
  readonly state?: string
}

const file = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'

/** The queue of each kind, and the contents of its rows. */
const kinds: readonly Row[] = [
  { kind: 'send', conversation: 'topic:1:lunch', payload: '{"destination":{"kind":"balloon"},"content":"words"}' },
  { kind: 'schedule', conversation: 'schedule:topic:1:lunch', payload: '{"destination":null,"content":"words"}' },
  { kind: 'schedule_edit', conversation: 'scheduled:4', payload: '{"scheduledId":"four"}' },
  { kind: 'schedule_delete', conversation: 'scheduled:4', payload: '{}' },
  { kind: 'read', conversation: 'read', payload: '{"messageIds":"all"}' },
  { kind: 'unread', conversation: 'read', payload: '{"messageIds":{}}' },
  { kind: 'read_narrow', conversation: 'read', payload: '{"scope":"half"}' },
  { kind: 'star', conversation: 'message:1', payload: '{"messageId":null}' },
  { kind: 'edit', conversation: 'message:1', payload: '{"content":"words"}' },
  { kind: 'delete', conversation: 'message:1', payload: '[]' },
  { kind: 'move', conversation: 'move:1:lunch', payload: '{"messageId":1,"mode":"change_some"}' },
  { kind: 'reaction', conversation: 'reaction:1', payload: '{"op":"twice"}' },
  { kind: 'submessage', conversation: 'submessage:1', payload: 'null' },
  { kind: 'topic_policy', conversation: 'topic_policy:1:lunch', payload: '{"policy":"loud"}' },
  { kind: 'subscription', conversation: 'subscription:1:color', payload: '{"streamId":[1]}' },
  { kind: 'mute_user', conversation: 'mute_user:2', payload: '{"userId":"two"}' },
  { kind: 'teleport', conversation: 'topic:1:lunch', payload: '{"content":"words"}' },
]
const notJson = kinds.map((row) => ({ ...row, payload: `{"content": words of ${row.kind}` }))
const elsewhere: readonly Row[] = [
  // An action with the queue key of another kind: readers of that queue must skip it.
  { kind: 'mute_user', conversation: 'read', payload: '{"userId":2,"isMuted":true}' },
  { kind: 'star', conversation: 'message:1', payload: '{"messageId":1,"isStarred":true}', state: 'paused' },
]

function write(path: string, rows: readonly Row[]): void {
  const database = new Database(path)
  const insert = database.prepare(
    `INSERT INTO outbox (local_id, kind, queue_key, payload, state, created_at) VALUES (?, ?, ?, ?, ?, 1700000000000)`,
  )
  for (const [index, row] of rows.entries()) {
    insert.run(`odd-${index}`, row.kind, row.conversation, row.payload, row.state ?? 'queued')
  }
  database.close()
}

async function world(rows: (general: number) => readonly Row[]) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const database = temporaryDatabase()
  const begin = (engineEpoch: number) => start({ database, engineEpoch })
  const first = begin(1)
  await first.online()
  first.engine.close()
  write(database, rows(people.general))
  let started: TestClient | undefined
  expect(() => (started = begin(2))).not.toThrow()
  const client = started!
  const list = await client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
  return { server, database, client, list, begin, ...people }
}

describe('an outbox row that cannot be parsed', () => {
  it.each([
    ['of another shape', kinds],
    ['no JSON', notJson],
    ['with the queue key or the state of another kind', elsewhere],
  ])('is isolated, and everything else works: %s', async (_what, rows) => {
    const { server, client, list, general, noor } = await world(() => rows)
    expect(list.items()).toHaveLength(rows.length)
    for (const item of list.items()) {
      expect(item).toMatchObject({ state: 'failed', isUnreadable: true, canRetry: false, canCancel: true })
      expect(item.reason).toEqual({ kind: 'failed', reason: { code: 'UNREADABLE' } })
    }
    await client.online()
    const lunch = { kind: 'topic', streamId: general, topic: 'lunch' } as const
    const window = await client.openConversation(lunch)
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
    await server.clock.until('it is shown', () => window.texts().join() === 'soup')
    await client.send(lunch, 'mine')
    const calls = [
      ['messages.star', { messageId: id, isStarred: true }],
      ['messages.markRead', { messageIds: [id] }],
      ['people.mute', { userId: noor.id, isMuted: true }],
      ['topics.policy', { streamId: general, topic: 'lunch', policy: 1 }],
    ] as const
    for (const [name, input] of calls) expect(await client.engine.call(name, input)).toMatchObject({ ok: true })
    await server.clock.until('all went', () => list.items().length === rows.length)
    await server.clock.advance(5_000)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['soup', 'mine'])
    expect(await client.engine.call('outbox.retryAll', {})).toMatchObject({ ok: true, value: { count: 0 } })
    expect(list.items()).toHaveLength(rows.length)
    for (const { localId } of list.items()) {
      expect(await client.engine.call('outbox.retry', { localId })).toMatchObject({ ok: false })
      expect(await client.engine.call('outbox.cancel', { localId })).toMatchObject({ ok: false })
      expect(await client.engine.call('outbox.discard', { localId })).toMatchObject({ ok: true })
    }
    await server.clock.until('they are gone', () => list.items().length === 0)
    expect(client.logs.filter((line) => line.startsWith('error') && !line.includes('cannot be read'))).toEqual([])
    client.engine.close()
  })

  it('counts at its conversation and its account', async () => {
    const { server, client, list, general } = await world((stream) =>
      [...kinds, ...notJson].map((row) => ({ ...row, conversation: row.conversation.replace(':1:', `:${stream}:`) })),
    )
    const count = kinds.length + notJson.length
    expect(list.meta()).toMatchObject({ failed: count, canRetry: 0, total: count })
    const navigation = await client.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
    await client.online()
    await server.clock.until('the marks are there', () => navigation.meta().failed === count)
    const mark = navigation.items().find((item) => item.key === `topic:${general}:lunch`)
    // Messages, scheduled messages and the unknown kind, twice each.
    expect(mark?.failed).toBe(6)
  })

  it('yields its text: copied, or as a draft without a recipient', async () => {
    const long = 'words '.repeat(400)
    const { client } = await world(() => [
      { kind: 'send', conversation: 'balloon', payload: JSON.stringify({ content: long }) },
      { kind: 'send', conversation: 'topic:1:lunch', payload: 'words that are no JSON' },
      { kind: 'star', conversation: 'message:1', payload: '{"messageId":"one"}' },
    ])
    const text = (localId: string) => client.engine.call('outbox.text', { localId })
    expect(await text('odd-0')).toEqual({ ok: true, value: { text: long } })
    expect(await text('odd-1')).toEqual({ ok: true, value: { text: 'words that are no JSON' } })
    expect(await text('odd-2')).toEqual({ ok: true, value: { text: '{"messageId":"one"}' } })
    expect(await text('odd-3')).toMatchObject({ ok: false, error: { code: 'NOT_IN_OUTBOX' } })
    const discarded = await client.engine.call('outbox.discard', { localId: 'odd-0' })
    const draftId = discarded.ok ? (discarded.value as { draftId: string }).draftId : ''
    expect(await client.engine.call('drafts.restore', { draftId })).toMatchObject({ ok: true })
    const drafts = await client.openView<{ item: DraftItem; meta: object & OutboxMeta }>({ type: 'drafts' })
    expect(drafts.items()).toMatchObject([{ content: long, narrow: null }])
    expect(await client.engine.call('outbox.discard', { localId: 'odd-2' })).toEqual({
      ok: true,
      value: { draftId: null },
    })
  })

  it('keeps the files that it names', async () => {
    const { client } = await world(() => [
      { kind: 'send', conversation: 'topic:1:lunch', payload: JSON.stringify({ files: [{ ref: file }] }) },
    ])
    expect(client.keptAttachments).toEqual([file])
  })

  it('is intact for a version that can parse it, and asks before it is sent', async () => {
    const payload = (stream: number) =>
      JSON.stringify({ destination: { kind: 'topic', streamId: stream, topic: 'lunch' }, content: 'words' })
    const { server, database, client, begin, general, noor } = await world((stream) => [
      { kind: 'send', conversation: `topic:${stream}:lunch`, payload: payload(stream).replace('"topic"', '"balloon"') },
    ])
    await client.online()
    client.engine.close()
    // A version that knows balloons can read the original row.
    const writer = new Database(database)
    const aside = writer.prepare<[], { payload: string }>('SELECT payload FROM outbox').get()
    const readable = aside!.payload.replace('balloon', 'topic')
    writer.prepare('UPDATE outbox SET payload = ?').run(readable)
    writer.close()
    const next = begin(3)
    const list = await next.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
    expect(list.items()).toMatchObject([{ what: { code: 'MESSAGE' }, state: 'failed', text: 'words', canRetry: true }])
    await next.online()
    await server.clock.advance(60_000)
    expect(await server.contents(noor, [['stream', general]])).toEqual([])
    await next.engine.call('outbox.retry', { localId: 'odd-0' })
    await server.clock.until('it went', () => list.items().length === 0)
    expect(await server.contents(noor, [['stream', general]])).toEqual(['words'])
  })
})
