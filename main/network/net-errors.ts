import type { TransportErrorCode } from '../engine/ports.ts'

export interface NetFailure {
  readonly code: TransportErrorCode
  /** A sentence for people, with the true cause. */
  readonly message: string
  readonly provesNonDelivery: boolean
}

/**
 * The faults that come before there is a connection to send over, by Chromium's net/base/net_error_list.h and the code
 * that raises them: the only proofs that a request did not arrive (W2). A name that is not here proves nothing, whatever
 * it sounds like: `ERR_NETWORK_CHANGED` ends streams of HTTP/2 after the request has left, `ERR_SSL_…` may be an alert to
 * sent data, `ERR_INTERNET_DISCONNECTED` and `ERR_ADDRESS_UNREACHABLE` come from sockets that were in use, too.
 */
const proofs: ReadonlySet<string> = new Set([
  // The name has no address. (`ERR_DNS_…` besides.)
  'ERR_NAME_NOT_RESOLVED',
  'ERR_NAME_RESOLUTION_FAILED',
  'ERR_HOST_RESOLVER_QUEUE_TOO_LARGE',
  'ERR_ICANN_NAME_COLLISION',
  // `connect()` did not succeed. An established connection that times out is ERR_TIMED_OUT or ERR_CONNECTION_ABORTED.
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_TIMED_OUT',
  // A proxy that cannot be reached, or does not build the tunnel. (`ERR_CERT_…` besides: the handshake ends there.)
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_PROXY_CERTIFICATE_INVALID',
  'ERR_PROXY_AUTH_UNSUPPORTED',
  'ERR_PROXY_AUTH_REQUESTED',
  'ERR_PROXY_AUTH_REQUESTED_WITH_NO_CONNECTION',
  'ERR_TUNNEL_CONNECTION_FAILED',
  'ERR_HTTPS_PROXY_TUNNEL_RESPONSE_REDIRECT',
  'ERR_SOCKS_CONNECTION_FAILED',
  'ERR_SOCKS_CONNECTION_HOST_UNREACHABLE',
  'ERR_NO_SUPPORTED_PROXIES',
  'ERR_MANDATORY_PROXY_CONFIGURATION_FAILED',
  // The address itself is refused.
  'ERR_UNSAFE_PORT',
  'ERR_ADDRESS_INVALID',
  'ERR_INVALID_URL',
  'ERR_DISALLOWED_URL_SCHEME',
  'ERR_UNKNOWN_URL_SCHEME',
])

/** Named like the certificate errors, but they end connections that were in use: what is trusted has changed. */
const trustChanges: ReadonlySet<string> = new Set(['ERR_CERT_DATABASE_CHANGED', 'ERR_CERT_VERIFIER_CHANGED'])

function isProof(name: string): boolean {
  if (trustChanges.has(name)) return false
  return proofs.has(name) || name.startsWith('ERR_DNS_') || name.startsWith('ERR_CERT_')
}

const noName = 'There is no server with this name. Check the address and the network.'
const proxyAway = 'The proxy of this network does not answer.'
const proxyRefuses = 'The proxy of this network refuses to reach the server.'
const proxyPassword = 'The proxy of this network wants a name and a password.'
const broke = 'The connection to the server broke.'

const sentences: Readonly<Record<string, string>> = {
  ERR_NAME_NOT_RESOLVED: noName,
  ERR_NAME_RESOLUTION_FAILED: noName,
  ERR_ICANN_NAME_COLLISION: noName,
  ERR_HOST_RESOLVER_QUEUE_TOO_LARGE: 'The network has too much to do to find the server.',
  ERR_CONNECTION_REFUSED: 'The server is not running, or refuses connections.',
  ERR_CONNECTION_TIMED_OUT: 'The server does not answer.',
  ERR_INTERNET_DISCONNECTED: 'This computer is not connected to a network.',
  ERR_NETWORK_CHANGED: 'The network has just changed.',
  ERR_ADDRESS_UNREACHABLE: 'The network does not reach this server.',
  ERR_ADDRESS_INVALID: 'This address cannot be a server’s. Check it.',
  ERR_INVALID_URL: 'This address cannot be a server’s. Check it.',
  ERR_UNSAFE_PORT: 'This port belongs to another kind of service. Check the address.',
  ERR_PROXY_CONNECTION_FAILED: proxyAway,
  ERR_SOCKS_CONNECTION_FAILED: proxyAway,
  ERR_PROXY_CERTIFICATE_INVALID: 'The certificate of this network’s proxy is not valid. Tell whoever runs the network.',
  ERR_PROXY_AUTH_UNSUPPORTED: 'The proxy of this network wants a kind of login that Skein does not know.',
  ERR_PROXY_AUTH_REQUESTED: proxyPassword,
  ERR_PROXY_AUTH_REQUESTED_WITH_NO_CONNECTION: proxyPassword,
  ERR_TUNNEL_CONNECTION_FAILED: proxyRefuses,
  ERR_HTTPS_PROXY_TUNNEL_RESPONSE_REDIRECT: proxyRefuses,
  ERR_SOCKS_CONNECTION_HOST_UNREACHABLE: proxyRefuses,
  ERR_NO_SUPPORTED_PROXIES: 'This network wants a kind of proxy that Skein does not know.',
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: 'The proxy settings of this network cannot be read.',
  ERR_CERT_AUTHORITY_INVALID:
    'The server’s certificate comes from an authority that this computer does not trust. Somebody may be listening, or the certificate was made by hand.',
  ERR_CERT_COMMON_NAME_INVALID:
    'The server’s certificate was issued for another name. Check the address; if it is right, tell the server’s administrator.',
  ERR_CERT_DATE_INVALID: 'The server’s certificate has expired, or this computer’s clock is wrong.',
  ERR_CERT_REVOKED: 'The server’s certificate has been revoked. Tell the server’s administrator.',
  ERR_SSL_PROTOCOL_ERROR: 'The server does not speak TLS here. Check the address and the port.',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH:
    'The server only offers encryption that is no longer safe. Its administrator has to update it.',
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED:
    'The server wants a certificate of yours, and there is none on this computer for it.',
  ERR_BAD_SSL_CLIENT_AUTH_CERT: 'The server does not accept your certificate.',
  ERR_INVALID_HTTP_RESPONSE: 'What answers at this address is no web server. Check the address and the port.',
  ERR_CONNECTION_RESET: broke,
  ERR_CONNECTION_CLOSED: broke,
  ERR_CONNECTION_ABORTED: broke,
  ERR_EMPTY_RESPONSE: broke,
  ERR_INCOMPLETE_CHUNKED_ENCODING: broke,
  ERR_CONTENT_LENGTH_MISMATCH: broke,
  ERR_TIMED_OUT: broke,
  ERR_NETWORK_IO_SUSPENDED: broke,
  ERR_HTTP2_PROTOCOL_ERROR: broke,
  ERR_QUIC_PROTOCOL_ERROR: broke,
}

/** Faults of a connection that did not come about, though they prove nothing. */
const unreachable: ReadonlySet<string> = new Set([
  'ERR_INTERNET_DISCONNECTED',
  'ERR_NETWORK_CHANGED',
  'ERR_ADDRESS_UNREACHABLE',
])

/** What a fault of Chromium's network stack (`net::ERR_…`) means. */
export function netFailure(text: string): NetFailure {
  const name = /(?:net::)?(ERR_[A-Z0-9_]+)/.exec(text)?.[1] ?? ''
  const provesNonDelivery = isProof(name)
  const code = provesNonDelivery || unreachable.has(name) ? 'unreachable' : 'broken'
  return { code, message: sentences[name] ?? unnamed(name), provesNonDelivery }
}

function unnamed(name: string): string {
  if (name === '') return 'The connection to the server failed.'
  if (name.startsWith('ERR_DNS_')) return noName
  if (name.startsWith('ERR_CERT_') || name.startsWith('ERR_SSL_')) {
    return `The connection to the server cannot be made safe (${name}).`
  }
  return `The connection to the server failed (${name}).`
}

/**
 * A proxy wanted a password, and got none that it takes. The way to an encrypted server leads through a tunnel, which it
 * did not build; of any other, who answered cannot be told.
 */
export function proxyRefusal(url: string): NetFailure {
  return { code: 'unreachable', message: proxyPassword, provesNonDelivery: url.startsWith('https:') }
}
