import { z } from 'zod'
import { typeOf, type ResourceContract } from '../entries.ts'
import type { ReactionItem } from '../message-items.ts'
import { accountIdSchema, messageIdSchema, type PersonRef } from '../values.ts'

/** An emoji that the user chooses often. */
export type FrequentEmoji = Pick<ReactionItem, 'type' | 'code' | 'name' | 'character' | 'picture'>

/** Who reacted to a message with an emoji. */
export interface Reactors {
  readonly emoji: FrequentEmoji
  /** How many people. */
  readonly count: number
  /** Them, the user first; at most `clientLimits.reactorsListed` in all of a message. */
  readonly people: readonly PersonRef[]
}

export const reactions = {
  views: {},
  calls: {
    /** Who reacted to a message, by emoji, in the order of the first reactions. */
    'reactions.who': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, messageId: messageIdSchema }),
      output: typeOf<readonly Reactors[]>(),
    },
    /** The emoji that the user reacts with most, and usual ones where there are none yet; the server knows each. */
    'reactions.frequent': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, count: z.number().int().min(1).max(20) }),
      output: typeOf<readonly FrequentEmoji[]>(),
    },
  },
} as const satisfies ResourceContract
