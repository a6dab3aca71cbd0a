import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { ConversationEntry, ConversationsMeta } from './inbox.ts'

/** Which of the recent conversations are listed. */
const filters = z
  .strictObject({
    isUnread: z.boolean(),
    /** The user has written there lately. */
    hasOwn: z.boolean(),
    isFollowed: z.boolean(),
    /** Whether muted conversations are listed too. */
    withMuted: z.boolean(),
    /** Direct messages or topics alone; null for both. */
    only: z.enum(['direct', 'topic']).nullable(),
    /** Words that the names of the conversation and of its stream have, folded; empty for any name. */
    text: z.string().max(clientLimits.pageTopic.most),
  })
  .readonly()

export type RecentFilters = z.output<typeof filters>

/** The conversations with the newest messages; without filters all of them, else those among the newest ones. */
export const recentView = {
  query: z.strictObject({ type: z.literal('recent'), filters: filters.optional() }),
  item: typeOf<ConversationEntry>(),
  meta: typeOf<ConversationsMeta>(),
} as const satisfies ViewEntry
