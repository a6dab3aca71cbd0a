import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { canonicalReactionType } from './dialect.ts'
import { groupSettingSchema } from '../values/group-setting.ts'
import { lenientRecord } from './lenient.ts'

const ids = z.array(z.number().int())

/** A user group; system groups (`role:…`) among them (wire-protocol.md §2.8). */
export const groupSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().catch(''),
  members: ids.catch([]),
  direct_subgroup_ids: ids.catch([]),
  is_system_group: z.boolean().catch(false),
  deactivated: z.boolean().catch(false),
  can_mention_group: groupSettingSchema.catch(0),
})

export type WireGroup = z.infer<typeof groupSchema>

/** A custom profile field (service-api.md "Custom profile field"). */
export const profileFieldSchema = z.object({
  id: z.number().int(),
  type: z.number().int(),
  name: z.string(),
  hint: z.string().catch(''),
  /** JSON, whose form depends on the type. */
  field_data: z.string().catch(''),
  display_in_profile_summary: z.boolean().catch(false),
})

export type WireProfileField = z.infer<typeof profileFieldSchema>

/** What a person put into custom profile fields, by the field's id; null and absent are empty. */
export const profileValueSchema = z.object({
  value: z.string().nullish(),
  rendered_value: z.string().nullish().catch(null),
})

export const linkifierSchema = z.object({ id: z.number().int(), pattern: z.string(), url_template: z.string() })

export type WireLinkifier = z.infer<typeof linkifierSchema>

/** One's status; each key alone: absent is unchanged, empty is cleared (O2). */
export const statusSchema = z.object({
  away: z.boolean().optional().catch(undefined),
  status_text: z.string().optional().catch(undefined),
  emoji_name: z.string().optional().catch(undefined),
  emoji_code: z.string().optional().catch(undefined),
  reaction_type: z.string().transform(canonicalReactionType).optional().catch(undefined),
})

export type WireStatus = z.infer<typeof statusSchema>

/** A scheduled message (wire-protocol.md §2.5); times are UNIX seconds. */
export const scheduledSchema = z
  .object({
    scheduled_message_id: z.number().int(),
    type: z.enum(['stream', 'private', 'direct']),
    to: z.union([z.number().int(), ids.max(clientLimits.directPeople.most)]),
    topic: z.string().optional().catch(undefined),
    content: z.string().max(clientLimits.pageText.most),
    rendered_content: z.string().catch(''),
    scheduled_delivery_timestamp: z.number(),
    failed: z.boolean().catch(false),
  })
  .refine(({ type, topic }) => type !== 'stream' || topic !== undefined)
  .transform((message) => ({ ...message, topic: message.topic ?? '' }))

export type WireScheduled = z.infer<typeof scheduledSchema>

const stamp = z.number().optional().catch(undefined)

/** `presences` in the slim form: when somebody was last active, and last there; UNIX seconds. */
export const presencesSchema = lenientRecord(z.object({ active_timestamp: stamp, idle_timestamp: stamp }))

/** A presence event in its older form, whatever was asked for: one entry a client (wire-protocol.md §2.3.3). */
export const presenceOfClientsSchema = lenientRecord(z.object({ status: z.string(), timestamp: z.number() }))

/** A part of a poll or a to-do list as a message object carries it (wire-protocol.md §2.4.5). */
export const submessageSchema = z.object({
  id: z.number().int(),
  sender_id: z.number().int(),
  msg_type: z.string(),
  content: z.string().max(clientLimits.pageText.most),
})

export type WireSubmessage = z.infer<typeof submessageSchema>
