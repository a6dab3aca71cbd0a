import type { Phrase } from '#i18n/section.ts'
import { english, word } from '#i18n/en/format.ts'

export const inbox = {
  title: 'Inbox',
  /** Of the inbox of all organizations. */
  titleEverywhere: 'Inbox (all organizations)',
  empty: 'You’re all caught up.',
  notShown: 'Couldn’t load your inbox',
  /** The choice between the organization and all. */
  scope: 'Show inbox for',
  sections: {
    mentions: 'Mentions',
    direct: 'Direct messages',
    get unknownStream() {
      return `Other ${word.one}`
    },
  },
  /** There are more conversations than the list holds. */
  more: 'Older conversations appear here as you read these.',
  answer: 'Reply',
  markRead: 'Mark as read',
  /** Removes a row that was read elsewhere from the list. */
  dismiss: 'Remove from list',
  read: 'Read',
  muted: 'Muted',
  /** Follows the number of mentions, which has a mark of its own. */
  mentions: (count: number) => english.plural(count, { one: 'mention', other: 'mentions' }),
  unread: 'unread',
  /** Before the beginning of a message. */
  wrote: <T>(name: T): Phrase<T> => [name, ': '],
  /** Before the beginning of the user's answer. */
  answered: (text: string) => `You replied: ${text}`,
  /** Of an answer that has files alone. */
  answeredByFiles: 'You replied with files.',
  /** No message of the conversation is on this computer. */
  nothingHere: 'Messages aren’t on this computer yet.',
}
