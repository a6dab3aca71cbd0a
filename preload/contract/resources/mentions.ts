import { z } from 'zod'
import type { GroupId } from '../../../shared/ids.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema, narrowSchema, type PersonRef } from '../values.ts'

/** The mentions of many at once: of everybody who reads a place, or who takes part in a topic. */
export type Wildcard = 'all' | 'everyone' | 'stream' | 'topic'

/** Who can be mentioned in a message. */
export type Mentionable =
  | {
      readonly kind: 'person'
      readonly person: PersonRef & { readonly name: string }
      /** What tells apart those who are called the same, where it may be seen; `null` for a name that is alone. */
      readonly email: string | null
      /** Whether others are called the same: the mention has the id then. */
      readonly hasNamesake: boolean
      /** Whether this person wrote here lately. */
      readonly isHere: boolean
    }
  | { readonly kind: 'group'; readonly groupId: GroupId; readonly name: string; readonly memberCount: number }
  /** `reach`: how many people it reaches; `null` if that is unknown here. */
  | { readonly kind: 'wildcard'; readonly name: Wildcard; readonly reach: number | null }

export const mentions = {
  views: {},
  calls: {
    /** Who can be mentioned in a place by what was typed of the name; the likeliest first. */
    'mentions.find': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema, query: z.string().max(200) }),
      output: typeOf<readonly Mentionable[]>(),
    },
  },
} as const satisfies ResourceContract
