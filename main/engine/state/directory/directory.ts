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
  /** A start does not need the index, and to make it at once would hold the thread: it is filled in steps. */
  readonly #byName = new PeopleIndex<PersonRow>([])
  /** The users whose entries in the index are missing or outdated. */
  readonly #outdated: Set<UserId>

  constructor(rows: readonly PersonRow[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]))
    this.#outdated = new Set(this.#rows.keys())
  }

  get rows(): ReadonlyMap<UserId, PersonRow> {
    return this.#rows
  }

  get byName(): PeopleIndex<PersonRow> {
    this.updateIndex(Infinity)
    return this.#byName
  }

  /**
   * Updates the entries of at most `most` users in the index, so that its first use waits for less.
   * @returns whether some are left
   */
  updateIndex(most: number): boolean {
    const put: PersonRow[] = []
    const gone: UserId[] = []
    for (const id of this.#outdated) {
      if (put.length + gone.length >= most) break
      const row = this.#rows.get(id)
      if (row === undefined) gone.push(id)
      else put.push(row)
      this.#outdated.delete(id)
    }
    this.#byName.apply(put, gone)
    return this.#outdated.size > 0
  }

  apply({ put, gone }: Extract<Change, { kind: 'people' }>): void {
    for (const row of put) {
      this.#rows.set(row.id, row)
      this.#outdated.add(row.id)
    }
    for (const id of gone) {
      this.#rows.delete(id)
      this.#outdated.add(id)
    }
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
