import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Engine } from '../../../main/engine/engine.ts'
import type { TransportRequest, TransportResponse } from '../../../main/engine/ports.ts'
import { openStore } from '../../../main/engine/store/store.ts'
import { SeededRandom } from '../../support/random.ts'
import { milliseconds, percentile, type Row } from '../rows.ts'
import { generatedMessage, threadedPorts } from '../world.ts'
import { copyOf, removeCopy, type LargeCache } from './cache.ts'
import { placesOf, type Place } from './places.ts'

const batches = 30
const batchSize = 1000

/** A server that answers each poll with a thousand new messages, until it has none left. */
function stream(places: readonly Place[], firstId: number, random: SeededRandom) {
  let batch = 0
  const done = Promise.withResolvers<number>()
  let begun = 0
  const answer = (body: unknown): TransportResponse => ({ status: 200, headers: {}, body: JSON.stringify(body) })
  const events = () =>
    Array.from({ length: batchSize }, (_, index) => {
      const place = random.pick(places)
      const row = generatedMessage(firstId + batch * batchSize + index, random)
      return {
        id: batch * batchSize + index + 1,
        type: 'message',
        flags: ['read'],
        message: {
          id: row.id,
          type: 'stream',
          sender_id: row.sender_id,
          content: row.content,
          display_recipient: 'stream',
          stream_id: place.streamId,
          subject: place.topic,
          timestamp: row.timestamp,
        },
      }
    })
  // Made beforehand: what the server does is not measured.
  const answers = Array.from({ length: batches }, () => {
    const made = answer({ result: 'success', msg: '', events: events() })
    batch += 1
    return made
  })
  let next = 0
  return {
    /** Milliseconds from the first answer to the poll that acknowledges the last. */
    done: done.promise,
    async request({ path }: TransportRequest): Promise<TransportResponse> {
      if (!path.endsWith('/events')) return answer({ result: 'error', msg: 'not here', code: 'BAD_REQUEST' })
      if (next === 0) begun = performance.now()
      const given = answers[next]
      next += 1
      if (given !== undefined) return given
      done.resolve(performance.now() - begun)
      return new Promise(() => undefined)
    },
  }
}

/** Thirty thousand messages come as fast as they are taken, while the user goes from narrow to narrow. */
export async function measureCatchUp(cache: LargeCache): Promise<Row[]> {
  const path = copyOf(cache.large)
  const random = new SeededRandom(6)
  const places = placesOf(path, random, 200)
  const store = openStore(path)
  const firstId = store.messages.maxId() + 1
  store.transaction(() => store.meta.setQueue({ queueId: 'q', lastEventId: 0, touchedAt: Date.now() }))
  store.close()
  const floor = bareInserts(cache.large, places, firstId)
  const server = stream(places, firstId, random)
  const engine = new Engine({ ...threadedPorts(path), transport: server })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
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
  delay.disable()
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
    {
      what: 'engine’s event loop, delay during it (p99)',
      value: delay.percentile(99) / 1e6,
      unit: 'ms',
      floor: 8,
      floorIs: 'the budget',
    },
    {
      what: 'engine’s event loop, delay during it (longest)',
      value: delay.max / 1e6,
      unit: 'ms',
      floor: 50,
      floorIs: 'the budget',
    },
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
