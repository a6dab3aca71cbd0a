import type { Phrase } from '#i18n/section.ts'
import { english } from '#i18n/en/format.ts'

export const unsent = {
  title: 'Unsent messages',
  retryAll: (count: number) => `Retry all ${english.number(count)}`,
  withoutText: 'Message without text',
  /** `text` is an element with the beginning of the message. */
  takenBack: <T>(text: T): Phrase<T> => ['“', text, '” was discarded.'],
  notShown: 'Couldn’t load your unsent messages',
  empty: 'Everything has been sent. Anything waiting or rejected is listed here.',
  takeBack: 'Discard',
  copied: 'Text copied.',
  notCopied: 'Couldn’t copy the text.',
  restored: 'It’s in your drafts now.',
  waiting: 'Waiting',
  /** Of a row; `title` is the conversation of the action, and may be empty. */
  row: ({ what, title }: { what: string; title: string }) => (title === '' ? what : `${what}, ${title}`),
}
