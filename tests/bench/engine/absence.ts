import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import { TestServer } from '#support/test-server.ts'
import type { Row } from '../rows.ts'

/** Counts the requests until an account is complete again. */
export async function measureAbsence(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, missed] of [
    ['a day', 800],
    ['a month', 20_000],
  ] as const) {
    const server = new TestServer({ database: temporaryDatabase() })
    await server.start()
    const { iris, noor, general } = server.seed()
    await server.post(noor, { stream: general, topic: 'log' }, 'first')
    const database = temporaryDatabase()
    const before = new TestClient(server, iris, { database }).start()
    await before.online()
    await server.clock.advance(30_000)
    before.engine.close()
    server.built.context.events.removeAll()
    server.fill({ stream: general, topic: 'log' }, { from: noor, to: iris, count: missed })
    const client = new TestClient(server, iris, { database, engineEpoch: 2 })
    const window = { kind: 'topic', streamId: general, topic: 'log' } as const
    const opened = client.openConversation(window, 'newest')
    client.start()
    await opened
    await client.online()
    await server.clock.advance(120_000)
    const asked = client.requests.filter((request) => request.path.endsWith('/messages') && request.method === 'GET')
    rows.push({
      what: `requests for messages after ${name}’s absence (${missed} missed)`,
      value: asked.length,
      unit: 'requests',
      floor: Math.ceil(missed / 1000) + 1 + 10,
      floorIs: 'the budget: ⌈missed / 1000⌉ + open views + 10',
    })
    client.engine.close()
    await server.stop()
  }
  return rows
}
