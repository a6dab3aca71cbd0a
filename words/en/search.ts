import type { LinkFailures, SearchFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'

export const search = {
  EMPTY_QUERY: 'Write what you are looking for.',
  SUPERSEDED: 'A newer search took the place of this one.',
  SEARCH_OFFLINE: 'The server cannot be reached: only what is on this computer was searched.',
  SEARCH_HAS_UNKNOWN: ({ operand }) =>
    `“has:${operand}” is not known; messages can have a link, image, file or reaction.`,
  SEARCH_IS_UNKNOWN: ({ operand }) =>
    `“is:${operand}” is not known; messages can be starred, unread, mentioned, alerted, resolved, followed or direct (dm).`,
  SEARCH_NO_DATE: ({ operand }) => `“${operand}” is no date; write it as 2026-01-31.`,
  SEARCH_NO_PERSON: ({ operand }) => `Nobody here is called “${operand}”.`,
  SEARCH_SEVERAL_PEOPLE: ({ operand, names }) =>
    `Several people could be “${operand}”: ${names.join(', ')}. Write more of the name.`,
  SEARCH_NO_STREAM: ({ operand }) => `There is no stream “${operand}”.`,
  SEARCH_SEVERAL_STREAMS: ({ operand, names }) =>
    `Several streams begin with “${operand}”: ${names.join(', ')}. Write more of the name.`,
  SEARCH_STREAM_AND_DIRECT:
    'A message is either in a stream or direct. Remove the stream and topic, or the filters for direct messages.',
  SEARCH_TWO_OF_ONE: ({ filter }) => twoOfOne[filter],
  SEARCH_TOO_MANY: ({ most }) => `A search takes at most ${most} words, filters and people of one filter.`,
} satisfies Section<SearchFailures>

const twoOfOne = {
  sender: 'A message has one sender only. Remove one of the two, or put a minus before it to leave that person out.',
  stream: 'A message is in one stream only. Remove one of the two, or put a minus before it to leave that stream out.',
  topic: 'A message has one topic only. Remove one of the two, or put a minus before it to leave that topic out.',
  dm: 'A message is in one conversation only. Name all its people in one filter, as in dm:ada,noor; with:ada finds all with this person.',
} satisfies Readonly<Record<SearchFailures['SEARCH_TWO_OF_ONE']['filter'], string>>

export const links = {
  LINK_MESSAGE_GONE: 'The message that this link leads to is not there any more, or you may not see it.',
  LINK_OFFLINE: 'The message that this link leads to is not on this computer, and the server cannot be reached now.',
  LINK_NO_STREAM: 'This link leads to a stream that is not there, or that you may not see.',
  LINK_NO_PERSON: 'This link leads to people who are not known here.',
} satisfies Section<LinkFailures>
