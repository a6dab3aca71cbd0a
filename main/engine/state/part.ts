import type { ReadStore } from '../store/store.ts'
import type { Change, PartChange } from './changes.ts'

/** A part of the account's state in memory, as last committed. */
export interface Part<T = unknown> {
  readonly name: string
  /** Reads the whole part. */
  readonly load: (store: ReadStore) => T
  /** Returns whether a change of another kind makes the part stale, so that it is loaded again. */
  readonly follows?: (change: Change) => boolean
  /**
   * Applies a committed change without loading the part again, and returns the part, which may be the same object. It
   * is a method so that a part of any type is a `Part`; the account's state passes each part only values that it
   * made.
   */
  apply?(value: T, change: Change): T
}

/** Returns the change that makes the account's state load a part again. */
export function changeOf(part: Part): PartChange {
  return { kind: 'part', part }
}
