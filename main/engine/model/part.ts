import type { ReadStore } from '../store/store.ts'
import type { Change, PartChange } from './changes.ts'

/** A part of the account's state that the world holds in memory, as last committed. */
export interface Part<T = unknown> {
  readonly name: string
  /** Reads the whole part. */
  readonly load: (store: ReadStore) => T
  /** A broader change after which it is also read again. */
  readonly follows?: (change: Change) => boolean
  /** Takes a committed change over without reading the part again; returns the part, which may be the same object. */
  readonly apply?: (held: T, change: Change, store: ReadStore) => T
}

/** A part of any type, as the world holds it. */
export interface AnyPart {
  readonly name: string
  readonly load: (store: ReadStore) => unknown
  readonly follows?: (change: Change) => boolean
  readonly apply?: (held: never, change: Change, store: ReadStore) => unknown
}

/** The change of a part. */
export function changeOf(part: AnyPart): PartChange {
  return { kind: 'part', part }
}
