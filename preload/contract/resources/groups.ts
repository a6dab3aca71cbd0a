import { z } from 'zod'
import type { GroupId, UserId } from '../../../shared/ids.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema } from '../values.ts'
import type { FoundPerson } from './people.ts'

/** A user group that was found by its name. */
export interface FoundGroup {
  readonly kind: 'group'
  readonly groupId: GroupId
  readonly name: string
  /** With those of nested groups (wire-protocol.md §2.8). */
  readonly memberCount: number
  /** What was typed is only nearly in its name. Nothing else is found then. */
  readonly isNear: boolean
}

/** A user group with members. */
export interface GroupCard {
  readonly name: string
  readonly description: string
  readonly memberCount: number
  /** How many members have a name that was asked for. */
  readonly foundCount: number
  /** The first of those, by name; bots and deactivated people come last. */
  readonly people: readonly FoundPerson[]
  /** The user of the account, who may be a member. */
  readonly selfId: UserId
  /** Everybody else in it who is active, in ascending order; `null` where they are too many for one conversation. */
  readonly others: readonly UserId[] | null
}

/**
 * The user groups of the organization. Those of the roles, which only settings name, and those that were deactivated are
 * left out.
 */
export const groups = {
  views: {},
  calls: {
    /** By name, the best first. */
    'groups.find': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, query: z.string().max(clientLimits.placeQuery.most) }),
      output: typeOf<readonly FoundGroup[]>(),
    },
    /** `query`: which members are wanted, as in `people.search`. The answer is `null` if the group is gone. */
    'groups.show': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        groupId: z.number().int().nonnegative(),
        query: z.string().max(200),
      }),
      output: typeOf<GroupCard | null>(),
    },
  },
} as const satisfies ResourceContract
