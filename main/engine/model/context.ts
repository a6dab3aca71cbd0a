import type { ReadAccountState } from './account-state.ts'
import type { Store } from '../store/store.ts'

/** The context of a reducer: the tables inside the current transaction, and the world as last committed. */
export interface ReducerContext {
  readonly store: Store
  readonly accountState: ReadAccountState
  /** The epoch of the transaction. */
  readonly epoch: number
  readonly serverOrigin: string
  /** UNIX milliseconds. */
  readonly now: number
}
