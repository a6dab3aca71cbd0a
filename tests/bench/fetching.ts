import { setTimeout as wait } from 'node:timers/promises'
import type { HistoryRun, StorageMeta } from '#contract/storage/storage.ts'
import { systemClock } from '#server/system-ports.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestServer } from '#support/test-server.ts'
import { testWindow } from '#support/test-window.ts'
import { watchedHost } from './engine/watched-host.ts'
import { budgeted, percentile, type Row } from './rows.ts'

const messages = 40_000
/** The engine answers a call so often meanwhile, in milliseconds: these are not calls that slow the fetch down. */
const callEveryMs = 25
/** The time for the figures without the fetch, in milliseconds. */
const restMs = 5_000

/**
 * Measures the fetch of a whole stream from our server: its speed, the delay of the engine's thread, and how long a
 * call of the page waits meanwhile, against the same call at rest. The server runs in this thread.
 */
export async function measureFetching(): Promise<Row[]> {
  const server = new TestServer({ serverClock: systemClock })
  await server.start()
  const { iris, noor, general } = server.seed()
  const place = { stream: general, topic: 'log' }
  await server.post(noor, place, 'm0')
  server.fill(place, { from: noor, to: iris, count: messages, everySeconds: 600 })
  const watched = watchedHost(
    temporaryDatabase(),
    (request) => server.raw(iris, request as Parameters<TestServer['raw']>[1]), // the gate passes the whole request on
  )
  const { host } = watched
  host.start()
  const run = async (): Promise<HistoryRun | null> => {
    const opened = await host.call('views.open', { viewId: 's', query: { type: 'storage', text: '' } }, testWindow)
    return opened.ok ? (opened.value.meta as StorageMeta).run : null // the meta of this view
  }
  /** Acknowledges batches, which is no use of the window, and measures how long the answers take. */
  async function timesUntil(isOver: () => boolean): Promise<number[]> {
    const times: number[] = []
    while (!isOver()) {
      const begun = performance.now()
      await host.call('app.acknowledge', { batch: -1 }, testWindow)
      times.push(performance.now() - begun)
      await wait(callEveryMs)
    }
    return times
  }
  await wait(restMs)
  await watched.delay()
  const restUntil = performance.now() + restMs
  const rest = await timesUntil(() => performance.now() > restUntil)
  await watched.delay()
  const begun = performance.now()
  await host.call('storage.fetch', { scope: { kind: 'stream', streamId: general } })
  let isOver = false
  const busy = timesUntil(() => isOver)
  for (;;) {
    await wait(5_000)
    const state = await run()
    if (state === null || state.waiting === 0) break
  }
  isOver = true
  const times = await busy
  const tookMs = performance.now() - begun
  const delay = await watched.delay()
  await watched.close()
  await server.stop()
  return [
    {
      what: 'fetch of a whole stream',
      value: (tookMs * 1000) / messages,
      unit: 'µs/message',
      floor: 500,
      floorIs: 'two pages a second',
    },
    {
      what: `call of the page while fetching everything (p99 of ${times.length})`,
      value: percentile(times, 0.99),
      unit: 'ms',
      floor: percentile(rest, 0.99),
      floorIs: 'the same call at rest',
    },
    budgeted('engine’s event loop, delay while fetching everything (p99)', delay.p99, 8),
    budgeted('engine’s event loop, delay while fetching everything (longest)', delay.longest, 50),
  ]
}
