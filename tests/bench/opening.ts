import Database from 'better-sqlite3'
import { SeededRandom } from '#support/random.ts'
import { milliseconds, percentile, type Row } from './rows.ts'
import { generateCache, openEngine, streams, topicsPerStream } from './world.ts'
import { testWindow } from '#support/test-window.ts'

const starts = 20
const narrows = 400

/**
 * Measures the time from the start to the first conversation from disk, for a small and a large cache, and a change of
 * narrow in the large one.
 */
export async function measureOpening(): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of [10_000, 200_000]) {
    const path = generateCache(count)
    const engineStarts: number[] = []
    const floors: number[] = []
    for (let start = 0; start < starts; start += 1) {
      floors.push(
        milliseconds(() => {
          const database = new Database(path)
          database
            .prepare('SELECT * FROM message WHERE stream_id = ? AND topic_key = ? ORDER BY id DESC LIMIT 180')
            .all(3, 'topic 4')
          database.close()
        }),
      )
      const begun = performance.now()
      const engine = openEngine(path)
      await engine.call(
        'views.open',
        {
          viewId: 'v',
          query: {
            type: 'conversation',
            narrow: { kind: 'topic', streamId: 3, topic: 'topic 4' },
            anchor: 'first_unread',
          },
        },
        testWindow,
      )
      engineStarts.push(performance.now() - begun)
      engine.close()
    }
    rows.push({
      what: `start → conversation from disk, ${count} messages (median of ${starts})`,
      value: percentile(engineStarts, 0.5),
      unit: 'ms',
      floor: percentile(floors, 0.5),
      floorIs: 'open the file, one bare query',
    })
    if (count === 200_000) rows.push(...(await changeOfNarrow(path)))
  }
  return rows
}

async function changeOfNarrow(path: string): Promise<Row[]> {
  const random = new SeededRandom(5)
  const engine = openEngine(path)
  const database = new Database(path, { readonly: true })
  const bare = database.prepare(
    'SELECT * FROM message WHERE stream_id = ? AND topic_key = ? ORDER BY id DESC LIMIT 180',
  )
  const times: number[] = []
  const floors: number[] = []
  for (let change = 0; change < narrows; change += 1) {
    const streamId = 1 + random.below(streams)
    const topic = `topic ${random.below(topicsPerStream)}`
    floors.push(milliseconds(() => bare.all(streamId, topic)))
    const begun = performance.now()
    const answer = await engine.call(
      'views.open',
      {
        viewId: 'v',
        query: { type: 'conversation', narrow: { kind: 'topic', streamId, topic }, anchor: 'first_unread' },
      },
      testWindow,
    )
    JSON.stringify(answer)
    times.push(performance.now() - begun)
  }
  engine.close()
  database.close()
  return [0.5, 0.99].map((share) => ({
    what: `change of narrow, rows as JSON (p${share * 100})`,
    value: percentile(times, share),
    unit: 'ms' as const,
    floor: percentile(floors, share),
    floorIs: 'the bare query',
  }))
}
