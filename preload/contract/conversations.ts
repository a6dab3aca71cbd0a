import { z } from 'zod'
import { typeOf, type ResourceContract } from './base/entries.ts'
import {
  messageIdSchema,
  narrowSchema,
  userIdSchema,
  type ConversationTitle,
  type Destination,
  type Narrow,
  type PersonName,
  type PersonRef,
} from './base/values.ts'
import type { ComposerDraft } from './drafts.ts'
import type { ConversationItem, GapItem, MessageItem } from './messages.ts'
import type { PersonPresence } from './people.ts'
import type { TopicLink } from './streams.ts'

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
  /** The presence of the other person of a direct conversation; null as in `PersonItem`, and for several people. */
  readonly presence: PersonPresence | null
  /**
   * The number of people here, the user included: the subscribers of the stream as far as their list is stored, or the
   * people of a group conversation; null if it is unknown, and with one person.
   */
  readonly readerCount: number | null
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

const feedNarrow = z.discriminatedUnion('kind', [
  /** All messages that are not muted. */
  z.strictObject({ kind: z.literal('combined') }).readonly(),
  z.strictObject({ kind: z.literal('direct_all') }).readonly(),
  z.strictObject({ kind: z.literal('mentions') }).readonly(),
  z.strictObject({ kind: z.literal('starred') }).readonly(),
  /** The messages of followed topics. */
  z.strictObject({ kind: z.literal('followed') }).readonly(),
  z.strictObject({ kind: z.literal('sender'), userId: userIdSchema }).readonly(),
  z.strictObject({ kind: z.literal('has'), what: z.enum(['attachment', 'image', 'link', 'reaction']) }).readonly(),
])

/** A set of messages of many conversations, selected by a common property. */
export type FeedNarrow = z.output<typeof feedNarrow>

/** The conversation of a message in a feed. */
export interface MessageHeading {
  readonly narrow: Destination
  readonly title: ConversationTitle
  /** The name of the stream; null for direct messages, and for a stream that the account does not know. */
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly isMuted: boolean
  /** The user's policy for the topic: 0 inherit, 1 muted, 2 unmuted, 3 followed; 0 for direct messages. */
  readonly policy: number
}

/** A message of a feed with its conversation. Unsent messages are shown only in their conversations. */
export type FeedItem = (MessageItem & { readonly heading: MessageHeading }) | GapItem

export interface FeedMeta {
  readonly narrow: FeedNarrow
  /** The sender of the messages; null for all other feeds. */
  readonly person: PersonName | null
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** Whether only messages on this disk are shown, because the server was not queried or cannot be reached. */
  readonly isPartial: boolean
  /** Whether scrolling past a message marks it as read, by the user's settings and the kind of the feed. */
  readonly isReadByScrolling: boolean
}

/** The lists of messages: of one conversation, or of many. */
export const conversations = {
  views: {
    /** The messages of a topic, a stream or a direct conversation. */
    conversation: {
      query: z.strictObject({
        type: z.literal('conversation'),
        narrow: narrowSchema,
        anchor: z.union([z.enum(['first_unread', 'newest']), messageIdSchema]),
        /** Whether the view is opened before it is shown: it counts as seen only from `views.look` on. */
        isAhead: z.literal(true).optional(),
      }),
      item: typeOf<ConversationItem>(),
      meta: typeOf<ConversationMeta>(),
    },
    /** The messages of many conversations, selected by a common property. */
    feed: {
      query: z.strictObject({
        type: z.literal('feed'),
        narrow: feedNarrow,
        anchor: z.union([z.literal('newest'), messageIdSchema]),
      }),
      item: typeOf<FeedItem>(),
      meta: typeOf<FeedMeta>(),
    },
  },
  calls: {},
} as const satisfies ResourceContract
