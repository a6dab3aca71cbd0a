import type { Phrase } from '#i18n/section.ts'

export const draftList = {
  title: 'Drafts',
  notShown: 'Couldn’t load your drafts',
  /** `text` is an element with the beginning of the draft. */
  deleted: <T>(text: T): Phrase<T> => ['The draft “', text, '” was deleted.'],
  withoutText: 'no text',
  empty: 'No drafts. Anything you start writing is saved here until you send it.',
  send: 'Send',
  local: 'This account keeps drafts on this computer only, as set in its server settings.',
}
