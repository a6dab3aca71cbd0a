import type { Finder, FindQuestion } from '../../store/find.ts'
import type { NearQuestion, NearRows } from '../../store/find-near.ts'
import type { FoundTopicRow, TopicQuestion } from '../../store/find-topics.ts'
import type { MessageRow } from '../../store/message-row.ts'

/** Reads long from the account's file, in this thread or in another one. */
export interface Reader {
  /**
   * The newest matching messages; null if a newer search of the same asker has superseded it, or it was dropped.
   * @throws Error if the file cannot be read
   */
  find(question: FindQuestion, asker: string): Promise<MessageRow[] | null>
  /**
   * The topics with the newest messages whose names match.
   * @throws Error if the file cannot be read
   */
  findTopics(question: TopicQuestion): Promise<readonly FoundTopicRow[]>
  /**
   * The streams, people and topics whose names nearly match.
   * @throws Error if the file cannot be read
   */
  findNear(question: NearQuestion): Promise<NearRows>
  /** The asker wants no answer any more. */
  drop(asker: string): void
  /** Checkpoints the write-ahead log if this thread does that; returns the remaining pages. */
  checkpoint(): Promise<number>
  close(): void
}

/** Asks `apart`; what it cannot answer is asked here, which holds the engine but answers. */
export function readerWithFallback(apart: Reader, here: Reader, warn: (message: string) => void): Reader {
  return {
    ...apart,
    async find(question, asker) {
      try {
        return await apart.find(question, asker)
      } catch (error) {
        warn(`a search is done in the engine’s thread: ${String(error)}`)
        return here.find(question, asker)
      }
    },
    async findTopics(question) {
      try {
        return await apart.findTopics(question)
      } catch (error) {
        warn(`topics are searched in the engine’s thread: ${String(error)}`)
        return here.findTopics(question)
      }
    },
    async findNear(question) {
      try {
        return await apart.findNear(question)
      } catch (error) {
        warn(`names are searched in the engine’s thread: ${String(error)}`)
        return here.findNear(question)
      }
    },
  }
}

/** Reads in the thread that asks. SQLite looks after its log by itself then. */
export function readerHere(finder: Finder): Reader {
  return {
    find: (question) => Promise.resolve([...finder.find(question)].flat()),
    findTopics: (question) => Promise.resolve(finder.findTopics(question)),
    findNear: (question) => Promise.resolve(finder.findNear(question)),
    drop: () => undefined,
    checkpoint: () => Promise.resolve(0),
    close: () => undefined,
  }
}
