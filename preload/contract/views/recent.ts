import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ConversationEntry, ConversationsMeta } from './inbox.ts'

/** The filters of recent conversations. */
const filters = z
  .strictObject({
    isUnread: z.boolean(),
    /** Only conversations in which the user wrote recently. */
    hasOwn: z.boolean(),
    isFollowed: z.boolean(),
    /** Whether muted conversations are included. */
    withMuted: z.boolean(),
    /** Only direct conversations or only topics; null for both. */
    only: z.enum(['direct', 'topic']).nullable(),
    /** Words that the names of the conversation and its stream contain, folded; empty for any name. */
    text: z.string().max(clientLimits.pageTopic.most),
  })
  .readonly()

export type RecentFilters = z.output<typeof filters>

/**
 * The conversations with the newest messages: without filters all of them, otherwise the matching ones of the newest.
 */
export const recentView = {
  query: z.strictObject({ type: z.literal('recent'), filters: filters.optional() }),
  item: typeOf<ConversationEntry>(),
  meta: typeOf<ConversationsMeta>(),
} as const satisfies ViewEntry
