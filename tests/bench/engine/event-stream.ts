import type { TransportRequest, TransportResponse } from '#engine/ports.ts'
import { openStore } from '#engine/store/store.ts'
import type { SeededRandom } from '#support/random.ts'
import { messageEvent } from '../message-event.ts'
import { generatedMessage } from '../world.ts'
import { copyOf, type LargeCache } from './cache.ts'
import { placesOf, type Place } from './places.ts'

export const batches = 30
export const batchSize = 1000

/** A copy of the large account that polls a server for thirty thousand new messages in different conversations. */
export function behindBy(cache: LargeCache, random: SeededRandom) {
  const path = copyOf(cache.large)
  const places = placesOf(path, random, 200)
  const store = openStore(path)
  const firstId = store.messages.maxId() + 1
  store.transaction(() =>
    store.meta.setQueue({ queueId: 'q', lastEventId: 0, touchedAt: Date.now(), lifetimeMs: 600_000 }),
  )
  store.close()
  return { path, places, firstId, server: eventStream(places, firstId, random) }
}

/** A server that answers each poll with a thousand new messages until all are sent. */
function eventStream(places: readonly Place[], firstId: number, random: SeededRandom) {
  let batch = 0
  const done = Promise.withResolvers<number>()
  let begun = 0
  const answer = (body: unknown): TransportResponse => ({ status: 200, headers: {}, body: JSON.stringify(body) })
  const events = () =>
    Array.from({ length: batchSize }, (_, index) => {
      const place = random.pick(places)
      const row = generatedMessage(firstId + batch * batchSize + index, random)
      return messageEvent(batch * batchSize + index + 1, row, place)
    })
  // The answers are built in advance, so that the server's work is not measured.
  const answers = Array.from({ length: batches }, () => {
    const made = answer({ result: 'success', msg: '', events: events() })
    batch += 1
    return made
  })
  let next = 0
  return {
    /** Milliseconds from the first answer to the poll that acknowledges the last event. */
    done: done.promise,
    async request({ path }: Pick<TransportRequest, 'path'>): Promise<TransportResponse> {
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
