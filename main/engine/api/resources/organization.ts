import { z } from 'zod'
import type { Wire } from '../wire.ts'
import { lenientArray } from '../lenient.ts'

/** The organization's settings; a registration contains them unparsed (`settingsOfRegister`). */
export const organizationWire = {
  fetches: ['realm'],
  events: [
    z.object({ type: z.literal('realm'), op: z.literal('update'), property: z.string(), value: z.unknown() }),
    z.object({ type: z.literal('realm'), op: z.literal('update_dict'), data: z.record(z.string(), z.unknown()) }),
  ],
} as const satisfies Wire

/** Events of the queue and of the server. */
export const queueWire = {
  listens: ['restart'],
  passing: ['heartbeat'],
  events: [
    /** The event of a poll without other events. */
    z.object({ type: z.literal('heartbeat') }),
    z.object({ type: z.literal('restart'), svc_feature_level: z.number().int() }),
  ],
} as const satisfies Wire

export const linkifierSchema = z.object({ id: z.number().int(), pattern: z.string(), url_template: z.string() })

export type WireLinkifier = z.infer<typeof linkifierSchema>

export const linkifiersWire = {
  fetches: ['realm_linkifiers'],
  shape: { realm_linkifiers: lenientArray(linkifierSchema).catch([]) },
  events: [z.object({ type: z.literal('realm_linkifiers'), realm_linkifiers: lenientArray(linkifierSchema) })],
} as const satisfies Wire

/** An e-mail domain whose users may join the organization. */
export const domainSchema = z.object({ domain: z.string(), allow_subdomains: z.boolean().catch(false) })

export const domainsWire = {
  fetches: ['realm_domains'],
  shape: { realm_domains: lenientArray(domainSchema).catch([]) },
  events: [
    z.object({ type: z.literal('realm_domains'), op: z.enum(['add', 'change']), realm_domain: domainSchema }),
    z.object({ type: z.literal('realm_domains'), op: z.literal('remove'), domain: z.string() }),
  ],
} as const satisfies Wire

/** A code playground for a language. */
export const playgroundSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  pygments_language: z.string(),
  url_template: z.string(),
})

export const playgroundsWire = {
  fetches: ['realm_playgrounds'],
  shape: { realm_playgrounds: lenientArray(playgroundSchema).catch([]) },
  events: [z.object({ type: z.literal('realm_playgrounds'), realm_playgrounds: lenientArray(playgroundSchema) })],
} as const satisfies Wire

/** A custom profile field (Service API, Custom profile field). */
export const profileFieldSchema = z.object({
  id: z.number().int(),
  type: z.number().int(),
  name: z.string(),
  hint: z.string().catch(''),
  /** JSON whose form depends on the type. */
  field_data: z.string().catch(''),
  display_in_profile_summary: z.boolean().catch(false),
})

export type WireProfileField = z.infer<typeof profileFieldSchema>

export const profileFieldsWire = {
  fetches: ['custom_profile_fields'],
  shape: { custom_profile_fields: lenientArray(profileFieldSchema).catch([]) },
  events: [z.object({ type: z.literal('custom_profile_fields'), fields: lenientArray(profileFieldSchema) })],
} as const satisfies Wire
