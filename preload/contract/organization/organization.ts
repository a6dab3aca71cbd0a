import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { systemRoles, type SystemRole } from '#shared/group-choices.ts'
import type { GroupId, StreamId } from '#shared/ids.ts'
import {
  editHistories,
  organizationLimits,
  organizationPermissions,
  organizationStreams,
  organizationSwitches,
  type EditHistory,
  type OrganizationLimit,
  type OrganizationPermission,
  type OrganizationStream,
  type OrganizationSwitch,
} from '#shared/organization/organization-choices.ts'
import { typeOf, type ResourceContract } from '../base/entries.ts'
import { accountIdSchema, groupIdSchema, integerSchema } from '../base/values.ts'
import type { GroupAudience } from '../people/groups.ts'

/** The people who have a permission of the organization. */
export interface PermissionItem {
  readonly key: string
  readonly kind: 'permission'
  readonly permission: OrganizationPermission
  /** Null if the group is unknown here. */
  readonly audience: GroupAudience | null
  /** The system groups that can be chosen, from the smallest to the largest. */
  readonly roles: readonly SystemRole[]
  /** Whether other groups can be chosen, too. Servers below the level of the group have a policy. */
  readonly hasGroups: boolean
}

/** A stream or a group that a setting can name. */
interface Named<Id> {
  readonly id: Id
  readonly name: string
}

export interface OrganizationMeta {
  /** Whether the organization is known; the rest is meaningless before. */
  readonly isReady: boolean
  readonly name: string
  /** Markdown. */
  readonly description: string
  /** The switches that the server has. */
  readonly switches: Readonly<Partial<Record<OrganizationSwitch, boolean>>>
  /** In seconds; null for none. */
  readonly limits: Readonly<Record<OrganizationLimit, number | null>>
  readonly streams: Readonly<Record<OrganizationStream, StreamId | null>>
  /** The streams that such a setting can name, by name. */
  readonly streamChoices: readonly Named<StreamId>[]
  /** The groups that a permission can name besides the system groups, by name. */
  readonly groupChoices: readonly Named<GroupId>[]
  readonly editHistory: EditHistory
  /** Whether the server can show the moves only (level 358). */
  readonly hasMovesOnly: boolean
  /** How many days messages are kept; null for ever. */
  readonly retentionDays: number | null
  /** The number of days after which a new member is a full member. */
  readonly waitingDays: number
  /** The limits in code points. */
  readonly maxName: number
  readonly maxDescription: number
}

/** The largest number that the service stores. */
const most = 2 ** 31 - 1
const seconds = integerSchema.min(1).max(most).nullable()

/** One change of the organization's settings. */
export const organizationChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('name'), name: z.string().max(clientLimits.pageOrganizationName.most) }),
  z.strictObject({
    kind: z.literal('description'),
    description: z.string().max(clientLimits.pageOrganizationDescription.most),
  }),
  z.strictObject({ kind: z.literal('switch'), setting: z.enum(organizationSwitches), isOn: z.boolean() }),
  z.strictObject({ kind: z.literal('limit'), setting: z.enum(organizationLimits), seconds }),
  z.strictObject({
    kind: z.literal('stream'),
    setting: z.enum(organizationStreams),
    streamId: integerSchema.nullable(),
  }),
  z.strictObject({ kind: z.literal('edit_history'), to: z.enum(editHistories) }),
  z.strictObject({
    kind: z.literal('retention'),
    days: integerSchema.min(1).max(most).nullable(),
  }),
  z.strictObject({
    kind: z.literal('waiting'),
    days: integerSchema.min(0).max(most),
  }),
  z.strictObject({
    kind: z.literal('permission'),
    permission: z.enum(organizationPermissions),
    to: z.union([z.strictObject({ role: z.enum(systemRoles) }), z.strictObject({ groupId: groupIdSchema })]),
  }),
])

export type OrganizationChange = z.output<typeof organizationChangeSchema>

/** The settings of the organization. */
export const organization = {
  views: {
    /** The settings, and in its items the permissions. */
    organization: {
      query: z.strictObject({ type: z.literal('organization') }),
      item: typeOf<PermissionItem>(),
      meta: typeOf<OrganizationMeta>(),
    },
  },
  calls: {
    /** Changes a setting; needs the server. Answers when the change is known here. */
    'organization.change': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, change: organizationChangeSchema }),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract

declare module '../base/failures.ts' {
  interface FailureValues {
    ORGANIZATION_NAME_MISSING: null
    /** The server has no such setting, or not this value of it. */
    SETTING_MISSING: null
    /** `length` and `most` count code points. */
    ORGANIZATION_NAME_TOO_LONG: { readonly length: number; readonly most: number }
    /** `length` and `most` count code points. */
    ORGANIZATION_DESCRIPTION_TOO_LONG: { readonly length: number; readonly most: number }
  }
}
