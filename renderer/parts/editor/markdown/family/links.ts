/** The offsets of a link's parts. */
export interface LinkSource {
  /** The bracket that closes the text of the link. */
  readonly close: number
  readonly addressFrom: number
  readonly addressTo: number
  readonly end: number
}

/** The schemes of addresses that become links. */
const allowed = /^(?:https?|mailto|tel|sms|s?ftp|xmpp|magnet|matrix):/i
/** The length above which an address is no link, so that the search for its end is bounded. */
const longest = 4_000

/** Reads the address in parentheses after the text of a link. Returns null if servers read no address there. */
export function linkAt(text: string, close: number): LinkSource | null {
  if (text[close + 1] !== '(') return null
  const from = close + 2
  let depth = 1
  let quote = false
  let at = from
  for (; at < text.length && at < from + longest; at += 1) {
    const character = text[at]
    if (character === '\n') return null
    if (character === '"' && (quote || /[\s(]/.test(text[at - 1] ?? ''))) quote = !quote
    if (quote) continue
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0) break
  }
  if (depth !== 0 || text[at] !== ')') return null
  const [, blanks = '', address = ''] = /^(\s*)(.*?)(?:\s+"[^"]*"|\s+'[^']*')?\s*$/.exec(text.slice(from, at)) ?? []
  if (!isAddress(address.replace(/^<(.*)>$/, '$1'))) return null
  const addressFrom = from + blanks.length
  return { close, addressFrom, addressTo: addressFrom + address.length, end: at + 1 }
}

/** Returns whether a text is an address: one with an allowed scheme, a host, an e-mail address, or a path. */
function isAddress(address: string): boolean {
  return allowed.test(address) || !/^[a-z][a-z0-9+.-]*:/i.test(address)
}
