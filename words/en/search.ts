import type { LinkFailures, SearchFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'

export const search = {
  EMPTY_QUERY: 'Write what you are looking for.',
  SUPERSEDED: 'A newer search took the place of this one.',
  SEARCH_OFFLINE: 'The server cannot be reached: only what is on this computer was searched.',
  SEARCH_HAS_UNKNOWN: ({ operand }) =>
    `“has:${operand}” is not known; messages can have a link, image, file or reaction.`,
  SEARCH_IS_UNKNOWN: ({ operand }) =>
    `“is:${operand}” is not known; messages can be starred, unread, mentioned or direct.`,
  SEARCH_NO_DATE: ({ operand }) => `“${operand}” is no date; write it as 2026-01-31.`,
  SEARCH_NO_PERSON: ({ operand }) => `Nobody here is called “${operand}”.`,
  SEARCH_SEVERAL_PEOPLE: ({ operand, names }) =>
    `Several people could be “${operand}”: ${names.join(', ')}. Write more of the name.`,
  SEARCH_NO_STREAM: ({ operand }) => `There is no stream “${operand}”.`,
  SEARCH_SEVERAL_STREAMS: ({ operand, names }) =>
    `Several streams begin with “${operand}”: ${names.join(', ')}. Write more of the name.`,
} satisfies Section<SearchFailures>

export const links = {
  LINK_MESSAGE_GONE: 'The message that this link leads to is not there any more, or you may not see it.',
  LINK_OFFLINE: 'The message that this link leads to is not on this computer, and the server cannot be reached now.',
  LINK_NO_STREAM: 'This link leads to a stream that is not there, or that you may not see.',
  LINK_NO_PERSON: 'This link leads to people who are not known here.',
} satisfies Section<LinkFailures>
