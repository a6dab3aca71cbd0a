import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { GapItem, MessageItem } from '../message-items.ts'
import { messageIdSchema, userIdSchema, type Destination, type PersonName, type ConversationTitle } from '../values.ts'

const feedNarrow = z.discriminatedUnion('kind', [
  /** Everything that is not muted. */
  z.strictObject({ kind: z.literal('combined') }).readonly(),
  z.strictObject({ kind: z.literal('direct_all') }).readonly(),
  z.strictObject({ kind: z.literal('mentions') }).readonly(),
  z.strictObject({ kind: z.literal('starred') }).readonly(),
  /** The topics that the user follows. */
  z.strictObject({ kind: z.literal('followed') }).readonly(),
  z.strictObject({ kind: z.literal('sender'), userId: userIdSchema }).readonly(),
  z.strictObject({ kind: z.literal('has'), what: z.enum(['attachment', 'image', 'link', 'reaction']) }).readonly(),
])

/** A set of messages of many conversations, by what they have in common. */
export type FeedNarrow = z.output<typeof feedNarrow>

/** The conversation of a message in a feed. */
export interface MessageHeading {
  readonly narrow: Destination
  readonly title: ConversationTitle
  /** Null for direct messages, and for a stream that the account does not know. */
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly isMuted: boolean
  /** The user's choice for the topic: 0 inherit, 1 muted, 2 unmuted, 3 followed; 0 for direct messages. */
  readonly policy: number
}

/** A message of a feed with its conversation. Messages that were not sent yet are shown in their conversations alone. */
export type FeedItem = (MessageItem & { readonly heading: MessageHeading }) | GapItem

export interface FeedMeta {
  readonly narrow: FeedNarrow
  /** Whose messages these are; null for all other feeds. */
  readonly person: PersonName | null
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** Only what is on this disk can be shown: the server was not asked, or cannot be. */
  readonly isPartial: boolean
  /** Whether the user's settings and the kind of the feed let a message count as read that is scrolled past. */
  readonly isReadByScrolling: boolean
}

/** The messages of many conversations, by what they have in common. */
export const feedView = {
  query: z.strictObject({
    type: z.literal('feed'),
    narrow: feedNarrow,
    anchor: z.union([z.literal('newest'), messageIdSchema]),
  }),
  item: typeOf<FeedItem>(),
  meta: typeOf<FeedMeta>(),
} as const satisfies ViewEntry
