import { z } from 'zod'
import type { UserId } from '../../values/ids.ts'
import type { Api, CallOptions } from '../client.ts'
import { plainAvatars } from '../dialect.ts'
import { userSchema, type WireUser } from '../resources/people.ts'

const envelope = z.object({})

/** The changed properties of a person. */
export interface WirePersonChange {
  readonly name?: string | undefined
  /** The address needs the capability `emailChanges`. */
  readonly email?: string | undefined
  readonly role?: number | undefined
  /** The values of custom fields: a text, or the ids of people; null clears a field. */
  readonly fields: readonly { readonly id: number; readonly value: string | readonly number[] | null }[]
}

/** `PATCH /users/{user_id}` (wire-protocol.md §2.11). */
export async function changePerson(
  api: Api,
  id: UserId,
  { name, email, role, fields }: WirePersonChange,
  options: CallOptions,
): Promise<void> {
  const form = {
    ...(name === undefined ? {} : { full_name: name }),
    ...(email === undefined ? {} : { new_email: email }),
    ...(role === undefined ? {} : { role: String(role) }),
    ...(fields.length === 0 ? {} : { profile_data: JSON.stringify(fields) }),
  }
  await api.call('PATCH', `/users/${id}`, form, envelope, options)
}

/** `DELETE /users/{user_id}` (wire-protocol.md §2.11). The comment goes to the person; it is empty for none. */
export async function deactivatePerson(api: Api, id: UserId, comment: string, options: CallOptions): Promise<void> {
  const form: Readonly<Record<string, string>> = comment === '' ? {} : { deactivation_notification_comment: comment }
  await api.call('DELETE', `/users/${id}`, form, envelope, options)
}

/** `POST /users/{user_id}/reactivate` (wire-protocol.md §2.11), for bots too. */
export async function reactivatePerson(api: Api, id: UserId, options: CallOptions): Promise<void> {
  await api.call('POST', `/users/${id}/reactivate`, {}, envelope, { ...options, once: `person ${id}` })
}

/** A person who is added with a password. */
export interface WireNewPerson {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** `POST /users` (wire-protocol.md §2.11). Servers before level 30 do not answer the id. */
export async function addPerson(
  api: Api,
  { name, email, password }: WireNewPerson,
  options: CallOptions,
): Promise<{ readonly userId: UserId }> {
  const schema = z.object({ user_id: z.number().int() })
  const form = { email, password, full_name: name }
  const answer = await api.call('POST', '/users', form, schema, { ...options, once: 'people' })
  return { userId: answer.user_id }
}

/** `GET /users/{email}`: the user with an address. @throws ApiError also if there is no such user */
export async function getUserByEmail(api: Api, email: string, options: CallOptions): Promise<WireUser> {
  const schema = z.object({ user: userSchema })
  return (await api.call('GET', `/users/${encodeURIComponent(email)}`, plainAvatars, schema, options)).user
}
