import type { ReaderRole } from '#contract/streams.ts'
import { english, word } from '#i18n/en/format.ts'
import { roleNames } from '#i18n/en/lists.ts'

/** People, of whom a sentence names the first. */
interface Several {
  readonly name: string
  readonly others: number
}

/** One name, or the first and the number of the others. */
const several = ({ name, others }: Several) =>
  others === 0
    ? name
    : `${name} and ${english.number(others)} ${english.plural(others, { one: 'other', other: 'others' })}`

/** The panel with the people of a conversation. */
export const readers = {
  /** The title, by the kind of the conversation. */
  title: { stream: 'Subscribers', topic: 'People', direct: 'People' },
  /** The button in the header of the conversation. */
  open: 'People in this conversation',
  openCounted: (count: number) => `People in this conversation: ${english.number(count)}`,
  find: 'Find people by name',
  list: 'People',
  /** The headings of the two parts of a topic's people. */
  participants: (count: number) => `Took part in this topic · ${english.number(count)}`,
  subscribers: (count: number) => `Subscribers of the ${word.one} · ${english.number(count)}`,
  /** The number of people who match the search. */
  found: (count: number) => `${english.number(count)} ${english.plural(count, { one: 'person', other: 'people' })}`,
  you: 'you',
  bot: 'Bot',
  roles: roleNames satisfies Record<ReaderRole, string>,
  /** The menu of a person in the list. */
  menu: (name: string) => `Actions for ${name}`,
  message: 'Message',
  notesToSelf: 'Write a note to yourself',
  profile: 'View profile',
  get removePerson() {
    return `Remove from ${word.one}`
  },
  get leave() {
    return `Leave ${word.one}`
  },
  add: 'Add people',
  addTitle: (stream: string) => `Add people to #${stream}`,
  addConfirm: 'Add',
  adding: 'Adding people…',
  /** The parts of the result, each a sentence of its own. */
  added: (people: Several) => `Added ${several(people)}.`,
  already: (people: Several) => `Already subscribed: ${several(people)}.`,
  refused: (people: Several) => `You can’t add ${several(people)}.`,
  removed: (name: string) => `Removed ${name}.`,
  removing: {
    question: (name: string) => `Remove ${name}?`,
    consequence: (stream: string) =>
      `#${stream} is private. They won’t be able to read it until a subscriber adds them again.`,
    act: 'Remove',
  },
  /** Beside a list that is not up to date. */
  offline: 'You’re offline. This is the list as it was last loaded.',
  get offlineUnknown() {
    return `You’re offline. The subscribers of this ${word.one} haven’t been loaded yet.`
  },
  loading: 'Loading subscribers…',
  failed: 'Couldn’t load the subscribers.',
  get refusedList() {
    return `You don’t have permission to see the subscribers of this ${word.one}.`
  },
  nobody: 'No one is subscribed.',
  nobodyFound: 'No people found.',
}
