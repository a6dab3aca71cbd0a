import type { PersonRow, StreamRow } from '../../store/directory.ts'
import type { Store } from '../../store/store.ts'
import type { Change } from '../changes.ts'

/** Stores users and returns the change. */
export function putPeople(store: Store, put: readonly PersonRow[], gone: readonly number[] = []): Change {
  for (const row of put) store.directory.putPerson(row)
  for (const id of gone) store.directory.removePerson(id)
  return { kind: 'people', put, gone }
}

/** Stores streams and returns the change. */
export function putStreams(
  store: Store,
  put: readonly StreamRow[],
  gone: readonly number[] = [],
): Extract<Change, { kind: 'streams' }> {
  for (const row of put) store.directory.putStream(row)
  for (const id of gone) store.directory.removeStream(id)
  return { kind: 'streams', put, gone }
}
