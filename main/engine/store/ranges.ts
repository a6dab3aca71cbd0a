import type { StreamId } from '../values/ids.ts'
import { topicConversation } from '../values/conversation.ts'
import { intersection, union, type Interval, type StoredRange } from '../values/ranges.ts'
import type { EngineDatabase } from './file/database.ts'

/** A range of ids in which every message of the container is cached (M5). */
export interface RangeRow extends StoredRange {
  container: string
}

/** The stored upper end of a live range. */
const openEnd = Number.MAX_SAFE_INTEGER

/** The tables of ranges and of fresh intervals. */
export function rangeTable(database: EngineDatabase) {
  const of = database.prepare<[string], RangeRow>('SELECT * FROM range WHERE container = ? ORDER BY low')
  const put = database.prepare<RangeRow>(
    `INSERT INTO range (container, low, high, live_epoch) VALUES (@container, @low, @high, @live_epoch)
     ON CONFLICT (container, low) DO UPDATE SET high = @high, live_epoch = @live_epoch`,
  )
  const clear = database.prepare('DELETE FROM range WHERE container = ?')
  const clearFeeds = database.prepare("DELETE FROM range WHERE container LIKE 'feed:%'")
  const reachingBelow = database.prepare<[number], { container: string }>(
    'SELECT DISTINCT container FROM range WHERE low < ?',
  )
  const topicsOfStream = database.prepare<[string], { container: string }>(
    'SELECT DISTINCT container FROM range WHERE container LIKE ?',
  )
  const directContainers = database.prepare<[], { container: string }>(
    "SELECT DISTINCT container FROM range WHERE container LIKE 'direct:%'",
  )
  const coverage = `low <= @id AND (high >= @id OR live_epoch = @epoch)`
  const uncovered = database.prepare<{ id: number; epoch: number }, { found: 1 }>(
    `SELECT 1 AS found FROM stream s WHERE s.is_subscribed = 1
       AND NOT EXISTS (SELECT 1 FROM range WHERE container = 'stream:' || s.id AND ${coverage})
     UNION ALL SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM range WHERE container = 'direct' AND ${coverage}) LIMIT 1`,
  )
  const fresh = database.prepare<[string], Interval>(
    'SELECT low, high FROM fresh_range WHERE container = ? ORDER BY low',
  )
  const putFresh = database.prepare('INSERT INTO fresh_range (container, low, high) VALUES (?, ?, ?)')
  const clearFresh = database.prepare('DELETE FROM fresh_range WHERE container = ?')
  const clearAllFresh = database.prepare('DELETE FROM fresh_range')

  function freshOf(container: string): Interval[] {
    return fresh.all(container).map(({ low, high }) => ({ low, high: high === openEnd ? Infinity : high }))
  }

  function replaceFresh(container: string, intervals: readonly Interval[]): void {
    clearFresh.run(container)
    for (const { low, high } of intervals) putFresh.run(container, low, Math.min(high, openEnd))
  }

  return {
    reads: {
      of: (container: string) => of.all(container),
      /** Returns the intervals of a container that were fetched in the current epoch, in ascending order. */
      fresh: freshOf,
      /** Returns the containers with a range below an id. */
      reachingBelow: (id: number) => reachingBelow.all(id).map((row) => row.container),
      directContainers: () => directContainers.all().map((row) => row.container),
      /** Returns whether the ranges of every subscribed stream and of the direct messages include an id. */
      isCoveredByAll: (id: number, epoch: number) => uncovered.get({ id, epoch }) === undefined,
      topicContainers: (streamId: StreamId) =>
        topicsOfStream.all(topicConversation(streamId, '%')).map((row) => row.container),
    },
    writes: {
      /** Replaces the ranges of a container. Intervals outside of them are no longer fresh. */
      replace(container: string, rows: readonly StoredRange[]): void {
        clear.run(container)
        for (const row of rows) put.run({ container, ...row })
        const known = freshOf(container)
        if (known.length === 0) return
        const covered = rows.map(({ low, high, live_epoch }) => ({ low, high: live_epoch === null ? high : Infinity }))
        replaceFresh(container, intersection(known, union(covered)))
      },
      /** Records an interval inside the container's ranges as just fetched. */
      noteFresh(container: string, interval: Interval): void {
        replaceFresh(container, union([...freshOf(container), interval]))
      },
      /** Marks the rows of a container as stale, because events no longer update them. Its ranges stay complete. */
      markStale: (container: string) => clearFresh.run(container),
      /** Marks the rows of all containers as stale, because events since the end of the last queue are unknown. */
      markAllStale: () => clearAllFresh.run(),
      /** Deletes the ranges of feeds. Feeds depend on events, so that their history is unknown after an absence. */
      forgetFeeds: () => clearFeeds.run(),
    },
  }
}
