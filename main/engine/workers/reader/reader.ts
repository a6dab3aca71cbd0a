import type { Finder, FindQuestion } from '../../store/find.ts'
import type { FoundGroupIds, FoundNames, GroupQuestion, PlaceQuestion } from '../../store/names/find-names.ts'
import type { MessageRow } from '../../store/message-row.ts'

/** Reads long from the account's file, in this thread or in another one. */
export interface Reader {
  /**
   * The newest matching messages; null if a newer search of the same asker has superseded it, or it was dropped.
   * @throws Error if the file cannot be read
   */
  find(question: FindQuestion, asker: string): Promise<MessageRow[] | null>
  /**
   * The streams, topics and direct conversations whose names match, or nearly if none does.
   * @throws Error if the file cannot be read
   */
  findPlaces(question: PlaceQuestion): Promise<FoundNames>
  /**
   * The user groups whose names match, or nearly if none does.
   * @throws Error if the file cannot be read
   */
  findGroups(question: GroupQuestion): Promise<FoundGroupIds>
  /** The asker wants no answer any more. */
  drop(asker: string): void
  /** Checkpoints the write-ahead log if this thread does that; returns the remaining pages. */
  checkpoint(): Promise<number>
  close(): void
}

/** Asks `apart`; what it cannot answer is asked here, which holds the engine but answers. */
export function readerWithFallback(inWorker: Reader, here: Reader, warn: (message: string) => void): Reader {
  /** A question for names, of one kind: each kind is told its own changes. */
  function asking<Question extends { readonly changed: unknown }, Answer>(
    ask: (reader: Reader, question: Question) => Promise<Answer>,
  ): (question: Question) => Promise<Answer> {
    /** The questions that failed, with the changes that they told, and up to which of them all names were read again. */
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

/** Reads in the thread that asks. SQLite looks after its log by itself then. */
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
