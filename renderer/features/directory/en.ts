import type { AccountState, DirectoryKind, DirectorySort, PersonRole } from '#shared/directory-choices.ts'
import { english } from '#i18n/en/format.ts'
import { roleNames } from '#i18n/en/lists.ts'

const counted = (one: string, other: string) => (count: number) =>
  english.plural(count, { one: `1 ${one}`, other: `${english.number(count)} ${other}` })

/** The directory of people. */
export const directory = {
  title: 'Directory',
  notShown: 'Couldn’t load the directory',
  search: 'Find people by name, email or profile',
  /** The group of the search and the filters. */
  filters: 'Filter people',
  onlineNow: 'Online now',
  /** The button of a filter with its choice; the same words without a choice. */
  role: (role: string) => `Role: ${role}`,
  anyRole: 'Any role',
  roles: roleNames satisfies Record<PersonRole, string>,
  group: (name: string) => `Group: ${name}`,
  anyGroup: 'Any group',
  /** The listed accounts: the button of the filter. */
  accounts: {
    active: { people: 'People', bots: 'Bots', own_bots: 'Your bots', all: 'People and bots' },
    deactivated: {
      people: 'Deactivated people',
      bots: 'Deactivated bots',
      own_bots: 'Your deactivated bots',
      all: 'Deactivated accounts',
    },
    all: {
      people: 'Active and deactivated people',
      bots: 'Active and deactivated bots',
      own_bots: 'All your bots',
      all: 'All accounts',
    },
  } satisfies Record<AccountState, Record<DirectoryKind, string>>,
  /** The menu of the listed accounts. */
  accountsLabel: 'Accounts',
  kinds: { people: 'People', bots: 'Bots', own_bots: 'Your bots', all: 'People and bots' } satisfies Record<
    DirectoryKind,
    string
  >,
  states: {
    active: 'Active',
    deactivated: 'Deactivated',
    all: 'Active and deactivated',
  } satisfies Record<AccountState, string>,
  sortLabel: 'Sort',
  sortedBy: { name: 'Sort: name', activity: 'Sort: last active' } satisfies Record<DirectorySort, string>,
  sorts: { name: 'By name', activity: 'By last activity' } satisfies Record<DirectorySort, string>,
  found: {
    people: counted('person', 'people'),
    bots: counted('bot', 'bots'),
    own_bots: counted('bot', 'bots'),
    all: counted('account', 'accounts'),
  } satisfies Record<DirectoryKind, (count: number) => string>,
  /** Nobody passes the search and the filters. */
  noMatches: 'No matches.',
  nobodyOnline: 'No one is online right now.',
  clear: 'Clear filters',
  /** Marks beside a name. */
  you: 'You',
  bot: 'Bot',
  deactivated: 'Deactivated',
  muted: 'Muted',
  /** The actions on a person. */
  options: (name: string) => `Actions for ${name}`,
  message: 'Message',
  messageNamed: (name: string) => `Message ${name}`,
  /** The menu of the ways to add accounts, and its entries. */
  add: 'Add',
  addPerson: 'Add person…',
  newBot: 'New bot…',
}
