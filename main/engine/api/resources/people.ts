import { z } from 'zod'
import type { UserId } from '../../values/ids.ts'
import type { Api, CallOptions } from '../client.ts'
import type { Wire } from '../wire.ts'
import { canonicalReactionType, plainAvatars } from '../dialect.ts'
import { lenientRecord } from '../lenient.ts'

/** A user's status. Each key changes separately: an absent key is unchanged, an empty one is cleared (O2). */
export const statusSchema = z.object({
  away: z.boolean().optional().catch(undefined),
  status_text: z.string().optional().catch(undefined),
  emoji_name: z.string().optional().catch(undefined),
  emoji_code: z.string().optional().catch(undefined),
  reaction_type: z.string().transform(canonicalReactionType).optional().catch(undefined),
})

export type WireStatus = z.infer<typeof statusSchema>

export const statusesWire = {
  fetches: ['user_status'],
  shape: { user_status: lenientRecord(statusSchema).catch({}) },
  events: [statusSchema.extend({ type: z.literal('user_status'), user_id: z.number().int() })],
} as const satisfies Wire

/** The value of a custom profile field; null and absent values are empty. */
const profileValueSchema = z.object({
  value: z.string().nullish(),
  rendered_value: z.string().nullish().catch(null),
})

export const userSchema = z.object({
  user_id: z.number().int(),
  full_name: z.string(),
  email: z.string().catch(''),
  delivery_email: z.string().nullish(),
  role: z.number().catch(400),
  is_bot: z.boolean().catch(false),
  is_active: z.boolean().optional(),
  timezone: z.string().catch(''),
  avatar_url: z.string().nullish(),
  avatar_version: z.number().catch(0),
  date_joined: z.string().catch(''),
  bot_type: z.number().nullish().catch(null),
  bot_owner_id: z.number().nullish().catch(null),
  profile_data: z.record(z.string(), profileValueSchema).catch({}),
})

export type WireUser = z.infer<typeof userSchema>

/** A change of a user: absent fields are unchanged. */
const personChangeSchema = z.object({
  user_id: z.number().int(),
  full_name: z.string().optional(),
  role: z.number().optional(),
  is_active: z.boolean().optional(),
  new_email: z.string().optional(),
  delivery_email: z.string().nullish(),
  timezone: z.string().optional(),
  /** The date may be reset (feature level 475); the waiting period starts from it. */
  date_joined: z.string().optional().catch(undefined),
  bot_owner_id: z.number().nullish(),
  avatar_url: z.string().nullish(),
  avatar_version: z.number().optional(),
  custom_profile_field: profileValueSchema.extend({ id: z.number().int() }).optional(),
})

export const peopleWire = {
  fetches: ['realm_user'],
  shape: {
    // The lists are long, so `userSchema` parses them in parts.
    realm_users: z.array(z.unknown()),
    realm_non_active_users: z.array(z.unknown()).catch([]),
    cross_realm_bots: z.array(z.unknown()).catch([]),
  },
  events: [
    z.object({ type: z.literal('realm_user'), op: z.literal('add'), person: userSchema }),
    z.object({
      type: z.literal('realm_user'),
      op: z.literal('update'),
      person: personChangeSchema,
    }),
    z.object({
      type: z.literal('realm_user'),
      op: z.literal('remove'),
      person: z.object({ user_id: z.number().int() }),
    }),
  ],
} as const satisfies Wire

/**
 * `GET /users/{user_id}` with the custom profile fields.
 * @throws ApiError also if there is no such user, or if the account may not see them
 */
export async function getUser(api: Api, userId: UserId, options: CallOptions): Promise<WireUser> {
  const form = { ...plainAvatars, include_custom_profile_fields: 'true' }
  return (await api.call('GET', `/users/${userId}`, form, z.object({ user: userSchema }), options)).user
}
