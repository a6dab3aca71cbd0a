import { foldText } from '../values/folded-text.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import type { EngineDatabase } from './file/database.ts'
import type { FoundTopicRow, TopicQuestion } from './find-topics.ts'
import { NearNames, type NearWord } from './near-names.ts'

/** A search for names that have every word, or nearly; `words` as in `TopicQuestion`. */
export type NearQuestion = Pick<TopicQuestion, 'words' | 'limit'>

/** What was found, at most `limit` of each kind. */
export interface NearRows {
  readonly streamIds: readonly StreamId[]
  readonly personIds: readonly UserId[]
  /** Those with the newest messages first. */
  readonly topics: readonly FoundTopicRow[]
}

type TopicKey = Pick<FoundTopicRow, 'stream_id' | 'topic_key'>
type NamedRow = { readonly id: number; readonly name: string }

interface NearIndex {
  readonly topics: NearNames<TopicKey>
  readonly known: Map<StreamId, Set<string>>
  readonly streams: NearNames<number>
  readonly people: NearNames<number>
  /** The newest message of all topics that were read. */
  newest: number
}

/** The share of rows by which an index may differ from the table before it is read anew. */
const tolerated = 0.05
const toleratedRows = 20

/**
 * Searches names that were typed nearly. The names are kept in memory: it belongs in the reader thread, which ends after a
 * while. New topics are added; what was renamed, removed, or older than all that was known, counts once the whole is read
 * again. A removed topic is never an answer.
 */
export function nearFinder(database: EngineDatabase) {
  const newer = database.prepare<[number], FoundTopicRow>(
    `SELECT stream_id, topic_key, name, max_id FROM topic WHERE max_id > ? AND topic_key <> '' ORDER BY max_id`,
  )
  const topic = database.prepare<[StreamId, string], FoundTopicRow>(
    'SELECT stream_id, topic_key, name, max_id FROM topic WHERE stream_id = ? AND topic_key = ?',
  )
  const count = (table: 'topic' | 'stream' | 'person') =>
    database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  const version = database
    .prepare<[], string>('SELECT data_version || total_changes() FROM pragma_data_version')
    .pluck()
  let index: NearIndex | null = null
  let versionOfIndex = ''

  function named(table: 'stream' | 'person'): NearNames<number> {
    const names = new NearNames<number>()
    for (const { id, name } of database.prepare<[], NamedRow>(`SELECT id, name FROM ${table}`).iterate()) {
      names.add(id, foldText(name))
    }
    return names
  }

  function addNewer(to: NearIndex): void {
    for (const { stream_id, topic_key, max_id } of newer.iterate(to.newest)) {
      to.newest = max_id
      const known = to.known.get(stream_id) ?? new Set()
      to.known.set(stream_id, known)
      if (known.has(topic_key)) continue
      known.add(topic_key)
      to.topics.add({ stream_id, topic_key }, foldText(topic_key))
    }
  }

  function isNear(size: number, rows: number): boolean {
    return Math.abs(size - rows) <= Math.max(toleratedRows, rows * tolerated)
  }

  function indexed(): NearIndex {
    const now = version.get() ?? ''
    if (index !== null && versionOfIndex === now) return index
    if (index !== null) addNewer(index)
    const isKept =
      index !== null &&
      isNear(index.topics.size, count('topic')) &&
      isNear(index.streams.size, count('stream')) &&
      isNear(index.people.size, count('person'))
    if (index === null || !isKept) {
      index = {
        topics: new NearNames(),
        known: new Map(),
        streams: named('stream'),
        people: named('person'),
        newest: -1,
      }
      addNewer(index)
    }
    versionOfIndex = now
    return index
  }

  return {
    findNear({ words, limit }: NearQuestion): NearRows {
      const { topics, streams, people } = indexed()
      const own = words.map(({ text }): NearWord<number> => ({ text, isElsewhere: () => false }))
      const ofStream = words.map(({ text, streamIds }): NearWord<TopicKey> => {
        const ids = new Set(streamIds)
        return { text, isElsewhere: ({ stream_id }) => ids.has(stream_id) }
      })
      return {
        streamIds: streams.find(own, limit),
        personIds: people.find(own, limit),
        topics: topics
          .find(ofStream, limit)
          .flatMap(({ stream_id, topic_key }) => topic.get(stream_id, topic_key) ?? [])
          .sort((a, b) => b.max_id - a.max_id),
      }
    },
  }
}
