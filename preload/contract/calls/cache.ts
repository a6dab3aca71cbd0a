import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema } from '../values.ts'

/** How much of the past is kept on this disk. */
export interface CachePolicy {
  /** Everything that was ever written is fetched and kept. */
  readonly keepsEverything: boolean
  readonly days: number
  readonly maxBytes: number
}

/** Calls about the cache on this disk. */
export const cacheCalls = {
  /** Changes the given parts of the policy. Answers the whole policy, changed or not. */
  'cache.policy': {
    to: 'engine',
    input: z.strictObject({
      accountId: accountIdSchema,
      keepsEverything: z.boolean().optional(),
      days: z.number().int().min(1).max(36_500).optional(),
      maxBytes: z.number().int().min(10_000_000).max(1_000_000_000_000).optional(),
    }),
    output: typeOf<CachePolicy>(),
  },
} as const satisfies CallTable
