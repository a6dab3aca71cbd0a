import type { ServerDatabase } from '../database.ts'

/** A reader of a message, with the reader's flags (`flagBits`). */
export interface PersonalRow {
  readonly userId: number
  readonly flags: number
}

/** Number of pending rows from which the background moves them in batches. */
const waitingRows = 10_000
/** Rows in a batch, which takes half a millisecond and little I/O, so that concurrent sends are not delayed. */
const movedAtOnce = 100
/** Number of pending rows from which the batches run without pauses. */
const hurriedRows = 2 * waitingRows
const movedInHurry = 1_000
/**
 * Maximum number of pending rows: a change that adds many messages moves rows itself, since nothing else can run
 * meanwhile.
 */
const mostWaiting = 40_000

type WaitingRow = readonly [userId: number, messageId: number, flags: number]

/**
 * The personal rows of new messages. Their table is ordered by user, so that inserting a row for each reader touches
 * many pages. Therefore a new message writes one row with all its readers, and pending rows are moved into the table in
 * batches, in its order, before each read or change of the table and periodically.
 */
export function personalRows(database: ServerDatabase) {
  const add = database.prepare('INSERT INTO new_readers (message_id, readers) VALUES (?, ?)')
  const waiting = database.prepare<[], { message_id: number; readers: string }>('SELECT * FROM new_readers')
  // An interrupted move starts again.
  const move = database.prepare('INSERT OR IGNORE INTO user_message (user_id, message_id, flags) VALUES (?, ?, ?)')
  const forgetWaiting = database.prepare('DELETE FROM new_readers WHERE message_id <= ?')
  /**
   * An upper bound of the number of pending rows; undefined if only the database knows, for example after a rollback.
   */
  let count: number | undefined
  /** The state of a move in batches. */
  let moving: { readonly rows: readonly WaitingRow[]; readonly throughId: number; next: number } | undefined

  function begin(): NonNullable<typeof moving> {
    const messages = waiting.all()
    // Messages arrive in order, so sorting only the users takes a tenth of the time.
    const ofUsers = new Map<number, WaitingRow[]>()
    for (const { message_id: id, readers } of messages) {
      const byFlags = JSON.parse(readers) as Record<string, number[]> // as add() wrote it
      for (const [flags, users] of Object.entries(byFlags)) {
        for (const userId of users) {
          const row: WaitingRow = [userId, id, Number(flags)]
          const rows = ofUsers.get(userId)
          if (rows === undefined) ofUsers.set(userId, [row])
          else rows.push(row)
        }
      }
    }
    const rows = [...ofUsers].sort(([a], [b]) => a - b).flatMap(([, own]) => own)
    count = rows.length
    return { rows, throughId: messages.at(-1)?.message_id ?? 0, next: 0 }
  }

  /** Moves at most `most` rows. Returns whether no row is left. */
  function moveSome(most: number): boolean {
    const current = moving ?? begin()
    const part = current.rows.slice(current.next, current.next + most)
    const isLast = current.next + part.length === current.rows.length
    database.transaction(() => {
      for (const row of part) move.run(...row)
      if (isLast && current.rows.length > 0) forgetWaiting.run(current.throughId)
    })()
    moving = isLast ? undefined : { ...current, next: current.next + part.length }
    if (isLast) count = Math.max(0, (count ?? 0) - current.rows.length)
    return isLast
  }

  function isInHurry(): boolean {
    return count !== undefined && count > hurriedRows
  }

  function settle(): void {
    while (count !== 0) moveSome(Infinity)
  }

  return {
    /** Adds the rows of a new message; call inside its transaction. */
    add(messageId: number, rows: readonly PersonalRow[]): void {
      if (count === undefined) settle()
      const byFlags: Record<number, number[]> = {}
      for (const { userId, flags } of rows) (byFlags[flags] ??= []).push(userId)
      add.run(messageId, JSON.stringify(byFlags))
      count = (count ?? 0) + rows.length
      if (count > mostWaiting) settle()
    },
    /** Moves all pending rows to `user_message`; call before any other read or change of that table. */
    settle,
    /** Whether the background should move rows. */
    isFull: () => count !== undefined && count > waitingRows,
    /** Whether the number of rows requires batches without pauses. */
    isInHurry: () => isInHurry(),
    /** Moves a batch outside of a change. Returns whether no row is left. */
    settleSome: (): boolean => count === 0 || moveSome(isInHurry() ? movedInHurry : movedAtOnce),
    /** Invalidates the cached count after a rollback. */
    forget(): void {
      count = undefined
      moving = undefined
    },
  }
}

export type PersonalRows = ReturnType<typeof personalRows>
