import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

const words = lenientArray(z.string())

/** The user's alert words: the whole list each time (wire-protocol.md §2.8). */
export const alertWordsWire = {
  fetches: ['alert_words'],
  shape: { alert_words: words.catch([]) },
  events: [z.object({ type: z.literal('alert_words'), alert_words: words })],
} as const satisfies Wire
