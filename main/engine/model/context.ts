import type { ReadWorld } from './world.ts'
import type { Store } from '../store/store.ts'

/** What a reducer works with: the tables inside the running transaction, the world as last committed. */
export interface ReducerContext {
  readonly store: Store
  readonly world: ReadWorld
  /** The epoch that the transaction belongs to. */
  readonly epoch: number
  readonly serverOrigin: string
  /** UNIX milliseconds. */
  readonly now: number
}
