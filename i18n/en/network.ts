import type { NetworkFailures } from '#contract/base/failures.ts'
import type { Section } from '../section.ts'

const checkAddressAndPort = 'Check the address and the port.'

export const network = {
  NAME_UNKNOWN: 'The server couldn’t be found. Check its address and your network.',
  NETWORK_BUSY: 'The network is too busy to find the server.',
  CONNECTION_REFUSED: 'The server isn’t running, or is refusing connections.',
  CONNECTION_TIMED_OUT: 'The server isn’t responding.',
  NOT_CONNECTED: 'This computer isn’t connected to a network.',
  NETWORK_CHANGED: 'The network connection changed.',
  ADDRESS_UNREACHABLE: 'The server can’t be reached from this network.',
  ADDRESS_INVALID: 'This isn’t a valid server address. Check it.',
  UNSAFE_PORT: 'This port is reserved for another kind of service. Check the address.',
  PROXY_AWAY: 'This network’s proxy isn’t responding.',
  PROXY_CERTIFICATE_INVALID: 'This network’s proxy has an invalid certificate. Contact your network administrator.',
  PROXY_LOGIN_UNSUPPORTED: 'This network’s proxy uses a type of sign-in that Skein doesn’t support.',
  PROXY_WANTS_PASSWORD: 'This network’s proxy requires a username and password.',
  PROXY_REFUSES: 'This network’s proxy refuses to connect to the server.',
  PROXY_UNSUPPORTED: 'This network uses a type of proxy that Skein doesn’t support.',
  PROXY_SETTINGS_UNREADABLE: 'This network’s proxy settings can’t be read.',
  CERTIFICATE_AUTHORITY_UNKNOWN:
    'This computer doesn’t trust the issuer of the server’s certificate. The certificate may be self-signed, or someone may be intercepting the connection.',
  CERTIFICATE_NAME_INVALID:
    'The server’s certificate is for a different name. Check the address. If it’s right, contact the server’s administrator.',
  CERTIFICATE_DATE_INVALID: 'The server’s certificate has expired, or this computer’s clock is wrong.',
  CERTIFICATE_REVOKED: 'The server’s certificate has been revoked. Contact the server’s administrator.',
  TLS_MISSING: `The server doesn’t use TLS at this address. ${checkAddressAndPort}`,
  TLS_TOO_OLD: 'The server only supports encryption that’s no longer secure. Ask its administrator to update it.',
  CLIENT_CERTIFICATE_NEEDED: 'The server requires a client certificate, and this computer has none for it.',
  CLIENT_CERTIFICATE_REFUSED: 'The server doesn’t accept your certificate.',
  NO_WEB_SERVER: `There’s no web server at this address. ${checkAddressAndPort}`,
  CONNECTION_BROKEN: 'The connection to the server was lost.',
  CONNECTION_FAILED: ({ name }) =>
    name === null ? 'The connection to the server failed.' : `The connection to the server failed (${name}).`,
  CONNECTION_UNSAFE: ({ name }) => `A secure connection to the server couldn’t be made (${name}).`,
  ANSWER_LATE: 'The server took too long to respond.',
  ANSWER_TOO_LARGE: 'The server’s response is too large.',
  REDIRECT_UNSAFE: 'The server redirected Skein to an unsafe address.',
  REQUEST_REPLACED: 'The request was dropped to make room for others.',
  REQUEST_WITHOUT_PATH: 'The request has no path.',
  NETWORK_NOT_READY: ({ detail }) =>
    detail === null ? 'The network isn’t ready.' : `The network isn’t ready: ${detail}`,
  KEY_MISSING: 'This account has no key. Sign in again.',
  BAD_PATH: 'This file isn’t on your server.',
  FILE_COPY_GONE: 'The copy of the file no longer exists.',
  FILE_UNREADABLE: ({ detail }) => `The file can’t be read: ${detail}`,
} satisfies Section<NetworkFailures>
