import type { ReadAccountState } from './account-state.ts'
import type { Store } from '../store/store.ts'

/** The context of a reducer: the tables inside the current transaction, and the account's state as last committed. */
export interface ReducerContext {
  readonly store: Store
  readonly accountState: ReadAccountState
  /** The epoch in which the transaction runs. */
  readonly epoch: number
  readonly serverOrigin: string
  /** The local time in UNIX milliseconds. */
  readonly now: number
}
