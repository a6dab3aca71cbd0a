import type { ScheduledWords } from '../../page/scheduled.ts'

export const scheduled = {
  title: 'Scheduled messages',
  notShown: 'Couldn’t load your scheduled messages',
  empty: 'No scheduled messages. Messages you schedule are listed here until they’re sent.',
  missing: 'This server is too old to support scheduled messages.',
  saving: 'Not synced yet. Saved on this computer until the server can be reached.',
  notSaved: (reason) => `Not scheduled. ${reason}`,
  sendNow: 'Send now',
  change: 'Edit',
  cancel: 'Cancel sending',
  day: 'Day',
  time: 'Time',
  text: 'Message',
  cancelled: (text) => ['“', text, '” won’t be sent.'],
  keptAsDraft: 'It won’t be sent. Its text is saved as a draft.',
  restoredAsDraft: 'Its text is saved as a draft.',
  withoutText: 'no text',
} satisfies ScheduledWords
