import knownDomains from './top-level-domains.json' with { type: 'json' }

/**
 * The top-level domains of IANA's root zone, without `java`, `md`, `mov`, `py` and `zip`: texts name files with these
 * endings.
 */
const topLevelDomains: ReadonlySet<string> = new Set(knownDomains)

/** Whether a name, in lower case, can be the last label of a host, so that a bare host becomes a link (wire-protocol.md §2.14). */
function isTopLevelDomain(label: string): boolean {
  return topLevelDomains.has(label)
}

/** The range of a bare address in a text; `end` is exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** An address starts after white space or one of these. */
const openers = /[\s'"(,:<]/
/** Characters that may follow an address before the next white space. */
const closers = '!:;?),.\'">'
const word = /[^\s]+/g
const host = /[\p{L}\p{N}_.-]+/uy
const authority = /https?:\/\/[\p{L}\p{N}_.:@-]+/uy
const bitcoin = /bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y
/** Maximum depth of parentheses in a path; a path with deeper ones makes the address no link. */
const deepestParentheses = 7
const mail = /[\p{L}\p{N}_.-]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[\p{L}\p{N}_]+/uy

/**
 * Addresses with a scheme, hosts with a known last label, and e-mail addresses; each extends to the end of its word.
 */
export function* bareLinks(text: string): Generator<Range> {
  if (!/\.|:\/\/|bitcoin:/.test(text)) return
  for (const match of text.matchAll(word)) {
    if (/\.|:\/\/|bitcoin:/.test(match[0])) yield* linksOfWord(text, match.index, match.index + match[0].length)
  }
}

function* linksOfWord(text: string, from: number, to: number): Generator<Range> {
  /** All characters from here to the end of the word are closing characters. */
  let tail = to
  while (tail > from && closers.includes(text[tail - 1] ?? '')) tail -= 1
  /** No address that starts before this offset reaches the tail. */
  let barrier = from
  for (let at = from; at < tail; at += 1) {
    if (at < barrier || (at > from && !openers.test(text[at - 1] ?? ''))) continue
    const found = addressAt(text, at, tail, to)
    if (found.end === undefined) {
      barrier = Math.max(barrier, found.barrier)
      continue
    }
    yield { start: at, end: found.end }
    return
  }
}

type Found = { readonly end: number } | { readonly end: undefined; readonly barrier: number }

function addressAt(text: string, at: number, tail: number, to: number): Found {
  const none = { end: undefined, barrier: at }
  const hostEnd = matchEnd(authority, text, at) ?? knownHostEnd(text, at)
  if (hostEnd !== undefined) {
    if (text[hostEnd] === '/') return pathEnd(text, hostEnd, tail, to)
    // A trailing full stop may end the sentence.
    let end = hostEnd
    while (end > tail) end -= 1
    if (end >= tail) return { end }
  }
  const mailEnd = matchEnd(mail, text, at) ?? matchEnd(bitcoin, text, at)
  return mailEnd !== undefined && mailEnd >= tail ? { end: mailEnd } : none
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** The end of a host without a scheme: `example.com`. */
function knownHostEnd(text: string, at: number): number | undefined {
  const end = matchEnd(host, text, at)
  if (end === undefined) return undefined
  const labels = text.slice(at, end).replace(/\.+$/, '').split('.')
  return labels.length > 1 && labels.every(Boolean) && isTopLevelDomain(labels.at(-1) ?? '')
    ? at + labels.join('.').length
    : undefined
}

/** The end of a path: before the closing characters, except parentheses that it opened. */
function pathEnd(text: string, start: number, tail: number, to: number): Found {
  let depth = 0
  let open = start
  for (let at = start; at < to; at += 1) {
    if (at >= tail && depth === 0 && text[at] !== '(') return { end: at }
    const character = text[at]
    if (character === '"') return { end: undefined, barrier: depth === 0 ? at : open }
    if (character === '(') {
      if (depth === 0) open = at
      depth += 1
      if (depth > deepestParentheses) return { end: undefined, barrier: at }
    } else if (character === ')') {
      if (depth === 0) return { end: undefined, barrier: at }
      depth -= 1
    }
  }
  if (depth === 0) return { end: to }
  return open >= tail ? { end: open } : { end: undefined, barrier: open }
}
