import type { Container } from '../values/conversation.ts'
import type { MessageId, StreamId } from '../values/ids.ts'
import type { EngineDatabase } from './file/database.ts'

/** The statements about the messages of a container. A test checks that they read no others. */
export function containerQueries(kind: Container['kind']) {
  const condition = kind === 'stream' ? 'stream_id = ?' : 'stream_id IS NULL'
  // Otherwise the planner may walk the ids of all messages, most of which are in streams.
  const rows = kind === 'stream' ? 'message' : 'message INDEXED BY message_direct'
  return {
    nthNewest: `SELECT id FROM ${rows} WHERE ${condition} ORDER BY id DESC LIMIT 1 OFFSET ?`,
    count: `SELECT count(*) AS n FROM ${rows} WHERE ${condition} AND id BETWEEN ? AND ?`,
    timeFrom: `SELECT timestamp FROM ${rows} WHERE ${condition} AND id >= ? ORDER BY id LIMIT 1`,
    evictable: `SELECT id FROM ${rows} WHERE ${condition} AND id >= ? AND id < ? AND is_starred = 0
      AND id NOT IN (SELECT json_extract(payload, '$.messageId') FROM outbox WHERE payload LIKE '%"messageId"%')
      ORDER BY id LIMIT ?`,
  }
}

/** The reads and the cached messages of containers: each stream, and all direct messages as one. */
export function containerTable(database: EngineDatabase) {
  const noteRead = database.prepare(
    `INSERT INTO container_read (container, read_at) VALUES (?, ?)
     ON CONFLICT (container) DO UPDATE SET read_at = excluded.read_at`,
  )
  const readSince = database.prepare<[number], { container: string }>(
    'SELECT container FROM container_read WHERE read_at >= ? ORDER BY read_at DESC, container',
  )
  const forgetReads = database.prepare('DELETE FROM container_read WHERE read_at < ?')
  const nextStream = database.prepare<[number], { id: StreamId | null }>(
    'SELECT min(stream_id) AS id FROM message WHERE stream_id > ?',
  )
  const queries = (kind: Container['kind']) => {
    const sql = containerQueries(kind)
    return {
      nthNewest: database.prepare<number[], { id: number }>(sql.nthNewest),
      count: database.prepare<number[], { n: number }>(sql.count),
      timeFrom: database.prepare<number[], { timestamp: number }>(sql.timeFrom),
      evictable: database.prepare<number[], { id: MessageId }>(sql.evictable),
    }
  }
  const direct = queries('direct_all')
  const ofStream = queries('stream')
  const values = (container: Container) => (container.kind === 'stream' ? [container.streamId] : [])
  return {
    reads: {
      /** Returns the containers that the user has read since a time (UNIX milliseconds), the most recent first. */
      readSince: (at: number) => readSince.all(at).map((row) => row.container),
      /** Returns the id of the nth newest cached message, counted from 1; undefined if there are fewer. */
      nthNewest(container: Container, n: number): number | undefined {
        const { nthNewest } = container.kind === 'stream' ? ofStream : direct
        return nthNewest.get(...values(container), n - 1)?.id
      },
      /** Returns the number of cached messages from `low` to `high`, inclusive. */
      count(container: Container, low: number, high: number): number {
        const { count } = container.kind === 'stream' ? ofStream : direct
        return count.get(...values(container), low, Math.min(high, Number.MAX_SAFE_INTEGER))?.n ?? 0
      },
      /** Returns the time of the first cached message from an id on, in UNIX seconds. */
      timeFrom(container: Container, id: number): number | undefined {
        const { timeFrom } = container.kind === 'stream' ? ofStream : direct
        return timeFrom.get(...values(container), id)?.timestamp
      },
      /**
       * Returns the oldest messages from `from` to below `below` that may be evicted: they are not starred and no
       * pending action needs them.
       */
      evictable(container: Container, from: number, below: number, limit: number): MessageId[] {
        const { evictable } = container.kind === 'stream' ? ofStream : direct
        return evictable.all(...values(container), from, below, limit).map((row) => row.id)
      },
      /** Returns the streams with cached messages, each of which is found by one step in an index. */
      streams(): StreamId[] {
        const found: StreamId[] = []
        for (let after = -1; ;) {
          const id = nextStream.get(after)?.id
          if (id == null) return found
          found.push(id)
          after = id
        }
      },
    },
    writes: {
      /** Records that the user reads in the container. `at` is in UNIX milliseconds. */
      noteRead: (container: string, at: number) => noteRead.run(container, at),
      /** Deletes the reads before a time (UNIX milliseconds). */
      forgetReads: (before: number) => forgetReads.run(before),
    },
  }
}
