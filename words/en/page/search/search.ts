import type { SearchWords } from '../../../page/search/search.ts'
import { english } from '../../format.ts'

const hits = (count: number, isMore: boolean): string =>
  `${english.number(count)}${isMore ? ' or more' : ''} ${count === 1 && !isMore ? 'hit' : 'hits'}`

export const search = {
  title: 'Search',
  label: 'Search messages',
  example: 'Words, "a phrase", sender:, stream:, -has:link …',
  completions: 'Filters that fit',
  chosen: 'Chosen filters',
  remove: (filter) => `Remove ${filter}`,
  scope: 'Where to search',
  filters: {
    stream: 'In a stream',
    topic: 'With this topic',
    sender: 'From a person',
    dm: 'In the direct conversation with exactly these people',
    with: 'In any direct conversation with a person',
    is: 'Unread, starred, mentioned …',
    has: 'With a link, an image …',
    before: 'Before a day',
    after: 'Since a day',
    on: 'On a day',
  },
  states: {
    unread: 'Not read yet',
    starred: 'Starred by you',
    mentioned: 'Mentions you',
    alerted: 'Contains an alert word',
    followed: 'In a topic that you follow',
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
  hits: 'Messages that were found',
  start:
    'Search the messages on this computer and at the server. A minus before a word or a filter leaves out what fits it.',
  recent: 'Recent searches',
  forget: (search) => `Forget the search ${search}`,
  nothing: 'No message fits this search.',
  nothingYet: 'Nothing on this computer fits. The server is being asked.',
  nothingHere: 'Nothing on this computer fits, and the server cannot be reached. Older messages are only there.',
  found: {
    asking: (count, isMore) => `${hits(count, isMore)} on this computer; the server is being asked`,
    answered: (count, isMore) => `${hits(count, isMore)}, with those of the server`,
    unreachable: (count, isMore) =>
      `${hits(count, isMore)} on this computer; the server cannot be reached, so older ones may be missing`,
  },
  indexing: 'Older messages are still being indexed: more may be found in a moment.',
  mayHaveNew: 'New messages came. Only the server can tell whether they fit.',
  askAgain: 'Ask again',
  showWaiting: (count) => (count === 1 ? 'Show 1 more hit' : `Show ${english.number(count)} more hits`),
  notShown: 'The search cannot be shown.',
} satisfies SearchWords
