import type { FeedWords } from '../../../page/reading/feeds.ts'

export const feeds = {
  combined: { title: 'All messages', empty: 'No messages yet. What is muted is not listed here.' },
  direct_all: { title: 'All direct messages', empty: 'No direct messages yet.' },
  mentions: { title: 'Mentions', empty: 'Nobody has mentioned you yet.' },
  starred: { title: 'Starred messages', empty: 'Nothing is starred. The star of a message keeps it here.' },
  followed: { title: 'Followed topics', empty: 'You follow no topic. A topic’s menu follows it.' },
  has: {
    attachment: { title: 'Messages with files', empty: 'No message has a file.' },
    image: { title: 'Messages with pictures', empty: 'No message has a picture.' },
    link: { title: 'Messages with links', empty: 'No message has a link.' },
    reaction: { title: 'Messages with reactions', empty: 'No message has a reaction.' },
  },
  ofPerson: (name) => `Messages from ${name}`,
  nothingOfPerson: 'Nothing that you can read.',
  entries: { combined: 'All messages', mentions: 'Mentions', starred: 'Starred', followed: 'Followed' },
  notShown: 'These messages cannot be shown.',
  choose: 'Other lists of messages',
  scope: 'Whose mentions',
  isPartial: 'Only what is on this computer is listed; the server may have more.',
  nothingHere: 'None is on this computer; the server may have some.',
} satisfies FeedWords
