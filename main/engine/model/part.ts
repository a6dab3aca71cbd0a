import type { ReadStore } from '../store/store.ts'

/** A small piece of the account's state that `ReadWorld` holds in memory, as its tables last committed it. */
export interface Part<T = unknown> {
  readonly name: string
  /** Reads all of it. */
  readonly load: (store: ReadStore) => T
  /** A wider change after which it is read anew, too. */
  readonly follows?: 'organization' | 'preferences'
}

/** The part was stored anew: it is read again after the commit, and views that show it are computed anew. */
export interface PartChange {
  readonly kind: 'part'
  readonly part: Part
}

/** The change that says so. */
export function changeOf(part: Part): PartChange {
  return { kind: 'part', part }
}
