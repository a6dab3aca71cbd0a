import type { SignInFailures } from '#contract/accounts.ts'
import { FailureError } from '#engine/values/failures.ts'

/** An address that is not valid for a server. */
export class AddressError extends FailureError {
  constructor(problem: SignInFailures['BAD_ADDRESS']['problem']) {
    super({ code: 'BAD_ADDRESS', values: { problem } })
  }
}

/**
 * Loopback hosts: `localhost` and its subdomains (RFC 6761), 127.0.0.0/8, ::1. The host was normalized by `URL`: lower case,
 * full IP addresses.
 */
const loopback = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The origin of a typed server address: `chat.example.com`, `https://chat.example.com/login`, `localhost:9991`. The default
 * scheme is https, except for loopback hosts.
 * @throws AddressError
 */
export function serverOrigin(typed: string): string {
  const text = typed.trim()
  if (text === '') throw new AddressError('empty')
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  let url: URL
  try {
    url = new URL(hasScheme ? text : `https://${text}`)
  } catch {
    throw new AddressError('malformed')
  }
  const isLocal = loopback.test(url.hostname)
  if (!hasScheme && isLocal) url.protocol = 'http:'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AddressError('scheme')
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressError('has_password')
  }
  if (url.protocol === 'http:' && !isLocal) {
    throw new AddressError('not_encrypted')
  }
  return url.origin
}

/** Whether a text is an origin in the form of `serverOrigin`, to which a key may be sent. */
export function isServerOrigin(origin: string): boolean {
  try {
    return serverOrigin(origin) === origin
  } catch {
    return false
  }
}
