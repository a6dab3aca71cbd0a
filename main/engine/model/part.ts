import type { ReadStore } from '../store/store.ts'
import type { Change, PartChange } from './changes.ts'

/** A part of the account's state that the world holds in memory, as last committed. */
export interface Part<T = unknown> {
  readonly name: string
  /** Reads the whole part. */
  readonly load: (store: ReadStore) => T
  /** A broader change after which it is also read again. */
  readonly follows?: (change: Change) => boolean
  /**
   * Takes a committed change over without reading the part again; returns the part, which may be the same object. A
   * method, so that a part of any type is a `Part`: the world gives each only what it has made.
   */
  apply?(held: T, change: Change): T
}

/** The change of a part. */
export function changeOf(part: Part): PartChange {
  return { kind: 'part', part }
}
