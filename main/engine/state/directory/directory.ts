import type { StreamPrivacy } from '#contract/streams.ts'
import type { PersonRow, StreamRow } from '../../store/directory.ts'
import { PeopleIndex } from '../../store/names/people-index.ts'
import type { StreamId, UserId } from '../../values/ids.ts'
import type { Change } from '../changes.ts'
import type { Part } from '../part.ts'
import type { Store } from '../../store/store.ts'

/** The users in memory. */
export class People {
  readonly #rows: Map<UserId, PersonRow>
  /** The index is created on first use, because a start does not need it. */
  #byName: PeopleIndex<PersonRow> | undefined

  constructor(rows: readonly PersonRow[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]))
  }

  get rows(): ReadonlyMap<UserId, PersonRow> {
    return this.#rows
  }

  get byName(): PeopleIndex<PersonRow> {
    this.#byName ??= new PeopleIndex([...this.#rows.values()])
    return this.#byName
  }

  apply({ put, gone }: Extract<Change, { kind: 'people' }>): void {
    for (const row of put) this.#rows.set(row.id, row)
    for (const id of gone) this.#rows.delete(id)
    this.#byName?.apply(put, gone)
  }
}

/** All known users, including deactivated ones and bots. */
export const peoplePart: Part<People> = {
  name: 'people',
  load: ({ directory }) => new People(directory.people()),
  apply(value, change) {
    if (change.kind === 'people') value.apply(change)
    return value
  },
}

/** All known streams, by id. */
export const streamsPart: Part<Map<StreamId, StreamRow>> = {
  name: 'streams',
  load: ({ directory }) => new Map(directory.streams().map((row) => [row.id, row])),
  apply(value, change) {
    if (change.kind !== 'streams') return value
    for (const row of change.put) value.set(row.id, row)
    for (const id of change.gone) value.delete(id)
    return value
  },
}

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

/** Returns who can see a stream. */
export function privacyOf({ is_private, is_web_public }: StreamRow): StreamPrivacy {
  return is_private === 1 ? 'private' : is_web_public === 1 ? 'web_public' : 'public'
}
