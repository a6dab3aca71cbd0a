import type { RegisterBase } from '../api/register.ts'
import type { RegisteredIn, Wire } from '../api/wire.ts'
import type { Store } from '../store/store.ts'
import type { Change } from './changes.ts'
import type { ReadAccountState } from './account-state.ts'

/** The context of taking a long list over. `accountState` is the state as last committed. */
export interface TakeoverContext {
  readonly store: Store
  readonly accountState: ReadAccountState
  /** The server's time of the answer in UNIX seconds; null if the server did not send it. */
  readonly serverTimestamp: number | null
  /** Records a message that a list names, which the ranges of its containers should contain. */
  readonly noteListed: (conversation: string, id: number) => void
}

/** The takeover of one list of one registration. */
export interface Takeover<Rows> {
  /** Returns the change that stores the differences of a batch, for the caller to commit; null if there are none. */
  readonly take: (rows: Rows) => (() => Change[]) | null
  /** Removes the rows that no batch contained (Q6), inside the current transaction. `now` is in UNIX milliseconds. */
  readonly finish: (now: number) => Change[]
}

interface Definition<Answer, Rows> {
  readonly name: string
  /** Yields the batches. A row may occur again, and then the later one counts. */
  readonly read: (answer: Answer) => Iterable<Rows>
  /** Begins a takeover. Lists with the same function share one takeover. */
  readonly open: (context: TakeoverContext) => Takeover<Rows>
}

/**
 * A part of a registration that grows with the organization. Another thread reads it into batches of plain data, and
 * each batch is stored in a transaction of its own.
 */
export type LongList = Definition<RegisterBase, unknown>

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** The answer of a registration with the keys of one resource, or of several (`A | B`). */
export type AnswerWith<W extends Wire> = RegisterBase & Intersection<RegisteredIn<W>>

/** Checks that the types of a list's pieces match, and hides them. */
export function longList<Answer extends RegisterBase, Rows>(definition: Definition<Answer, Rows>): LongList {
  return definition as unknown as LongList // an answer has the keys of all resources, and `read` makes the rows
}

/** A batch of this many rows takes some milliseconds. */
const rowsAtOnce = 250

/** Yields values in batches of `atOnce`. */
export function* batches<T, Rows>(values: readonly T[], read: (part: readonly T[]) => Rows, atOnce = rowsAtOnce) {
  for (let start = 0; start < values.length; start += atOnce) yield read(values.slice(start, start + atOnce))
}

/** The table of a list whose rows have ids, with its part of the account's state. */
interface ListedTable<Listed, Row> {
  /** Converts an entry to the row that the table would contain. */
  readonly rowOf: (entry: Listed) => Row
  readonly idOf: (row: Row) => number
  readonly known: (id: number) => Row | undefined
  readonly knownIds: () => Iterable<number>
  /** Stores rows and removes ids, inside the current transaction. */
  readonly store: (put: readonly Row[], gone: readonly number[]) => Change[]
}

/** Takes such a list over: it writes only rows that differ, and removes rows that no batch contained (Q6). */
export function takeoverOf<Listed, Row extends object>(table: ListedTable<Listed, Row>): Takeover<readonly Listed[]> {
  const listed = new Set<number>()
  return {
    take(batch) {
      const put = batch.map(table.rowOf).filter((row) => {
        const id = table.idOf(row)
        // The later values of a repeated row replace its earlier ones, which are not in memory yet.
        const isAgain = listed.has(id)
        listed.add(id)
        return isAgain || !isSame(row, table.known(id))
      })
      return put.length === 0 ? null : () => table.store(put, [])
    },
    finish: () =>
      table.store(
        [],
        [...table.knownIds()].filter((id) => !listed.has(id)),
      ),
  }
}

/** Returns whether a row equals the stored one, which may have more columns. */
export function isSame<T extends object>(row: T, known: T | undefined): boolean {
  if (known === undefined) return false
  for (const name in row) if (row[name] !== known[name]) return false
  return true
}
