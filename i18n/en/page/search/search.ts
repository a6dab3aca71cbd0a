import type { SearchWords } from '#i18n/page/search/search.ts'
import { english } from '../../format.ts'

const hits = (count: number, isMore: boolean): string =>
  `${english.number(count)}${isMore ? ' or more' : ''} ${count === 1 && !isMore ? 'result' : 'results'}`

export const search = {
  title: 'Search',
  label: 'Search messages',
  example: 'Words, "a phrase", sender:, stream:, -has:link…',
  completions: 'Matching filters',
  chosen: 'Active filters',
  remove: (filter) => `Remove ${filter}`,
  scope: 'Search in',
  filters: {
    stream: 'In a stream',
    topic: 'In a topic',
    sender: 'From a person',
    dm: 'Direct messages with exactly these people',
    with: 'Direct messages that include a person',
    is: 'Unread, starred, mentioned…',
    has: 'With a link, an image…',
    before: 'Before a date',
    after: 'Since a date',
    on: 'On a date',
  },
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
  daysAgo: (days) => (days === 0 ? 'Today' : days === 1 ? 'Yesterday' : `${english.number(days)} days ago`),
  deactivated: (email) => `${email}, deactivated`,
  hits: 'Search results',
  start:
    'Search messages on this computer and on the server. To exclude a word or filter, put a minus sign in front of it.',
  recent: 'Recent searches',
  forget: (search) => `Remove ${search} from recent searches`,
  nothing: 'No messages match this search.',
  nothingYet: 'No results on this computer. Searching the server…',
  nothingHere: 'No results on this computer. The server can’t be reached, and older messages are only there.',
  found: {
    asking: (count, isMore) => `${hits(count, isMore)} on this computer; searching the server…`,
    answered: (count, isMore) => `${hits(count, isMore)}, including the server’s`,
    unreachable: (count, isMore) =>
      `${hits(count, isMore)} on this computer; the server can’t be reached, so older ones may be missing`,
  },
  indexing: 'Older messages are still being indexed, so more results may appear soon.',
  mayHaveNew: 'New messages have arrived. Only the server can tell whether they match.',
  askAgain: 'Search again',
  showWaiting: (count) => (count === 1 ? 'Show 1 more result' : `Show ${english.number(count)} more results`),
  notShown: 'Couldn’t load the search',
} satisfies SearchWords
