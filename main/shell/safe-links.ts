import type { DesktopPlatform } from './desktop-platform.ts'

const schemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])
/** Windows takes no longer ones (`INTERNET_MAX_URL_LENGTH` of wininet.h, less its end). */
const longestOnWindows = 2_083 - 2
const longest = 32_768
/** Some mail programs attach a file of this computer that an address names (CVE-2020-11879 and others). */
const attaching = /^x?-?attach(ment)?$/i

/**
 * The address as the system's own program may get it; null for all that is no plain web or mail address. What stands in a
 * message is anybody's, and the system starts whatever a scheme belongs to.
 */
export function safeLink(address: string, platform: DesktopPlatform): string | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  if (!schemes.has(url.protocol) || url.username !== '' || url.password !== '') return null
  if (url.href.length > (platform === 'win32' ? longestOnWindows : longest)) return null
  if (url.protocol === 'mailto:') {
    for (const name of url.searchParams.keys()) if (attaching.test(name)) return null
    // A percent sign may hide the end of a line, and with it a further header.
    if (/%0[ad]/i.test(url.pathname)) return null
  }
  return url.href
}
