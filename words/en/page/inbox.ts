import { english } from '../format.ts'
import type { InboxWords } from '../../page/inbox.ts'

export const inbox = {
  title: 'Inbox',
  titleEverywhere: 'Inbox of all organizations',
  empty: 'All is read.',
  notShown: 'The inbox cannot be shown.',
  scope: 'Whose inbox',
  sections: { mentions: 'Mentions', direct: 'Direct messages', unknownStream: 'Another stream' },
  more: 'Older conversations are left out. They come when these are read.',
  answer: 'Answer',
  markRead: 'Mark as read',
  dismiss: 'Take from the list',
  read: 'Read',
  muted: 'Muted',
  mentions: (count) => english.plural(count, { one: 'mention', other: 'mentions' }),
  unread: 'unread',
  wrote: (name) => [name, ': '],
  answered: (text) => `You answered: ${text}`,
  answeredByFiles: 'You answered with files.',
  nothingHere: 'Its messages are not on this computer yet.',
} satisfies InboxWords
