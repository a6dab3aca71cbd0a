/** Lists of messages of several conversations: `empty` is shown if there is no message. */
export const feeds = {
  combined: { title: 'All messages', empty: 'No messages yet. Muted messages aren’t shown here.' },
  direct_all: { title: 'All direct messages', empty: 'No direct messages yet.' },
  mentions: { title: 'Mentions', empty: 'No one has mentioned you yet.' },
  starred: { title: 'Starred messages', empty: 'No starred messages yet. Star a message to find it here.' },
  followed: { title: 'Followed topics', empty: 'You’re not following any topics. Follow a topic from its menu.' },
  has: {
    attachment: { title: 'Messages with files', empty: 'No messages with files.' },
    image: { title: 'Messages with images', empty: 'No messages with images.' },
    link: { title: 'Messages with links', empty: 'No messages with links.' },
    reaction: { title: 'Messages with reactions', empty: 'No messages with reactions.' },
  },
  ofPerson: (name: string) => `Messages from ${name}`,
  nothingOfPerson: 'No messages you can read.',
  /** In the navigation, which is narrow. */
  entries: { combined: 'All messages', mentions: 'Mentions', starred: 'Starred', followed: 'Followed' },
  notShown: 'Couldn’t load these messages',
  /** The button that lists all feeds. */
  choose: 'More views',
  /** The choice between the mentions of the organization and those of all. */
  scope: 'Show mentions from',
  /** The list contains only the messages that are on this computer. */
  isPartial: 'Showing messages on this computer only. The server may have more.',
  /** The same for an empty list. */
  nothingHere: 'No messages on this computer. The server may have some.',
}
