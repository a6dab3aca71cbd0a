import type { ServerContext } from './context.ts'
import type { MessageRow } from './store/messages.ts'

/** Who hears of a change of the message: everybody with a personal row, and the stream's subscribers of today. */
export function audienceOf(context: ServerContext, row: MessageRow): ReadonlySet<number> {
  const { messages, streams } = context.tables
  const readers = messages.readers(row.id).map((reader) => reader.userId)
  return new Set([...readers, ...(row.stream_id === null ? [] : streams.subscribers(row.stream_id))])
}
