import { clientLimits } from '#shared/client-limits.ts'
import { isLinkScheme } from '#shared/content/link-schemes.ts'
import { isMediaPath } from '#shared/media-path.ts'

const longestAddress = clientLimits.mediaPath.most
const longestLink = clientLimits.pageLink.most

/**
 * Returns an absolute link if its scheme is allowed, otherwise null. The main process decides which links open and
 * for which the user is asked.
 */
export function safeLink(href: string | undefined, serverOrigin: string): string | null {
  if (href === undefined) return null
  try {
    const url = new URL(href, serverOrigin)
    if (url.href.length > longestLink) return null
    return isLinkScheme(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

/**
 * Returns the path of a file on the account's own server, otherwise null: other files are never fetched
 * (wire-protocol.md §2.10). An address that a parser has to normalize is rejected, because `/a/..//host/b` would lead
 * to another host.
 */
export function mediaPath(source: string | null | undefined, serverOrigin: string): string | null {
  if (source == null || source === '' || source.length > longestAddress) return null
  const written = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*(.*)$/is.exec(source)?.[1] ?? source
  if (!isMediaPath(written.startsWith('/') ? written : `/${written}`)) return null
  try {
    const url = new URL(source, serverOrigin)
    const path = url.pathname + url.search
    return url.origin === new URL(serverOrigin).origin && isMediaPath(path) ? path : null
  } catch {
    return null
  }
}
