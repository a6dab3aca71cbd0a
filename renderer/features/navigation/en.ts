import type { Phrase } from '#i18n/section.ts'
import { english, word } from '#i18n/en/format.ts'

export const navigation = {
  label: 'Conversations',
  find: 'Jump to a conversation',
  findExample: 'Jump to…',
  drafts: 'Drafts',
  unsent: 'Unsent',
  scheduled: 'Scheduled',
  groups: {
    pinned: 'Pinned',
    get streams() {
      return word.Many
    },
    inactive: 'Inactive',
    direct: 'Direct messages',
  },
  newDirect: 'New direct message',
  /** Of the button that shows and hides the topics of a stream. */
  openTopics: 'Show topics',
  foldTopics: 'Hide topics',
  /** Below the topics of a stream: shows more or fewer of them, or gives the reason why it cannot. */
  moreTopics: {
    more: 'More topics',
    asking: 'Loading more topics…',
    needs_server: 'Go online to load more topics',
    failed: 'Couldn’t load more topics. Try again',
    fewer: 'Fewer topics',
  },
  /** The accessible name of the edge that resizes the sidebar. */
  width: 'Sidebar width',
  /** The heading of matches that are not in the list. */
  found: 'More on this computer',
  /** Follows the name of a topic. */
  inStream: <T>(stream: T): Phrase<T> => ['in ', stream],
  searching: 'Searching this computer…',
  nothingFound: 'No matches on this computer.',
  notSearched: 'Only the list above was searched, not everything on this computer.',
  empty: 'No conversations yet.',
  /** Of the menu of an entry. */
  options: 'Options',
  archived: 'Archived',
  private: 'Private',
  followed: 'Followed',
  /** Of direct conversations with a bot. */
  bot: 'Bot',
  notSent: (count: number) => `${english.number(count)} unsent`,
  /** Follows the number of unread messages, which has a mark of its own. */
  unread: 'unread',
}

export const rail = {
  label: 'Organizations',
  add: 'Add an organization',
  /** The accessible name of the button of an account. */
  account: ({
    organization,
    email,
    unread,
    failed,
  }: {
    organization: string
    email: string
    unread: number
    failed: number
  }) =>
    `${organization}, ${email}, ${english.number(unread)} unread${failed > 0 ? `, ${english.number(failed)} unsent` : ''}`,
  /** An organization was moved by keys, for screen readers. */
  moved: ({ organization, position, total }: { organization: string; position: number; total: number }) =>
    `${organization} moved to position ${english.number(position)} of ${english.number(total)}.`,
  /** Of the same button, as a tooltip. */
  accountTitle: ({ organization, email }: { organization: string; email: string }) => `${organization} (${email})`,
}

/** The state of the account, beside its name. */
export const stateLine = {
  connected: 'Up to date',
  starting: 'Connecting…',
  catchingUp: 'Catching up…',
  offline: 'Offline',
  rateLimited: 'Paused',
  keychain: 'Needs keychain',
  signedOut: 'Signed out',
  refused: 'Can’t connect',
  hint: 'Connection status',
}

/** Do-not-disturb, in the menus of the account and of its sign. */
export const quiet = {
  title: 'Do not disturb',
  on: 'Do not disturb',
  /** `time` is a time of day. */
  until: (time: string) => `Do not disturb until ${time}`,
  untilByHours: (time: string) => `Do not disturb every week: until ${time}`,
  end: 'Turn off do not disturb',
  wishes: {
    on: 'Until you turn it off',
    hour: 'For an hour',
    tomorrow: 'Until tomorrow at 9:00',
  },
  hours: 'Every week…',
}

export const accountMenu = {
  label: 'Account and settings',
  labelWithUpdate: (version: string) => `Account and settings: Skein ${version} is available`,
  restart: (version: string) => `Restart to update to Skein ${version}`,
  update: (version: string) => `Skein ${version} is available…`,
  status: 'Set your status…',
  profile: 'Profile…',
  settings: 'Settings…',
  quiet: 'Do not disturb…',
  mutedPeople: 'Muted people…',
  connections: 'Connection status',
  shortcuts: 'Keyboard shortcuts',
  report: 'Save report…',
  signOut: 'Sign out…',
}
