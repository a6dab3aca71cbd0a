import { readLink, type LinkAccount, type ReadLink } from '../../state/links/own-links.ts'

/** The type of an address's target in an organization. */
export type LinkAim = 'conversation' | 'message' | 'list' | 'person' | 'file' | 'browser'

/** An address in a text that leads into an organization, for one of its accounts. */
export interface PastedLink {
  readonly accountId: string
  readonly address: string
  readonly aim: LinkAim
  /** The names of the stream and the topic in the address; empty if it has none. */
  readonly names: readonly string[]
}

/** The limit of addresses that are parsed, since a pasted text may be long. */
const mostTried = 20
const longestText = 20_000
const written = /(?:https?:\/\/|(?<=^|[\s<("'[]))[^\s<>"'`|\\^]{2,}/gi

/**
 * Returns the first address in a text that leads into an organization, once for each account of its server, the shown
 * one first. An address may be part of a sentence, of Markdown or of a redirecting address. It may lack its scheme, be
 * a fragment only, or have an encoded `#`.
 */
export function linksIn(text: string, accounts: readonly LinkAccount[], shownId: string | null): readonly PastedLink[] {
  const shown = accounts.find(({ id }) => id === shownId)
  let tried = 0
  for (const [word] of text.slice(0, longestText).matchAll(written)) {
    if (!/[/#.]/.test(word)) continue
    tried += 1
    if (tried > mostTried) return []
    for (const address of readings(word, shown?.server)) {
      const own = accountsOf(address, accounts, shownId)
      if (own.length > 0) return own.map(({ id }) => pastedLink(address, accounts, id))
    }
  }
  return []
}

function accountsOf(address: string, accounts: readonly LinkAccount[], shownId: string | null): readonly LinkAccount[] {
  const { origin, hash, pathname } = new URL(address)
  // The address of an organization itself names no conversation in it.
  if (hash === '' && pathname === '/') return []
  return accounts
    .filter(({ server }) => URL.canParse(server) && new URL(server).origin === origin)
    .sort((a, b) => Number(b.id === shownId) - Number(a.id === shownId))
}

/** Yields the addresses that a word may stand for, the most likely one first. */
function* readings(word: string, shownServer: string | undefined): Generator<string> {
  const bare = withoutEnd(word.replace(/^[([“„«‘‚]+/u, '').replace(/\]\(.*$/, ''))
  const linked = /\]\((https?:[^)\s]+(?:\([^)\s]*\)[^)\s]*)*)/i.exec(word)?.[1]
  for (const text of linked === undefined ? [bare] : [linked, bare]) {
    const address = text.replaceAll('&amp;', '&').replace(/%23(?=narrow\/|inbox|recent|feed|drafts|scheduled)/i, '#')
    if (/^#?\/?#?narrow\//.test(address) || /^#(?:inbox|recent|feed|drafts|scheduled)$/.test(address)) {
      const hash = `/#${address.replace(/^#?\/?#?/, '')}`
      if (shownServer !== undefined && URL.canParse(hash, shownServer)) yield new URL(hash, shownServer).href
      continue
    }
    const full = /^https?:\/\//i.test(address) ? address : `https://${address}`
    if (!URL.canParse(full)) continue
    yield new URL(full).href
    if (full !== address && URL.canParse(`http://${address}`)) yield new URL(`http://${address}`).href
    // Mail programs wrap addresses into redirecting ones.
    for (const inner of new URL(full).searchParams.values()) {
      if (/^https?:\/\//i.test(inner) && URL.canParse(inner)) yield new URL(inner).href
    }
  }
}

/** Removes punctuation at the end, which belongs to the sentence, and a closing bracket without an opening one. */
function withoutEnd(word: string): string {
  let text = word
  for (;;) {
    const shorter = text.replace(/[.,;:!?»”’…]+$/u, '')
    const isUnopened =
      /[)\]]$/.test(shorter) && count(shorter, '(') + count(shorter, '[') < count(shorter, ')') + count(shorter, ']')
    const next = isUnopened ? shorter.slice(0, -1) : shorter
    if (next === text) return text
    text = next
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

function pastedLink(address: string, accounts: readonly LinkAccount[], accountId: string): PastedLink {
  const link = readLink(address, accounts, accountId)
  return { accountId, address, aim: aimOf(link), names: namesOf(link, address) }
}

function aimOf(link: ReadLink): LinkAim {
  switch (link.kind) {
    case 'conversation':
      return link.anchor === null ? 'conversation' : 'message'
    case 'malformed':
      return 'conversation'
    case 'view':
      return 'list'
    case 'person':
      return 'person'
    case 'file':
      return 'file'
    case 'elsewhere':
      return 'browser'
  }
}

function namesOf(link: ReadLink, address: string): readonly string[] {
  if (link.kind === 'file') return [decoded(link.path.replace(/^.*\//, ''))]
  if (link.kind !== 'conversation') return []
  const slug = /\/(?:channel|stream)\/\d+-([^/?]+)/.exec(address)?.[1]
  const stream = slug === undefined ? [] : [`#${decoded(slug.replaceAll('.', '%')).replaceAll('-', ' ')}`]
  return link.narrow?.kind === 'topic' && link.narrow.topic !== '' ? [...stream, link.narrow.topic] : stream
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
