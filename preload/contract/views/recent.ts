import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { ConversationEntry, ConversationsMeta } from './inbox.ts'

/** The conversations with the newest messages. */
export const recentView = {
  query: z.strictObject({ type: z.literal('recent') }),
  item: typeOf<ConversationEntry>(),
  meta: typeOf<ConversationsMeta>(),
} as const satisfies ViewEntry
