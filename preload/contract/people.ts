import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import {
  accountStates,
  directoryKinds,
  directorySorts,
  personRoles,
  type PersonRole,
} from '#shared/directory-choices.ts'
import type { GroupId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import { accountIdSchema, narrowSchema, userIdSchema, type PersonRef } from './base/values.ts'
import type { ReactionItem } from './emoji.ts'

/** The state that a person's presence shows: at the computer, away from it, or not signed in lately. */
export type PresenceState = 'active' | 'idle' | 'offline'

/** The presence of a person, by the server's thresholds (wire-protocol.md §2.8). */
export interface PersonPresence {
  readonly state: PresenceState
  /**
   * When the person was last active, in UNIX seconds; null while the person is active, so that it changes with the
   * state only, and if the server has never reported an activity.
   */
  readonly lastActive: number | null
}

/** A person in the directory. */
export interface PersonItem extends PersonRef {
  readonly key: string
  readonly kind: 'person'
  readonly role: PersonRole
  /** The e-mail address; null if the user may not see it. */
  readonly email: string | null
  /** Null for bots, for deactivated accounts, and if the organization does not share presences. */
  readonly presence: PersonPresence | null
  readonly status: { readonly text: string; readonly isAway: boolean; readonly emoji: ReactionItem | null } | null
  /** Whether the user has muted the person. */
  readonly isMuted: boolean
  readonly isSelf: boolean
  /** Whether the account may change the person, at least in part. */
  readonly canManage: boolean
}

const directoryFilters = z
  .strictObject({
    /** The role of the listed people; null for any. */
    role: z.enum(personRoles).nullable(),
    state: z.enum(accountStates),
    kind: z.enum(directoryKinds),
    /** The group of which the listed people are members, directly or through nested groups; null for everyone. */
    groupId: z.number().int().nonnegative().nullable(),
    /** Whether only people who are active now are listed. */
    isOnline: z.boolean(),
  })
  .readonly()

/** The filters of the directory. */
export type DirectoryFilters = z.output<typeof directoryFilters>

export interface PeopleMeta {
  /** The number of people who match the search and the filters. */
  readonly found: number
  /** Whether `views.more` lists more of them. */
  readonly hasMore: boolean
  /** Whether the organization shares presences. */
  readonly hasPresence: boolean
  /** The groups that can be chosen as a filter, by name; some of them if they are many. */
  readonly groups: readonly { readonly groupId: GroupId; readonly name: string }[]
}

/** A person whom the user has muted. */
export interface MutedPersonItem extends PersonRef {
  readonly key: string
  readonly kind: 'muted_person'
}

export interface MutedPeopleMeta {
  /** The number of all of them; the list is cut at `clientLimits.mutedPeople`. */
  readonly total: number
}

/** A person found by `people.search`. */
export interface FoundPerson extends PersonRef {
  readonly email: string
  /** The presence when the person was found; null as in `PersonItem`. */
  readonly presence: PresenceState | null
}

/** The mentions of many people at once: of all readers of a stream or conversation, or of a topic's participants. */
export type Wildcard = 'all' | 'everyone' | 'stream' | 'topic'

/** A person, group or wildcard that a message can mention. */
export type Mentionable =
  | {
      readonly kind: 'person'
      readonly person: PersonRef & { readonly name: string }
      /** The e-mail address of a person with a namesake, if it is visible; `null` otherwise. */
      readonly email: string | null
      /** Whether a person has a namesake; then the mention contains the id. */
      readonly hasNamesake: boolean
      /** Whether the person wrote in the conversation recently. */
      readonly isHere: boolean
    }
  | { readonly kind: 'group'; readonly groupId: GroupId; readonly name: string; readonly memberCount: number }
  /** `reach` is the number of mentioned people; `null` if it is unknown. */
  | { readonly kind: 'wildcard'; readonly name: Wildcard; readonly reach: number | null }

/**
 * The people of the organization, and the mentions of people and groups. Deactivated groups are left out, and the groups
 * of roles.
 */
export const people = {
  views: {
    /**
     * The directory: the people whose name, e-mail address or profile contains each word of `query`, those first whose
     * names have words that begin so; then by name, or those first who are or were active last.
     */
    people: {
      query: z.strictObject({
        type: z.literal('people'),
        query: z.string().max(clientLimits.nameQuery.most),
        filters: directoryFilters,
        sort: z.enum(directorySorts),
        /** The number of rows in the first state, for a return to a row far down. */
        rows: z.number().int().positive().max(clientLimits.directoryListed.most),
      }),
      item: typeOf<PersonItem>(),
      meta: typeOf<PeopleMeta>(),
    },
    /** The people whom the user has muted, by name. */
    muted_people: {
      query: z.strictObject({ type: z.literal('muted_people') }),
      item: typeOf<MutedPersonItem>(),
      meta: typeOf<MutedPeopleMeta>(),
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
    /** Finds mentions for a typed beginning in a conversation, the most likely first. */
    'mentions.find': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema, query: z.string().max(200) }),
      output: typeOf<readonly Mentionable[]>(),
    },
  },
} as const satisfies ResourceContract
