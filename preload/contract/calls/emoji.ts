import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema } from '../values.ts'

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

export const emojiCalls = {
  'emoji.choice': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema }),
    output: typeOf<EmojiChoice>(),
  },
} as const satisfies CallTable
