import type { Capabilities } from '../api/capabilities.ts'
import type { Change } from '../state/changes.ts'
import type { MovedTopics } from '../state/drafts/moved-topics.ts'
import type { ReadAccountState } from '../state/account-state.ts'
import type { EnginePorts } from '../ports.ts'
import type { ReadStore } from '../store/store.ts'
import type { Reader } from '../workers/reader/reader.ts'

/**
 * The core for views and searches: they read the tables and the account state, listen to commits and report failures,
 * but cannot commit or send requests.
 */
export interface ReadCore {
  readonly ports: EnginePorts
  readonly store: ReadStore
  readonly accountState: ReadAccountState
  readonly reader: Reader
  readonly capabilities: Capabilities
  /** See `Core.rateLimitedUntil`. */
  readonly rateLimitedUntil: number
  /** See `Core.draftRevision`. */
  readonly draftRevision: number
  /** The topics that moved as a whole. */
  readonly movedTopics: Pick<MovedTopics, 'currentKeySince'>
  /** See `Core.onCommit`. */
  onCommit(label: string, work: (changes: readonly Change[]) => void): () => void
  /** See `Core.isolate`. */
  isolate(label: string, work: () => void): void
  /** See `Core.runInBackground`. */
  runInBackground(label: string, work: Promise<unknown>): void
  /** See `Core.noteFailure`. */
  noteFailure(label: string, error: unknown): void
}
