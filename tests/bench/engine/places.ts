import Database from 'better-sqlite3'
import type { SeededRandom } from '#support/random.ts'

export interface Place {
  readonly streamId: number
  readonly topic: string
  readonly key: string
}

/** Topics of the cache, weighted by their number of messages. */
export function placesOf(path: string, random: SeededRandom, count: number): Place[] {
  const database = new Database(path, { readonly: true })
  const { low = 0, high = 0 } =
    database.prepare<[], { low: number; high: number }>('SELECT min(id) AS low, max(id) AS high FROM message').get() ??
    {}
  const at = database.prepare<[number], { stream_id: number; topic: string; topic_key: string }>(
    'SELECT stream_id, topic, topic_key FROM message WHERE id >= ? AND stream_id IS NOT NULL ORDER BY id LIMIT 1',
  )
  const places: Place[] = []
  while (places.length < count) {
    const row = at.get(low + random.below(high - low))
    if (row !== undefined) places.push({ streamId: row.stream_id, topic: row.topic, key: row.topic_key })
  }
  database.close()
  return places
}

/** The query of a conversation's view without the engine. */
export const bareQuery = 'SELECT * FROM message WHERE stream_id = ? AND topic_key = ? ORDER BY id DESC LIMIT 180'
