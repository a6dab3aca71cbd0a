import { applyEvent, decodeEvent } from '#engine/state/events.ts'
import { AccountState } from '#engine/state/account-state.ts'
import { openStore } from '#engine/store/store.ts'
import { SeededRandom } from '#support/random.ts'
import { milliseconds, percentile, type Row } from './rows.ts'
import { generateCache, generatedMessage } from './world.ts'
import { memoryParts } from '#engine/state/slices.ts'

const batches = 30
const batchSize = 1000

/** Measures batches of a thousand message events, decoded, cleaned and stored, in transactions of a hundred. */
export async function measureApplying(): Promise<Row[]> {
  const random = new SeededRandom(9)
  const store = openStore(generateCache(10_000))
  const bare = openStore(generateCache(10_000))
  const accountState = new AccountState(store, memoryParts)
  const times: number[] = []
  const floors: number[] = []
  for (let batch = 0; batch < batches; batch += 1) {
    const messages = Array.from({ length: batchSize }, (_, index) =>
      generatedMessage(20_000 + batch * batchSize + index, random),
    )
    const events = messages.map((message, index) => ({
      id: batch * batchSize + index,
      type: 'message',
      flags: ['read'],
      message: {
        ...message,
        type: 'stream',
        subject: message.topic,
        display_recipient: 'stream',
        sender_full_name: 'x',
      },
    }))
    floors.push(
      milliseconds(() => {
        for (let start = 0; start < batchSize; start += 100) {
          bare.transaction(() => {
            for (const message of messages.slice(start, start + 100)) bare.messages.put(message)
          })
        }
      }),
    )
    times.push(
      milliseconds(() => {
        for (let start = 0; start < batchSize; start += 100) {
          store.transaction(() => {
            for (const value of events.slice(start, start + 100)) {
              const event = decodeEvent(value)
              if (event === undefined) continue
              applyEvent({ store, accountState, epoch: 1, serverOrigin: 'https://bench.example', now: 0 }, event)
            }
          })
        }
      }),
    )
  }
  store.close()
  bare.close()
  return Promise.resolve([
    {
      what: `applying message events (median of ${batches} batches of ${batchSize})`,
      value: percentile(times, 0.5),
      unit: 'µs/message',
      floor: percentile(floors, 0.5),
      floorIs: 'bare inserts into the same tables',
    },
  ])
}
