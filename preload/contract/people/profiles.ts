import { z } from 'zod'
import type { PersonRole } from '#shared/directory-choices.ts'
import type { GroupId, StreamId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from '../base/entries.ts'
import { accountIdSchema, userIdSchema, type PersonName, type PersonRef } from '../base/values.ts'
import type { PersonItem } from '../people.ts'
import type { StreamPrivacy } from '../streams.ts'

/** The value of a custom profile field, by the type of the field (Service API, Custom profile field). */
export type ProfileValue =
  /** A short text, an option of a list, or pronouns. */
  | { readonly kind: 'text'; readonly text: string }
  /** A text that the server has rendered, as HTML that the page may draw. */
  | { readonly kind: 'rendered'; readonly html: string }
  /** A calendar day without a time zone: `2026-11-30`. */
  | { readonly kind: 'date'; readonly day: string }
  /** A web address that may be opened. */
  | { readonly kind: 'link'; readonly address: string }
  /** The named people; `others` is the number of those beyond the limit. */
  | { readonly kind: 'people'; readonly people: readonly PersonRef[]; readonly others: number }
  /** An account on another site. `address` is null if the organization's pattern gives none. */
  | { readonly kind: 'account'; readonly name: string; readonly address: string | null }

/** A custom profile field that a person has filled in. */
export interface ProfileFieldItem {
  readonly key: string
  readonly kind: 'profile_field'
  readonly id: number
  readonly name: string
  readonly value: ProfileValue
  /** Whether the card shows the field, not only the profile. */
  readonly isInSummary: boolean
}

/** A person in detail. */
export interface PersonDetails extends PersonRef {
  /** The role; null for a bot. */
  readonly role: PersonRole | null
  /** The e-mail address; null if the account may not see it. */
  readonly email: string | null
  readonly pronouns: string | null
  /** Null as in `PersonItem`. */
  readonly presence: PersonItem['presence']
  readonly status: PersonItem['status']
  /** The name of the time zone (IANA), such as `Asia/Kolkata`; empty if the person has not set one. */
  readonly timezone: string
  /** The time at which the person joined the organization, UNIX seconds; null if it is unknown. */
  readonly joinedAt: number | null
  /** The owner of a bot; null for a person, and for a bot without an owner. */
  readonly owner: PersonName | null
  readonly isSelf: boolean
  readonly isMuted: boolean
  /** Whether the account may change the person, at least in part. */
  readonly canManage: boolean
  /** Whether another person has the same name; then a mention contains the id. */
  readonly hasNamesake: boolean
  /** The named groups with the person as a member, directly or by a subgroup, in the order of their names. */
  readonly groups: readonly { readonly groupId: GroupId; readonly name: string }[]
}

export interface PersonMeta {
  /** Null if the person is unknown. */
  readonly person: PersonDetails | null
  /**
   * What is known of a person who is not on disk: `asking` the server, `offline` until it can be asked, or `gone` if
   * the server knows no such person or does not show them to the account.
   */
  readonly state: 'known' | 'asking' | 'offline' | 'gone'
}

/** A stream to which both the user and another person are subscribed. */
export interface CommonStream {
  readonly streamId: StreamId
  readonly name: string
  readonly color: string
  readonly privacy: StreamPrivacy
}

/** Profiles of people. */
export const profiles = {
  views: {
    /** One person; the items are the filled-in fields in the organization's order. */
    person: {
      query: z.strictObject({ type: z.literal('person'), userId: userIdSchema }),
      item: typeOf<ProfileFieldItem>(),
      meta: typeOf<PersonMeta>(),
    },
  },
  calls: {
    /** The streams in common with a person, by name. Only the server knows them. */
    'people.commonStreams': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, userId: userIdSchema }),
      output: typeOf<readonly CommonStream[]>(),
    },
  },
} as const satisfies ResourceContract
