import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { crashAtStatement, forgetCrash, hasCrashed, watchStatements } from '../simulation/crash.ts'
import { temporaryDatabase } from '#support/files.ts'
import { messagesOf, modelOf } from '#support/model.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { Fault } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'

type Flag = 'read' | 'starred'

watchStatements()

/**
 * Iris’s client with eight messages of Noor’s, whose polls fail while it is away; another device of hers marks
 * messages.
 */
async function world(database = temporaryDatabase()) {
  const { server, people, start } = await setupWorld({ engine: 'none', server: { database: temporaryDatabase() } })
  const { iris, noor, general } = people
  const ids: number[] = []
  for (let index = 0; index < 8; index += 1)
    ids.push(await server.post(noor, { stream: general, topic: 'lunch' }, `text ${index}`))
  const state = { isAway: false, fault: undefined as Fault | undefined }
  const faultFor = (request: { path: string }): Fault | undefined => {
    if (state.isAway && request.path.endsWith('/events')) return { before: 'unreachable' }
    return /\/messages(\/\d+)?$/.test(request.path) ? state.fault : undefined
  }
  const client = start({ database, faultFor })
  await client.online()
  const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
  await server.clock.until('they are here', () => window.texts().length === 8)
  const leave = async () => {
    state.isAway = true
    client.engine.signal('resume')
    // The waiting poll ends, so that no poll takes the first event alone.
    await server.clock.advance(60_000)
  }
  const mark = (op: 'add' | 'remove', flag: Flag, ...indexes: number[]) =>
    server.call(iris, 'POST', '/messages/flags', {
      messages: JSON.stringify(indexes.map((index) => ids[index])),
      op,
      flag,
    })
  const unreadThere = () =>
    ids.filter(
      (id) => server.count('user_message', `user_id = ${iris.id} AND message_id = ${id} AND flags & 1 = 0`) > 0,
    )
  const unreadHere = (among = ids) =>
    (modelOf(database).unread as { message_id: number }[])
      .flatMap((row) => (among.includes(row.message_id) ? [row.message_id] : []))
      .sort((a, b) => a - b)
  const flagsHere = (file = database) =>
    [...messagesOf(file).values()].map((row) => {
      const { id, is_read, is_starred } = row as { id: number; is_read: number; is_starred: number }
      return [ids.indexOf(id), is_read, is_starred]
    })
  return {
    server,
    client,
    window,
    state,
    database,
    ids,
    leave,
    mark,
    unreadThere,
    unreadHere,
    flagsHere,
    ...people,
    general,
  }
}

describe('flags that the queue merged out of order', () => {
  it('match the server, even if the last event differs [U6]', async () => {
    const { server, client, state, ids, leave, mark, unreadThere, unreadHere, flagsHere } = await world()
    await leave()
    // As observed at a stock server: 1, 2 and 4 are marked as unread after they were read, and only 4 is read once
    // more.
    await mark('add', 'read', 5, 3, 0, 1, 2, 4)
    await mark('remove', 'read', 2, 1, 4)
    await mark('add', 'read', 6, 4)
    state.isAway = false
    client.engine.signal('resume')
    await server.clock.advance(5_000)
    expect(unreadThere()).toEqual([ids[1], ids[2], ids[7]])
    expect(unreadHere()).toEqual(unreadThere())
    expect(flagsHere().filter(([, isRead]) => isRead === 0)).toEqual([1, 2, 7].map((index) => [index, 0, 0]))
    expect(client.status?.unread).toBe(3)
  })

  it('match the server for stars, too [U6]', async () => {
    const { server, client, state, leave, mark, flagsHere } = await world()
    await leave()
    await mark('add', 'starred', 0, 1)
    await mark('remove', 'starred', 0)
    await mark('add', 'starred', 2)
    await mark('remove', 'starred', 1)
    await mark('add', 'starred', 1)
    state.isAway = false
    client.engine.signal('resume')
    await server.clock.advance(5_000)
    expect(flagsHere().filter(([, , isStarred]) => isStarred === 1)).toEqual([
      [1, 0, 1],
      [2, 0, 1],
    ])
  })

  it('match the server if the engine ends at any statement while it applies them [U6] [Q2]', async () => {
    let crashes = 0
    for (let statement = 1; statement <= 90; statement += 6) {
      const all = await world()
      const { server, client, state, database, iris, general, leave, mark, unreadThere, unreadHere } = all
      await leave()
      await mark('add', 'read', 0, 1, 2)
      await mark('remove', 'read', 0, 1)
      // The events after a change of the directory are a separate slice.
      await server.call(iris, 'PATCH', `/streams/${general}`, { description: 'between' })
      await mark('add', 'read', 1, 5)
      state.isAway = false
      crashAtStatement(database, statement)
      try {
        client.engine.signal('resume')
        await server.clock.advance(3_000)
      } catch (error) {
        if (!hasCrashed(database)) throw error
      }
      client.engine.close()
      if (hasCrashed(database)) crashes += 1
      forgetCrash(database)
      const next = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
      await next.online()
      await server.clock.advance(5_000)
      expect([statement, ...unreadHere()]).toEqual([statement, ...unreadThere()])
      next.engine.close()
    }
    expect(crashes).toBeGreaterThan(8)
  })

  it('match the server for uncached messages [U6]', async () => {
    const all = await world()
    const { server, client, state, database, iris, noor, design, leave, unreadHere } = all
    const ids: number[] = []
    for (let index = 0; index < 3; index += 1)
      ids.push(await server.post(noor, { stream: design, topic: 'far' }, `far ${index}`))
    const mark = (op: string, ...chosen: number[]) =>
      server.call(iris, 'POST', '/messages/flags', { messages: JSON.stringify(chosen), op, flag: 'read' })
    await server.clock.advance(1_000)
    await leave()
    const writer = new Database(database)
    writer.prepare('DELETE FROM message WHERE id >= ?').run(ids[0])
    writer.close()
    await mark('add', ...ids)
    await mark('remove', ids[1]!)
    await mark('add', ids[2]!)
    state.isAway = false
    client.engine.signal('resume')
    await server.clock.advance(5_000)
    expect(unreadHere(ids)).toEqual([ids[1]])
  })

  it('match the server as soon as a failing server answers again [U6]', async () => {
    const { server, client, state, ids, leave, mark, unreadHere } = await world()
    await leave()
    await mark('add', 'read', 0, 1)
    await mark('remove', 'read', 0)
    await mark('add', 'read', 2)
    state.isAway = false
    state.fault = { status: 503 }
    client.engine.signal('resume')
    await server.clock.advance(3_000)
    // Until then, the last event counts.
    expect(unreadHere()).not.toContain(ids[0])
    state.fault = undefined
    await server.clock.advance(15_000)
    expect(unreadHere()).toContain(ids[0])
  })

  it('are not decided by an answer that events have overtaken [U6]', async () => {
    const { server, client, window, state, ids, leave, mark, unreadThere, unreadHere } = await world()
    await client.engine.call('views.close', { viewId: window.viewId }, testWindow)
    await leave()
    await mark('add', 'read', 0)
    await mark('remove', 'read', 0)
    await mark('add', 'read', 1)
    const asked = () => client.requests.filter(({ form }) => form.narrow === '[]').length
    const before = asked()
    state.isAway = false
    state.fault = { answerDelayMs: 4_000 }
    client.engine.signal('resume')
    // The client requests it three times, and each time another event precedes the answer.
    for (const [index, op] of (['add', 'remove', 'add'] as const).entries()) {
      await server.clock.until('it is requested', () => asked() === before + index + 1)
      await server.clock.advance(1_000)
      await mark(op, 'read', 0)
    }
    await server.clock.advance(3_100)
    state.fault = undefined
    await server.clock.advance(15_000)
    expect(unreadThere()).not.toContain(ids[0])
    expect(unreadHere()).toEqual(unreadThere())
  })

  it('are not decided by an answer that comes before all events are applied [U6]', async () => {
    const all = await world()
    const { server, client, window, state, database, ids, iris, general, leave, mark, unreadThere, unreadHere } = all
    await client.engine.call('views.close', { viewId: window.viewId }, testWindow)
    await leave()
    await mark('add', 'read', 0)
    await mark('remove', 'read', 0)
    // Each change of the directory ends a slice of the events.
    for (let index = 0; index < 20; index += 1)
      await server.call(iris, 'PATCH', `/streams/${general}`, { description: `step ${index}` })
    await mark('add', 'read', 1)
    state.isAway = false
    client.engine.signal('resume')
    const isBegun = () => JSON.stringify(modelOf(database)).includes('step 0')
    await server.clock.until('the first of them are applied', isBegun)
    const found = client.engine.call('messages.search', { query: 'text', before: null, limit: 50, where: 'server' })
    await server.clock.advance(15_000)
    await found
    expect(unreadThere()).toContain(ids[0])
    expect(unreadHere()).toEqual(unreadThere())
  })

  it('cause one request for all marked messages, and no other [U6]', async () => {
    const { server, client, state, leave, mark } = await world()
    await leave()
    await mark('add', 'read', 0, 1, 2, 3)
    await mark('remove', 'read', 0, 3)
    await mark('add', 'read', 4)
    state.isAway = false
    const before = client.requests.length
    client.engine.signal('resume')
    await server.clock.advance(5_000)
    const asked = () => client.requests.slice(before).filter((request) => request.path.endsWith('/messages'))
    expect(asked().filter((request) => request.form.narrow === '[]')).toHaveLength(1)
  })
})
