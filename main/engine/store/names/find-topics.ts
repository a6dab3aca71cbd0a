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
  readonly place: number
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
  follow(changed: ChangedTopics): void {
    this.#topics = null
    this.#topics = this.#index.topics(changed)
  }

  /** Frees the memory of the names; the next query reads them again. */
  forget(): void {
    this.#topics = null
    this.#index.forget()
  }

  /** Prepares some names for `near`. @returns whether names are left */
  spell(most: number): boolean {
    return this.#topics?.names.spell(most) === true
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
    topics.names.visitBeginning(query.text, nameless, (place, isWhole) => {
      found.offer(place, isWhole ? 0 : 1, topics.newest[place] ?? 0)
    })
    // Names that begin with the text come before all others.
    let wanted = limit - found.count
    if (wanted <= 0) return this.#rowsOf(topics, found.places)
    const { matches, lastBefore } = topics.names.matcher(wordsIn(topics, query.words, streamsWith), nameless)
    const isBeginning = (place: number) =>
      topics.keys[place] === '' ? nameless.startsWith(query.text) : topics.names.begins(place, query.text)
    for (const place of topics.unordered) {
      if (matches(place) && !isBeginning(place)) found.offer(place, 2, topics.newest[place] ?? 0)
    }
    for (let place = lastBefore(topics.keys.length); place >= 0 && wanted > 0; place = lastBefore(place)) {
      if (isBeginning(place) || topics.unordered.has(place)) continue
      found.offer(place, 2, topics.newest[place] ?? 0)
      wanted -= 1
    }
    return this.#rowsOf(topics, found.places)
  }

  /** Returns the topics that nearly contain every word in their names, newest messages first. */
  near(words: NameQuery['words'], streamsWith: StreamsWith, limit: number): readonly FoundTopicRow[] {
    const topics = this.#topics
    if (topics === null) return []
    const places = topics.names.findNear(wordsIn(topics, words, streamsWith), limit)
    return this.#rowsOf(topics, places).sort((a, b) => b.max_id - a.max_id)
  }

  /** Reads the current rows. A topic that was removed meanwhile has none. */
  #rowsOf({ streamIds, keys }: LoadedTopics, places: readonly number[]): FoundTopicRow[] {
    return places.flatMap((place) => this.#row.get(streamIds[place] ?? 0, keys[place] ?? '') ?? [])
  }
}

function wordsIn({ streamIds }: LoadedTopics, words: NameQuery['words'], streamsWith: StreamsWith): IndexWord[] {
  return words.map((text) => {
    const ids = streamsWith(text)
    return { text, isElsewhere: (place) => ids.has(streamIds[place] ?? 0) }
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

  offer(place: number, rank: number, newest: MessageId): void {
    const worst = this.#worst
    if (worst !== null && (rank > worst.rank || (rank === worst.rank && newest <= worst.newest))) return
    this.#found.push({ place, rank, newest })
    if (this.#found.length >= 4 * this.#most) this.#cut()
  }

  /** The number of topics, at most as many as wanted. */
  get count(): number {
    this.#cut()
    return this.#found.length
  }

  get places(): number[] {
    this.#cut()
    return this.#found.map(({ place }) => place)
  }

  #cut(): void {
    this.#found = this.#found.sort((a, b) => a.rank - b.rank || b.newest - a.newest).slice(0, this.#most)
    this.#worst = this.#found.length === this.#most ? (this.#found.at(-1) ?? null) : null
  }
}
