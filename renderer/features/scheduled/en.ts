import type { Phrase } from '#i18n/section.ts'

export const scheduled = {
  title: 'Scheduled messages',
  notShown: 'Couldn’t load your scheduled messages',
  empty: 'No scheduled messages. Messages you schedule are listed here until they’re sent.',
  /** The server does not support scheduled messages. */
  missing: 'This server is too old to support scheduled messages.',
  /** The server does not have the message, or its change, yet. */
  saving: 'Not synced yet. Saved on this computer until the server can be reached.',
  notSaved: (reason: string) => `Not scheduled. ${reason}`,
  sendNow: 'Send now',
  change: 'Edit',
  cancel: 'Cancel sending',
  day: 'Day',
  time: 'Time',
  text: 'Message',
  /** `text` is an element with the beginning of the message. */
  cancelled: <T>(text: T): Phrase<T> => ['“', text, '” won’t be sent.'],
  /** Its time has passed, so that it cannot be scheduled again. */
  keptAsDraft: 'It won’t be sent. Its text is saved as a draft.',
  /** It was cancelled before the server had it, and undone. */
  restoredAsDraft: 'Its text is saved as a draft.',
  withoutText: 'no text',
}
