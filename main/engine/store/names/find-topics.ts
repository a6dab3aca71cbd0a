import { foldName, type NameQuery } from '../../values/folded-text.ts'
import type { MessageId, StreamId } from '../../values/ids.ts'
import type { EngineDatabase } from '../file/database.ts'
import type { ChangedTopics } from './changed-names.ts'
import type { IndexWord } from './name-index.ts'
import { TopicIndex, type LoadedTopics } from './topic-index.ts'

/** A topic that was found, with its newest message. */
export interface FoundTopicRow {
  readonly stream_id: StreamId
  readonly topic_key: string
  readonly name: string
  readonly max_id: MessageId
}

/** Returns the streams whose names contain a word. */
type StreamsWith = (word: string) => ReadonlySet<StreamId>

interface Found {
  readonly index: number
  readonly rank: number
  readonly newest: MessageId
}

/** Searches the known topics by name. */
export class TopicFinder {
  readonly #index
  readonly #row
  #topics: LoadedTopics | null = null

  constructor(database: EngineDatabase) {
    this.#index = new TopicIndex(database)
    this.#row = database.prepare<[StreamId, string], FoundTopicRow>(
      'SELECT stream_id, topic_key, name, max_id FROM topic WHERE stream_id = ? AND topic_key = ?',
    )
  }

  /** Applies the changes to the names in memory. */
  applyChanges(changed: ChangedTopics): void {
    this.#topics = null
    this.#topics = this.#index.topics(changed)
  }

  /** Frees the memory of the names; the next query reads them again. */
  forget(): void {
    this.#topics = null
    this.#index.forget()
  }

  /** Prepares some names for `near`. @returns whether names are left */
  indexWords(most: number): boolean {
    return this.#topics?.names.indexWords(most) === true
  }

  /**
   * Returns the topics that contain every word, at least one in their own names and the others in the names of their
   * streams. Equal names come first, then names that begin with the text; in each group newer messages come first.
   * @param emptyName the display name of the empty topic
   */
  find(query: NameQuery, streamsWith: StreamsWith, emptyName: string, limit: number): readonly FoundTopicRow[] {
    const topics = this.#topics
    if (topics === null || query.isEmpty) return []
    const nameless = foldName(emptyName)
    const found = new BestTopics(limit)
    topics.names.visitBeginning(query.text, nameless, (index, isWhole) => {
      found.offer(index, isWhole ? 0 : 1, topics.newest[index] ?? 0)
    })
    // Names that begin with the text come before all others.
    let wanted = limit - found.count
    if (wanted <= 0) return this.#rowsOf(topics, found.indexes)
    const { matches, lastBefore } = topics.names.matcher(wordsIn(topics, query.words, streamsWith), nameless)
    const isBeginning = (index: number) =>
      topics.keys[index] === '' ? nameless.startsWith(query.text) : topics.names.begins(index, query.text)
    for (const index of topics.unordered) {
      if (matches(index) && !isBeginning(index)) found.offer(index, 2, topics.newest[index] ?? 0)
    }
    for (let index = lastBefore(topics.keys.length); index >= 0 && wanted > 0; index = lastBefore(index)) {
      if (isBeginning(index) || topics.unordered.has(index)) continue
      found.offer(index, 2, topics.newest[index] ?? 0)
      wanted -= 1
    }
    return this.#rowsOf(topics, found.indexes)
  }

  /** Returns the topics that nearly contain every word in their names, newest messages first. */
  near(words: NameQuery['words'], streamsWith: StreamsWith, limit: number): readonly FoundTopicRow[] {
    const topics = this.#topics
    if (topics === null) return []
    const indexes = topics.names.findNear(wordsIn(topics, words, streamsWith), limit)
    return this.#rowsOf(topics, indexes).sort((a, b) => b.max_id - a.max_id)
  }

  /** Reads the current rows. A topic that was removed meanwhile has none. */
  #rowsOf({ streamIds, keys }: LoadedTopics, indexes: readonly number[]): FoundTopicRow[] {
    return indexes.flatMap((index) => this.#row.get(streamIds[index] ?? 0, keys[index] ?? '') ?? [])
  }
}

function wordsIn({ streamIds }: LoadedTopics, words: NameQuery['words'], streamsWith: StreamsWith): IndexWord[] {
  return words.map((text) => {
    const ids = streamsWith(text)
    return { text, isElsewhere: (index) => ids.has(streamIds[index] ?? 0) }
  })
}

/** Collects the best of many topics without sorting all of them. */
class BestTopics {
  readonly #most: number
  #found: Found[] = []
  #worst: Found | null = null

  constructor(most: number) {
    this.#most = most
  }

  offer(index: number, rank: number, newest: MessageId): void {
    const worst = this.#worst
    if (worst !== null && (rank > worst.rank || (rank === worst.rank && newest <= worst.newest))) return
    this.#found.push({ index, rank, newest })
    if (this.#found.length >= 4 * this.#most) this.#cut()
  }

  /** The number of topics, at most as many as wanted. */
  get count(): number {
    this.#cut()
    return this.#found.length
  }

  get indexes(): number[] {
    this.#cut()
    return this.#found.map(({ index }) => index)
  }

  #cut(): void {
    this.#found = this.#found.sort((a, b) => a.rank - b.rank || b.newest - a.newest).slice(0, this.#most)
    this.#worst = this.#found.length === this.#most ? (this.#found.at(-1) ?? null) : null
  }
}
