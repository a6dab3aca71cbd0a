import type { EngineDatabase } from './database.ts'

export interface RangeRow {
  container: string
  low: number
  high: number
  live_epoch: number | null
}

export function rangeTable(database: EngineDatabase) {
  const of = database.prepare<[string], RangeRow>('SELECT * FROM range WHERE container = ? ORDER BY low')
  const put = database.prepare<RangeRow>(
    `INSERT INTO range (container, low, high, live_epoch) VALUES (@container, @low, @high, @live_epoch)
     ON CONFLICT (container, low) DO UPDATE SET high = @high, live_epoch = @live_epoch`,
  )
  const clear = database.prepare('DELETE FROM range WHERE container = ?')
  const clearFeeds = database.prepare("DELETE FROM range WHERE container LIKE 'feed:%'")
  const reachingBelow = database.prepare<[number, number], { container: string }>(
    'SELECT DISTINCT container FROM range WHERE low < ? LIMIT ?',
  )
  const topicsOfStream = database.prepare<[string], { container: string }>(
    'SELECT DISTINCT container FROM range WHERE container LIKE ?',
  )
  return {
    of: (container: string) => of.all(container),
    /** Replaces the ranges of a container. */
    replace(container: string, rows: readonly Omit<RangeRow, 'container'>[]): void {
      clear.run(container)
      for (const row of rows) put.run({ container, ...row })
    },
    /** Feeds hear only of messages that are here: after an absence nothing is known of their past. */
    forgetFeeds: () => clearFeeds.run(),
    /** Containers that claim something below an id. */
    reachingBelow: (id: number, limit: number) => reachingBelow.all(id, limit).map((row) => row.container),
    topicContainers: (streamId: number) => topicsOfStream.all(`topic:${streamId}:%`).map((row) => row.container),
  }
}

export type RangeTable = ReturnType<typeof rangeTable>
