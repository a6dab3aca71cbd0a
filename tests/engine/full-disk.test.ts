import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import type { TopicItem } from '#contract/navigation.ts'
import type { TopicsMeta } from '#contract/streams.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { testWindow } from '#support/test-window.ts'

type Pragma = (this: Database.Database, ...input: unknown[]) => unknown
const pragma = Object.getOwnPropertyDescriptor(Database.prototype, 'pragma')?.value as Pragma // a method of the class
const opened: Database.Database[] = []

/** Keeps the files of `database` from growing, as on a full disk: SQLite raises the same error. */
function fill(path: string): void {
  for (const database of opened.filter((other) => other.open && other.name === path)) {
    const pages = Number(pragma.call(database, 'page_count', { simple: true }))
    pragma.call(database, `max_page_count = ${pages}`)
  }
}

function makeRoom(path: string): void {
  for (const database of opened.filter((other) => other.open && other.name === path)) {
    pragma.call(database, 'max_page_count = 4294967294')
  }
}

/** Records every opened connection, since the engine does not expose its own. */
function noteConnections(): void {
  Database.prototype.pragma = function (this: Database.Database, ...input: unknown[]) {
    if (!opened.includes(this)) opened.push(this)
    return pragma.apply(this, input)
  }
}

afterEach(() => {
  Database.prototype.pragma = pragma
  opened.length = 0
})

describe('a full disk', () => {
  it('refuses new data with an error, keeps cached data readable, and recovers when space is available', async () => {
    noteConnections()
    const database = temporaryDatabase()
    const { server, client, iris, noor, general } = await setupWorld({ database })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await server.post(noor, { stream: general, topic: 'lunch' }, 'before')
    await server.clock.until('it is shown', () => window.texts().length === 1)
    fill(database)
    const send = (content: string, localId: string) =>
      client.engine.call('messages.send', {
        localId,
        destination: { kind: 'topic', streamId: general, topic: 'lunch' },
        content,
        draftId: 'none',
      })
    // A free page has space for a short text, but not for a long one.
    const long = 'many words '.repeat(800)
    expect(await send(long, '00000000-0000-4000-8000-000000000001')).toMatchObject({
      ok: false,
      error: { code: 'DISK_FULL' },
    })
    for (let index = 0; index < 20; index += 1) {
      await server.post(noor, { stream: general, topic: 'lunch' }, `${index} ${'words '.repeat(500)}`)
    }
    await server.clock.until('the state line shows the reason', () => {
      const connection = client.status?.connection
      return connection?.state === 'offline' && connection.reason?.code === 'DISK_FULL'
    })
    expect(window.texts()[0]).toBe('before')
    // The client does not request the data again and again.
    expect(client.requests.filter((request) => request.path.endsWith('/register'))).toHaveLength(1)
    makeRoom(database)
    await server.clock.until('it is online again', () => client.status?.connection.state === 'online', 600_000)
    await server.clock.until('nothing is missing', () => window.texts().length === 21)
    expect(await send(long, '00000000-0000-4000-8000-000000000002')).toMatchObject({ ok: true })
    await server.clock.advance(5_000)
    const received = await server.contents(iris, [['stream', general]])
    expect(received.filter((text) => text.startsWith('many words'))).toHaveLength(1)
    expect(client.engine.integrity()).toBe('ok')
  })

  it('shows the cached topics, reports the failed list, and loads it when space is available', async () => {
    noteConnections()
    const { server, iris, noor, general, start } = await setupWorld({ engine: 'none' })
    const count = 300
    for (let index = 0; index < count; index += 1) {
      await server.post(noor, { stream: general, topic: `${index} ${'𝒜'.repeat(50)}` }, 'a message')
    }
    // The registration names the topics of unread messages.
    await server.call(iris, 'POST', '/mark_all_as_read')
    const database = temporaryDatabase()
    // The names need more pages than are free. No message arrives otherwise, so that only the server’s list knows the
    // topics.
    const client = start({
      database,
      faultFor: ({ path }) => (path.endsWith('/messages') ? { status: 500 } : undefined),
    })
    await client.online()
    const open = () => client.openView<{ item: TopicItem; meta: TopicsMeta }>({ type: 'topics', streamId: general })
    fill(database)
    const topics = await open()
    await server.clock.until('it was given up', () => topics.meta().list === 'failed', 600_000)
    expect(topics.items().length).toBeLessThan(count)
    expect(client.status?.connection.state).toBe('online')
    makeRoom(database)
    const again = await open()
    await server.clock.until('the list is here', () => again.meta().list === 'stored', 600_000)
    while (again.meta().hasMore) {
      const { length } = again.items()
      await client.engine.call('views.more', { viewId: again.viewId, direction: 'older' }, testWindow)
      await server.clock.until('more are here', () => again.items().length > length)
    }
    expect(again.items()).toHaveLength(count)
    expect(client.engine.integrity()).toBe('ok')
  })

  it('acknowledges only the stored part of an answer, and gets the remaining events when space is available [Q1] [Q2]', async () => {
    noteConnections()
    const database = temporaryDatabase()
    let isDown = false
    const { server, client, iris, noor, general } = await setupWorld({
      database,
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    // One answer contains all events. The events after a change of the directory are a separate slice, for which there
    // is no space.
    await server.call(iris, 'PATCH', `/streams/${general}`, { new_name: 'everybody' })
    const written = Array.from({ length: 20 }, (_, index) => `${index} ${'words '.repeat(500)}`.trim())
    for (const text of written) await server.post(noor, { stream: general, topic: 'lunch' }, text)
    fill(database)
    isDown = false
    client.engine.signal('retry')
    await server.clock.until('the disk is full', () => {
      const connection = client.status?.connection
      return connection?.state === 'offline' && connection.reason?.code === 'DISK_FULL'
    })
    expect(window.meta().streamName).toBe('everybody')
    expect(window.texts().length).toBeLessThan(written.length)
    makeRoom(database)
    await server.clock.until('nothing is missing', () => window.texts().join() === written.join(), 600_000)
    // The server’s own message about the new name counts as well.
    expect(client.status?.unread).toBe(written.length + 1)
    expect(client.requests.filter((request) => request.path.endsWith('/register'))).toHaveLength(1)
  })
})
