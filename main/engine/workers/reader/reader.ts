import type { Finder, FindQuestion } from '../../store/find.ts'
import type { FoundGroupIds, FoundNames, GroupQuestion, PlaceQuestion } from '../../store/names/find-names.ts'
import type { MessageRow } from '../../store/message-row.ts'

/** Runs long queries on the account's file, in this thread or in another one. */
export interface Reader {
  /**
   * Returns the newest matching messages; null if a newer search of the same asker has superseded it, or it was
   * dropped.
   * @throws Error if the file cannot be read
   */
  find(question: FindQuestion, asker: string): Promise<MessageRow[] | null>
  /**
   * Returns the streams, topics and direct conversations whose names match, or nearly match if none does.
   * @throws Error if the file cannot be read
   */
  findPlaces(question: PlaceQuestion): Promise<FoundNames>
  /**
   * Returns the user groups whose names match, or nearly match if none does.
   * @throws Error if the file cannot be read
   */
  findGroups(question: GroupQuestion): Promise<FoundGroupIds>
  /** Cancels the search of an asker, who no longer needs the answer. */
  drop(asker: string): void
  /** Checkpoints the write-ahead log if this reader does that, and returns the number of remaining pages. */
  checkpoint(): Promise<number>
  close(): void
}

/** Returns a reader that uses `inWorker`, and `here` if that fails. The latter blocks the engine, but answers. */
export function readerWithFallback(inWorker: Reader, here: Reader, warn: (message: string) => void): Reader {
  /** Returns the query for names of one kind. Each kind receives its own changes. */
  function asking<Question extends { readonly changed: unknown }, Answer>(
    ask: (reader: Reader, question: Question) => Promise<Answer>,
  ): (question: Question) => Promise<Answer> {
    /**
     * The number of failed queries, whose changes are lost, and the number of those after which all names were read
     * again.
     */
    let missed = 0
    let madeGood = 0
    return async (question) => {
      const before = missed
      const isBehind = madeGood < before
      try {
        const answer = await ask(inWorker, isBehind ? { ...question, changed: null } : question)
        if (isBehind) madeGood = Math.max(madeGood, before)
        return answer
      } catch (error) {
        warn(`names are searched in the engine’s thread: ${String(error)}`)
        missed += 1
        return ask(here, { ...question, changed: null })
      }
    }
  }
  return {
    ...inWorker,
    async find(question, asker) {
      try {
        return await inWorker.find(question, asker)
      } catch (error) {
        warn(`a search is done in the engine’s thread: ${String(error)}`)
        return here.find(question, asker)
      }
    },
    findPlaces: asking((reader, asked: PlaceQuestion) => reader.findPlaces(asked)),
    findGroups: asking((reader, asked: GroupQuestion) => reader.findGroups(asked)),
  }
}

/** Returns a reader for the calling thread. SQLite then checkpoints its log by itself. */
export function readerHere(finder: Finder): Reader {
  return {
    find: (question) => Promise.resolve([...finder.find(question)].flat()),
    findPlaces: (question) => Promise.resolve(finder.findPlaces(question)),
    findGroups: (question) => Promise.resolve(finder.findGroups(question)),
    drop: () => undefined,
    checkpoint: () => Promise.resolve(0),
    close: () => undefined,
  }
}
