import type { StreamId } from '../../values/ids.ts'
import type { EngineDatabase } from '../file/database.ts'

/** The numbers of cached messages. */
export interface MessageCounts {
  readonly direct: number
  readonly streams: readonly (readonly [streamId: StreamId, count: number])[]
}

/** The statements that count cached messages. */
export const countQueries = {
  streams: 'SELECT stream_id AS id, count(*) AS n FROM message WHERE stream_id IS NOT NULL GROUP BY stream_id',
  direct: 'SELECT count(*) AS n FROM message INDEXED BY message_direct WHERE stream_id IS NULL',
}

/** Returns a function that counts all cached messages, which reads whole indexes: a million take some 50 ms. */
export function messageCounter(database: EngineDatabase): () => MessageCounts {
  const streams = database.prepare<[], { id: StreamId; n: number }>(countQueries.streams)
  const direct = database.prepare<[], { n: number }>(countQueries.direct)
  return () => ({ direct: direct.get()?.n ?? 0, streams: streams.all().map(({ id, n }) => [id, n] as const) })
}
