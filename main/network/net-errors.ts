import type { TransportErrorCode } from '../engine/ports.ts'

export interface NetFailure {
  readonly code: TransportErrorCode
  /** A sentence for people, with the true cause. */
  readonly message: string
  readonly provesNonDelivery: boolean
}

const undelivered = (message: string): NetFailure => ({ code: 'unreachable', message, provesNonDelivery: true })

const sentences: Readonly<Record<string, string>> = {
  ERR_NAME_NOT_RESOLVED: 'There is no server with this name. Check the address and the network.',
  ERR_CONNECTION_REFUSED: 'The server is not running, or refuses connections.',
  ERR_INTERNET_DISCONNECTED: 'This computer is not connected to a network.',
  ERR_NETWORK_CHANGED: 'The network has just changed.',
  ERR_ADDRESS_UNREACHABLE: 'The network does not reach this server.',
  ERR_CONNECTION_TIMED_OUT: 'The server does not answer.',
  ERR_PROXY_CONNECTION_FAILED: 'The proxy of this network does not answer.',
  ERR_TUNNEL_CONNECTION_FAILED: 'The proxy of this network refuses to reach the server.',
  ERR_CERT_AUTHORITY_INVALID:
    'The server’s certificate comes from an authority that this computer does not trust. Somebody may be listening, or the certificate was made by hand.',
  ERR_CERT_COMMON_NAME_INVALID:
    'The server’s certificate was issued for another name. Check the address; if it is right, tell the server’s administrator.',
  ERR_CERT_DATE_INVALID: 'The server’s certificate has expired, or this computer’s clock is wrong.',
  ERR_CERT_REVOKED: 'The server’s certificate has been revoked. Tell the server’s administrator.',
  ERR_UNSAFE_PORT: 'This port belongs to another kind of service. Check the address.',
  ERR_SSL_PROTOCOL_ERROR: 'The server does not speak TLS here. Check the address and the port.',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH:
    'The server only offers encryption that is no longer safe. Its administrator has to update it.',
}

/** Faults after which the request may have reached the server. */
const broken = new Set([
  'ERR_CONNECTION_RESET',
  'ERR_CONNECTION_CLOSED',
  'ERR_CONNECTION_ABORTED',
  'ERR_EMPTY_RESPONSE',
  'ERR_INCOMPLETE_CHUNKED_ENCODING',
  'ERR_CONTENT_LENGTH_MISMATCH',
  'ERR_TIMED_OUT',
  'ERR_NETWORK_IO_SUSPENDED',
  'ERR_HTTP2_PROTOCOL_ERROR',
  'ERR_QUIC_PROTOCOL_ERROR',
])

/**
 * What a fault of Chromium's network stack (`net::ERR_…`) means. Only faults that come before the request leaves
 * (name, connect, TLS) prove that it did not arrive (design.md §3); what is not known is taken as broken.
 */
export function netFailure(text: string): NetFailure {
  const name = /(?:net::)?(ERR_[A-Z0-9_]+)/.exec(text)?.[1] ?? ''
  const sentence = sentences[name]
  if (sentence !== undefined) return undelivered(sentence)
  if (name.startsWith('ERR_CERT_') || name.startsWith('ERR_SSL_')) {
    return undelivered(`The connection to the server cannot be made safe (${name}).`)
  }
  if (broken.has(name)) {
    return { code: 'broken', message: 'The connection to the server broke.', provesNonDelivery: false }
  }
  if (name === 'ERR_INVALID_HTTP_RESPONSE') {
    const message = 'What answers at this address is no web server. Check the address and the port.'
    return { code: 'broken', message, provesNonDelivery: false }
  }
  return {
    code: 'broken',
    message: name === '' ? 'The connection to the server failed.' : `The connection to the server failed (${name}).`,
    provesNonDelivery: false,
  }
}
