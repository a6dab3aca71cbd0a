import type { MessageId } from '#shared/ids.ts'
import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { Destination, PersonRef, ConversationTitle } from '../values.ts'

/** A conversation in the inbox or among the recent ones. */
export interface ConversationEntry {
  readonly key: string
  readonly kind: 'conversation'
  readonly narrow: Destination
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly people: readonly PersonRef[]
  readonly unread: number
  readonly mentions: number
  readonly isMuted: boolean
  readonly policy: number
  /** The newest known message, on this disk or not; `views.look` names the entry by it. */
  readonly newestId: MessageId
  /** The newest message on this disk; null if there is none. */
  readonly last: {
    readonly id: number
    /** UNIX seconds. */
    readonly timestamp: number
    readonly sender: PersonRef
    readonly text: string
  } | null
  /** The people who wrote recently, the newest first. */
  readonly participants: readonly PersonRef[]
  readonly hasOwn: boolean
  /** Whether the newest message may be shown out of date, or a newer one is not on this disk. */
  readonly isStale: boolean
}

export interface ConversationsMeta {
  readonly unread: number
  /** Whether `views.more` lists more. */
  readonly hasMore: boolean
}

export interface InboxMeta extends ConversationsMeta {
  /** Whether conversations exceed the limit of the list. */
  readonly isCut: boolean
}

/**
 * The conversations with unread messages: those with mentions first, then direct ones, then topics by stream, pinned
 * ones first.
 */
export const inboxView = {
  query: z.strictObject({ type: z.literal('inbox') }),
  item: typeOf<ConversationEntry>(),
  meta: typeOf<InboxMeta>(),
} as const satisfies ViewEntry
