import { z } from 'zod'
import { typeOf, type ResourceContract } from './base/entries.ts'
import { accountIdSchema, messageIdSchema, type PersonName, type PersonRef } from './base/values.ts'

/** One emoji under a message. */
export interface ReactionItem {
  readonly type: string
  readonly code: string
  readonly name: string
  /** The character; empty for an emoji with a picture. */
  readonly character: string
  /** The path of the picture below the media base; null for a character. */
  readonly picture: string | null
  readonly isOwn: boolean
  readonly count: number
  /** Names of other people; `otherPeople` counts the unnamed ones. */
  readonly people: readonly PersonName[]
  readonly otherPeople: number
  /** Whether the names replace the count (`display_emoji_reaction_users`). */
  readonly isNamed?: true
}

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

/** An emoji with a picture, of the organization or of its server. */
export interface CustomEmoji {
  readonly type: 'realm_emoji' | 'svc_extra_emoji'
  readonly id: string
  readonly name: string
  readonly picture: string | null
}

export interface EmojiChoice {
  readonly custom: readonly CustomEmoji[]
  /** The user's most frequent emoji, as type and code. */
  readonly frequent: readonly { readonly type: string; readonly code: string }[]
  /** The server's names of the Unicode emoji by code, the canonical name first. Others cannot be used as reactions. */
  readonly names: Readonly<Record<string, readonly string[]>>
}

/** The emoji of the organization, and the reactions with emoji. */
export const emoji = {
  views: {},
  calls: {
    'emoji.choice': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<EmojiChoice>(),
    },
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
