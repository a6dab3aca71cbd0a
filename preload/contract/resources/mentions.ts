import { z } from 'zod'
import type { GroupId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema, narrowSchema, type PersonRef } from '../values.ts'

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

export const mentions = {
  views: {},
  calls: {
    /** Finds mentions for a typed beginning in a conversation, the most likely first. */
    'mentions.find': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema, query: z.string().max(200) }),
      output: typeOf<readonly Mentionable[]>(),
    },
  },
} as const satisfies ResourceContract
