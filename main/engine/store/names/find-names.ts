import { foldText, NameQuery } from '../../values/folded-text.ts'
import type { MessageId, StreamId, UserId } from '../../values/ids.ts'
import type { ChangedTopics } from './changed-topics.ts'
import type { EngineDatabase } from '../file/database.ts'
import { NameIndex, type IndexWord } from './name-index.ts'
import { TopicIndex, type LoadedTopics } from './topic-index.ts'

/** A search of the known topics by name. */
export interface TopicQuestion {
  /** Each word as `foldText` makes it, with the streams whose name has it. At least one must be in the topic's own name. */
  readonly words: readonly { readonly text: string; readonly streamIds: readonly StreamId[] }[]
  /** The shown name of the empty topic. */
  readonly emptyName: string
  readonly limit: number
  /** The topics that were written since the last question. */
  readonly changed: ChangedTopics
}

export interface FoundTopicRow {
  readonly stream_id: StreamId
  readonly topic_key: string
  readonly name: string
  readonly max_id: MessageId
}

/** A search for names that have every word, or nearly. */
export type NearQuestion = Omit<TopicQuestion, 'emptyName'>

/** What was found, at most `limit` of each kind. */
export interface NearRows {
  readonly streamIds: readonly StreamId[]
  readonly personIds: readonly UserId[]
  /** Those with the newest messages first. */
  readonly topics: readonly FoundTopicRow[]
}

/** The names of a step of `prepareNear`: 2 ms, measured on 2 cores. */
const namesPrepared = 1000

interface Found {
  readonly place: number
  readonly rank: number
  readonly newest: MessageId
}

/**
 * Searches the names of a database; the connection may be read-only. They are kept in memory, so it belongs in the reader
 * thread, which forgets them after a while.
 */
export function nameFinder(database: EngineDatabase) {
  const row = database.prepare<[StreamId, string], FoundTopicRow>(
    'SELECT stream_id, topic_key, name, max_id FROM topic WHERE stream_id = ? AND topic_key = ?',
  )
  const index = new TopicIndex(database)
  const streams = namesOf(database, 'stream')
  const people = namesOf(database, 'person')

  /** The rows as they are now; a topic that was removed meanwhile has none. */
  const rowsOf = ({ streamIds, keys }: LoadedTopics, places: readonly number[]): FoundTopicRow[] =>
    places.flatMap((place) => row.get(streamIds[place] ?? 0, keys[place] ?? '') ?? [])

  return {
    /**
     * The matching topics: those that are what was typed, then those that begin with it, then the others; in each part those
     * with the newest messages first.
     */
    findTopics({ words, emptyName, limit, changed }: TopicQuestion): readonly FoundTopicRow[] {
      const topics = index.topics(changed)
      if (words.length === 0) return []
      const query = new NameQuery(words.map(({ text }) => text).join(' '))
      const nameless = foldText(emptyName)
      const found = new BestTopics(limit)
      topics.names.visitBeginning(query.text, nameless, (place, isWhole) => {
        found.offer(place, isWhole ? 0 : 1, topics.newest[place] ?? 0)
      })
      // Names that begin with the text come before all others.
      let wanted = limit - found.count
      if (wanted <= 0) return rowsOf(topics, found.places)
      const { matches, lastBefore } = topics.names.matcher(wordsOfTopics(topics, words), nameless)
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
      return rowsOf(topics, found.places)
    },
    /** What has every word nearly in its name. New people and streams count, renamed ones once the names are read again. */
    findNear({ words, limit, changed }: NearQuestion): NearRows {
      const topics = index.topics(changed)
      const places = topics.names.findNear(wordsOfTopics(topics, words), limit)
      return {
        streamIds: streams.find(words, limit),
        personIds: people.find(words, limit),
        topics: rowsOf(topics, places).sort((a, b) => b.max_id - a.max_id),
      }
    },
    /**
     * Does a part of what the first search for near names needs, in a few milliseconds.
     * @returns whether something is left to do
     */
    prepareNear(): boolean {
      return index.names?.spell(namesPrepared) === true || streams.spell(namesPrepared) || people.spell(namesPrepared)
    },
    /** Frees the memory of the names; the next question reads them again. */
    freeNames(): void {
      index.forget()
      streams.forget()
      people.forget()
    },
  }
}

function wordsOfTopics({ streamIds }: LoadedTopics, words: TopicQuestion['words']): IndexWord[] {
  return words.map(({ text, streamIds: named }) => {
    const ids = new Set(named)
    return { text, isElsewhere: (place) => ids.has(streamIds[place] ?? 0) }
  })
}

/** Searches the names of a table, which are read anew when it has more or fewer rows. */
function namesOf(database: EngineDatabase, table: 'stream' | 'person') {
  const count = database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck()
  const all = database.prepare<[], { readonly id: number; readonly name: string }>(`SELECT id, name FROM ${table}`)
  let names = new NameIndex()
  let ids: number[] = []
  const forget = () => {
    names = new NameIndex()
    ids = []
  }
  const read = () => {
    if (ids.length === count.get()) return
    forget()
    for (const { id, name } of all.iterate()) {
      names.add(foldText(name))
      ids.push(id)
    }
  }
  return {
    spell(most: number): boolean {
      read()
      return names.spell(most)
    },
    find(words: TopicQuestion['words'], limit: number): number[] {
      read()
      const own = words.map(({ text }): IndexWord => ({ text, isElsewhere: () => false }))
      return names.findNear(own, limit).flatMap((place) => ids[place] ?? [])
    },
    forget,
  }
}

/** The best of many topics, without a sort of all. */
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

  /** How many there are, as many as wanted at most. */
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
