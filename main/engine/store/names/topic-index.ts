import { foldName } from '../../values/folded-text.ts'
import type { MessageId, StreamId } from '../../values/ids.ts'
import type { ChangedTopics } from './changed-names.ts'
import type { EngineDatabase } from '../file/database.ts'
import { NameIndex } from './name-index.ts'

interface TopicRow {
  readonly stream_id: StreamId
  readonly topic_key: string
  readonly max_id: MessageId
}

/** The topics that were read, each at its index in `names`. */
export class LoadedTopics {
  readonly names = new NameIndex()
  readonly streamIds: StreamId[] = []
  readonly keys: string[] = []
  readonly newest: MessageId[] = []
  /**
   * The indexes whose newest message is not newer than those of all earlier indexes: topics that got a message, or
   * that became known when older messages were fetched.
   */
  readonly unordered = new Set<number>()
  /** The newest message of the indexes that are in order. */
  #last: MessageId = 0
  readonly #indexes = new Map<StreamId, number[]>()

  add({ stream_id: streamId, topic_key: key, max_id: newest }: TopicRow): void {
    const index = this.names.add(foldName(key))
    this.streamIds.push(streamId)
    this.keys.push(key)
    this.newest.push(newest)
    if (newest < this.#last) this.unordered.add(index)
    else this.#last = newest
    const indexes = this.#indexes.get(streamId)
    if (indexes === undefined) this.#indexes.set(streamId, [index])
    else indexes.push(index)
  }

  /** Updates the newest message of a topic. */
  renew(index: number, newest: MessageId): void {
    if (this.newest[index] === newest) return
    this.newest[index] = newest
    this.unordered.add(index)
  }

  /** Returns the indexes of a stream's topics, by their keys. */
  indexesOf(streamId: StreamId): Map<string, number> {
    return new Map(this.#indexes.get(streamId)?.map((index) => [this.keys[index] ?? '', index]))
  }

  removeStream(streamId: StreamId): void {
    for (const index of this.#indexes.get(streamId) ?? []) this.names.remove(index)
    this.#indexes.delete(streamId)
  }

  remove(streamId: StreamId, index: number): void {
    this.names.remove(index)
    const indexes = this.#indexes.get(streamId)?.filter((each) => each !== index) ?? []
    this.#indexes.set(streamId, indexes)
  }
}

/** The names of all topics. They are read once and kept up to date by reported changes. */
export class TopicIndex {
  readonly #all
  readonly #ofStream
  readonly #one
  #loaded: LoadedTopics | null = null

  constructor(database: EngineDatabase) {
    const columns = 'SELECT stream_id, topic_key, max_id FROM topic'
    this.#all = database.prepare<[], TopicRow>(`${columns} ORDER BY max_id`)
    this.#ofStream = database.prepare<[StreamId], TopicRow>(`${columns} WHERE stream_id = ?`)
    this.#one = database.prepare<[StreamId, string], TopicRow>(`${columns} WHERE stream_id = ? AND topic_key = ?`)
  }

  /** The names that were read; null before the first query. */
  get names(): NameIndex | null {
    return this.#loaded?.names ?? null
  }

  /** Frees the memory; the next query reads all topics. */
  forget(): void {
    this.#loaded = null
  }

  /** Returns the topics after these changes. The first query reads all of them. */
  topics(changed: ChangedTopics): LoadedTopics {
    if (changed === null || this.#loaded === null || this.#loaded.names.isSparse) {
      // A failed query may have left half of its changes, which are dropped.
      this.#loaded = null
      const loaded = new LoadedTopics()
      for (const row of this.#all.iterate()) loaded.add(row)
      this.#loaded = loaded
    } else for (const { streamId, keys } of changed) this.#renew(this.#loaded, streamId, keys)
    return this.#loaded
  }

  #renew(loaded: LoadedTopics, streamId: StreamId, keys: readonly string[] | null): void {
    if (keys === null) {
      loaded.removeStream(streamId)
      for (const row of this.#ofStream.iterate(streamId)) loaded.add(row)
      return
    }
    const indexes = loaded.indexesOf(streamId)
    for (const key of keys) {
      const [row, index] = [this.#one.get(streamId, key), indexes.get(key)]
      if (row !== undefined && index !== undefined) loaded.renew(index, row.max_id)
      else if (row !== undefined) loaded.add(row)
      else if (index !== undefined) loaded.remove(streamId, index)
    }
  }
}
