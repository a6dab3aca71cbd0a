import { z } from 'zod'
import type { BotType, PersonRole } from '#shared/directory-choices.ts'
import type { UserId } from './ids.ts'

const ids = z.array(z.number().int())

/**
 * The group of a setting (newer-servers.md, "G"): the id of a named group, or the members and subgroups of an
 * anonymous one.
 */
export const groupSettingSchema = z.union([z.number().int(), z.object({ direct_members: ids, direct_subgroups: ids })])

export type GroupSetting = z.infer<typeof groupSettingSchema>

/** The roles (wire-protocol.md §2.15). Lower numbers have more rights. */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

/** The types of bots (wire-protocol.md §2.11). */
export const botTypeNumbers: Readonly<Record<BotType, number>> = { generic: 1, incoming: 2, outgoing: 3 }

const profileSchema = z.record(z.string(), z.object({ value: z.string(), html: z.string().nullable() }))

/** The values of custom profile fields by field id. `html` is null if the server does not render the field. */
export type Profile = z.infer<typeof profileSchema>

/** The types of custom profile fields (Service API, Custom profile field). */
export const fieldTypes = {
  shortText: 1,
  longText: 2,
  list: 3,
  date: 4,
  link: 5,
  person: 6,
  externalAccount: 7,
  pronouns: 8,
} as const

/** Parses the JSON that a profile field or its value consists of; null if it is unreadable. */
export function parsedField(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Parses the value of a field of people, the JSON of their ids; an unreadable one names nobody. */
export function personIdsOf(value: string): readonly number[] {
  return ids.safeParse(parsedField(value)).data ?? []
}

/** Parses the profile of a stored row. */
export function readProfile(json: string): Profile {
  return json === '{}' ? {} : profileSchema.parse(JSON.parse(json))
}

/** Returns the role of a number. A number that this version does not know counts as the next role with fewer rights. */
export function roleOf(number: number): PersonRole {
  if (number <= roles.owner) return 'owner'
  if (number <= roles.administrator) return 'administrator'
  if (number <= roles.moderator) return 'moderator'
  return number <= roles.member ? 'member' : 'guest'
}

/**
 * Returns the e-mail address of a person; null if it is only the one that the server shows in place of an address which
 * the user may not see (`user9@…`, Service API, “email”).
 */
export function visibleEmail({ id, email }: { readonly id: UserId; readonly email: string }): string | null {
  return email.startsWith(`user${id}@`) ? null : email
}
