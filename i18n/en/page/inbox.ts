import { english } from '../format.ts'
import type { InboxWords } from '../../page/inbox.ts'

export const inbox = {
  title: 'Inbox',
  titleEverywhere: 'Inbox (all organizations)',
  empty: 'You’re all caught up.',
  notShown: 'Couldn’t load your inbox',
  scope: 'Show inbox for',
  sections: { mentions: 'Mentions', direct: 'Direct messages', unknownStream: 'Other stream' },
  more: 'Older conversations appear here as you read these.',
  answer: 'Reply',
  markRead: 'Mark as read',
  dismiss: 'Remove from list',
  read: 'Read',
  muted: 'Muted',
  mentions: (count) => english.plural(count, { one: 'mention', other: 'mentions' }),
  unread: 'unread',
  wrote: (name) => [name, ': '],
  answered: (text) => `You replied: ${text}`,
  answeredByFiles: 'You replied with files.',
  nothingHere: 'Messages aren’t on this computer yet.',
} satisfies InboxWords
