import Database from 'better-sqlite3'
import { SeededRandom } from '#support/random.ts'
import { milliseconds, percentile, type Row } from '../rows.ts'
import { openEngine } from '../world.ts'
import { copyOf, removeCopy, type LargeCache } from './cache.ts'
import { bareQuery, placesOf } from './places.ts'
import { testWindow } from '#support/test-window.ts'

const starts = 20

/** Measures the time from the start to the last conversation from disk; the two sizes alternate. */
export async function measureStart(cache: LargeCache): Promise<Row[]> {
  const [small, large] = [copyOf(cache.small), copyOf(cache.large)]
  const random = new SeededRandom(3)
  const times: { small: number[]; large: number[]; floor: number[] } = { small: [], large: [], floor: [] }
  for (const { streamId, topic, key } of placesOf(small, random, starts)) {
    for (const [name, path] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const begun = performance.now()
      const engine = openEngine(path)
      const narrow = { kind: 'topic', streamId, topic } as const
      await engine.call(
        'views.open',
        { viewId: 'v', query: { type: 'conversation', narrow, anchor: 'first_unread' } },
        testWindow,
      )
      times[name].push(performance.now() - begun)
      engine.close()
    }
    times.floor.push(
      milliseconds(() => {
        const database = new Database(large)
        database.prepare(bareQuery).all(streamId, key)
        database.close()
      }),
    )
  }
  for (const path of [small, large]) removeCopy(path)
  const median = percentile(times.large, 0.5)
  return [
    {
      what: `start → conversation from disk, 1 000 000 messages (median of ${starts})`,
      value: median,
      unit: 'ms',
      floor: percentile(times.floor, 0.5),
      floorIs: 'open the file, one bare query',
    },
    {
      what: 'the same, against ten thousand messages',
      value: median,
      unit: 'ms',
      floor: percentile(times.small, 0.5),
      floorIs: 'the same with 10 000 messages',
    },
  ]
}
