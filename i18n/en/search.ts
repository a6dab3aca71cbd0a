import type { LinkFailures, SearchFailures } from '#contract/search.ts'
import type { Section } from '../section.ts'
import { word } from './format.ts'

export const search = {
  EMPTY_QUERY: 'Enter something to search for.',
  SUPERSEDED: 'This search was replaced by a newer one.',
  SEARCH_OFFLINE: 'The server can’t be reached. Only messages on this computer were searched.',
  SEARCH_HAS_UNKNOWN: ({ operand }) => `There’s no filter “has:${operand}”. Use link, image, file or reaction.`,
  SEARCH_IS_UNKNOWN: ({ operand }) =>
    `There’s no filter “is:${operand}”. Use starred, unread, mentioned, alerted, resolved, followed or dm.`,
  SEARCH_NO_DATE: ({ operand }) => `“${operand}” isn’t a date. Write it like 2026-01-31.`,
  SEARCH_NO_PERSON: ({ operand }) => `No one matches “${operand}”.`,
  SEARCH_SEVERAL_PEOPLE: ({ operand, names }) =>
    `“${operand}” matches several people: ${names.join(', ')}. Type more of the name.`,
  SEARCH_NO_STREAM: ({ operand }) => `No ${word.one} matches “${operand}”.`,
  SEARCH_SEVERAL_STREAMS: ({ operand, names }) =>
    `“${operand}” matches several ${word.many}: ${names.join(', ')}. Type more of the name.`,
  get SEARCH_STREAM_AND_DIRECT() {
    return `A message can’t be both in a ${word.one} and direct. Remove the ${word.one} and topic filters, or the filters for direct messages.`
  },
  SEARCH_TWO_OF_ONE: ({ filter }) => twoOfOne[filter],
  SEARCH_TOO_MANY: ({ most }) =>
    `A search can have up to ${most} words and filters, with up to ${most} people in each filter.`,
} satisfies Section<SearchFailures>

const twoOfOne = {
  sender:
    'A message has only one sender. Remove one of the filters, or put a minus sign in front of one to exclude that person.',
  get stream() {
    return `A message is in only one ${word.one}. Remove one of the filters, or put a minus sign in front of one to exclude that ${word.one}.`
  },
  topic:
    'A message has only one topic. Remove one of the filters, or put a minus sign in front of one to exclude that topic.',
  dm: 'A message is in only one conversation. List all its people in one filter, like dm:ada,noor. To find every conversation with someone, use with:ada.',
} satisfies Readonly<Record<SearchFailures['SEARCH_TWO_OF_ONE']['filter'], string>>

export const links = {
  LINK_MESSAGE_GONE: 'The linked message no longer exists, or you don’t have access to it.',
  LINK_OFFLINE: 'The linked message isn’t on this computer, and the server can’t be reached right now.',
  get LINK_NO_STREAM() {
    return `The linked ${word.one} doesn’t exist, or you don’t have access to it.`
  },
  LINK_NO_PERSON: 'This link leads to people Skein doesn’t know in this organization.',
} satisfies Section<LinkFailures>
