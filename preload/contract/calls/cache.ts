import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema } from '../values.ts'

/** The policy of the cache: the part of the past that it stores. */
export interface CachePolicy {
  /** Whether all messages of the past are fetched and stored. */
  readonly keepsEverything: boolean
  readonly days: number
  readonly maxBytes: number
}

/** Calls about the cache on this disk. */
export const cacheCalls = {
  /** Changes the given parts of the policy. Answers the whole policy. */
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
