import { NameQuery } from '../../values/folded-text.ts'
import type { GroupId, StreamId } from '../../values/ids.ts'
import type { EngineDatabase } from '../file/database.ts'
import type { GroupRow } from '../organization.ts'
import { Best } from './best.ts'
import type { ChangedGroups, ChangedNames } from './changed-names.ts'
import { DirectFinder, type DirectFacts, type FoundDirect } from './find-directs.ts'
import { StreamFinder, type StreamFacts } from './find-streams.ts'
import { TopicFinder, type FoundTopicRow } from './find-topics.ts'
import { NamedRows } from './named-rows.ts'

/** A search of streams, topics and direct conversations by name, with what the disk does not know of them. */
export interface PlaceQuestion {
  readonly text: string
  readonly mostWords: number
  /** The shown name of the empty topic. */
  readonly emptyName: string
  readonly streams: StreamFacts
  readonly directs: DirectFacts
  /** At most these of each kind: the order of topics depends on more than is told here, so more of them are wanted. */
  readonly limit: number
  readonly topicLimit: number
  /** What was written since the last question. */
  readonly changed: ChangedNames
}

/** What was found, each kind in order. */
export interface FoundNames {
  /** Nothing has every word in its name: these nearly have them. */
  readonly isNear: boolean
  readonly topics: readonly FoundTopicRow[]
  readonly streamIds: readonly StreamId[]
  readonly directs: readonly FoundDirect[]
}

/** A search of the user groups by name. */
export interface GroupQuestion extends Pick<PlaceQuestion, 'text' | 'mostWords' | 'limit'> {
  readonly changed: ChangedGroups
}

export interface FoundGroupIds {
  readonly isNear: boolean
  readonly ids: readonly GroupId[]
}

/** The names of a step of `prepareNear`: 2 ms, measured on 2 cores. */
const namesPrepared = 1000

/** Searches as people begin them. */
const rehearsals = ['e', 'an', 'rel', 'e a', 'ing', 's', 'release', 're no', 'st', 'the', 'o r', 'meet']

/** Nothing, for a search without words, or one that nobody waits for. */
export const noNames: FoundNames = { isNear: false, topics: [], streamIds: [], directs: [] }

/**
 * Searches the names of a database; the connection may be read-only. They are kept in memory, so it belongs in the reader
 * thread, which forgets them after a while.
 */
export function nameFinder(database: EngineDatabase) {
  /** The last question, and the number of searches for nothing. */
  let last: PlaceQuestion | null = null
  let rehearsed = 0
  const topics = new TopicFinder(database)
  const streams = new StreamFinder(database)
  const directs = new DirectFinder(database)
  const groups = new NamedRows<Pick<GroupRow, 'id' | 'name'>>(
    database,
    'user_group',
    ['id', 'name'],
    'is_system = 0 AND is_deactivated = 0',
  )
  const withWord = (word: string) => streams.withWord(word)
  const find = (question: PlaceQuestion, query: NameQuery): FoundNames => ({
    isNear: false,
    topics: topics.find(query, withWord, question.emptyName, question.topicLimit),
    streamIds: streams.find(query, question.streams, question.limit),
    directs: directs.find(query, question.directs, question.limit),
  })
  return {
    /** What has every word in its name, or nearly if nothing has. An empty text finds nothing, and reads the names. */
    findPlaces(question: PlaceQuestion): FoundNames {
      const { changed, limit } = question
      last = question
      topics.follow(changed?.topics ?? null)
      streams.follow(changed?.streams ?? null)
      directs.follow(changed?.people ?? null, changed?.hasDirects ?? true)
      const query = new NameQuery(question.text, question.mostWords)
      if (query.isEmpty) return noNames
      const found = find(question, query)
      if (found.topics.length > 0 || found.streamIds.length > 0 || found.directs.length > 0) return found
      return {
        isNear: true,
        topics: topics.near(query.words, withWord, limit),
        streamIds: streams.near(query.words, question.streams, limit),
        directs: directs.near(query.words, question.directs, limit),
      }
    },
    /** The groups with every word in their names, or nearly if none has: what was typed, what begins with it, the others. */
    findGroups({ text, mostWords, limit, changed }: GroupQuestion): FoundGroupIds {
      groups.follow(changed)
      const query = new NameQuery(text, mostWords)
      if (query.isEmpty) return { isNear: false, ids: [] }
      const found = new Best<GroupId>(limit)
      for (const { row, name } of groups.matching(query.words)) {
        found.offer(row.id, query.rank(name), () => [name.length, row.id])
      }
      if (found.items.length > 0) return { isNear: false, ids: found.items }
      return { isNear: true, ids: groups.near(query.words, limit).map(({ id }) => id) }
    },
    /**
     * Searches once for nothing. Code that has not run often is several times slower, and a thread that has just been started
     * is asked for a few keys only: they would all be slow. Some milliseconds.
     * @returns whether something is left to do
     */
    rehearse(): boolean {
      const text = rehearsals[rehearsed]
      if (text === undefined || last === null) return false
      rehearsed += 1
      find(last, new NameQuery(text))
      return true
    },
    /**
     * Does a part of what the first search for near names needs, in a few milliseconds.
     * @returns whether something is left to do
     */
    prepareNear(): boolean {
      return [topics, streams, directs, groups].some((names) => names.spell(namesPrepared))
    },
    /** Frees the memory of the names; the next question reads them again. */
    freeNames(): void {
      for (const names of [topics, streams, directs, groups]) names.forget()
    },
  }
}
