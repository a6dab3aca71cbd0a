import type { RegisterBase } from '../api/register.ts'
import type { RegisteredIn, Wire } from '../api/wire.ts'
import type { Store } from '../store/store.ts'
import type { Change } from './changes.ts'
import { isSame } from './same-row.ts'
import type { ReadAccountState } from './account-state.ts'

/** The context of taking a long list over: `world` is the state as last committed. */
export interface TakeoverContext {
  readonly store: Store
  readonly accountState: ReadAccountState
  /** UNIX seconds of the server at its answer; null if it did not send them. */
  readonly serverTimestamp: number | null
  /** Records a message that a list names: ranges that were complete before should contain it. */
  readonly noteListed: (conversation: string, id: number) => void
}

/** Takes a list of one registration over. */
export interface Takeover<Rows> {
  /** The differences of a batch as a change to commit; null if there are none. */
  readonly take: (rows: Rows) => (() => Change[]) | null
  /** Removes what no batch contained (Q6), inside the current transaction. `now` is UNIX milliseconds. */
  readonly finish: (now: number) => Change[]
}

interface Definition<Answer, Rows> {
  readonly name: string
  /** The batches. A row may be repeated; the later one counts. */
  readonly read: (answer: Answer) => Iterable<Rows>
  /** Begins a takeover. Lists with the same function share one. */
  readonly open: (context: TakeoverContext) => Takeover<Rows>
}

/**
 * A part of a registration that grows with the organization: read in batches of plain data, in another thread, and
 * stored batch by batch, each in a transaction of its own.
 */
export type LongList = Definition<RegisterBase, unknown>

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** The answer of a registration with the keys of a resource, or of several (`A | B`). */
export type AnswerWith<W extends Wire> = RegisterBase & Intersection<RegisteredIn<W>>

/** Checks that the pieces of a list fit together, and hides their types. */
export function longList<Answer extends RegisterBase, Rows>(definition: Definition<Answer, Rows>): LongList {
  return definition as unknown as LongList // an answer has the keys of all resources; rows are made by `read`
}

/** The number of rows per batch: some milliseconds. */
const rowsAtOnce = 250

/** Values in batches, `rowsAtOnce` or `atOnce` of them in each. */
export function* batches<T, Rows>(values: readonly T[], read: (part: readonly T[]) => Rows, atOnce = rowsAtOnce) {
  for (let start = 0; start < values.length; start += atOnce) yield read(values.slice(start, start + atOnce))
}

/** The table of a list with an id for each row, and its part of the world in memory. */
interface ListedTable<Listed, Row> {
  /** The row of an entry, as the table would have it. */
  readonly rowOf: (entry: Listed) => Row
  readonly idOf: (row: Row) => number
  readonly known: (id: number) => Row | undefined
  readonly knownIds: () => Iterable<number>
  /** Stores rows and removes ids, inside the current transaction. */
  readonly store: (put: readonly Row[], gone: readonly number[]) => Change[]
}

/** Takes such a list over: writes only rows that differ, and removes those that no batch contained (Q6). */
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
