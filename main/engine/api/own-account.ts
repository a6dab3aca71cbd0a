import { z } from 'zod'
import type { Api, CallOptions } from './client.ts'
import { wireReactionType } from './dialect.ts'

const envelope = z.object({})

/** A status of the user. `emoji` is null for one without an emoji; an empty text with it clears the status. */
export interface WantedStatus {
  readonly text: string
  readonly emoji: { readonly type: string; readonly code: string; readonly name: string } | null
}

/** `POST /users/me/status`. Empty values clear (wire-protocol.md §2.9). */
export async function setStatus(
  api: Api,
  { text, emoji }: WantedStatus,
  options: CallOptions,
  isUpstream: boolean,
): Promise<void> {
  const chosen: Readonly<Record<string, string>> =
    emoji === null
      ? { emoji_name: '' }
      : {
          emoji_name: emoji.name,
          emoji_code: emoji.code,
          reaction_type: wireReactionType(emoji.type, isUpstream),
        }
  await api.call('POST', '/users/me/status', { status_text: text, ...chosen }, envelope, options)
}

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
