import type { IncomingMessage } from 'node:http'

/**
 * Maps Node's error codes to the names that Chromium's network stack gives the same faults (net/base/net_error_list.h).
 */
const chromiumNames: Readonly<Record<string, string>> = {
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  EPIPE: 'ERR_CONNECTION_RESET',
  ECONNABORTED: 'ERR_CONNECTION_ABORTED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR',
}

/** The progress of an attempt when it failed. */
export interface Broken {
  /** The socket had carried an earlier answer. */
  readonly isReused: boolean
  /** Part of the answer's head had arrived. */
  readonly hasBytes: boolean
}

/** The name of a fault before the answer's head. */
export function netErrorBeforeHead(error: NodeJS.ErrnoException, { isReused, hasBytes }: Broken): string {
  const code = error.code ?? ''
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') return 'ERR_INVALID_HTTP_RESPONSE'
  // Node also reports an orderly close as a reset; only a failed system call is one.
  const isEnd = code === 'HPE_INVALID_EOF_STATE' || (code === 'ECONNRESET' && error.syscall === undefined)
  if (!isEnd) return chromiumNames[code] ?? 'ERR_FAILED'
  if (hasBytes) return 'ERR_RESPONSE_HEADERS_TRUNCATED'
  return isReused ? 'ERR_CONNECTION_CLOSED' : 'ERR_EMPTY_RESPONSE'
}

/**
 * The name of a fault within the answer's body.
 * @param socketError the error of the socket; undefined after an orderly close
 */
export function netErrorInBody(socketError: NodeJS.ErrnoException | undefined, response: IncomingMessage): string {
  if (socketError !== undefined) return chromiumNames[socketError.code ?? ''] ?? 'ERR_FAILED'
  return response.headers['content-length'] === undefined
    ? 'ERR_INCOMPLETE_CHUNKED_ENCODING'
    : 'ERR_CONTENT_LENGTH_MISMATCH'
}

/**
 * Faults after which Chromium resends a request, whatever its method, if the socket was reused and no head had arrived
 * (`HttpNetworkTransaction::HandleIOError` and `ShouldResendRequest`, net/http/http_network_transaction.cc).
 */
export const resentAfter: ReadonlySet<string> = new Set([
  'ERR_CONNECTION_RESET',
  'ERR_CONNECTION_CLOSED',
  'ERR_CONNECTION_ABORTED',
  'ERR_SOCKET_NOT_CONNECTED',
  'ERR_EMPTY_RESPONSE',
])
