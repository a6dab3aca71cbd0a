import type { UnsentWords } from '../../page/outbox.ts'
import { english } from '../format.ts'

export const unsent = {
  title: 'Not sent',
  retryAll: (count) => `Try all ${english.number(count)} again`,
  withoutText: 'A message without text',
  takenBack: (text) => ['“', text, '” was taken back.'],
  notShown: 'What was not sent cannot be shown now',
  empty: 'Everything was sent. What a server refuses, and what waits, is listed here.',
  takeBack: 'Take back',
  copied: 'The text was copied.',
  notCopied: 'The text could not be copied.',
  restored: 'It is among your drafts now.',
  waiting: 'Waiting',
  row: ({ what, title }) => (title === '' ? what : `${what}, ${title}`),
} satisfies UnsentWords
