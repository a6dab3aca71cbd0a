import { z } from 'zod'
import type { Wire } from '../wire.ts'
import type { Api, CallOptions } from '../client.ts'
import { lenientArray } from '../lenient.ts'

/** The user's settings, unparsed. */
export const userSettingsWire = {
  fetches: ['user_settings'],
  shape: { user_settings: z.record(z.string(), z.unknown()).catch({}) },
  events: [
    z.object({ type: z.literal('user_settings'), op: z.literal('update'), property: z.string(), value: z.unknown() }),
  ],
} as const satisfies Wire

/** The default settings of new users. */
export const userSettingsDefaultsWire = {
  events: [
    z.object({
      type: z.literal('realm_user_settings_defaults'),
      op: z.literal('update'),
      property: z.string(),
      value: z.unknown(),
    }),
  ],
  passing: ['realm_user_settings_defaults'],
} as const satisfies Wire

const words = lenientArray(z.string())

/** The user's alert words; an event contains the whole list (wire-protocol.md §2.8). */
export const alertWordsWire = {
  fetches: ['alert_words'],
  shape: { alert_words: words.catch([]) },
  events: [z.object({ type: z.literal('alert_words'), alert_words: words })],
} as const satisfies Wire

/** `POST` and `DELETE /users/me/alert_words`; adding an existing word or removing a missing one is no error. */
export async function changeAlertWords(
  api: Api,
  change: { readonly word: string; readonly isOn: boolean },
  options: CallOptions,
): Promise<void> {
  const form = { alert_words: JSON.stringify([change.word]) }
  await api.call(change.isOn ? 'POST' : 'DELETE', '/users/me/alert_words', form, z.object({}), options)
}

const mutedSchema = lenientArray(z.object({ id: z.number().int() }))

export const mutedPeopleWire = {
  fetches: ['muted_users'],
  shape: { muted_users: mutedSchema.catch([]) },
  events: [z.object({ type: z.literal('muted_users'), muted_users: mutedSchema })],
} as const satisfies Wire
