import type { ServerDatabase } from '../database.ts'

/** Who gets a message, with the flags it has there (`flagBits`). */
export interface PersonalRow {
  readonly userId: number
  readonly flags: number
}

/** So many rows wait before they are moved by themselves, a part at a time. */
const waitingRows = 10_000
/** A part takes half a millisecond, and little of the disk: those who send meanwhile do not feel it. */
const movedAtOnce = 100
/** Where so many wait, there is no time for pauses. */
const hurriedRows = 2 * waitingRows
const movedInHurry = 1_000
/** So many wait at most: where one change adds many messages, nothing else can move them meanwhile. */
const mostWaiting = 40_000

type WaitingRow = readonly [userId: number, messageId: number, flags: number]

/**
 * The personal rows of new messages. The table of them is in the order of users, so that each reader of a message costs
 * two pages of it: a message to 25 people wrote 59 pages of the log. A new message therefore has one row, with all of its
 * readers; these are moved to the table together, in its order, before anybody reads or changes it, and now and then.
 */
export function personalRows(database: ServerDatabase) {
  const add = database.prepare('INSERT INTO new_readers (message_id, readers) VALUES (?, ?)')
  const waiting = database.prepare<[], { message_id: number; readers: string }>('SELECT * FROM new_readers')
  // A move that was interrupted between two parts begins anew.
  const move = database.prepare('INSERT OR IGNORE INTO user_message (user_id, message_id, flags) VALUES (?, ?, ?)')
  const forgetWaiting = database.prepare('DELETE FROM new_readers WHERE message_id <= ?')
  /** How many rows wait at most; undefined where only the disk knows, as after a change that was taken back. */
  let count: number | undefined
  /** A move in parts. */
  let moving: { readonly rows: readonly WaitingRow[]; readonly throughId: number; next: number } | undefined

  function begin(): NonNullable<typeof moving> {
    const messages = waiting.all()
    // Messages come in their order: to sort the users alone takes a tenth of sorting all rows.
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

  /** Moves so many of the rows; whether that was all. */
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
    /** Moves all pending rows to `user_message`; called before any other read or change of that table. */
    settle,
    /** Whether rows should be moved without anybody asking for them. */
    isFull: () => count !== undefined && count > waitingRows,
    /** Whether so many wait that they are moved without pauses, in larger parts. */
    isInHurry: () => isInHurry(),
    /** Moves a part of the rows; whether that was all. Outside of changes only. */
    settleSome: (): boolean => count === 0 || moveSome(isInHurry() ? movedInHurry : movedAtOnce),
    /** A change was taken back: what is known here of the disk may not be so. */
    forget(): void {
      count = undefined
      moving = undefined
    },
  }
}

export type PersonalRows = ReturnType<typeof personalRows>
