import type { NetworkFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'

const checkAddressAndPort = 'Check the address and the port.'

export const network = {
  NAME_UNKNOWN: 'There is no server with this name. Check the address and the network.',
  NETWORK_BUSY: 'The network has too much to do to find the server.',
  CONNECTION_REFUSED: 'The server is not running, or refuses connections.',
  CONNECTION_TIMED_OUT: 'The server does not answer.',
  NOT_CONNECTED: 'This computer is not connected to a network.',
  NETWORK_CHANGED: 'The network has just changed.',
  ADDRESS_UNREACHABLE: 'The network does not reach this server.',
  ADDRESS_INVALID: 'This address cannot be a server’s. Check it.',
  UNSAFE_PORT: 'This port belongs to another kind of service. Check the address.',
  PROXY_AWAY: 'The proxy of this network does not answer.',
  PROXY_CERTIFICATE_INVALID: 'The certificate of this network’s proxy is not valid. Tell whoever runs the network.',
  PROXY_LOGIN_UNSUPPORTED: 'The proxy of this network wants a kind of login that Skein does not know.',
  PROXY_WANTS_PASSWORD: 'The proxy of this network wants a name and a password.',
  PROXY_REFUSES: 'The proxy of this network refuses to reach the server.',
  PROXY_UNSUPPORTED: 'This network wants a kind of proxy that Skein does not know.',
  PROXY_SETTINGS_UNREADABLE: 'The proxy settings of this network cannot be read.',
  CERTIFICATE_AUTHORITY_UNKNOWN:
    'The server’s certificate comes from an authority that this computer does not trust. Somebody may be listening, or the certificate was made by hand.',
  CERTIFICATE_NAME_INVALID:
    'The server’s certificate was issued for another name. Check the address; if it is right, tell the server’s administrator.',
  CERTIFICATE_DATE_INVALID: 'The server’s certificate has expired, or this computer’s clock is wrong.',
  CERTIFICATE_REVOKED: 'The server’s certificate has been revoked. Tell the server’s administrator.',
  TLS_MISSING: `The server does not speak TLS here. ${checkAddressAndPort}`,
  TLS_TOO_OLD: 'The server only offers encryption that is no longer safe. Its administrator has to update it.',
  CLIENT_CERTIFICATE_NEEDED: 'The server wants a certificate of yours, and there is none on this computer for it.',
  CLIENT_CERTIFICATE_REFUSED: 'The server does not accept your certificate.',
  NO_WEB_SERVER: `What answers at this address is no web server. ${checkAddressAndPort}`,
  CONNECTION_BROKEN: 'The connection to the server broke.',
  CONNECTION_FAILED: ({ name }) =>
    name === null ? 'The connection to the server failed.' : `The connection to the server failed (${name}).`,
  CONNECTION_UNSAFE: ({ name }) => `The connection to the server cannot be made safe (${name}).`,
  ANSWER_LATE: 'The server did not answer in time.',
  ANSWER_TOO_LARGE: 'The server’s answer is too large.',
  REDIRECT_UNSAFE: 'An unsafe redirect.',
  REQUEST_REPLACED: 'Others waited for its place.',
  REQUEST_WITHOUT_PATH: 'A request for no path.',
  NETWORK_NOT_READY: ({ detail }) =>
    detail === null ? 'The network does not get ready.' : `The network does not get ready: ${detail}`,
  KEY_MISSING: 'There is no key for this account.',
  BAD_PATH: 'This is no file of your server.',
  FILE_COPY_GONE: 'The copy of the file is gone.',
  FILE_UNREADABLE: ({ detail }) => `The file cannot be read: ${detail}`,
} satisfies Section<NetworkFailures>
