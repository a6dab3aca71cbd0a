import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { ComposerDraft } from '../calls/drafts.ts'
import type { ConversationItem } from '../message-items.ts'
import {
  messageIdSchema,
  narrowSchema,
  type Narrow,
  type PersonName,
  type PersonRef,
  type ConversationTitle,
  type TopicLink,
} from '../values.ts'

/** The people who may post in a stream; `some` if no more is known. */
export type PostingRight =
  | { readonly kind: 'owners' | 'administrators' | 'moderators' | 'full_members' | 'members' | 'nobody' | 'some' }
  | { readonly kind: 'group'; readonly name: string }

export interface ConversationMeta {
  readonly narrow: Narrow
  readonly title: ConversationTitle
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly description: string
  readonly people: readonly PersonRef[]
  /** Whether more messages precede the first row, and the state of fetching them. */
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** The oldest unread message at the time when the view was opened; null for none. */
  readonly firstUnreadId: number | null
  readonly unread: number
  /** Whether scrolling past a message marks it as read here (`web_mark_read_on_scroll_policy`, U8). */
  readonly isReadByScrolling: boolean
  readonly canPost: boolean
  /** The people who are typing here, in the order of their start; some of them if they are many. */
  readonly typing: readonly PersonName[]
  /** The people who may post in the stream if the account may not; null otherwise. */
  readonly postingRight: PostingRight | null
  /** Whether the server sends messages at a later time. */
  readonly canSchedule: boolean
  /** Whether the stream is archived: it can be read, but not written to. */
  readonly isArchived: boolean
  /**
   * Whether a message to the stream needs a topic; otherwise one without a topic is sent as such (`mandatory_topics`).
   */
  readonly needsTopic: boolean
  /**
   * Whether messages to the stream have no topic: the server refuses a named one, so the composer has no topic field.
   */
  readonly isTopicless: boolean
  /** The server's name for the empty topic; null if messages always have a named topic. */
  readonly emptyTopicName: string | null
  readonly maxMessageLength: number
  readonly maxTopicLength: number
  readonly maxUploadBytes: number
  readonly draft: ComposerDraft
  /** The user's policy for the shown topic: 0 inherit, 1 muted, 2 unmuted, 3 followed; null elsewhere. */
  readonly topicPolicy: number | null
  readonly canFollow: boolean
  /** Null outside of streams, and if the user is not subscribed. */
  readonly isStreamMuted: boolean | null
  readonly isStreamPinned: boolean
  /** Whether the stream is not subscribed and the account may join it itself. */
  readonly canJoin: boolean
  /** The muted people of a direct conversation. */
  readonly mutedPeople: readonly number[]
  /**
   * Whether the shown topic is resolved, or will be by a pending action; null elsewhere, and for messages without a
   * topic.
   */
  readonly isResolved: boolean | null
  /** The links in the name of the shown topic, in their order. */
  readonly topicLinks: readonly TopicLink[]
}

/** The messages of a topic, a stream or a direct conversation. */
export const conversationView = {
  query: z.strictObject({
    type: z.literal('conversation'),
    narrow: narrowSchema,
    anchor: z.union([z.enum(['first_unread', 'newest']), messageIdSchema]),
    /** Whether the view is opened before it is shown: it counts as seen only from `views.look` on. */
    isAhead: z.literal(true).optional(),
  }),
  item: typeOf<ConversationItem>(),
  meta: typeOf<ConversationMeta>(),
} as const satisfies ViewEntry
