import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { ConversationItem } from '../message-items.ts'
import { messageIdSchema, userIdSchema } from '../values.ts'

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

export interface FeedMeta {
  readonly narrow: FeedNarrow
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** Only what is on this disk can be shown: the server was not asked, or cannot be. */
  readonly isPartial: boolean
}

/** The messages of many conversations, by what they have in common. */
export const feedView = {
  query: z.strictObject({
    type: z.literal('feed'),
    narrow: feedNarrow,
    anchor: z.union([z.literal('newest'), messageIdSchema]),
  }),
  item: typeOf<ConversationItem>(),
  meta: typeOf<FeedMeta>(),
} as const satisfies ViewEntry
