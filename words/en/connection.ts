import type { ConnectionFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'

export const connection = {
  SLOW_DOWN: 'The server asks Skein to slow down.',
  SERVER_INTERNAL: 'The server has an internal problem.',
  NOT_OF_SERVICE: 'The answer did not come from a messaging server.',
  PROXY_ANSWERS: 'The server is away: only the proxy in front of it answers.',
  KEY_REFUSED: 'The server refused the key.',
  SERVER_REFUSED: 'The server refused this.',
  NOT_SUPPORTED: 'This server does not know how to do that.',
  ANSWER_UNREADABLE: ({ detail }) => `The answer could not be read: ${detail}`,
  ABORTED: 'It was broken off.',
  INCOMPLETE_REGISTRATION: ({ lacks }) =>
    `Skein cannot work with this server: its registration lacks ${lacks === '' ? 'what it needs' : `“${lacks}”`}, or has it in a form that this Skein does not know. Update Skein, or ask the server’s administrator.`,
} satisfies Section<ConnectionFailures>
