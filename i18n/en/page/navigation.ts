import type {
  NavigationWords,
  RailWords,
  StateLineWords,
  AccountMenuWords,
  PaletteWords,
} from '../../page/navigation.ts'
import { english } from '../format.ts'

export const navigation = {
  label: 'Conversations',
  find: 'Jump to a conversation',
  findExample: 'Jump to…',
  drafts: 'Drafts',
  unsent: 'Unsent',
  scheduled: 'Scheduled',
  groups: {
    pinned: 'Pinned',
    streams: 'Streams',
    inactive: 'Inactive',
    direct: 'Direct messages',
  },
  newDirect: 'New direct message',
  openTopics: 'Show topics',
  foldTopics: 'Hide topics',
  moreTopics: {
    more: 'More topics',
    asking: 'Loading more topics…',
    needs_server: 'Go online to load more topics',
    failed: 'Couldn’t load more topics. Try again',
    fewer: 'Fewer topics',
  },
  width: 'Sidebar width',
  found: 'More on this computer',
  inStream: (stream) => ['in ', stream],
  searching: 'Searching this computer…',
  nothingFound: 'No matches on this computer.',
  notSearched: 'Only the list above was searched, not everything on this computer.',
  empty: 'No conversations yet.',
  options: 'Options',
  archived: 'Archived',
  private: 'Private',
  followed: 'Followed',
  bot: 'Bot',
  presence: { active: 'Online', idle: 'Away' },
  notSent: (count) => `${english.number(count)} unsent`,
  unread: 'unread',
} satisfies NavigationWords

export const rail = {
  label: 'Organizations',
  add: 'Add an organization',
  account: ({ organization, email, unread, failed }) =>
    `${organization}, ${email}, ${english.number(unread)} unread${failed > 0 ? `, ${english.number(failed)} unsent` : ''}`,
  moved: ({ organization, position, total }) =>
    `${organization} moved to position ${english.number(position)} of ${english.number(total)}.`,
  accountTitle: ({ organization, email }) => `${organization} (${email})`,
} satisfies RailWords

export const stateLine = {
  connected: 'Up to date',
  starting: 'Connecting…',
  catchingUp: 'Catching up…',
  offline: 'Offline',
  held: 'Paused',
  keychain: 'Needs keychain',
  signedOut: 'Signed out',
  refused: 'Can’t connect',
  hint: 'Connection status',
} satisfies StateLineWords

export const accountMenu = {
  label: 'Account and settings',
  labelWithUpdate: (version) => `Account and settings: Skein ${version} is available`,
  restart: (version) => `Restart to update to Skein ${version}`,
  update: (version) => `Skein ${version} is available…`,
  settings: 'Settings…',
  mutedPeople: 'Muted people…',
  connections: 'Connection status',
  shortcuts: 'Keyboard shortcuts',
  report: 'Save report…',
  signOut: 'Sign out…',
  question: (organization) => `Sign out of ${organization}?`,
  consequence:
    'This account’s key, conversations, images, drafts and saved snippets will be removed from this computer. Sent messages stay on the server.',
  lost: (count) =>
    english.plural(count, {
      one: '1 message hasn’t been sent yet and will be lost.',
      other: `${english.number(count)} messages haven’t been sent yet and will be lost.`,
    }),
  confirm: 'Sign out',
} satisfies AccountMenuWords

export const palette = {
  label: 'Command palette',
  example: 'Search streams, topics, people, groups and commands',
  list: 'Results',
  groups: { places: 'Go to', commands: 'Commands' },
  command: 'Command',
  severalPeople: 'Choose several people…',
  userGroup: (count) => english.plural(count, { one: 'Group of one', other: `Group of ${english.number(count)}` }),
  links: {
    conversation: 'Open linked conversation',
    message: 'Open linked message',
    list: 'Open linked list',
    file: 'Save linked file…',
    browser: 'Open link in browser',
  },
  linkNames: (names) => names.join(' › '),
  searching: 'Searching this computer…',
  nothingFound: 'No matches on this computer.',
} satisfies PaletteWords
