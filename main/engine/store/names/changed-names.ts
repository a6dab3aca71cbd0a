import type { GroupId, StreamId, UserId } from '../../values/ids.ts'

/** Beyond these numbers the changes are not listed one by one. */
const mostKeys = 10_000
const mostIds = 1_000

/**
 * The topics that were written since the last query, by stream. `keys` is null for all topics of a stream; null as a
 * whole stands for any topic.
 */
export type ChangedTopics = readonly { readonly streamId: StreamId; readonly keys: readonly string[] | null }[] | null

/** The rows that were written or removed since the last query; null stands for any row. */
export type ChangedIds<Id extends number = number> = readonly Id[] | null

/** The changes since the last query for names; null stands for any change. */
export type ChangedNames = {
  readonly topics: ChangedTopics
  readonly streams: ChangedIds<StreamId>
  readonly people: ChangedIds<UserId>
  /** It tells whether a direct conversation was added, was removed, or got a newer message. */
  readonly hasDirects: boolean
} | null

/** The groups that were written or removed since the last query; null stands for any group. */
export type ChangedGroups = ChangedIds<GroupId>

/** Collects the topics that are written, for a reader that keeps their names in memory. */
class TopicChanges {
  readonly #streams = new Map<StreamId, Set<string> | null>()
  #keys = 0
  #isAny = true

  /** Records that a topic was written or removed, or all topics of a stream if `key` is null. */
  note(streamId: StreamId, key: string | null): void {
    if (this.#isAny) return
    const keys = this.#streams.get(streamId)
    if (keys === null) return
    if (key === null) this.#streams.set(streamId, null)
    else if (keys === undefined) this.#streams.set(streamId, new Set([key]))
    else keys.add(key)
    this.#keys += 1
    if (this.#keys > mostKeys) this.noteAll()
  }

  noteAll(): void {
    this.#isAny = true
    this.#streams.clear()
    this.#keys = 0
  }

  take(): ChangedTopics {
    const taken = [...this.#streams].map(([streamId, keys]) => ({ streamId, keys: keys === null ? null : [...keys] }))
    const isAny = this.#isAny
    this.noteAll()
    this.#isAny = false
    return isAny ? null : taken
  }
}

/** Collects the rows of a table that are written. */
class IdChanges<Id extends number> {
  /** The value null stands for any row. */
  #ids: Set<Id> | null = null

  note(id: Id): void {
    this.#ids?.add(id)
    if ((this.#ids?.size ?? 0) > mostIds) this.#ids = null
  }

  noteAll(): void {
    this.#ids = null
  }

  take(): ChangedIds<Id> {
    const taken = this.#ids
    this.#ids = new Set()
    return taken === null ? null : [...taken]
  }
}

/**
 * Collects the rows whose names are written, for a reader that keeps names in memory. Changes that were rolled back
 * are included, because the reader reads the stored rows.
 */
export class NameChanges {
  readonly topics = new TopicChanges()
  readonly streams = new IdChanges<StreamId>()
  readonly people = new IdChanges<UserId>()
  readonly #groups = new IdChanges<GroupId>()
  #hasDirects = true

  noteDirects(): void {
    this.#hasDirects = true
  }

  noteGroup(id: GroupId): void {
    this.#groups.note(id)
  }

  /** Records that any row may have changed, because the reader may have missed changes. */
  noteAll(): void {
    for (const changes of [this.topics, this.streams, this.people, this.#groups]) changes.noteAll()
    this.#hasDirects = true
  }

  /** Returns the changes for the reader's next query for conversations, and starts anew. */
  take(): Exclude<ChangedNames, null> {
    const hasDirects = this.#hasDirects
    this.#hasDirects = false
    return { topics: this.topics.take(), streams: this.streams.take(), people: this.people.take(), hasDirects }
  }

  /** Returns the changes for the reader's next query for groups, and starts anew. */
  takeGroups(): ChangedGroups {
    return this.#groups.take()
  }
}
