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

/** A search of streams, topics and direct conversations by name, with facts that the file lacks. */
export interface NarrowQuery {
  readonly text: string
  readonly mostWords: number
  /** The display name of the empty topic. */
  readonly emptyName: string
  readonly streams: StreamFacts
  readonly directs: DirectFacts
  /**
   * The result has at most these of each kind. More topics are wanted, because the caller orders them by further
   * facts.
   */
  readonly limit: number
  readonly topicLimit: number
  /** The changes since the last query. */
  readonly changed: ChangedNames
}

/** The results, each kind in order. */
export interface FoundNames {
  /** Nothing contains every word in its name, and these nearly do. */
  readonly isNear: boolean
  readonly topics: readonly FoundTopicRow[]
  readonly streamIds: readonly StreamId[]
  readonly directs: readonly FoundDirect[]
}

/** A search of the user groups by name. */
export interface GroupQuery extends Pick<NarrowQuery, 'text' | 'mostWords' | 'limit'> {
  readonly changed: ChangedGroups
}

/** The groups that were found, in order. `isNear` means that their names only nearly contain every word. */
export interface FoundGroupIds {
  readonly isNear: boolean
  readonly ids: readonly GroupId[]
}

/** A step of `prepareNear` takes 2 ms for this many names, measured on 2 cores. */
const namesPrepared = 1000

/** Typical beginnings of searches. */
const rehearsals = ['e', 'an', 'rel', 'e a', 'ing', 's', 'release', 're no', 'st', 'the', 'o r', 'meet']

/** The empty result, for a search without words or one that was cancelled. */
export const noNames: FoundNames = { isNear: false, topics: [], streamIds: [], directs: [] }

/**
 * Searches the names of a database. The connection may be read-only. The names are kept in memory, so that this
 * belongs in the reader thread, which frees them after a while.
 */
export function nameFinder(database: EngineDatabase) {
  /** The last query, which rehearsals repeat. */
  let last: NarrowQuery | null = null
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
  const find = (search: NarrowQuery, query: NameQuery): FoundNames => ({
    isNear: false,
    topics: topics.find(query, withWord, search.emptyName, search.topicLimit),
    streamIds: streams.find(query, search.streams, search.limit),
    directs: directs.find(query, search.directs, search.limit),
  })
  return {
    /**
     * Returns the topics, streams and direct conversations whose names contain every word, or nearly do if none does.
     * An empty text finds nothing and reads the names.
     */
    findNarrows(search: NarrowQuery): FoundNames {
      const { changed, limit } = search
      last = search
      topics.applyChanges(changed?.topics ?? null)
      streams.applyChanges(changed?.streams ?? null)
      directs.applyChanges(changed?.people ?? null, changed?.hasDirects ?? true)
      const query = new NameQuery(search.text, search.mostWords)
      if (query.isEmpty) return noNames
      const found = find(search, query)
      if (found.topics.length > 0 || found.streamIds.length > 0 || found.directs.length > 0) return found
      return {
        isNear: true,
        topics: topics.near(query.words, withWord, limit),
        streamIds: streams.near(query.words, search.streams, limit),
        directs: directs.near(query.words, search.directs, limit),
      }
    },
    /**
     * Returns the groups whose names contain every word, or nearly do if none does. Equal names come first, then
     * names that begin with the text.
     */
    findGroups({ text, mostWords, limit, changed }: GroupQuery): FoundGroupIds {
      groups.applyChanges(changed)
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
     * Runs one search whose result is dropped, which takes some milliseconds. Code that has run rarely is several
     * times slower, so that all key presses of a first search would be slow.
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
     * Does a part of the work of the first search for near names, in a few milliseconds.
     * @returns whether something is left to do
     */
    prepareNear(): boolean {
      return [topics, streams, directs, groups].some((names) => names.indexWords(namesPrepared))
    },
    /** Frees the memory of the names; the next query reads them again. */
    freeNames(): void {
      for (const names of [topics, streams, directs, groups]) names.forget()
    },
  }
}
