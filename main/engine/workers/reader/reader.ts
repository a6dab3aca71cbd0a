import type { Finder, FindQuery } from '../../store/find.ts'
import type { FoundGroupIds, FoundNames, GroupQuery, NarrowQuery } from '../../store/names/find-names.ts'
import type { MessageCounts } from '../../store/history/message-counts.ts'
import type { MessageRow } from '../../store/message-row.ts'

/** Runs long queries on the account's file, in this thread or in another one. */
export interface Reader {
  /**
   * Returns the newest matching messages; null if a newer search of the same owner has superseded it, or it was
   * dropped.
   * @throws Error if the file cannot be read
   */
  find(query: FindQuery, owner: string): Promise<MessageRow[] | null>
  /**
   * Returns the streams, topics and direct conversations whose names match, or nearly match if none does.
   * @throws Error if the file cannot be read
   */
  findNarrows(query: NarrowQuery): Promise<FoundNames>
  /**
   * Returns the user groups whose names match, or nearly match if none does.
   * @throws Error if the file cannot be read
   */
  findGroups(query: GroupQuery): Promise<FoundGroupIds>
  /**
   * Returns the numbers of cached messages.
   * @throws Error if the file cannot be read
   */
  countMessages(): Promise<MessageCounts>
  /** Cancels the search of an owner that no longer needs the answer. */
  drop(owner: string): void
  /** Checkpoints the write-ahead log if this reader does that, and returns the number of remaining pages. */
  checkpoint(): Promise<number>
  close(): void
}

/** Returns a reader that uses `inWorker`, and `here` if that fails. The latter blocks the engine, but answers. */
export function readerWithFallback(inWorker: Reader, here: Reader, warn: (message: string) => void): Reader {
  /** Returns the query for names of one kind. Each kind receives its own changes. */
  function withFallback<Query extends { readonly changed: unknown }, Answer>(
    ask: (reader: Reader, query: Query) => Promise<Answer>,
  ): (query: Query) => Promise<Answer> {
    /**
     * The number of failed queries, whose changes are lost, and the number of those after which all names were read
     * again.
     */
    let failures = 0
    let failuresRecovered = 0
    return async (query) => {
      const before = failures
      const isBehind = failuresRecovered < before
      try {
        const answer = await ask(inWorker, isBehind ? { ...query, changed: null } : query)
        if (isBehind) failuresRecovered = Math.max(failuresRecovered, before)
        return answer
      } catch (error) {
        warn(`the reader failed, searching names in the engine’s thread: ${String(error)}`)
        failures += 1
        return ask(here, { ...query, changed: null })
      }
    }
  }
  return {
    ...inWorker,
    async find(query, owner) {
      try {
        return await inWorker.find(query, owner)
      } catch (error) {
        warn(`the reader failed, searching in the engine’s thread: ${String(error)}`)
        return here.find(query, owner)
      }
    },
    findNarrows: withFallback((reader, asked: NarrowQuery) => reader.findNarrows(asked)),
    findGroups: withFallback((reader, asked: GroupQuery) => reader.findGroups(asked)),
    async countMessages() {
      try {
        return await inWorker.countMessages()
      } catch (error) {
        warn(`the reader failed, counting in the engine’s thread: ${String(error)}`)
        return here.countMessages()
      }
    },
  }
}

/** Returns a reader for the calling thread. SQLite then checkpoints its log by itself. */
export function readerHere(finder: Finder): Reader {
  return {
    find: (query) => Promise.resolve([...finder.find(query)].flat()),
    findNarrows: (query) => Promise.resolve(finder.findNarrows(query)),
    findGroups: (query) => Promise.resolve(finder.findGroups(query)),
    countMessages: () => Promise.resolve(finder.countMessages()),
    drop: () => undefined,
    checkpoint: () => Promise.resolve(0),
    close: () => undefined,
  }
}

/** The options of the reader thread. */
export interface ReaderOptions {
  readonly database: string
  /** The key of this computer, if the file is encrypted; null if it is not known. */
  readonly key: string | null
}

/** The calls of the engine thread to the reader thread. */
export type ReaderCalls = {
  readonly find: { readonly input: FindQuery; readonly output: readonly MessageRow[] }
  readonly narrows: { readonly input: NarrowQuery; readonly output: FoundNames }
  readonly groups: { readonly input: GroupQuery; readonly output: FoundGroupIds }
  readonly counts: { readonly input: null; readonly output: MessageCounts }
  /** Checkpoints the write-ahead log, and returns the number of remaining pages. */
  readonly checkpoint: { readonly input: null; readonly output: number }
}

/** A message from the reader thread to the engine thread, which is a sentence for the log. */
export interface ReaderWarning {
  readonly type: 'warning'
  readonly message: string
}
