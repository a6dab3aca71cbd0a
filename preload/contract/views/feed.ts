import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { GapItem, MessageItem } from '../message-items.ts'
import { messageIdSchema, userIdSchema, type Destination, type PersonName, type ConversationTitle } from '../values.ts'

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

/** The messages of many conversations, selected by a common property. */
export const feedView = {
  query: z.strictObject({
    type: z.literal('feed'),
    narrow: feedNarrow,
    anchor: z.union([z.literal('newest'), messageIdSchema]),
  }),
  item: typeOf<FeedItem>(),
  meta: typeOf<FeedMeta>(),
} as const satisfies ViewEntry
