import { z } from 'zod'
import { typeOf, type CallTable } from '../entries.ts'
import { accountIdSchema, integerSchema, type PersonRef } from '../values.ts'

/** A person found by `people.search`. */
export interface FoundPerson extends PersonRef {
  readonly email: string
}

/** Calls about people. */
export const peopleCalls = {
  'people.search': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, query: z.string().max(200) }),
    output: typeOf<readonly FoundPerson[]>(),
  },
  'people.mute': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, userId: integerSchema, isMuted: z.boolean() }),
    output: typeOf<null>(),
  },
  'people.muted': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema }),
    output: typeOf<readonly PersonRef[]>(),
  },
} as const satisfies CallTable
