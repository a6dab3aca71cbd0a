import type { ConversationTitle } from '../values.ts'
import { z } from 'zod'
import type { ActionName } from '../action-names.ts'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { Connection, Tries, WaitReason } from '../connection-state.ts'
import type { OutboxItem } from './outbox.ts'

/** A pending entry of the panel of connections; times are UNIX milliseconds. */
interface Waiting {
  readonly key: string
  /** The beginning of the wait; null if it is unknown. */
  readonly since: number | null
  /** The reason of the wait; null while the work proceeds. */
  readonly reason: WaitReason | null
  readonly tries: Tries
  /**
   * The time of the next attempt; null while the work proceeds, behind another entry, and if only the user can end the
   * wait.
   */
  readonly nextTryAt: number | null
}

/** A file of a pending action. */
export interface WaitingFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The number of sent bytes; `size` if the server has the whole file. */
  readonly sent: number
  readonly state: 'waiting' | 'uploading' | 'uploaded'
}

/** A pending action of the outbox. */
export interface WaitingAction extends Waiting {
  readonly kind: 'waiting_action'
  readonly localId: string
  readonly what: ActionName
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  /** The beginning of the text. */
  readonly text: string
  readonly state: OutboxItem['state']
  /** The first few files. */
  readonly files: readonly WaitingFile[]
  readonly fileCount: number
}

/** Work that the account does without a request of the user. */
export interface WaitingWork extends Waiting {
  readonly kind: 'waiting_work'
  readonly work:
    /**
     * Missed messages are fetched: `done` of `total` streams and direct conversations. `total` is 0 until it is known.
     */
    | { readonly kind: 'missed'; readonly done: number; readonly total: number }
    /** Messages that may have changed during an absence are fetched again, where the user reads. */
    | { readonly kind: 'changed' }
    /** The flags of messages, such as read and starred, are fetched again. */
    | { readonly kind: 'flags'; readonly count: number }
    /** Drafts whose present state the server does not have. */
    | { readonly kind: 'drafts'; readonly count: number }
}

export interface ConnectionMeta {
  readonly connection: Connection
  /** The beginning of this state, UNIX milliseconds, as all times here. */
  readonly since: number
  /** The end of the account's rate limit (429); null if there is none. */
  readonly rateLimitedUntil: number | null
  /** The time of the server's last answer; null if there was none. */
  readonly reachedAt: number | null
  /** The failed attempts since then. */
  readonly tries: Tries
  /** The time of the next attempt; null during one, and if only the user can end the wait. */
  readonly nextTryAt: number | null
  /** The number of all entries, including those beyond the loaded rows. */
  readonly total: number
  /** The number of refused entries, which wait for the user. */
  readonly failed: number
  /** The beginning of the longest wait of an action; null if none is pending. */
  readonly oldestAt: number | null
  /** The time since which everything is sent and up to date; null while it is not. */
  readonly quietSince: number | null
  /**
   * Whether more messages may have changed during an absence than are fetched automatically; the others are fetched
   * when the user opens them.
   */
  readonly hasStale: boolean
  /** The counts of the organization's data on this disk. */
  readonly known: Known
  /** False until the first registration is stored completely. */
  readonly isRegistered: boolean
}

/** The counts of data on this disk. */
export interface Known {
  readonly people: number
  readonly streams: number
  /** The number of unread messages. */
  readonly unread: number
}

/** The state of the connection, and everything that is pending. */
export const connectionView = {
  query: z.strictObject({ type: z.literal('connection') }),
  item: typeOf<WaitingAction | WaitingWork>(),
  meta: typeOf<ConnectionMeta>(),
} as const satisfies ViewEntry
