import { z } from 'zod'
import { typeOf, type ResourceContract } from '../entries.ts'
import type { ReactionItem } from '../message-items.ts'
import { accountIdSchema, userIdSchema, type PersonRef } from '../values.ts'

export interface PersonItem extends PersonRef {
  readonly key: string
  readonly kind: 'person'
  readonly email: string
  readonly presence: 'active' | 'idle' | 'offline'
  /** The time of the person's last presence, UNIX seconds; null if it is unknown. */
  readonly lastSeen: number | null
  readonly status: { readonly text: string; readonly isAway: boolean; readonly emoji: ReactionItem | null } | null
}

export interface PeopleMeta {
  readonly total: number
}

/** A person found by `people.search`. */
export interface FoundPerson extends PersonRef {
  readonly email: string
}

/** The people of the organization. */
export const people = {
  views: {
    people: {
      query: z.strictObject({ type: z.literal('people'), query: z.string().max(200) }),
      item: typeOf<PersonItem>(),
      meta: typeOf<PeopleMeta>(),
    },
  },
  calls: {
    'people.search': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        query: z.string().max(200),
        /** Whether the user and deactivated people are included, since they have messages. */
        withEverybody: z.boolean().optional(),
      }),
      output: typeOf<readonly FoundPerson[]>(),
    },
    'people.mute': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, userId: userIdSchema, isMuted: z.boolean() }),
      output: typeOf<null>(),
    },
    'people.muted': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<readonly PersonRef[]>(),
    },
  },
} as const satisfies ResourceContract
