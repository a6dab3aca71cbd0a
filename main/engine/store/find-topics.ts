import { foldText, NameQuery } from '../values/folded-text.ts'
import type { MessageId, StreamId } from '../values/ids.ts'
import type { EngineDatabase } from './file/database.ts'

/** A search of the known topics by name. */
export interface TopicQuestion {
  /** Each word as `foldText` makes it, with the streams whose name has it. At least one must be in the topic's own name. */
  readonly words: readonly { readonly text: string; readonly streamIds: readonly StreamId[] }[]
  /** The shown name of the empty topic. */
  readonly emptyName: string
  readonly limit: number
}

export interface FoundTopicRow {
  readonly stream_id: StreamId
  readonly topic_key: string
  readonly name: string
  readonly max_id: MessageId
}

/** Topics that SQL cannot compare, with their folded names, as of a version of the file. */
interface FoldedTopics {
  readonly version: string
  readonly topics: readonly { readonly row: FoundTopicRow; readonly folded: string }[]
}

/** Searches the topics of a database; the connection may be read-only. */
export function topicFinder(database: EngineDatabase) {
  // Only printable ASCII compares in SQL as `foldText` compares it.
  const isAscii = "(topic_key <> '' AND topic_key NOT GLOB '*[^ -~]*')"
  const others = database.prepare<[], FoundTopicRow>(
    `SELECT stream_id, topic_key, name, max_id FROM topic WHERE NOT ${isAscii}`,
  )
  const version = database
    .prepare<[], string>('SELECT data_version || total_changes() FROM pragma_data_version')
    .pluck()
  let kept: FoldedTopics = { version: '', topics: [] }

  /** Kept until a row is written: keys are pressed faster than a large table is read and folded. */
  function foldedTopics(): FoldedTopics['topics'] {
    const now = version.get() ?? ''
    if (kept.version !== now) {
      kept = { version: now, topics: others.all().map((row) => ({ row, folded: foldText(row.topic_key) })) }
    }
    return kept.topics
  }

  function findAscii({ words, limit }: TopicQuestion, query: NameQuery): readonly FoundTopicRow[] {
    const inName = words.map(() => 'instr(topic_key, ?) > 0').join(' OR ')
    const each = words
      .map(() => '(instr(topic_key, ?) > 0 OR stream_id IN (SELECT value FROM json_each(?)))')
      .join(' AND ')
    return database
      .prepare<unknown[], FoundTopicRow>(
        `SELECT stream_id, topic_key, name, max_id FROM topic WHERE (${inName}) AND ${each} AND ${isAscii}
         ORDER BY CASE WHEN topic_key = ? THEN 0 WHEN substr(topic_key, 1, ?) = ? THEN 1 ELSE 2 END, max_id DESC LIMIT ?`,
      )
      .all(
        ...words.map(({ text }) => text),
        ...words.flatMap(({ text, streamIds }) => [text, JSON.stringify(streamIds)]),
        query.text,
        query.text.length,
        query.text,
        limit,
      )
  }

  function findOthers({ words, emptyName }: TopicQuestion): FoundTopicRow[] {
    const streamsOfWord = words.map(({ text, streamIds }) => ({ text, streams: new Set(streamIds) }))
    const foldedEmptyName = foldText(emptyName)
    return foldedTopics().flatMap(({ row, folded }) => {
      const name = folded === '' ? foldedEmptyName : folded
      const isFound =
        words.some(({ text }) => name.includes(text)) &&
        streamsOfWord.every(({ text, streams }) => name.includes(text) || streams.has(row.stream_id))
      return isFound ? [row] : []
    })
  }

  return {
    /**
     * The matching topics: those that are what was typed, then those that begin with it, then the others; in each part those
     * with the newest messages first. It reads every topic, so it belongs in the reader thread.
     */
    findTopics(question: TopicQuestion): readonly FoundTopicRow[] {
      if (question.words.length === 0) return []
      const query = new NameQuery(question.words.map(({ text }) => text).join(' '))
      const found = [...findAscii(question, query), ...findOthers(question)].map((row) => ({
        row,
        rank: query.rank(foldText(row.topic_key === '' ? question.emptyName : row.topic_key)),
      }))
      return found
        .sort((a, b) => a.rank - b.rank || b.row.max_id - a.row.max_id)
        .slice(0, question.limit)
        .map(({ row }) => row)
    },
  }
}
