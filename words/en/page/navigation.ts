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
  findExample: 'Jump to anything',
  drafts: 'Drafts',
  unsent: 'Not sent',
  scheduled: 'Scheduled',
  groups: {
    pinned: 'Pinned',
    streams: 'Streams',
    inactive: 'Silent for a month',
    direct: 'Direct messages',
  },
  newDirect: 'New direct message',
  openTopics: 'Show the topics',
  foldTopics: 'Hide the topics',
  moreTopics: {
    more: 'More topics',
    asking: 'Asking for more topics…',
    needs_server: 'More topics need the server',
    failed: 'More topics could not be fetched. Try again',
    fewer: 'Fewer topics',
  },
  width: 'Width of the list of conversations',
  found: 'More on this computer',
  inStream: (stream) => ['in ', stream],
  searching: 'Searching this computer…',
  nothingFound: 'Nothing on this computer has this name.',
  notSearched: 'Only what is listed above was searched, not all of this computer.',
  empty: 'No conversations yet.',
  options: 'Options',
  archived: 'Archived',
  private: 'Private',
  followed: 'Followed',
  bot: 'Bot',
  presence: { active: 'Online', idle: 'Away for a moment' },
  notSent: (count) => `${english.number(count)} not sent`,
  unread: 'unread',
} satisfies NavigationWords

export const rail = {
  label: 'Organizations',
  add: 'Add an organization',
  account: ({ organization, email, unread, failed }) =>
    `${organization}, ${email}, ${english.number(unread)} unread${failed > 0 ? `, ${english.number(failed)} not sent` : ''}`,
  moved: ({ organization, place, total }) =>
    `${organization} is at place ${english.number(place)} of ${english.number(total)} now.`,
  accountTitle: ({ organization, email }) => `${organization} (${email})`,
} satisfies RailWords

export const stateLine = {
  connected: 'Up to date',
  starting: 'Starting',
  catchingUp: 'Catching up',
  offline: 'Offline',
  held: 'On hold',
  keychain: 'Keychain',
  signedOut: 'Signed out',
  refused: 'Problem',
  hint: 'Connections, and what waits (W)',
} satisfies StateLineWords

export const accountMenu = {
  label: 'Account and settings',
  labelWithUpdate: (version) => `Account and settings: Skein ${version} is there`,
  restart: (version) => `Restart as Skein ${version}`,
  update: (version) => `Skein ${version} is there…`,
  settings: 'Settings…',
  mutedPeople: 'Muted people…',
  connections: 'Connections',
  shortcuts: 'Keyboard shortcuts',
  report: 'Save a report…',
  signOut: 'Sign out…',
  question: (organization) => `Sign out of ${organization}?`,
  consequence:
    'The key, the conversations with their pictures, the drafts and the saved texts of this account are removed from this computer. The server keeps what was sent.',
  lost: (count) =>
    english.plural(count, {
      one: 'One message has not been sent yet and would be lost.',
      other: `${english.number(count)} messages have not been sent yet and would be lost.`,
    }),
  stay: 'Stay',
  confirm: 'Sign out',
} satisfies AccountMenuWords

export const palette = {
  label: 'Go to anything',
  example: 'A stream, topic, person, group or command',
  list: 'What was found',
  groups: { places: 'Go to', commands: 'Commands' },
  command: 'Command',
  severalPeople: 'Several people…',
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
  nothingFound: 'Nothing on this computer has that name.',
} satisfies PaletteWords
