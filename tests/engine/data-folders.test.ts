import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StateFile } from '#accounts/state-file.ts'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import { states, type WrittenFolder } from '../fixtures/data-folders/write.ts'
import { removeDatabase, temporaryDatabase } from '#support/files.ts'
import { SeededRandom } from '#support/random.ts'
import { VirtualClock } from '#support/virtual-clock.ts'
import { TestClient } from '#support/test-client.ts'
import { TestServer } from '#support/test-server.ts'
import { closesItself } from '#support/setup-world.ts'

const fixtures = join(import.meta.dirname, '../fixtures/data-folders')
const versions = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const folders = versions.flatMap(({ name }) => states.map((state) => `${name}/${state}`))

/** A data folder of an earlier version, opened by the current version; the server is down. */
function opened(name: string) {
  const folder = join(fixtures, name)
  const written = JSON.parse(readFileSync(join(folder, 'written.json'), 'utf8')) as WrittenFolder // as `write.ts` wrote it
  const cache = temporaryDatabase()
  const atServer = join(dirname(cache), 'server.sqlite')
  writeFileSync(cache, brotliDecompressSync(readFileSync(join(folder, 'cache.sqlite.br'))))
  writeFileSync(atServer, brotliDecompressSync(readFileSync(join(folder, 'server.sqlite.br'))))
  // Another seed, so that the server reuses no name.
  const [clock, random] = [new VirtualClock(written.now + 3_600_000), new SeededRandom(2)]
  onTestFinished(() => {
    removeDatabase(cache)
  })
  const server = new TestServer({ database: atServer, clock, random })
  closesItself(server)
  const client = new TestClient(server, written.iris, { database: cache, engineEpoch: 2 })
  const look = new Database(cache)
  const rows = () =>
    look
      .prepare<[], { kind: string; state: string; local_id: string }>(
        'SELECT kind, state, local_id FROM outbox ORDER BY seq',
      )
      .all()
  client.start()
  onTestFinished(() => {
    look.close()
  })
  return { ...written, written, server, client, look, rows }
}

/** The server's state for each kind of action after it was executed exactly once. */
async function effects({ server, iris, mei, streams, objects, state }: ReturnType<typeof opened>) {
  const { general, design } = streams
  const message = async (id: number | undefined) => {
    const answer = await server.call(iris, 'GET', `/messages/${String(id)}`, { apply_markdown: 'false' })
    return answer.message as
      | { content: string; flags: string[]; subject: string; stream_id: number; reactions: unknown[] }
      | undefined
  }
  const topic = (name: string) =>
    server.contents(iris, [
      ['stream', general],
      ['topic', `topic of ${name}`],
    ])
  const scheduled = (await server.call(iris, 'GET', '/scheduled_messages')).scheduled_messages as {
    scheduled_message_id: number
    content: string
  }[]
  const registered = await server.call(iris, 'POST', '/register', {})
  const subscriptions = registered.subscriptions as { stream_id: number; pin_to_top: boolean }[]
  const toMei = await server.contents(iris, [['dm', [mei.id]]])
  const flags = async (name: string) => (await message(objects[name]))?.flags ?? []
  return {
    send: [
      await topic('send'),
      toMei.filter((content) => content.startsWith('sent')),
      (await topic('with a file')).map((content) => content.replace(/\(.*\)/, '')),
    ],
    schedule: scheduled.map(({ content }) => content).filter((content) => content.startsWith('scheduled')),
    schedule_edit: scheduled.find((one) => one.scheduled_message_id === objects.schedule_edit)?.content,
    schedule_delete: scheduled.some((one) => one.scheduled_message_id === objects.schedule_delete),
    star: (await flags('star')).includes('starred'),
    edit: (await message(objects.edit))?.content,
    delete: await message(objects.delete),
    move: [(await message(objects.move))?.subject, (await message(objects.move))?.stream_id === design],
    reaction: (await message(objects.reaction))?.reactions.length,
    submessage: server.count('submessage', `message_id = ${String(objects.submessage)} AND sender_id = ${iris.id}`),
    topic_policy: (registered.user_topics as { topic_name: string; visibility_policy: number }[])
      .filter((one) => one.topic_name === 'topic of topic_policy')
      .map((one) => one.visibility_policy),
    subscription: subscriptions.find((one) => one.stream_id === general)?.pin_to_top,
    mute_user: (registered.muted_users as { id: number }[]).map(({ id }) => id).includes(mei.id),
    unread: (await flags('unread')).includes('read'),
    read: (await flags('read')).includes('read'),
    read_narrow: (await flags('read_narrow')).includes('read'),
    state,
  }
}

function wished(state: string): Omit<Awaited<ReturnType<typeof effects>>, 'state'> {
  return {
    send: [[`sent while ${state}`], [`sent to Mei while ${state}`], [`with a file while ${state}\n\n[plan.txt]`]],
    schedule: [`scheduled while ${state}`],
    schedule_edit: `edited while ${state}`,
    schedule_delete: false,
    star: true,
    edit: `edited while ${state}`,
    delete: undefined,
    move: [`moved while ${state}`, true],
    reaction: 1,
    submessage: 1,
    topic_policy: [3],
    subscription: true,
    mute_user: true,
    unread: false,
    read: true,
    read_narrow: true,
  }
}

describe('a data folder of an earlier version', () => {
  it('exists for every state and every kind of action', () => {
    expect(versions.length).toBeGreaterThan(1)
    for (const { name } of versions) {
      expect(readdirSync(join(fixtures, name)).sort()).toEqual([...states, 'skein.json'].sort())
      const { rows } = JSON.parse(readFileSync(join(fixtures, name, 'queued/written.json'), 'utf8')) as WrittenFolder
      expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual(Object.keys(wished('')).sort())
    }
  })

  it.each(folders)('%s opens offline with all its data', async (name) => {
    const { written, client, look, rows, streams, server } = opened(name)
    const waiting = await client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
    const drafts = await client.openDrafts()
    await server.clock.advance(2_000)
    // The outcome of a request in flight is unknown (S5).
    const kept = written.rows.map((row) => (row.state === 'sending' ? { ...row, state: 'unknown' } : row))
    expect(rows()).toEqual(kept)
    const listed = waiting.items().length
    expect(listed).toBeGreaterThan(0)
    const shown = drafts.items().map(({ content, attachments }) => ({
      content,
      files: attachments.map((file) => file.name),
    }))
    expect(shown.toSorted((a, b) => (a.content < b.content ? -1 : 1))).toEqual(written.drafts)
    expect([...client.keptAttachments].sort()).toEqual(written.files)
    expect(look.prepare<[], { n: number }>('SELECT count(*) AS n FROM message').get()?.n).toBe(written.messages)
    const window = await client.openConversation({ kind: 'topic', streamId: streams.design, topic: 'large' }, 'newest')
    expect(window.items().filter((item) => item.kind === 'message' && item.html !== null).length).toBeGreaterThan(0)
    expect(look.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it.each(folders)(
    '%s sends each queued action to the server once, also refused ones that are retried [O2]',
    async (name) => {
      const folder = opened(name)
      const { written, server, client, rows, state } = folder
      await server.start()
      await client.online()
      const ends = (isEnd: (state: string) => boolean) =>
        server.clock.until('nothing is under way', () => rows().every((row) => isEnd(row.state)), 3_600_000)
      await ends((row) => row === 'failed')
      if (state !== 'queued' && state !== 'unknown' && state !== 'acknowledged') expect(rows()).not.toEqual([])
      // Only actions that need an answer of the user wait for a retry.
      await client.engine.call('outbox.retryAll', {})
      await ends(() => false)
      await server.clock.advance(60_000)
      const made = await effects(folder)
      // The old version reverted a refused change at once, with a notice.
      const kinds = state === 'failed' ? new Set(written.rows.map(({ kind }) => kind)) : null
      const only = (all: Readonly<Record<string, unknown>>) =>
        Object.fromEntries(Object.entries(all).filter(([kind]) => kind !== 'state' && (kinds?.has(kind) ?? true)))
      expect(only(made)).toEqual(only(wished(state)))
      const drafts = await client.openDrafts()
      expect(
        drafts
          .items()
          .map(({ content }) => content)
          .sort(),
      ).toEqual(written.drafts.map(({ content }) => content))
    },
  )

  it.each(versions.map(({ name }) => name))('%s has its accounts and settings', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-state-'))
    const path = join(folder, 'skein.json')
    copyFileSync(join(fixtures, name, 'skein.json'), path)
    const ignore = () => undefined
    const file = new StateFile(path, { log: ignore, onRead: ignore, onProblem: ignore })
    expect(file.problem).toBeNull()
    expect(file.state.accounts.map(({ origin, email }) => [origin, email])).toEqual([
      ['https://iris.example', 'iris@test.example'],
      ['https://noor.example', 'noor@test.example'],
    ])
    expect(file.state.settings).toMatchObject({ sendKey: 'ctrl+enter', theme: 'dark', doNotDisturb: true })
    rmSync(folder, { recursive: true })
  })
})
