import type { ReadStore } from '../store/store.ts'

/** A part of the account's state that the world holds in memory, as last committed. */
export interface Part<T = unknown> {
  readonly name: string
  /** Reads the whole part. */
  readonly load: (store: ReadStore) => T
  /** A broader change after which it is also read again. */
  readonly follows?: 'organization' | 'preferences'
}

/** A part was stored: it is read again after the commit, and views that show it are recomputed. */
export interface PartChange {
  readonly kind: 'part'
  readonly part: Part
}

/** The change of a part. */
export function changeOf(part: Part): PartChange {
  return { kind: 'part', part }
}
