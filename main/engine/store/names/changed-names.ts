import type { GroupId, StreamId, UserId } from '../../values/ids.ts'

/** More are not told one by one. */
const mostKeys = 10_000
const mostIds = 1_000

/** The topics that were written since the last question, by stream; null for all of a stream, or for any topic. */
export type ChangedTopics = readonly { readonly streamId: StreamId; readonly keys: readonly string[] | null }[] | null

/** The rows that were written or removed since the last question; null for any. */
export type ChangedIds<Id extends number = number> = readonly Id[] | null

/** What was written since the last question for names of places; null for anything. */
export type ChangedNames = {
  readonly topics: ChangedTopics
  readonly streams: ChangedIds<StreamId>
  readonly people: ChangedIds<UserId>
  /** Whether a direct conversation came, went, or got a newer message. */
  readonly hasDirects: boolean
} | null

/** The same for names of groups. */
export type ChangedGroups = ChangedIds<GroupId>

/** Collects which topics are written, for a reader that keeps their names. */
class TopicChanges {
  readonly #streams = new Map<StreamId, Set<string> | null>()
  #keys = 0
  #isAny = true

  /** A topic was written or removed; null for all of the stream. */
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

/** Collects which rows of a table are written. */
class IdChanges<Id extends number> {
  /** Null for any. */
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
 * Collects whose names are written, for a reader that keeps them. What was rolled back is told as well: the reader reads it
 * as it is.
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

  /** The reader may have missed any change. */
  noteAll(): void {
    for (const changes of [this.topics, this.streams, this.people, this.#groups]) changes.noteAll()
    this.#hasDirects = true
  }

  /** What the next question for places tells the reader. */
  take(): Exclude<ChangedNames, null> {
    const hasDirects = this.#hasDirects
    this.#hasDirects = false
    return { topics: this.topics.take(), streams: this.streams.take(), people: this.people.take(), hasDirects }
  }

  /** What the next question for groups tells the reader. */
  takeGroups(): ChangedGroups {
    return this.#groups.take()
  }
}
