import { z } from 'zod'
import type { Api, CallOptions } from '../client.ts'

const envelope = z.object({})

/** `PATCH /settings` with values of the own account, such as `full_name` (wire-protocol.md §2.9). */
export async function changeOwnSetting(
  api: Api,
  form: Readonly<Record<string, string>>,
  options: CallOptions,
): Promise<void> {
  await api.call('PATCH', '/settings', form, envelope, options)
}

/**
 * `PATCH /users/me/profile_data`, or `DELETE` for an empty value (wire-protocol.md §2.9). A field of people has the list
 * of their ids.
 */
export async function changeOwnField(
  api: Api,
  { id, value }: { readonly id: number; readonly value: string | readonly number[] },
  options: CallOptions,
): Promise<void> {
  const isCleared = value.length === 0
  const data = JSON.stringify(isCleared ? [id] : [{ id, value }])
  await api.call(isCleared ? 'DELETE' : 'PATCH', '/users/me/profile_data', { data }, envelope, options)
}
