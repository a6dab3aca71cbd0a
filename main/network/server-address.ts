/** An address that cannot be a server's; the message says what to do. */
export class AddressError extends Error {
  readonly code = 'BAD_ADDRESS'
}

/**
 * Hosts that are this very computer: `localhost` and every name below it (RFC 6761), 127.0.0.0/8, ::1. `URL` has
 * brought the host into its one spelling before: lower case, numbers written out.
 */
const loopback = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The origin of what somebody typed as a server: `chat.example.com`, `https://chat.example.com/login`,
 * `localhost:9991`. Without a scheme it is https, except on this very computer.
 * @throws AddressError
 */
export function serverOrigin(typed: string): string {
  const text = typed.trim()
  if (text === '') throw new AddressError('Enter the address of your organization’s server.')
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  let url: URL
  try {
    url = new URL(hasScheme ? text : `https://${text}`)
  } catch {
    throw new AddressError('This is not an address. It looks like chat.example.com.')
  }
  const isLocal = loopback.test(url.hostname)
  if (!hasScheme && isLocal) url.protocol = 'http:'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AddressError('The address of a server begins with https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressError('Leave out the name and password in the address; they have their own fields.')
  }
  if (url.protocol === 'http:' && !isLocal) {
    throw new AddressError('This address is not encrypted. Skein sends passwords over https:// only.')
  }
  return url.origin
}

/** Whether it is an origin as `serverOrigin` writes them, to which a key may go. */
export function isServerOrigin(origin: string): boolean {
  try {
    return serverOrigin(origin) === origin
  } catch {
    return false
  }
}
