/**
 * A process with an engine that is killed without warning at its k-th statement or request. A journal that survives it
 * records each attempt and each returned call.
 */
import { appendFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { readStoredFailure } from '#engine/values/failures.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Destination } from '#contract/base/values.ts'
import { SeededRandom } from '#support/random.ts'
import { testWindow } from '#support/test-window.ts'
import { childEngine, type ChildOrder } from './child-engine.ts'
import { onStatement } from './crash.ts'

export interface KillOrder extends ChildOrder {
  readonly journal: string
  readonly seed: number
  readonly streamId: number
  readonly otherId: number
  readonly listId: number
  readonly listKey: string
  /** Null for the last process, which works until nothing is pending. */
  readonly killAt: { readonly what: 'statement' | 'request'; readonly k: number } | null
}

/** Acceleration of time: ten seconds of unknown outcome take half a second. */
const speed = 20

const order = JSON.parse(process.env.SKEIN_KILL_ORDER ?? '{}') as KillOrder // written by kill.test.ts
const random = new SeededRandom(order.seed)

function count(what: 'statement' | 'request'): void {
  if (order.killAt?.what !== what) return
  left -= 1
  if (left <= 0) process.kill(process.pid, 'SIGKILL')
}
let left = order.killAt?.k ?? Infinity

onStatement((path) => {
  if (path === order.database) count('statement')
})

let isOnline = false
const { engine, clock } = childEngine({
  ...order,
  speed,
  next: () => random.below(1e9) / 1e9,
  onRequest: () => {
    count('request')
  },
  onStatus: (status) => {
    isOnline = status.connection.state === 'online'
  },
})

/** Records an attempt, makes it, and records whether it was accepted. */
async function act(entry: { readonly kind: string; readonly text: string }, call: () => Promise<Result<unknown>>) {
  appendFileSync(order.journal, `${JSON.stringify({ ...entry, state: 'tried' })}\n`)
  const result = await call()
  appendFileSync(order.journal, `${JSON.stringify({ ...entry, state: result.ok ? 'done' : 'refused' })}\n`)
}

const topics = ['a', 'b', 'c']
let number = 0

async function step(): Promise<void> {
  number += 1
  const text = `life ${order.engineEpoch} act ${number}`
  const destination: Destination = random.chance(0.8)
    ? { kind: 'topic', streamId: order.streamId, topic: random.pick(topics) }
    : { kind: 'direct', userIds: [order.otherId] }
  const dice = random.below(10)
  if (dice < 4) {
    await act({ kind: 'message', text }, () =>
      engine.call('messages.send', { localId: crypto.randomUUID(), destination, content: text }),
    )
  } else if (dice < 5) {
    const deliverAt = Math.floor(clock.now() / 1000) + 90 * 86_400
    await act({ kind: 'scheduled', text }, () =>
      engine.call('messages.schedule', { localId: crypto.randomUUID(), destination, content: text, deliverAt }),
    )
  } else if (dice < 6) {
    await act({ kind: 'stroke', text: 'stroke' }, () =>
      engine.call('widgets.act', {
        messageId: order.listId,
        localId: crypto.randomUUID(),
        act: { type: 'strike', key: order.listKey },
      }),
    )
  } else if (dice < 7) {
    const narrow = { kind: 'direct', userIds: [order.otherId] } as const
    await act({ kind: 'draft', text }, () =>
      engine.call('drafts.set', { narrow, draftId: 'the-draft', topic: '', content: text }),
    )
  } else if (dice < 8) {
    await engine.call('messages.markRead', { messageIds: Array.from({ length: 20 }, () => 1 + random.below(400)) })
  } else if (dice < 9) {
    await engine.call('messages.star', { messageId: 1 + random.below(200), isStarred: random.chance(0.6) })
  } else {
    const query = { type: 'conversation', narrow: destination, anchor: 'newest' } as const
    await engine.call('views.open', { viewId: `view-${random.below(3)}`, query }, testWindow)
  }
}

async function untilNothingWaits(): Promise<void> {
  const reader = new Database(order.database, { readonly: true })
  const waiting = reader.prepare<[], { local_id: string; kind: string; state: string; error: string | null }>(
    'SELECT * FROM outbox',
  )
  for (;;) {
    const rows = waiting.all()
    if (rows.length === 0 && isOnline) break
    for (const row of rows) {
      if (row.state !== 'failed') continue
      // An unknown vote asks the user; a refused row would never end.
      if (readStoredFailure(row.error)?.code !== 'CHOICE_LOST')
        throw new Error(`${row.kind} was refused: ${String(row.error)}`)
      await engine.call('outbox.retry', { localId: row.local_id })
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  reader.close()
  await engine.call('cache.policy', { keepsEverything: true })
  // Waits for the work that the last answers started.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  engine.close()
  process.exit(0)
}

if (order.killAt === null) {
  void untilNothingWaits()
} else {
  for (;;) {
    await step()
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
}
