import { expect, it } from 'vitest'
import { openStore } from '../../main/engine/store/store.ts'
import { temporaryDatabase } from '../support/files.ts'
import { TestClient, TestServer } from '../support/world.ts'

/** What a client knows to be right now, by container, as its file has it. */
async function world() {
  const server = new TestServer()
  await server.start()
  const people = server.seed()
  const { iris, noor, general } = people
  for (let index = 0; index < 150; index += 1) await server.post(noor, { stream: general, topic: 'a' }, `line ${index}`)
  const database = temporaryDatabase()
  const client = new TestClient(server, iris, { database }).start()
  await client.online()
  await server.clock.advance(5_000)
  const fresh = (container: string) => {
    const store = openStore(database)
    const intervals = store.ranges.fresh(container)
    store.close()
    return intervals
  }
  return { server, client, fresh, ...people }
}

it('[M8] what was fetched since the registration is fresh, and nothing is after the next one', async () => {
  const { server, client, fresh, general } = await world()
  expect(fresh(`stream:${general}`)).toEqual([{ low: 0, high: Infinity }])
  server.built.context.events.removeAll()
  const before = client.requests.length
  const hasRegistered = () => client.requests.slice(before).some(({ path }) => path.endsWith('/register'))
  await server.clock.until('it has registered again', hasRegistered)
  await server.clock.advance(5_000)
  // The newest messages were asked for again, those before them were not.
  const [interval, ...others] = fresh(`stream:${general}`)
  expect(others).toEqual([])
  expect(interval?.low).toBeGreaterThan(10)
  expect(interval?.high).toBe(Infinity)
  client.engine.close()
})

it('[F6] of a stream that was left nothing is fresh', async () => {
  const { server, client, fresh, iris, general } = await world()
  await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
  await server.clock.advance(5_000)
  expect(fresh(`stream:${general}`)).toEqual([])
  client.engine.close()
})

it('[M8] a row is in doubt after an absence until it was asked for, and so are those of a stream that was left', async () => {
  const { server, client, iris, general } = await world()
  const view = await client.openConversation({ kind: 'stream', streamId: general }, 'newest')
  const newest = () => view.items().slice(-90)
  const doubtful = () => newest().filter((item) => item.kind === 'message' && item.isInDoubt).length
  expect(doubtful()).toBe(0)
  server.built.context.events.removeAll()
  await server.clock.until('the queue is known to be gone', () => doubtful() > 0)
  await server.clock.until('all that is shown was asked for', () => doubtful() === 0)
  await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
  await server.clock.until('the stream is left', () => doubtful() === newest().length)
  client.engine.close()
})
