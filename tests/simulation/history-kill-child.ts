/**
 * A process with an engine that fetches a whole history in real time. It is killed without warning while a page is being
 * stored, or ends when the history is here.
 */
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { SeededRandom } from '#support/random.ts'
import { childEngine, type ChildOrder } from './child-engine.ts'
import { onStatement } from './crash.ts'

export interface HistoryKillOrder extends ChildOrder {
  readonly seed: number
  readonly streamId: number
  /** Whether this process begins the fetch; a later one only continues it. */
  readonly begins: boolean
  /** The page in which the process ends, counted from 1, and the statement after its answer; null for no kill. */
  readonly killAt: { readonly page: number; readonly statement: number } | null
}

const order = JSON.parse(process.env.SKEIN_KILL_ORDER ?? '{}') as HistoryKillOrder // written by history-kill.test.ts
const random = new SeededRandom(order.seed)

let pages = 0
let statements = 0
let hasBegun = !order.begins
let isOnline = false

onStatement((path) => {
  const { killAt } = order
  if (killAt === null || path !== order.database || pages < killAt.page) return
  statements += 1
  if (statements >= killAt.statement) process.kill(process.pid, 'SIGKILL')
})

const { engine } = childEngine({
  ...order,
  speed: 1,
  next: () => random.below(1e9) / 1e9,
  onRequest: () => undefined,
  onAnswer: ({ path, form }) => {
    // The newest part of a container is fetched by another name.
    if (hasBegun && path.endsWith('/messages') && form.num_before === '1000') pages += 1
  },
  onStatus: (status) => {
    isOnline = status.connection.state === 'online'
  },
})

if (order.begins) {
  while (!isOnline) await wait(10)
  await engine.call('storage.fetch', { scope: { kind: 'stream', streamId: order.streamId } })
  hasBegun = true
}
// The file is read directly: a call of the page would be a use of the window, which slows the fetch down.
while (stateOfFetch() !== 'done') await wait(100)
engine.close()
process.exit(0)

function stateOfFetch(): unknown {
  const reader = new Database(order.database, { readonly: true })
  try {
    return reader.prepare('SELECT state FROM history_fetch').pluck().get()
  } finally {
    reader.close()
  }
}
