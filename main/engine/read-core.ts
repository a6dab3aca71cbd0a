import type { Capabilities } from './api/capabilities.ts'
import type { Change } from './model/changes.ts'
import type { MovedTopics } from './model/drafts/moved-topics.ts'
import type { ReadAccountState } from './model/account-state.ts'
import type { EnginePorts } from './ports.ts'
import type { ReadStore } from './store/store.ts'
import type { Reader } from './workers/reader/reader.ts'

/**
 * The core as views and searches see it: they read tables and world, hear of commits and report failures, and have no
 * way to commit or to ask the server.
 */
export interface ReadCore {
  readonly ports: EnginePorts
  readonly store: ReadStore
  readonly accountState: ReadAccountState
  readonly reader: Reader
  readonly capabilities: Capabilities
  /** Until when the server has asked the whole account to wait, UNIX milliseconds. */
  readonly rateLimitedUntil: number
  /** Raised whenever a draft changes. */
  readonly draftRevision: number
  /** The topics that moved as a whole. */
  readonly movedTopics: Pick<MovedTopics, 'placeSince'>
  /** See `Core.onCommit`. */
  onCommit(what: string, work: (changes: readonly Change[]) => void): () => void
  /** See `Core.wall`. */
  isolate(what: string, work: () => void): void
  /** See `Core.apart`. */
  runInBackground(what: string, work: Promise<unknown>): void
  /** See `Core.noteFailure`. */
  noteFailure(what: string, error: unknown): void
}
