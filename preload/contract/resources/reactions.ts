import { z } from 'zod'
import { typeOf, type ResourceContract } from '../entries.ts'
import type { ReactionItem } from '../message-items.ts'
import { accountIdSchema, messageIdSchema, type PersonRef } from '../values.ts'

/** An emoji that the user uses frequently. */
export type FrequentEmoji = Pick<ReactionItem, 'type' | 'code' | 'name' | 'character' | 'picture'>

/** The people who reacted to a message with an emoji. */
export interface Reactors {
  readonly emoji: FrequentEmoji
  /** The number of people. */
  readonly count: number
  /** The people, the user first; at most `clientLimits.reactorsListed` for all emoji of a message. */
  readonly people: readonly PersonRef[]
}

export const reactions = {
  views: {},
  calls: {
    /** The people who reacted to a message, by emoji, in the order of the first reactions. */
    'reactions.who': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, messageId: messageIdSchema }),
      output: typeOf<readonly Reactors[]>(),
    },
    /** The user's most frequent reactions, or common ones if there are none; the server knows each of them. */
    'reactions.frequent': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, count: z.number().int().min(1).max(20) }),
      output: typeOf<readonly FrequentEmoji[]>(),
    },
  },
} as const satisfies ResourceContract
