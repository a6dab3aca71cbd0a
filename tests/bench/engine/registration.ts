import { monitorEventLoopDelay } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import { Engine } from '../../../main/engine/engine.ts'
import type { AccountStatus } from '../../../main/engine/protocol.ts'
import { removeDatabase, temporaryDatabase } from '../../support/files.ts'
import { milliseconds, percentile, type Row } from '../rows.ts'
import { offlinePorts } from '../world.ts'
import type { LargeCache } from './cache.ts'

const runs = 5

/** A registration with twenty thousand people and five thousand streams, until the navigation stands. */
export async function measureRegistration({ registerAnswer }: LargeCache): Promise<Row[]> {
  const times: number[] = []
  const longest: number[] = []
  const floors: number[] = []
  for (let run = 0; run < runs; run += 1) {
    floors.push(milliseconds(() => bare(registerAnswer)))
    const path = temporaryDatabase()
    const online = Promise.withResolvers<undefined>()
    const engine = new Engine({
      ...offlinePorts(path),
      transport: {
        request: ({ path: called }) =>
          called.endsWith('/register')
            ? Promise.resolve({ status: 200, headers: {}, body: registerAnswer })
            : new Promise(() => undefined),
      },
      status(status: AccountStatus) {
        if (status.connection.state === 'online') online.resolve(undefined)
      },
    })
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const begun = performance.now()
    engine.start()
    await online.promise
    await engine.call('views.open', { viewId: 'n', query: { type: 'navigation' } })
    times.push(performance.now() - begun)
    await new Promise((resolve) => setImmediate(resolve))
    delay.disable()
    longest.push(delay.max / 1e6)
    engine.close()
    removeDatabase(path)
  }
  return [
    {
      what: `register of 20 000 people → navigation (median of ${runs})`,
      value: percentile(times, 0.5),
      unit: 'ms',
      floor: percentile(floors, 0.5),
      floorIs: 'JSON.parse and bare inserts',
    },
    {
      what: 'engine’s event loop, longest delay during it',
      value: Math.max(...longest),
      unit: 'ms',
      floor: 50,
      floorIs: 'the budget',
    },
  ]
}

/** The people and streams of the answer as rows of two tables. */
function bare(answer: string): void {
  const path = temporaryDatabase()
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec(`
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, email TEXT, role INTEGER, a INTEGER, b INTEGER, avatar TEXT);
    CREATE TABLE stream (id INTEGER PRIMARY KEY, name TEXT, description TEXT);
  `)
  const person = database.prepare('INSERT INTO person VALUES (?, ?, ?, ?, 0, 1, NULL)')
  const stream = database.prepare('INSERT INTO stream VALUES (?, ?, ?)')
  const state = JSON.parse(answer) as Record<string, { [key: string]: string | number }[]> // as the server answered
  database.transaction(() => {
    for (const user of state.realm_users ?? []) person.run(user.user_id, user.full_name, user.email, user.role)
    for (const kind of ['subscriptions', 'unsubscribed', 'never_subscribed']) {
      for (const entry of state[kind] ?? []) stream.run(entry.stream_id, entry.name, entry.description)
    }
  })()
  database.close()
  removeDatabase(path)
}
