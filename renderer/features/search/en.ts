import type { SearchFilter } from '#shared/search-terms.ts'
import { english, word } from '#i18n/en/format.ts'

const hits = (count: number, isMore: boolean): string =>
  `${english.number(count)}${isMore ? ' or more' : ''} ${count === 1 && !isMore ? 'result' : 'results'}`

interface CoverageParts {
  readonly total: number
  readonly whole: number
  readonly missing: number
  /** A day; null if there are no others. */
  readonly since: string | null
}

export const search = {
  title: 'Search',
  label: 'Search messages',
  /** In the empty field. */
  get example() {
    return `Words, "a phrase", sender:, ${word.one}:, -has:link…`
  },
  /** The list below the field. */
  completions: 'Matching filters',
  /** The accessible name of the group of chosen filters. */
  chosen: 'Active filters',
  /** `filter` is the written form, such as `sender:ada`. */
  remove: (filter: string) => `Remove ${filter}`,
  /** The choice between the organization and all. */
  scope: 'Search in',
  /** The meaning of each filter. */
  filters: {
    get stream() {
      return `In a ${word.one}`
    },
    topic: 'In a topic',
    sender: 'From a person',
    dm: 'Direct messages with exactly these people',
    with: 'Direct messages that include a person',
    is: 'Unread, starred, mentioned…',
    has: 'With a link, an image…',
    before: 'Before a date',
    after: 'Since a date',
    on: 'On a date',
  } satisfies Record<SearchFilter, string>,
  states: {
    unread: 'Unread',
    starred: 'Starred by you',
    mentioned: 'Mentions you',
    alerted: 'Contains an alert word',
    followed: 'In a topic you follow',
    resolved: 'In a resolved topic',
    dm: 'Direct messages',
  },
  contents: {
    link: 'With a link',
    image: 'With an image',
    attachment: 'With a file',
    reaction: 'With a reaction',
  },
  daysAgo: (days: number) => (days === 0 ? 'Today' : days === 1 ? 'Yesterday' : `${english.number(days)} days ago`),
  /** The e-mail address of a person whose account was deactivated. */
  deactivated: (email: string) => `${email}, deactivated`,
  hits: 'Search results',
  /** Shown before the first search. */
  start:
    'Search messages on this computer and on the server. To exclude a word or filter, put a minus sign in front of it.',
  recent: 'Recent searches',
  forget: (search: string) => `Remove ${search} from recent searches`,
  nothing: 'No messages match this search.',
  /** Nothing is on this computer, and the server is asked or cannot be reached. */
  nothingYet: 'No results on this computer. Searching the server…',
  nothingHere: 'No results on this computer. The server can’t be reached, and older messages are only there.',
  /** The number of results and their source; `isMore` if there may be further ones. */
  found: {
    asking: (count: number, isMore: boolean) => `${hits(count, isMore)} on this computer; searching the server…`,
    answered: (count: number, isMore: boolean) => `${hits(count, isMore)}, including the server’s`,
    unreachable: (count: number, isMore: boolean) =>
      `${hits(count, isMore)} on this computer; the server can’t be reached, so older ones may be missing`,
  },
  /** How far back this computer has what is searched. `place` is a stream or direct messages. */
  coverage: {
    searched: (what: string) => `Searched on this computer: ${what}.`,
    direct: 'direct messages',
    everything: (place: string) => `everything in ${place}`,
    since: (place: string, date: string) => `${place} since ${date}`,
    nothing: (place: string) => `nothing in ${place}`,
    /** For a stream that the user is not subscribed to. */
    copied: (text: string) => `${text} (not kept up to date)`,
    get all() {
      return `everything in your ${word.many} and direct messages`
    },
    /** Of `total` streams and direct messages, `whole` are here as a whole, `missing` not at all. */
    parts({ whole, total, missing, since }: CoverageParts): string {
      const places = english.number(total)
      return english.list([
        ...(whole === 0 ? [] : [`everything in ${english.number(whole)} of ${places} places`]),
        ...(since === null ? [] : [whole === 0 ? `messages since ${since}` : `the others since ${since}`]),
        ...(missing === 0 ? [] : [`nothing yet in ${english.number(missing)}`]),
      ])
    },
    older: 'Download older messages',
    refresh: 'Refresh the copy',
  },
  indexing: 'Older messages are still being indexed, so more results may appear soon.',
  mayHaveNew: 'New messages have arrived. Only the server can tell whether they match.',
  askAgain: 'Search again',
  /** Results that are held back, because they belong between rows on the screen. */
  showWaiting: (count: number) => (count === 1 ? 'Show 1 more result' : `Show ${english.number(count)} more results`),
  notShown: 'Couldn’t load the search',
}
