import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { groupFilters, mentionRoles, type SystemRole } from '#shared/group-choices.ts'
import type { GroupId, UserId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from '../base/entries.ts'
import { accountIdSchema, groupIdSchema, userIdSchema, type PersonName } from '../base/values.ts'
import type { FoundPerson } from '../people.ts'

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

/** The name of a group. For a system group, `role` names it, and `name` is that of the protocol. */
export interface GroupName {
  readonly groupId: GroupId
  readonly name: string
  /** The system group; null for a group of people, and for a system group that Skein does not know. */
  readonly role: SystemRole | null
}

/** The rights of the account in a group. The server decides; a right that is unknown here is granted. */
export interface GroupRights {
  /** Changing name, description, subgroups and the permission to mention the group. */
  readonly canEdit: boolean
  /** Adding other people. */
  readonly canAdd: boolean
  /** Removing other people. */
  readonly canRemove: boolean
  /** Joining the group, of which the account is no direct member. */
  readonly canJoin: boolean
  /** Leaving the group, of which the account is a direct member. */
  readonly canLeave: boolean
  /** The way in which the account can end the group at the server's level; null if it has no right to. */
  readonly ending: 'delete' | 'deactivate' | null
}

/** A user group in the list of all groups. */
export interface GroupItem extends GroupName {
  readonly key: string
  readonly kind: 'listed_group'
  /** One line, cut at `clientLimits.groupLine`. It is empty for a system group that Skein knows. */
  readonly description: string
  readonly memberCount: number
  readonly isSystem: boolean
  readonly isDeactivated: boolean
  /** Whether the account is a member, directly or through a subgroup. */
  readonly isMember: boolean
  readonly rights: GroupRights
}

/** The account's right to create groups, and the limits of a group's texts in code points. */
export interface GroupCreation {
  readonly isAllowed: boolean
  readonly maxName: number
  readonly maxDescription: number
  /** Whether the server knows the permission to mention a group. */
  readonly hasMentionRight: boolean
}

export interface GroupsMeta {
  /** The number of groups that match the filter and the search. */
  readonly found: number
  readonly hasMore: boolean
  /** Whether there are deactivated groups. */
  readonly hasDeactivated: boolean
  /** The account's own user. */
  readonly self: PersonName
  readonly creation: GroupCreation
}

/** The people whom a permission names: those of a system group or of another group, or some people and groups. */
export type GroupAudience =
  | { readonly kind: 'role'; readonly role: SystemRole }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'some'; readonly people: number; readonly groups: number }

/** The uses of a group that end with it, by names, each list cut at `clientLimits.groupUses`. */
export interface GroupUses {
  /** The groups of which the group is a subgroup. */
  readonly supergroups: readonly string[]
  /** The streams whose permissions name the group. */
  readonly streams: readonly string[]
  /** The groups whose permissions name the group. */
  readonly groups: readonly string[]
  /** Whether a permission of the organization names the group. */
  readonly isInOrganization: boolean
}

/** A user group with its members. */
export interface GroupCard extends GroupName {
  readonly description: string
  readonly isSystem: boolean
  readonly isDeactivated: boolean
  /** The number of members, including those of subgroups. */
  readonly memberCount: number
  /** The account's own user, who may be a member. */
  readonly self: PersonName
  /** Whether the account leaves the group for good, because only members may add people to it. */
  readonly leavesForGood: boolean
  /** The person who created the group; null if the server names none. */
  readonly creator: PersonName | null
  /** The time of the creation in UNIX seconds; null if the server does not report it. */
  readonly createdAt: number | null
  /** The people who may mention the group; null if the server does not report them. */
  readonly mentionedBy: GroupAudience | null
  readonly rights: GroupRights
  /** Whether subgroups can be added and removed together with members. */
  readonly hasSubgroupChanges: boolean
  /** The uses that end with the group; null if the account has no right to end it. */
  readonly uses: GroupUses | null
  /** The other active members in ascending order; null if they are too many for one conversation. */
  readonly others: readonly UserId[] | null
}

/** A subgroup or a member of a group. */
export type GroupEntry =
  | ({
      readonly key: string
      readonly kind: 'subgroup'
      readonly memberCount: number
    } & GroupName)
  | {
      readonly key: string
      readonly kind: 'member'
      readonly person: FoundPerson
      /** Whether the person is a member of the group itself, and not only of a subgroup. */
      readonly isDirect: boolean
    }

export interface GroupMeta {
  /** The group; null if it does not exist any more. */
  readonly group: GroupCard | null
  /** The number of subgroups and members that match the search. */
  readonly found: number
  /** The limits of the form that changes the group. */
  readonly creation: GroupCreation
}

const localText = {
  name: z.string().max(clientLimits.pageGroupName.most),
  description: z.string().max(clientLimits.pageGroupDescription.most),
}
const people = z.array(userIdSchema).max(clientLimits.pageGroupPeople.most).readonly()
const subgroups = z.array(groupIdSchema).max(clientLimits.pageSubgroups.most).readonly()

/** The user groups of the organization, with the system groups, whose members follow from roles. */
export const groups = {
  views: {
    /** The groups whose name or description contains each word of `text`, by name; the system groups come last. */
    groups: {
      query: z.strictObject({
        type: z.literal('groups'),
        filter: z.enum(groupFilters),
        text: z.string().max(clientLimits.nameQuery.most),
      }),
      item: typeOf<GroupItem>(),
      meta: typeOf<GroupsMeta>(),
    },
    /** A group with its subgroups and then its members; `text` selects them by name. */
    group: {
      query: z.strictObject({
        type: z.literal('group'),
        groupId: groupIdSchema,
        text: z.string().max(clientLimits.nameQuery.most),
      }),
      item: typeOf<GroupEntry>(),
      meta: typeOf<GroupMeta>(),
    },
  },
  calls: {
    /** Finds groups of people by name, the best matches first. */
    'groups.find': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, query: z.string().max(clientLimits.nameQuery.most) }),
      output: typeOf<readonly FoundGroup[]>(),
    },
    /** Creates a group; needs the server. Answers when the group is known here. */
    'groups.create': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        ...localText,
        /** The first members. */
        userIds: people,
        mentionedBy: z.enum(mentionRoles),
      }),
      output: typeOf<{ readonly groupId: GroupId }>(),
    },
    /** Changes what is given; needs the server. Answers when the change is known here. */
    'groups.update': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        groupId: groupIdSchema,
        name: localText.name.optional(),
        description: localText.description.optional(),
        mentionedBy: z.enum(mentionRoles).optional(),
      }),
      output: typeOf<null>(),
    },
    /**
     * Adds and removes members in one request, which the server refuses as a whole; needs the server. Subgroups need a
     * server of level 311. Answers when the change is known here.
     */
    'groups.changeMembers': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        groupId: groupIdSchema,
        add: people,
        remove: people,
        addSubgroups: subgroups,
        removeSubgroups: subgroups,
      }),
      output: typeOf<null>(),
    },
    /** Deletes a group, or deactivates it where the server only does that (level 294); needs the server. */
    'groups.end': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, groupId: groupIdSchema }),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract

/** The actions on groups that need the server. */
export type GroupAct = 'create' | 'change' | 'members' | 'join' | 'leave' | 'delete' | 'deactivate'

declare module '../base/failures.ts' {
  interface FailureValues {
    GROUP_NAME_MISSING: null
    /** `length` and `most` count code points. */
    GROUP_NAME_TOO_LONG: { readonly length: number; readonly most: number }
    /** `position` is the position of the first invalid character, from 1 on. */
    GROUP_NAME_CHARACTER: { readonly position: number }
    /** The server reserves names that begin with `beginning`. */
    GROUP_NAME_RESERVED: { readonly beginning: string }
    /** `isDeactivated`: the group with this name is deactivated. */
    GROUP_NAME_TAKEN: { readonly name: string; readonly isDeactivated: boolean }
    /** `length` and `most` count code points. */
    GROUP_DESCRIPTION_TOO_LONG: { readonly length: number; readonly most: number }
    GROUP_DESCRIPTION_CHARACTER: null
    /** The account has no right to the action. */
    GROUP_REFUSED: { readonly act: GroupAct }
    /** The whole change was refused, because `name` is a member already. */
    GROUP_ALREADY_MEMBER: { readonly name: string | null }
    /** The whole change was refused, because `name` is not a member. */
    GROUP_NOT_MEMBER: { readonly name: string | null }
    GROUP_GONE: null
    /** The server does not deactivate a group that is still used. */
    GROUP_IN_USE: GroupUses
    /** The connection broke, and a later query could not find out whether the change was made. */
    GROUP_OUTCOME_UNKNOWN: { readonly act: GroupAct }
    /** The server cannot be reached. */
    GROUP_OFFLINE: { readonly act: GroupAct }
  }
}
