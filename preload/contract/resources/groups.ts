import { z } from 'zod'
import type { GroupId, UserId } from '#shared/ids.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema } from '../values.ts'
import type { FoundPerson } from './people.ts'

/** A user group that matches by name. */
export interface FoundGroup {
  readonly kind: 'group'
  readonly groupId: GroupId
  readonly name: string
  /** The number of members, including those of nested groups (wire-protocol.md §2.8). */
  readonly memberCount: number
  /** Whether the query matches only approximately; then there are no exact matches. */
  readonly isNear: boolean
}

/** A user group with members. */
export interface GroupCard {
  readonly name: string
  readonly description: string
  readonly memberCount: number
  /** The number of members that match the query. */
  readonly foundCount: number
  /** The first matching members, by name; bots and deactivated people are last. */
  readonly people: readonly FoundPerson[]
  /** The id of the user, who may be a member. */
  readonly selfId: UserId
  /** The other active members in ascending order; `null` if they are too many for one conversation. */
  readonly others: readonly UserId[] | null
}

/** The user groups of the organization, without deactivated groups and the groups of roles, which only settings use. */
export const groups = {
  views: {},
  calls: {
    /** Finds groups by name, the best matches first. */
    'groups.find': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, query: z.string().max(clientLimits.placeQuery.most) }),
      output: typeOf<readonly FoundGroup[]>(),
    },
    /** Shows a group. `query` selects members as in `people.search`. The answer is `null` if the group was deleted. */
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
