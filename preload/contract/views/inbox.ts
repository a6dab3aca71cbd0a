import type { MessageId } from '../../../shared/ids.ts'
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
  /** The newest message that is known of, on this disk or not; by it `views.look` names the line. */
  readonly newestId: MessageId
  /** The newest message on this disk; null if there is none. */
  readonly last: {
    readonly id: number
    /** UNIX seconds. */
    readonly timestamp: number
    readonly sender: PersonRef
    readonly text: string
  } | null
  /** Who wrote lately, the newest first. */
  readonly participants: readonly PersonRef[]
  readonly hasOwn: boolean
  /** What is shown of the newest message may be out of date, or a newer one is not on this disk. */
  readonly isStale: boolean
}

export interface ConversationsMeta {
  readonly unread: number
  /** Whether `views.more` lists more. */
  readonly hasMore: boolean
}

export interface InboxMeta extends ConversationsMeta {
  /** Whether there are more than the list can hold. */
  readonly isCut: boolean
}

/** The conversations with unread messages: with mentions first, then direct ones, then topics by stream, pinned ones first. */
export const inboxView = {
  query: z.strictObject({ type: z.literal('inbox') }),
  item: typeOf<ConversationEntry>(),
  meta: typeOf<InboxMeta>(),
} as const satisfies ViewEntry
