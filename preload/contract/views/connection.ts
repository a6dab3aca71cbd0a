import type { ConversationTitle } from '../values.ts'
import { z } from 'zod'
import type { ActionName } from '../action-names.ts'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { Connection, Tries, WaitReason } from '../connection-state.ts'
import type { OutboxItem } from './outbox.ts'

/** A part of what the panel of connections lists; times are UNIX milliseconds. */
interface Waiting {
  readonly key: string
  /** Null if that is not known. */
  readonly since: number | null
  /** What it waits for; null while it goes on. */
  readonly reason: WaitReason | null
  readonly tries: Tries
  /** When it is tried next; null while it goes on, behind another one, and where only the user can end the wait. */
  readonly nextTryAt: number | null
}

/** A file of an action that waits. */
export interface WaitingFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Bytes that have left; `size` where the server has all of it. */
  readonly sent: number
  readonly state: 'waiting' | 'uploading' | 'uploaded'
}

/** An action of the outbox. */
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
  /** The first few of them. */
  readonly files: readonly WaitingFile[]
  readonly fileCount: number
}

/** Something that the account does by itself. */
export interface WaitingWork extends Waiting {
  readonly kind: 'waiting_work'
  readonly work:
    /** What was missed is fetched: so many of the streams and the direct messages. `total` is 0 until it is known. */
    | { readonly kind: 'missed'; readonly done: number; readonly total: number }
    /** What may have changed in an absence is asked for again, where the user reads. */
    | { readonly kind: 'changed' }
    /** Whether messages are read, starred and so on is asked for again. */
    | { readonly kind: 'flags'; readonly count: number }
    /** Drafts that the server does not have as they stand here. */
    | { readonly kind: 'drafts'; readonly count: number }
}

export interface ConnectionMeta {
  readonly connection: Connection
  /** Since when that is the state, UNIX milliseconds, as all times here. */
  readonly since: number
  /** The server asks the whole account to wait until then (429). */
  readonly rateLimitedUntil: number | null
  /** When the server answered the last time; null if it never did. */
  readonly reachedAt: number | null
  /** Tries to reach the server since then. */
  readonly tries: Tries
  /** When the server is tried next; null while it is, or where only the user can end the wait. */
  readonly nextTryAt: number | null
  /** All that is listed, also beyond the rows at hand. */
  readonly total: number
  /** Those of them that were refused and wait for the user. */
  readonly failed: number
  /** Since when the longest-waiting action waits. */
  readonly oldestAt: number | null
  /** Since when everything is sent and up to date; null while it is not. */
  readonly quietSince: number | null
  /** More may have changed in an absence than is asked for by itself: the rest is asked for when somebody looks at it. */
  readonly hasStale: boolean
  /** What of the organization is on this disk. */
  readonly known: Known
  /** False until the first registration is stored completely. */
  readonly isRegistered: boolean
}

/** How many there are on this disk. */
export interface Known {
  readonly people: number
  readonly streams: number
  /** Messages. */
  readonly unread: number
}

/** The state of the connection, and everything that waits for it. */
export const connectionView = {
  query: z.strictObject({ type: z.literal('connection') }),
  item: typeOf<WaitingAction | WaitingWork>(),
  meta: typeOf<ConnectionMeta>(),
} as const satisfies ViewEntry
