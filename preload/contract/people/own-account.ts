import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { StreamId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from '../base/entries.ts'
import type { Failure } from '../base/failures.ts'
import { accountIdSchema, integerSchema, type PersonRef } from '../base/values.ts'
import type { FrequentEmoji } from '../emoji.ts'

/** Whether the server has a value of the own account. `localId` names the action that sets it. */
export type OwnState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving'; readonly localId: string }
  | { readonly kind: 'failed'; readonly localId: string; readonly failure: Failure }

/** The own status. */
export interface OwnStatus {
  readonly text: string
  readonly emoji: FrequentEmoji | null
  /** The time at which this computer clears the status, UNIX milliseconds; null if it stays. */
  readonly until: number | null
  readonly state: OwnState
}

/** The own value of a custom profile field, with all that its editor needs. */
export type OwnFieldContent =
  /** `most` counts code points. */
  | { readonly type: 'short_text' | 'long_text' | 'link' | 'external_account' | 'pronouns'; readonly most: number }
  | { readonly type: 'list'; readonly choices: readonly { readonly value: string; readonly text: string }[] }
  /** The value is a day such as `2026-11-30`. */
  | { readonly type: 'date' }
  /** The value is the JSON of the ids of `people`. */
  | { readonly type: 'person'; readonly people: readonly PersonRef[] }

/** A custom field of the own profile. */
export interface OwnFieldItem {
  readonly key: string
  readonly kind: 'own_field'
  readonly fieldId: number
  readonly name: string
  readonly hint: string
  readonly content: OwnFieldContent
  /** The value as the server stores it, with the pending change applied; empty if there is none. */
  readonly value: string
  readonly state: OwnState
}

/** A value of the own account with the pending change applied. */
interface OwnValue<T> {
  readonly value: T
  readonly state: OwnState
}

/** The own account: profile, status, and the rights to change them. */
export interface OwnAccountMeta {
  /** Null until the first registration is stored. */
  readonly self: PersonRef | null
  readonly name: OwnValue<string>
  /** Who sees the e-mail address (wire-protocol.md §2.15). */
  readonly emailVisibility: OwnValue<number>
  /** The name of the IANA data base; empty if none is set. */
  readonly timezone: OwnValue<string>
  readonly status: OwnStatus | null
  readonly canRename: boolean
  readonly canChangePicture: boolean
  /** The least number of code points of a new password. */
  readonly minPassword: number
}

/** The policies of topics that are listed. */
export type ListedPolicy = 'muted' | 'followed'

/** A muted or followed topic. */
export interface TopicChoiceItem {
  readonly key: string
  readonly kind: 'topic_choice'
  readonly streamId: StreamId
  readonly topic: string
  /** The topic's name as it is shown. */
  readonly name: string
  /** Null if the stream is unknown. */
  readonly streamName: string | null
  readonly streamColor: string | null
}

export interface TopicChoicesMeta {
  readonly total: number
  /** The number of topics that match the search. */
  readonly found: number
  /** Whether the server supports following topics. */
  readonly canFollow: boolean
}

const setting = z.discriminatedUnion('property', [
  z.strictObject({ property: z.literal('full_name'), value: z.string().max(clientLimits.pageProfile.most) }).readonly(),
  z.strictObject({ property: z.literal('timezone'), value: z.string().max(100) }).readonly(),
  z.strictObject({ property: z.literal('email_address_visibility'), value: z.number().int().min(1).max(5) }).readonly(),
])

/** A setting of the own account and its new value. */
export type OwnSetting = z.output<typeof setting>

const ofAccount = z.strictObject({ accountId: accountIdSchema })

/** A change of the own account that needs the server. */
export type OwnAct = 'picture' | 'password' | 'key' | 'deactivation'

/** The own account. */
export const ownAccount = {
  views: {
    /** The own account with the custom fields of its profile, in the organization's order. */
    own_account: {
      query: z.strictObject({ type: z.literal('own_account') }),
      item: typeOf<OwnFieldItem>(),
      meta: typeOf<OwnAccountMeta>(),
    },
    /**
     * The muted or followed topics whose name or stream contains each word of `text`, by stream and name. Only the first
     * ones are listed; the search finds the others.
     */
    topic_choices: {
      query: z.strictObject({
        type: z.literal('topic_choices'),
        policy: z.enum(['muted', 'followed']),
        text: z.string().max(clientLimits.nameQuery.most),
      }),
      item: typeOf<TopicChoiceItem>(),
      meta: typeOf<TopicChoicesMeta>(),
    },
  },
  calls: {
    /** Sets the own status; one without text and emoji clears it. `until` is UNIX milliseconds, null for no end. */
    'account.setStatus': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        text: z.string().max(clientLimits.pageProfile.most),
        emoji: z
          .strictObject({ type: z.string().max(40), code: z.string().max(100) })
          .readonly()
          .nullable(),
        until: z.number().nullable(),
      }),
      output: typeOf<null>(),
    },
    'account.change': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, change: setting }),
      output: typeOf<null>(),
    },
    /** Sets the own picture; needs the server. `data` is a square PNG, base64. */
    'account.setPicture': {
      to: 'main',
      input: z.strictObject({ accountId: accountIdSchema, data: z.base64().max(clientLimits.pageFileChunk.most) }),
      output: typeOf<null>(),
    },
    /** Removes the own picture; needs the server. */
    'account.removePicture': { to: 'main', input: ofAccount, output: typeOf<null>() },
    /**
     * Changes the password; needs the server. Other sessions may be signed out. `hasKey`: the account goes on with a
     * key that was fetched with the new password. `keyIsStored`: the keychain has the key.
     */
    'account.changePassword': {
      to: 'main',
      input: z.strictObject({
        accountId: accountIdSchema,
        current: z.string().max(clientLimits.password.most),
        wanted: z.string().min(1).max(clientLimits.password.most),
      }),
      output: typeOf<{ readonly hasKey: boolean; readonly keyIsStored: boolean }>(),
    },
    /** Answers the API key, for copying. */
    'account.showKey': { to: 'main', input: ofAccount, output: typeOf<{ readonly key: string }>() },
    /** Replaces the API key; needs the server. All other sessions are signed out, and this one goes on. */
    'account.replaceKey': {
      to: 'main',
      input: ofAccount,
      output: typeOf<{ readonly key: string; readonly keyIsStored: boolean }>(),
    },
    /** Deactivates the own account at the server and signs out of it. */
    'account.deactivate': { to: 'main', input: ofAccount, output: typeOf<null>() },
    /** Sets a custom field of the own profile; an empty value clears it. */
    'account.setField': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        fieldId: integerSchema,
        value: z.string().max(clientLimits.pageProfile.most),
      }),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract

declare module '../base/failures.ts' {
  interface FailureValues {
    /** `most` counts code points. */
    STATUS_TOO_LONG: { readonly most: number }
    OWN_NAME_EMPTY: null
    /** `most` counts code points. */
    OWN_NAME_TOO_LONG: { readonly most: number }
    NO_PROFILE_FIELD: null
    /** `most` counts code points. */
    PROFILE_TOO_LONG: { readonly most: number }
    PROFILE_NOT_A_LINK: null
    /** The page's own refusal before it sends. */
    PASSWORDS_DIFFER: null
    /** The page's own refusal before it sends. `least` counts code points. */
    PASSWORD_TOO_SHORT: { readonly least: number }
    OWN_OFFLINE: { readonly act: OwnAct }
    /** The server may have made the change, or not. */
    OWN_OUTCOME_UNKNOWN: { readonly act: OwnAct }
    /** The user is the last owner of the organization, or its last user. */
    LAST_OWNER: null
  }
}

declare module '../outbox.ts' {
  interface ActionNameValues {
    STATUS: { readonly isSet: boolean }
    OWN_SETTING: { readonly property: OwnSetting['property'] }
    /** `name` is the field's. */
    OWN_FIELD: { readonly name: string }
  }
}
