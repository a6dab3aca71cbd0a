import { z } from 'zod'
import { lenientRecord } from '../lenient.ts'
import type { Wire } from '../wire.ts'

const emojiSchema = z.object({
  id: z.coerce.string(),
  name: z.string(),
  source_url: z.string(),
  deactivated: z.boolean().catch(false),
  author_id: z.number().int().nullable().catch(null),
})

/** Custom emoji by id, deactivated ones included, since old reactions refer to them. */
export const customEmojiSchema = lenientRecord(emojiSchema)

export type WireCustomEmoji = z.infer<typeof customEmojiSchema>

export const customEmojiWire = {
  fetches: ['realm_emoji'],
  shape: { realm_emoji: customEmojiSchema.catch({}) },
  events: [
    z.object({ type: z.literal('realm_emoji'), op: z.literal('update'), realm_emoji: customEmojiSchema }),
    // Servers send one event for each emoji from feature level 491 on.
    z.object({ type: z.literal('realm_emoji'), op: z.literal('add'), emoji: emojiSchema }),
    z.object({
      type: z.literal('realm_emoji'),
      op: z.literal('update_one'),
      emoji_id: z.coerce.string(),
      data: z.object({ deactivated: z.boolean().optional().catch(undefined) }).catch({}),
    }),
  ],
} as const satisfies Wire
