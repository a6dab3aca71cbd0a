import type { DraftListWords } from '../../page/drafts.ts'
export const draftList = {
  title: 'Drafts',
  notShown: 'Your drafts cannot be shown now',
  deleted: (text) => ['The draft “', text, '” was deleted.'],
  withoutText: 'without text',
  empty: 'No drafts. What you begin to write is kept here until you send it.',
  send: 'Send',
  local: 'This account keeps drafts on this computer only; its settings at the server say so.',
} satisfies DraftListWords
