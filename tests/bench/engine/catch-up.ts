import { Engine } from '../../../main/engine/engine.ts'
import { openStore } from '../../../main/engine/store/store.ts'
import { SeededRandom } from '../../support/random.ts'
import { milliseconds, percentile, watchLoop, type Row } from '../rows.ts'
import { generatedMessage, threadedPorts } from '../world.ts'
import { copyOf, removeCopy, type LargeCache } from './cache.ts'
import { batches, batchSize, behindBy } from './event-stream.ts'
import type { Place } from './places.ts'

/** Thirty thousand messages come as fast as they are taken, while the user goes from narrow to narrow. */
export async function measureCatchUp(cache: LargeCache): Promise<Row[]> {
  const random = new SeededRandom(6)
  const { path, places, firstId, server } = behindBy(cache, random)
  const floor = bareInserts(cache.large, places, firstId)
  const engine = new Engine({ ...threadedPorts(path), transport: server })
  const loop = watchLoop()
  engine.start()
  let isOver = false
  const times: number[] = []
  const tour = (async () => {
    while (!isOver) {
      const { streamId, topic } = random.pick(places)
      const narrow = { kind: 'topic', streamId, topic }
      const begun = performance.now()
      const answer = await engine.call('views.open', {
        viewId: 'v',
        query: { type: 'conversation', narrow, anchor: 'first_unread' },
      })
      JSON.stringify(answer)
      times.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const elapsed = await server.done
  isOver = true
  await tour
  const delays = loop.end('it')
  engine.close()
  removeCopy(path)
  return [
    {
      what: `applying ${batches} polls of ${batchSize} messages, with a reader`,
      value: (elapsed * 1000) / (batches * batchSize),
      unit: 'µs/message',
      floor,
      floorIs: 'bare inserts into the same tables',
    },
    {
      what: `change of narrow during it (p99 of ${times.length}, without the wait for its turn)`,
      value: percentile(times, 0.99),
      unit: 'ms',
      floor: 16,
      floorIs: 'the budget',
    },
    ...delays,
  ]
}

/** Microseconds a message for the rows alone. */
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
