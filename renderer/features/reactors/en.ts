import { english } from '#i18n/en/format.ts'

/** Who has read a message. */
export const receipts = {
  title: 'Who has read this',
  /** The heading of the list with the number of people. */
  readBy: (count: number) => `Read by ${english.number(count)}`,
  read: 'Read by',
  loading: 'Loading…',
  nobody: 'No one has read this yet, except its author.',
  /** People whom the list leaves out. */
  more: (count: number) => `${english.number(count)} more`,
  /** The user hides the own receipts. */
  ownHidden: 'You don’t share when you read messages, so you don’t appear in these lists.',
  reactions: 'Reactions',
}
