import { domainToUnicode } from 'node:url'
import type { LinkRefusal } from '#contract/base/failures.ts'
import { plainSchemes, programOfScheme, type LinkProgram, type LinkDoubt } from '#shared/content/link-schemes.ts'
import type { DesktopPlatform } from '../../system/desktop-platform.ts'

export type LinkJudgement =
  | { readonly kind: 'open'; readonly address: string }
  | { readonly kind: 'ask'; readonly address: string; readonly doubt: LinkDoubt }
  | { readonly kind: 'refuse'; readonly reason: LinkRefusal }

const runsCode: ReadonlySet<string> = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'about:', 'view-source:'])
const opensFiles: ReadonlySet<string> = new Set([
  'file:',
  'smb:',
  'cifs:',
  'nfs:',
  'afp:',
  'dav:',
  'davs:',
  'filesystem:',
])
/**
 * Characters that could end an argument of another program. `URL` does not encode them in addresses of unknown schemes.
 */
const argumentSigns = /[\s"'`<>\\^{|}]/g
/** Percent-encoded control characters, which could add a line or a header. */
const encodedControl = /%(?:[01][0-9a-f]|7f)/i

/**
 * The treatment of a link in a message: opened, confirmed by the user, or refused. Links are untrusted, and the system
 * starts any program that is registered for a scheme.
 *
 * @param shown the text of the link; null if it is unknown
 */
export function judgeLink(address: string, platform: DesktopPlatform, shown: string | null): LinkJudgement {
  if (!URL.canParse(address)) return { kind: 'refuse', reason: 'unreadable' }
  const url = new URL(address)
  const program = programOfScheme.get(url.protocol)
  if (program !== undefined) return judgeProgramLink(url, program, platform)
  if (!plainSchemes.has(url.protocol)) return { kind: 'refuse', reason: reasonOf(url.protocol) }
  if (url.protocol === 'mailto:') return judgeMail(url, platform, shown)
  const { username, password, hostname: host } = url
  if (isTooLong(url.href, platform)) return { kind: 'refuse', reason: 'too_long' }
  const ask = (doubt: LinkDoubt): LinkJudgement => ({ kind: 'ask', address: url.href, doubt })
  if (username !== '' || password !== '') return ask({ kind: 'user_name', name: decoded(username), host })
  const written = lookalike(host)
  if (written !== null) return ask({ kind: 'lookalike', host, written })
  const other = shown === null ? null : otherHost(shown, host)
  return other === null ? { kind: 'open', address: url.href } : ask({ kind: 'other_text', shown: other, host })
}

function reasonOf(scheme: string): LinkRefusal {
  if (runsCode.has(scheme)) return 'code'
  return opensFiles.has(scheme) ? 'file' : 'program'
}

function judgeMail(url: URL, platform: DesktopPlatform, shown: string | null): LinkJudgement {
  if (attachesFile(url)) return { kind: 'refuse', reason: 'attachment' }
  const address = safeLink(url.href, platform)
  if (address === null) return { kind: 'refuse', reason: isTooLong(url.href, platform) ? 'too_long' : 'unreadable' }
  const real = decoded(url.pathname)
  const text = shown?.trim() ?? ''
  const isOther = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.toLowerCase() !== real.toLowerCase()
  if (!isOther) return { kind: 'open', address }
  return { kind: 'ask', address, doubt: { kind: 'other_text', shown: text, host: real } }
}

function judgeProgramLink(url: URL, program: LinkProgram, platform: DesktopPlatform): LinkJudgement {
  const address = url.href.replaceAll(argumentSigns, encodeURIComponent).replaceAll("'", '%27')
  if (isTooLong(address, platform)) return { kind: 'refuse', reason: 'too_long' }
  // A program would read a part that begins with a dash as an option.
  const parts = [url.hostname, url.username, url.password].map(decoded)
  if (encodedControl.test(address) || parts.some((part) => /^\s*-/.test(part))) {
    return { kind: 'refuse', reason: 'unreadable' }
  }
  return { kind: 'ask', address, doubt: { kind: 'program', program } }
}

/** Letters of other scripts that look like Latin ones. */
const latinAlike =
  /^[\d\-\u0430\u0431\u0435\u0445\u043e\u0440\u0441\u0443\u044a\u044c\u0432\u043d\u043a\u043c\u0442\u0433\u0433\u0455\u0456\u0457\u0458\u0491\u04bb\u04cf\u0501\u051b\u051d\u03b1\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c3\u03c4\u03c5\u03c7\u03c9\u03b7\u0561\u0563\u0566\u0570\u0578\u057d\u0585\u0581]+$/u
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
]
/** Characters in host names that resemble parts of an address or are invisible. */
const deceiving =
  /[\u00b7\u0131\u02bc\u0338\u05f4\u06d4\u2010-\u2015\u2044\u2215\u29f8\u3002\u30fc\u4e36\u4e3f\ua789\p{Cf}]/u

/** A host in its readable form if some of its letters resemble others; null for an ordinary one. */
function lookalike(host: string): string | null {
  if (!/(?:^|\.)xn--/.test(host)) return null
  const written = domainToUnicode(host)
  // A host that cannot be decoded is not trusted either.
  if (written === '') return host
  const labels = written.split('.')
  const ending = labels.at(-1) ?? ''
  const isOdd = labels.some((label) => {
    if (/^[\x20-\x7e]*$/.test(label)) return false
    if (deceiving.test(label)) return true
    const found = scripts.filter((script) => script.test(label))
    // Host names often combine East Asian and Latin letters.
    if (found.length > 1 && !(found.length === 2 && found.includes(cjk) && found.includes(latin))) return true
    return latinAlike.test(label) && /^[\x20-\x7e]*$/.test(ending)
  })
  return isOdd ? written : null
}

const [latin = /a/] = scripts
const cjk = scripts.at(-1) ?? /a/

/** Top-level domains that are recognized in text without a scheme; the text could name a file otherwise. */
const endings =
  /\.(?:com|org|net|edu|gov|int|mil|info|biz|app|dev|io|co|eu|uk|de|fr|nl|se|no|fi|dk|ch|at|be|es|pt|pl|cz|ru|ua|us|ca|au|nz|jp|cn|kr|in|br|mx|za)$/i

/** The host that the text of a link names, if it differs from the host of its address; null otherwise. */
function otherHost(shown: string, host: string): string | null {
  const text = shown.replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim()
  const isWritten = /^https?:\/\//i.test(text)
  const candidate = isWritten ? text : `https://${text}`
  if (/\s/.test(text) || text.length > 2_000 || !URL.canParse(candidate)) return null
  const named = new URL(candidate).hostname
  if (!isWritten && !endings.test(named) && !/^www\./i.test(text)) return null
  const bare = (name: string) => name.replace(/^www\./, '')
  const [one, two] = [bare(named), bare(host)]
  return one === two || two.endsWith(`.${one}`) ? null : named
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const safeSchemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])
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
  if (!safeSchemes.has(url.protocol) || url.username !== '' || url.password !== '') return null
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
function attachesFile(mail: URL): boolean {
  return [...mail.searchParams.keys()].some((name) => attaching.test(name))
}
