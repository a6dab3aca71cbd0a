import type { DraftListWords } from '../../page/drafts.ts'
export const draftList = {
  title: 'Drafts',
  notShown: 'Couldn’t load your drafts',
  deleted: (text) => ['The draft “', text, '” was deleted.'],
  withoutText: 'no text',
  empty: 'No drafts. Anything you start writing is saved here until you send it.',
  send: 'Send',
  local: 'This account keeps drafts on this computer only, as set in its server settings.',
} satisfies DraftListWords
