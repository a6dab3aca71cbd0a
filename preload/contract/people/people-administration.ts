import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { botTypes, personRoles, type BotType, type PersonRole } from '#shared/directory-choices.ts'
import type { UserId } from '#shared/ids.ts'
import type { OrganizationAct } from '#shared/organization/right-choices.ts'
import { typeOf, type ResourceContract } from '../base/entries.ts'
import { accountIdSchema, integerSchema, userIdSchema, type PersonName, type PersonRef } from '../base/values.ts'
import type { OwnFieldContent } from './own-account.ts'
import type { RightRefusal } from './rights.ts'

/** The right of the account to an act that concerns the organization. */
export interface RightItem {
  readonly key: string
  readonly kind: 'right'
  readonly act: OrganizationAct
  /** Null if the account has the right. */
  readonly refusal: RightRefusal | null
}

/** What the account may give to others, and what the server takes. */
export interface RightsMeta {
  /** The role of the account; nobody can give a role with more rights. */
  readonly role: PersonRole
  /** The types of bots that the account may create. */
  readonly botTypes: readonly BotType[]
  /** The least number of code points of a password. */
  readonly minPassword: number
}

/** A custom profile field of a person with its value, empty if there is none. */
export interface ManagedFieldItem {
  readonly key: string
  readonly kind: 'managed_field'
  readonly fieldId: number
  readonly name: string
  readonly hint: string
  readonly content: OwnFieldContent
  readonly value: string
}

/** What only bots have. */
export interface ManagedBot {
  /** Null for a type that Skein does not know. */
  readonly type: BotType | null
  readonly owner: PersonName | null
  /** Whether the service gives bots default streams. Their names follow; an empty one is none. */
  readonly hasStreams: boolean
  readonly sendingStream: string
  readonly eventsStream: string
  /** Whether the server tells the account the key. Replacing it gives a new one anyway. */
  readonly hasKey: boolean
  /** The refusal of changes of the bot; null if the account may make them. */
  readonly refusal: RightRefusal | null
}

/** A person or bot with all that their administration needs. Each refusal is null if the account has the right. */
export interface ManagedPerson extends PersonRef {
  readonly role: PersonRole
  /** The e-mail address; null if the account may not see it. */
  readonly email: string | null
  readonly isSelf: boolean
  /** Whether the server can change the address. */
  readonly canChangeEmail: boolean
  readonly editRefusal: RightRefusal | null
  /** For each role, whether the account may give it to the person. */
  readonly roleRefusals: Readonly<Record<PersonRole, RightRefusal | null>>
  /** Of deactivating an active account, or reactivating a deactivated one. */
  readonly activityRefusal: RightRefusal | null
  /** Whether the server sends the person a comment about the deactivation. */
  readonly hasComment: boolean
  readonly bot: ManagedBot | null
  /** The active bots of the person, and how many there are; the names are cut at `clientLimits.personBots`. */
  readonly bots: readonly PersonName[]
  readonly botCount: number
  /** Whether the server deactivates the bots with the person. */
  readonly endsBots: boolean
  /** The number of the named groups with the person as a member. */
  readonly groupCount: number
}

export interface ManagedPersonMeta {
  /** Null if the person is unknown. */
  readonly person: ManagedPerson | null
}

const ofAccount = { accountId: accountIdSchema }
const ofPerson = { ...ofAccount, userId: userIdSchema }
const text = z.string().max(clientLimits.pageProfile.most)

/** The administration of people and bots. Each change needs its right and the server, and nothing of it waits. */
export const peopleAdministration = {
  views: {
    /** The rights of the account to the acts that concern the organization. */
    rights: {
      query: z.strictObject({ type: z.literal('rights') }),
      item: typeOf<RightItem>(),
      meta: typeOf<RightsMeta>(),
    },
    /** A person or bot to be changed; the items are the custom profile fields, which bots do not have. */
    managed_person: {
      query: z.strictObject({ type: z.literal('managed_person'), userId: userIdSchema }),
      item: typeOf<ManagedFieldItem>(),
      meta: typeOf<ManagedPersonMeta>(),
    },
  },
  calls: {
    /** Changes what is given of a person. Answers when the change is known here. */
    'people.change': {
      to: 'engine',
      input: z.strictObject({
        ...ofPerson,
        name: text.optional(),
        /** Needs a server of level 313. */
        email: text.optional(),
        role: z.enum(personRoles).optional(),
        /** The values as the server stores them; for people the JSON of their ids. An empty value clears. */
        fields: z
          .array(z.strictObject({ fieldId: integerSchema, value: text }).readonly())
          .max(clientLimits.profileFields.most)
          .readonly(),
      }),
      output: typeOf<null>(),
    },
    /** Deactivates a person or bot. The comment goes to the person; it is empty for none. */
    'people.deactivate': {
      to: 'engine',
      input: z.strictObject({ ...ofPerson, comment: text }),
      output: typeOf<null>(),
    },
    'people.reactivate': { to: 'engine', input: z.strictObject(ofPerson), output: typeOf<null>() },
    /** Adds a person with a password. */
    'people.add': {
      to: 'engine',
      input: z.strictObject({
        ...ofAccount,
        name: text,
        email: text,
        password: z.string().max(clientLimits.password.most),
      }),
      output: typeOf<{ readonly userId: UserId }>(),
    },
    /** Creates a bot of the account. `address` is that of an outgoing webhook, otherwise empty. */
    'bots.create': {
      to: 'engine',
      input: z.strictObject({ ...ofAccount, type: z.enum(botTypes), name: text, shortName: text, address: text }),
      output: typeOf<{ readonly userId: UserId }>(),
    },
    /** Changes what is given of a bot. A stream is given by its name; an empty one is none. */
    'bots.change': {
      to: 'engine',
      input: z.strictObject({
        ...ofPerson,
        name: text.optional(),
        ownerId: userIdSchema.optional(),
        sendingStream: text.optional(),
        eventsStream: text.optional(),
      }),
      output: typeOf<null>(),
    },
    /** The key of a bot, for copying. The engine does not store it. */
    'bots.key': { to: 'engine', input: z.strictObject(ofPerson), output: typeOf<{ readonly key: string }>() },
    /** Replaces the key of a bot and answers the new one. */
    'bots.replaceKey': { to: 'engine', input: z.strictObject(ofPerson), output: typeOf<{ readonly key: string }>() },
  },
} as const satisfies ResourceContract

declare module '../base/failures.ts' {
  interface FailureValues {
    PERSON_UNKNOWN: null
    PERSON_EMAIL_INVALID: null
    /** `least` counts code points. */
    PERSON_PASSWORD_TOO_SHORT: { readonly least: number }
    /** The short name of a bot is missing or has other characters than the server allows. */
    BOT_SHORT_NAME_INVALID: null
    BOT_ADDRESS_INVALID: null
    /** The server has not taken over the default streams of a bot. */
    BOT_STREAMS_IGNORED: null
    /** The server does not tell the account the key. */
    BOT_KEY_UNKNOWN: null
  }
}
