import { z } from 'zod'
import type { ServerContext } from '../context/context.ts'
import { directoryOf } from '../streams/access.ts'
import { badRequest } from '../base/errors.ts'
import { parseGivenJson } from '../base/json.ts'
import { isLonger, limits } from '../base/limits.ts'
import { renderMarkdown } from '../markdown/render.ts'
import type { ProfileFieldRow } from '../store/people/profiles.ts'
import type { UserRow } from '../store/people/users.ts'
import { tellUser } from './user-changes.ts'

/** Types of custom profile fields (Service API, Custom profile field). */
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

const shortLimit = limits.profileText.most
const longLimit = limits.profileLongText.most

/** The choices of a list field, by their keys. */
export const choicesSchema = z.record(
  z.string().max(50),
  z.object({ text: z.string().min(1).max(100), order: z.union([z.string(), z.number()]) }),
)

/** The external accounts with a predefined URL pattern (`realm_default_external_accounts`). */
export const externalAccounts = {
  twitter: { name: 'Twitter username', text: 'Twitter', hint: '', url_pattern: 'https://twitter.com/%(username)s' },
  github: { name: 'GitHub username', text: 'GitHub', hint: '', url_pattern: 'https://github.com/%(username)s' },
}

/** A new value for one field: text, or user ids. */
export const profileChange = z.array(
  z.object({ id: z.number().int(), value: z.union([z.string(), z.array(z.number().int()), z.null()]) }),
)

/** Validates a value and returns its stored form. @throws ServiceError `BAD_REQUEST` */
function checkValue(context: ServerContext, field: ProfileFieldRow, value: string | number[]): string {
  if (field.type === fieldTypes.person) return checkPeople(context, field, value)
  if (typeof value !== 'string') throw badRequest(`${field.name} is not a string`)
  if (value.includes('\0')) throw badRequest(`${field.name} must not contain null bytes`)
  const length = [...value].length
  switch (field.type) {
    case fieldTypes.longText:
      if (length > longLimit) throw badRequest(`${field.name} is too long (limit: ${longLimit} characters)`)
      return value
    case fieldTypes.list:
      if (!(value in choicesSchema.parse(JSON.parse(field.field_data)))) {
        throw badRequest(`'${value}' is not a valid choice for '${field.name}'.`)
      }
      return value
    case fieldTypes.date:
      if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) {
        throw badRequest(`${field.name} is not a date`)
      }
      return value
    case fieldTypes.link:
      if (length > longLimit || !isWebAddress(value)) throw badRequest(`${field.name} is not a URL`)
      return value
    default:
      if (length > shortLimit) throw badRequest(`${field.name} is too long (limit: ${shortLimit} characters)`)
      return value
  }
}

function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

function checkPeople(context: ServerContext, field: ProfileFieldRow, value: string | number[]): string {
  const ids = typeof value === 'string' ? z.array(z.number().int()).safeParse(parseOrUndefined(value)).data : value
  if (ids === undefined) throw badRequest(`${field.name} is not a list of user ids`)
  for (const id of ids) {
    const person = context.tables.users.get(id)
    if (person === undefined || person.is_system === 1) throw badRequest(`Invalid user ID: ${id}`)
    if (person.is_active === 0) throw badRequest(`User with ID ${id} is deactivated`)
    if (person.is_bot === 1) throw badRequest(`User with ID ${id} is a bot`)
  }
  return JSON.stringify(ids)
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseGivenJson(text)
  } catch {
    return undefined
  }
}

/** Renders the slow parts of a profile; call before the change that stores it. */
export async function prepareProfile(
  context: ServerContext,
  writer: UserRow,
  changes: z.infer<typeof profileChange>,
): Promise<void> {
  const texts = changes.flatMap(({ id, value }) =>
    typeof value === 'string' && !isLonger(value, longLimit) && showsMarkdown(context.tables.profiles.field(id))
      ? [value]
      : [],
  )
  await context.drawings.prepare(texts, writer.id)
}

function showsMarkdown(field: ProfileFieldRow | undefined): boolean {
  return field?.type === fieldTypes.shortText || field?.type === fieldTypes.longText
}

/** Stores new values of a user's profile and publishes them; call inside `context.write`. */
export function changeProfile(context: ServerContext, user: UserRow, changes: z.infer<typeof profileChange>): void {
  const { profiles } = context.tables
  for (const { id, value } of changes) {
    const field = profiles.field(id)
    if (field === undefined) throw badRequest(`Field id ${id} not found.`)
    if (value === null || value.length === 0) {
      clearProfile(context, user, [id])
      continue
    }
    const checked = checkValue(context, field, value)
    const rendered = showsMarkdown(field) ? renderMarkdown(checked, directoryOf(context, user)).html : null
    profiles.setValue({ user_id: user.id, field_id: id, value: checked, rendered_value: rendered })
    tellUser(context, user.id, () => ({
      custom_profile_field: { id, value: checked, ...(rendered === null ? {} : { rendered_value: rendered }) },
    }))
  }
}

/** Clears fields of a user's profile and publishes it; call inside `context.write`. */
export function clearProfile(context: ServerContext, user: UserRow, fieldIds: readonly number[]): void {
  for (const id of fieldIds) {
    if (context.tables.profiles.field(id) === undefined) throw badRequest(`Field id ${id} not found.`)
    if (!context.tables.profiles.clearValue(user.id, id)) continue
    tellUser(context, user.id, () => ({ custom_profile_field: { id, value: null } }))
  }
}
