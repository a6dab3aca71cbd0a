import { monitorEventLoopDelay } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import { Engine } from '#engine/engine.ts'
import type { AccountStatus } from '#engine/ports.ts'
import { openStore } from '#engine/store/store.ts'
import { removeDatabase, temporaryDatabase } from '#support/files.ts'
import { budgeted, milliseconds, percentile, type Row } from '../rows.ts'
import { threadedPorts } from '../world.ts'
import type { LargeCache } from './cache.ts'
import { testWindow } from '#support/test-window.ts'

const runs = 5
/** A lower bound of the server's time for such an answer, in milliseconds, after which the ingest thread runs. */
const answerMs = 500

interface Run {
  /** Milliseconds from the arrival of the answer to the update of the navigation. */
  readonly navigation: number
  readonly online: number
  /** The longest task of the engine's thread. */
  readonly longest: number
}

/**
 * Measures a registration with twenty thousand people and five thousand streams, from the arrival of its answer until
 * the navigation shows all streams, and until it is applied.
 */
export async function measureRegistration({ registerAnswer }: LargeCache): Promise<Row[]> {
  const first: Run[] = []
  const again: Run[] = []
  const floors: number[] = []
  for (let run = 0; run < runs; run += 1) {
    floors.push(milliseconds(() => bare(registerAnswer)))
    const path = temporaryDatabase()
    first.push(await register(path, registerAnswer, 1))
    forgetQueue(path)
    again.push(await register(path, registerAnswer, 2))
    removeDatabase(path)
  }
  const median = (runs: readonly Run[], of: keyof Run) =>
    percentile(
      runs.map((run) => run[of]),
      0.5,
    )
  const bareFloor = { unit: 'ms', floor: percentile(floors, 0.5), floorIs: 'JSON.parse and bare inserts' } as const
  return [
    {
      what: `first register of 20 000 people → navigation (median of ${runs})`,
      value: median(first, 'navigation'),
      ...bareFloor,
    },
    { what: '… → everything taken over, online', value: median(first, 'online'), ...bareFloor },
    { what: 'register anew after an absence → everything, online', value: median(again, 'online'), ...bareFloor },
    budgeted(
      `engine’s event loop, longest delay during them (${2 * runs} runs)`,
      Math.max(...[...first, ...again].map((run) => run.longest)),
      50,
    ),
  ]
}

async function register(path: string, answer: string, engineEpoch: number): Promise<Run> {
  const { subscriptions } = JSON.parse(answer) as { subscriptions: unknown[] } // as the server answered
  const online = Promise.withResolvers<number>()
  let arrived = 0
  let navigation = NaN
  let shown = 0
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const engine = new Engine({
    ...threadedPorts(path),
    engineEpoch,
    transport: {
      async request({ path: called }) {
        if (!called.endsWith('/register')) return new Promise(() => undefined)
        const bytes = new TextEncoder().encode(answer)
        await new Promise((resolve) => setTimeout(resolve, answerMs))
        delay.enable()
        arrived = performance.now()
        return { status: 200, headers: {}, body: '', bytes: [bytes] }
      },
    },
    publish(update) {
      if (update.type !== 'views') return
      void engine.call('app.acknowledge', { batch: update.batch }, testWindow)
      for (const op of update.updates.flatMap((view) => view.ops)) {
        if (op.op === 'insert' || op.op === 'reset') shown += op.items.length
        else if (op.op === 'remove') shown -= op.count
      }
      if (Number.isNaN(navigation) && shown >= subscriptions.length) navigation = performance.now() - arrived
    },
    status(status: AccountStatus) {
      if (status.connection.state === 'online') online.resolve(performance.now() - arrived)
    },
  })
  await engine.call('views.open', { viewId: 'n', query: { type: 'navigation' } }, testWindow)
  engine.start()
  const taken = await online.promise
  delay.disable()
  engine.close()
  return { navigation, online: taken, longest: delay.max / 1e6 }
}

/** Forgets the queue, as after an absence in which it has expired. */
function forgetQueue(path: string): void {
  const store = openStore(path)
  store.transaction(() => store.meta.forgetQueue())
  store.close()
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
