import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openStore } from '#engine/store/store.ts'
import { SeededRandom } from '#support/random.ts'
import { budgeted, milliseconds, percentile, type Row } from '../rows.ts'
import { generatedMessage } from '../world.ts'
import { copyOf, removeCopy, type LargeCache } from './cache.ts'
import { batches, batchSize, behindBy } from './event-stream.ts'
import type { Place } from './places.ts'
import { watchedHost } from './watched-host.ts'
import { testWindow } from '#support/test-window.ts'

/**
 * Measures the arrival of thirty thousand messages at full speed while the user changes narrows. The engine runs in a
 * separate thread, as in the app; the main thread relays bytes, calls and updates.
 */
export async function measureCatchUp(cache: LargeCache): Promise<Row[]> {
  const random = new SeededRandom(6)
  const { path, places, firstId, server } = behindBy(cache, random)
  const floor = bareInserts(cache.large, places, firstId)
  const watched = watchedHost(path, (request) => server.request(request))
  const { host } = watched
  host.start()
  await host.call('views.open', { viewId: 'n', query: { type: 'navigation' } }, testWindow)
  await watched.delay()
  const mainDelay = monitorEventLoopDelay({ resolution: 1 })
  mainDelay.enable()
  let isOver = false
  const times: number[] = []
  const tour = (async () => {
    while (!isOver) {
      const { streamId, topic } = random.pick(places)
      const narrow = { kind: 'topic', streamId, topic } as const
      const begun = performance.now()
      const answer = await host.call(
        'views.open',
        {
          viewId: 'v',
          query: { type: 'conversation', narrow, anchor: 'first_unread' },
        },
        testWindow,
      )
      JSON.stringify(answer)
      times.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const elapsed = await server.done
  isOver = true
  await tour
  mainDelay.disable()
  const engineDelay = await watched.delay()
  await watched.close()
  removeCopy(path)
  return [
    {
      what: `applying ${batches} polls of ${batchSize} messages, with a reader`,
      value: (elapsed * 1000) / (batches * batchSize),
      unit: 'µs/message',
      floor,
      floorIs: 'bare inserts into the same tables',
    },
    budgeted(
      `change of narrow during it, call → rows in the main thread (p99 of ${times.length})`,
      percentile(times, 0.99),
      16,
    ),
    budgeted('engine’s event loop, delay during it (p99)', engineDelay.p99, 8),
    budgeted('engine’s event loop, delay during it (longest)', engineDelay.longest, 50),
    budgeted('main thread’s event loop, delay during it (p99.9)', mainDelay.percentile(99.9) / 1e6, 16),
    budgeted('main thread’s event loop, delay during it (longest)', mainDelay.max / 1e6, 50),
  ]
}

/** Microseconds per message for writing rows only. */
function bareInserts(large: string, places: readonly Place[], firstId: number): number {
  const path = copyOf(large)
  const store = openStore(path)
  const random = new SeededRandom(7)
  const rows = Array.from({ length: 5 * batchSize }, (_, index) => {
    const { streamId, topic, key } = random.pick(places)
    return { ...generatedMessage(firstId + index, random), stream_id: streamId, topic, topic_key: key }
  })
  const elapsed = milliseconds(() => {
    for (let start = 0; start < rows.length; start += 100) {
      store.transaction(() => {
        for (const row of rows.slice(start, start + 100)) store.messages.put(row)
      })
    }
  })
  store.close()
  removeCopy(path)
  return (elapsed * 1000) / rows.length
}
