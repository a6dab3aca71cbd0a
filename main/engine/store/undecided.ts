import type { MessageId } from '../values/ids.ts'
import type { EngineDatabase } from './file/database.ts'

/** The messages whose flags are undecided until the server answers (U6). */
export function undecidedTable(database: EngineDatabase) {
  const put = database.prepare(
    `INSERT INTO undecided_flags (message_id, through) VALUES (?, ?)
     ON CONFLICT (message_id) DO UPDATE SET through = excluded.through`,
  )
  const has = database.prepare<[number], { found: 1 }>('SELECT 1 AS found FROM undecided_flags WHERE message_id = ?')
  const range = database.prepare<[], { low: number | null; high: number | null }>(
    'SELECT min(message_id) AS low, max(message_id) AS high FROM undecided_flags',
  )
  const count = database.prepare<[], { count: number }>('SELECT count(*) AS count FROM undecided_flags')
  const between = database.prepare<[number, number], { message_id: MessageId }>(
    'SELECT message_id FROM undecided_flags WHERE message_id BETWEEN ? AND ? ORDER BY message_id',
  )
  const decide = database.prepare('DELETE FROM undecided_flags WHERE message_id = ? AND through <= ?')
  const clear = database.prepare('DELETE FROM undecided_flags')
  return {
    reads: {
      has: (messageId: MessageId) => has.get(messageId) !== undefined,
      /** Returns the lowest and the highest id; undefined if there is none. */
      bounds(): { low: number; high: number } | undefined {
        const { low, high } = range.get() ?? { low: null, high: null }
        return low === null || high === null ? undefined : { low, high }
      },
      count: () => count.get()?.count ?? 0,
      /** Returns the ids from `low` to `high`, inclusive. */
      between: (low: number, high: number) => between.all(low, high).map((row) => row.message_id),
    },
    writes: {
      /** Marks a message as undecided. An answer of the server decides it once the event `through` is applied. */
      put: (messageId: MessageId, through: number) => put.run(messageId, through),
      /** Decides a message's flags by an answer that was made after the event `lastEventId`. */
      decide: (messageId: MessageId, lastEventId: number) => decide.run(messageId, lastEventId),
      clear: () => clear.run(),
    },
  }
}
