import { english, word } from '#i18n/en/format.ts'

export const palette = {
  label: 'Command palette',
  /** In the empty field. */
  get example() {
    return `Search ${word.many}, topics, people, groups and commands`
  },
  list: 'Results',
  groups: {
    /** Screens and conversations that are visited often, before anything is typed. */
    routes: 'Go to',
    commands: 'Commands',
  },
  /** Follows a command that was found among conversations. */
  command: 'Command',
  /** Leads from the choice of a conversation to the choice of people. */
  severalPeople: 'Choose several people…',
  /** Follows a user group that was found among conversations. */
  userGroup: (count: number) =>
    english.plural(count, { one: 'Group of one', other: `Group of ${english.number(count)}` }),
  /** Opens a pasted address, by its target. */
  links: {
    conversation: 'Open linked conversation',
    person: 'Open linked profile',
    message: 'Open linked message',
    list: 'Open linked list',
    file: 'Save linked file…',
    browser: 'Open link in browser',
  },
  /** A stream, and a topic in it. */
  linkNames: (names: readonly string[]) => names.join(' › '),
  searching: 'Searching this computer…',
  nothingFound: 'No matches on this computer.',
}
