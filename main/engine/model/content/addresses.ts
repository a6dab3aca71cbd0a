import { clientLimits } from '#shared/client-limits.ts'
import { isLinkScheme } from '#shared/content/link-schemes.ts'
import { isMediaPath } from '#shared/media-path.ts'

const longestAddress = clientLimits.mediaPath.most
const longestLink = clientLimits.pageLink.most

/** An absolute link of a scheme that may be shown; main decides what opens, and what is asked about. */
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
 * The path of an image on the account's own server; other images are never fetched (wire-protocol.md §2.10). An address
 * that a parser has to normalize is rejected: `/a/..//host/b` would lead elsewhere.
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
