import type { Finder, FindQuestion } from '../../store/find.ts'
import type { MessageRow } from '../../store/message-row.ts'

/** Reads long from the account's file, in this thread or in another one. */
export interface Reader {
  /**
   * The newest messages that answer a question; null where the same asker has asked anew meanwhile, or was dropped.
   * @throws Error where the file cannot be read.
   */
  find(question: FindQuestion, asker: string): Promise<MessageRow[] | null>
  /** The asker wants no answer any more. */
  drop(asker: string): void
  /** Moves what the log holds into the file, where this is done apart from the engine; the pages that are left. */
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
  }
}

/** Reads in the thread that asks. SQLite looks after its log by itself then. */
export function readerHere(finder: Finder): Reader {
  return {
    find: (question) => Promise.resolve([...finder.find(question)].flat()),
    drop: () => undefined,
    checkpoint: () => Promise.resolve(0),
    close: () => undefined,
  }
}
