import type { DesktopPlatform } from '../../system/desktop-platform.ts'

const schemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])
/** The longest address that Windows accepts (`INTERNET_MAX_URL_LENGTH` of wininet.h without the terminator). */
const longestOnWindows = 2_083 - 2
const longest = 32_768
/** Header fields with which some mail programs attach a local file (CVE-2020-11879 and others). */
const attaching = /^x?-?attach(ment)?$/i

/**
 * The address in a form that is safe for the system's programs; null unless it is a plain web or mail address. Links in messages
 * are untrusted, and the system starts any program that is registered for a scheme.
 */
export function safeLink(address: string, platform: DesktopPlatform): string | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  if (!schemes.has(url.protocol) || url.username !== '' || url.password !== '') return null
  if (isTooLong(url.href, platform)) return null
  if (url.protocol === 'mailto:') {
    if (attachesFile(url)) return null
    // A percent-encoded line break could add a header.
    if (/%0[ad]/i.test(url.pathname)) return null
  }
  return url.href
}

/** Whether an address exceeds the system's limit. */
export function isTooLong(address: string, platform: DesktopPlatform): boolean {
  return address.length > (platform === 'win32' ? longestOnWindows : longest)
}

/** Whether a mail address could attach a local file. */
export function attachesFile(mail: URL): boolean {
  return [...mail.searchParams.keys()].some((name) => attaching.test(name))
}
