import type { UnsentWords } from '../../page/outbox.ts'
import { english } from '../format.ts'

export const unsent = {
  title: 'Unsent messages',
  retryAll: (count) => `Retry all ${english.number(count)}`,
  withoutText: 'Message without text',
  takenBack: (text) => ['“', text, '” was discarded.'],
  notShown: 'Couldn’t load your unsent messages',
  empty: 'Everything has been sent. Anything waiting or rejected is listed here.',
  takeBack: 'Discard',
  copied: 'Text copied.',
  notCopied: 'Couldn’t copy the text.',
  restored: 'It’s in your drafts now.',
  waiting: 'Waiting',
  row: ({ what, title }) => (title === '' ? what : `${what}, ${title}`),
} satisfies UnsentWords
