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

/** Who may post in a stream; `some` where nothing more is known. */
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
  /** Whether more lies before the first row, and what is being done about it. */
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** The message that was the oldest unread one when the view was opened. */
  readonly firstUnreadId: number | null
  readonly unread: number
  /** Whether what is scrolled past counts as read here (`web_mark_read_on_scroll_policy`, U8). */
  readonly isReadByScrolling: boolean
  readonly canPost: boolean
  /** Who is typing here, in the order of their start; some of them, if they are many. */
  readonly typing: readonly PersonName[]
  /** Who may post in the stream, where the account may not; null elsewhere. */
  readonly postingRight: PostingRight | null
  /** Whether the server sends messages at a later time. */
  readonly canSchedule: boolean
  /** The stream is archived: it can be read, and nobody writes there any more. */
  readonly isArchived: boolean
  /** Whether a message to the stream needs a topic; else one without is sent as such (`mandatory_topics`). */
  readonly needsTopic: boolean
  /** Messages to the stream have no topic: a named one would be refused, so that there is none to be typed. */
  readonly isTopicless: boolean
  /** How the server calls messages without a topic; null if it has none, and gives each a name. */
  readonly emptyTopicName: string | null
  readonly maxMessageLength: number
  readonly maxTopicLength: number
  readonly maxUploadBytes: number
  readonly draft: ComposerDraft
  /** The user's choice for the shown topic: 0 inherit, 1 muted, 2 unmuted, 3 followed; null elsewhere. */
  readonly topicPolicy: number | null
  readonly canFollow: boolean
  /** Null outside of streams, and where the user is not subscribed. */
  readonly isStreamMuted: boolean | null
  readonly isStreamPinned: boolean
  /** Its stream is not joined, and the account may join it by itself. */
  readonly canJoin: boolean
  /** The muted ones of a direct conversation. */
  readonly mutedPeople: readonly number[]
  /** Whether the shown topic is marked as done, or will be; null elsewhere, and where messages have no topic. */
  readonly isResolved: boolean | null
  /** The links in the name of the shown topic, in its order. */
  readonly topicLinks: readonly TopicLink[]
}

/** The messages of a topic, a stream or a direct conversation. */
export const conversationView = {
  query: z.strictObject({
    type: z.literal('conversation'),
    narrow: narrowSchema,
    anchor: z.union([z.enum(['first_unread', 'newest']), messageIdSchema]),
    /** It is opened before it is shown: nobody looks at it until `views.look`. */
    isAhead: z.literal(true).optional(),
  }),
  item: typeOf<ConversationItem>(),
  meta: typeOf<ConversationMeta>(),
} as const satisfies ViewEntry
