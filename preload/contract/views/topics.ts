import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import { streamIdSchema } from '../values.ts'
import type { TopicItem } from './navigation.ts'

export interface TopicsMeta {
  /** Whether the server's list of topics is stored, is awaited, or could not be had. */
  readonly list: 'stored' | 'awaited' | 'failed'
  /** Whether `views.more` lists more. */
  readonly hasMore: boolean
}

/** The topics of a stream, the one with the newest message first. Opening it asks the server for its list. */
export const topicsView = {
  query: z.strictObject({ type: z.literal('topics'), streamId: streamIdSchema }),
  item: typeOf<TopicItem>(),
  meta: typeOf<TopicsMeta>(),
} as const satisfies ViewEntry
