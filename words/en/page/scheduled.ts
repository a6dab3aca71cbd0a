import type { ScheduledWords } from '../../page/scheduled.ts'

export const scheduled = {
  title: 'Scheduled messages',
  notShown: 'Your scheduled messages cannot be shown now',
  empty: 'Nothing is scheduled. Messages that are to be sent later wait here for their time.',
  missing: 'This server is too old for sending messages later.',
  saving: 'Not at the server yet. Kept on this computer until the server can be reached.',
  notSaved: (reason) => `Not scheduled: ${reason}`,
  sendNow: 'Send now',
  change: 'Change',
  cancel: 'Do not send',
  day: 'Day',
  time: 'Time',
  text: 'Text',
  cancelled: (text) => ['“', text, '” will not be sent.'],
  keptAsDraft: 'It will not be sent. Its text is a draft of the conversation now.',
  restoredAsDraft: 'Its text is a draft of the conversation now.',
  withoutText: 'without text',
} satisfies ScheduledWords
