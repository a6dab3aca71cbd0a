import { z } from 'zod'
import type { Api, CallOptions } from '../client.ts'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

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
