import type { ConnectionFailures } from '#contract/accounts.ts'
import type { Section } from '../section.ts'

export const connection = {
  SLOW_DOWN: 'The server asked Skein to slow down.',
  SERVER_INTERNAL: 'The server reported an internal error.',
  NOT_OF_SERVICE: 'The response didn’t come from a messaging server.',
  PROXY_ANSWERS: 'The server is unavailable. Only the proxy in front of it is responding.',
  KEY_REFUSED: 'The server rejected the key.',
  SERVER_REFUSED: 'The server rejected this.',
  NOT_SUPPORTED: 'This server doesn’t support that.',
  ANSWER_UNREADABLE: ({ detail }) => `The server’s response couldn’t be read: ${detail}`,
  ABORTED: 'The request was interrupted.',
  INCOMPLETE_REGISTRATION: ({ lacks }) =>
    `Skein can’t work with this server. Its registration is missing ${lacks === '' ? 'required data' : `“${lacks}”`}, or uses a format this version of Skein doesn’t know. Update Skein, or contact the server’s administrator.`,
} satisfies Section<ConnectionFailures>
