/** The schemes of links in texts, as on the family's server; addresses of other schemes stay text. */
export const schemes = [
  ...['http', 'https', 'ftp', 'file', 'bitcoin', 'geo', 'im', 'irc', 'ircs', 'magnet', 'mailto', 'matrix', 'mms'],
  ...['news', 'nntp', 'openpgp4fpr', 'sip', 'sms', 'smsto', 'ssh', 'tel', 'urn', 'webcal', 'wtai', 'xmpp'],
]

/** Matches addresses with these schemes. */
export const allowedSchemes = new RegExp(`^(?:${schemes.join('|')}):`, 'i')

/** Schemes whose addresses have a host. */
const withHost = new Set(['', 'http', 'https', 'ftp', 'file', 'mms', 'nntp'])

interface Parts {
  readonly scheme: string
  readonly host: string
  readonly path: string
  /** Query and fragment with their marks. */
  readonly rest: string
}

/**
 * The typed address of a link in the form of the family's server: without a scheme it is a host or an e-mail address.
 * Undefined if it may not be a link.
 */
export function linkAddress(typed: string): string | undefined {
  const parts = partsOf(typed.replaceAll(' ', '%20'))
  if (parts === undefined) return ''
  const { scheme, host, path, rest } = parts
  if (scheme === '' && host === '') {
    if (path.includes('@')) return joined({ ...parts, scheme: 'mailto' })
    if (path.startsWith('/') || (path === '' && rest.startsWith('#'))) return `${path}${rest}`
  }
  if (scheme === '') return linkAddress(`http://${typed}`)
  return schemes.includes(scheme) ? joined(parts) : undefined
}

/** Scheme, host and path of an address; undefined for a host with an invalid bracket. */
function partsOf(typed: string): Parts | undefined {
  const address = typed.replace(/^[\0- ]+/, '').replaceAll(/[\t\r\n]/g, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1] ?? ''
  const afterScheme = scheme === '' ? address : address.slice(scheme.length + 1)
  const host = /^\/\/([^/?#]*)/.exec(afterScheme)?.[1]
  if (host !== undefined && host.includes('[') !== host.includes(']')) return undefined
  const afterHost = host === undefined ? afterScheme : afterScheme.slice(host.length + 2)
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/.exec(afterHost) ?? []
  return {
    scheme: scheme.toLowerCase(),
    host: host ?? '',
    path,
    rest: `${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${fragment}`}`,
  }
}

function joined({ scheme, host, path, rest }: Parts): string {
  const hasHost = host !== '' || (withHost.has(scheme) && !path.startsWith('//'))
  const whole = hasHost ? `//${host}${path !== '' && !path.startsWith('/') ? '/' : ''}${path}` : path
  return `${scheme}:${whole}${rest}`
}
