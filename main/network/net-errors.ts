import type { Failure, NetworkFailures } from '#contract/base/failures.ts'
import type { TransportErrorCode } from '#engine/ports.ts'

/** Codes without values. */
type PlainNetworkCode = {
  [C in keyof NetworkFailures]: NetworkFailures[C] extends null ? C : never
}[keyof NetworkFailures]

export interface NetFailure {
  readonly code: TransportErrorCode
  /** The cause, for the user. */
  readonly reason: Failure
  readonly provesNonDelivery: boolean
}

/**
 * The errors that occur before a connection is established, by Chromium's net/base/net_error_list.h and the code that
 * raises them. Only they prove that a request did not arrive: `ERR_NETWORK_CHANGED` ends HTTP/2 streams after the
 * request was sent, `ERR_SSL_…` may be an alert to sent data, and `ERR_INTERNET_DISCONNECTED` and
 * `ERR_ADDRESS_UNREACHABLE` also affect open sockets.
 */
const proofs: ReadonlySet<string> = new Set([
  // The host name does not resolve (also `ERR_DNS_…`).
  'ERR_NAME_NOT_RESOLVED',
  'ERR_NAME_RESOLUTION_FAILED',
  'ERR_HOST_RESOLVER_QUEUE_TOO_LARGE',
  'ERR_ICANN_NAME_COLLISION',
  // `connect()` failed. An established connection that times out raises ERR_TIMED_OUT or ERR_CONNECTION_ABORTED.
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_TIMED_OUT',
  // The proxy is unreachable or does not open the tunnel. `ERR_CERT_…` ends the handshake and proves the same.
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
  // Chromium refuses the address itself.
  'ERR_UNSAFE_PORT',
  'ERR_ADDRESS_INVALID',
  'ERR_INVALID_URL',
  'ERR_DISALLOWED_URL_SCHEME',
  'ERR_UNKNOWN_URL_SCHEME',
])

/** Errors with names like certificate errors, raised for open connections when the trusted certificates change. */
const trustChanges: ReadonlySet<string> = new Set(['ERR_CERT_DATABASE_CHANGED', 'ERR_CERT_VERIFIER_CHANGED'])

function isProof(name: string): boolean {
  if (trustChanges.has(name)) return false
  return proofs.has(name) || name.startsWith('ERR_DNS_') || name.startsWith('ERR_CERT_')
}

/** Failure codes by Chromium's error names. */
const codes: Readonly<Record<string, PlainNetworkCode>> = {
  ERR_NAME_NOT_RESOLVED: 'NAME_UNKNOWN',
  ERR_NAME_RESOLUTION_FAILED: 'NAME_UNKNOWN',
  ERR_ICANN_NAME_COLLISION: 'NAME_UNKNOWN',
  ERR_HOST_RESOLVER_QUEUE_TOO_LARGE: 'NETWORK_BUSY',
  ERR_CONNECTION_REFUSED: 'CONNECTION_REFUSED',
  ERR_CONNECTION_TIMED_OUT: 'CONNECTION_TIMED_OUT',
  ERR_INTERNET_DISCONNECTED: 'NOT_CONNECTED',
  ERR_NETWORK_CHANGED: 'NETWORK_CHANGED',
  ERR_ADDRESS_UNREACHABLE: 'ADDRESS_UNREACHABLE',
  ERR_ADDRESS_INVALID: 'ADDRESS_INVALID',
  ERR_INVALID_URL: 'ADDRESS_INVALID',
  ERR_UNSAFE_PORT: 'UNSAFE_PORT',
  ERR_PROXY_CONNECTION_FAILED: 'PROXY_AWAY',
  ERR_SOCKS_CONNECTION_FAILED: 'PROXY_AWAY',
  ERR_PROXY_CERTIFICATE_INVALID: 'PROXY_CERTIFICATE_INVALID',
  ERR_PROXY_AUTH_UNSUPPORTED: 'PROXY_LOGIN_UNSUPPORTED',
  ERR_PROXY_AUTH_REQUESTED: 'PROXY_WANTS_PASSWORD',
  ERR_PROXY_AUTH_REQUESTED_WITH_NO_CONNECTION: 'PROXY_WANTS_PASSWORD',
  ERR_TUNNEL_CONNECTION_FAILED: 'PROXY_REFUSES',
  ERR_HTTPS_PROXY_TUNNEL_RESPONSE_REDIRECT: 'PROXY_REFUSES',
  ERR_SOCKS_CONNECTION_HOST_UNREACHABLE: 'PROXY_REFUSES',
  ERR_NO_SUPPORTED_PROXIES: 'PROXY_UNSUPPORTED',
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: 'PROXY_SETTINGS_UNREADABLE',
  ERR_CERT_AUTHORITY_INVALID: 'CERTIFICATE_AUTHORITY_UNKNOWN',
  ERR_CERT_COMMON_NAME_INVALID: 'CERTIFICATE_NAME_INVALID',
  ERR_CERT_DATE_INVALID: 'CERTIFICATE_DATE_INVALID',
  ERR_CERT_REVOKED: 'CERTIFICATE_REVOKED',
  ERR_SSL_PROTOCOL_ERROR: 'TLS_MISSING',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'TLS_TOO_OLD',
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED: 'CLIENT_CERTIFICATE_NEEDED',
  ERR_BAD_SSL_CLIENT_AUTH_CERT: 'CLIENT_CERTIFICATE_REFUSED',
  ERR_INVALID_HTTP_RESPONSE: 'NO_WEB_SERVER',
  ERR_CONNECTION_RESET: 'CONNECTION_BROKEN',
  ERR_CONNECTION_CLOSED: 'CONNECTION_BROKEN',
  ERR_CONNECTION_ABORTED: 'CONNECTION_BROKEN',
  ERR_EMPTY_RESPONSE: 'CONNECTION_BROKEN',
  ERR_INCOMPLETE_CHUNKED_ENCODING: 'CONNECTION_BROKEN',
  ERR_CONTENT_LENGTH_MISMATCH: 'CONNECTION_BROKEN',
  ERR_TIMED_OUT: 'CONNECTION_BROKEN',
  ERR_NETWORK_IO_SUSPENDED: 'CONNECTION_BROKEN',
  ERR_HTTP2_PROTOCOL_ERROR: 'CONNECTION_BROKEN',
  ERR_QUIC_PROTOCOL_ERROR: 'CONNECTION_BROKEN',
}

/** Errors of a connection that was not established, without proof of it. */
const unreachable: ReadonlySet<string> = new Set([
  'ERR_INTERNET_DISCONNECTED',
  'ERR_NETWORK_CHANGED',
  'ERR_ADDRESS_UNREACHABLE',
])

/** The failure for an error of Chromium's network stack (`net::ERR_…`). */
export function netFailure(text: string): NetFailure {
  const name = /(?:net::)?(ERR_[A-Z0-9_]+)/.exec(text)?.[1] ?? ''
  const provesNonDelivery = isProof(name)
  const code = provesNonDelivery || unreachable.has(name) ? 'unreachable' : 'broken'
  return { code, reason: reasonOf(name), provesNonDelivery }
}

function reasonOf(name: string): Failure {
  const code = codes[name]
  if (code !== undefined) return { code }
  if (name.startsWith('ERR_DNS_')) return { code: 'NAME_UNKNOWN' }
  if (name.startsWith('ERR_CERT_') || name.startsWith('ERR_SSL_'))
    return { code: 'CONNECTION_UNSAFE', values: { name } }
  return { code: 'CONNECTION_FAILED', values: { name: name === '' ? null : name } }
}

/**
 * The failure for a proxy that requires a password and got no valid one. For an encrypted server the tunnel was not
 * opened, which proves non-delivery; for another server the sender of the answer is unknown.
 */
export function proxyRefusal(url: string): NetFailure {
  return { code: 'unreachable', reason: { code: 'PROXY_WANTS_PASSWORD' }, provesNonDelivery: url.startsWith('https:') }
}

/** The messages of two errors for which Electron has no codes. */
const lostBody = /^(?:mojo result not ok(?:: \d+)?|two startReading calls\?\?\?)$/

/**
 * Whether an uncaught error is Electron's error about a chunked body whose request was aborted or broke during a chunk,
 * or that Chromium tried to resend. Electron's private stream (lib/common/api/net-client-request.ts,
 * `ChunkedBodyStream`) emits it without a possible listener. The request reports its own end as well, so
 * `shell/reports/uncaught.ts` does not notify the user.
 */
export function isLostUpload(error: unknown): boolean {
  return error instanceof Error && lostBody.test(error.message)
}
