import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import { streamIdSchema } from '../values.ts'
import type { TopicItem } from './navigation.ts'

export interface TopicsMeta {
  /** The state of the server's list of topics: stored, being fetched, or not available. */
  readonly list: 'stored' | 'awaited' | 'failed'
  /** Whether `views.more` lists more. */
  readonly hasMore: boolean
}

/** The topics of a stream, the one with the newest message first. Opening the view fetches the server's list. */
export const topicsView = {
  query: z.strictObject({ type: z.literal('topics'), streamId: streamIdSchema }),
  item: typeOf<TopicItem>(),
  meta: typeOf<TopicsMeta>(),
} as const satisfies ViewEntry
