import { readLink, type LinkAccount, type ReadLink } from '../app/own-links.ts'

/** What a pasted address of an organization leads to. */
export type LinkAim = 'conversation' | 'message' | 'list' | 'file' | 'browser'

/** An address in a text that leads into an organization, for one of its accounts. */
export interface PastedLink {
  readonly accountId: string
  readonly address: string
  readonly aim: LinkAim
  /** The stream and the topic that the address names; empty if it names none. */
  readonly names: readonly string[]
}

/** The most addresses that are tried; a pasted text may be long. */
const mostTried = 20
const longestText = 20_000
const written = /(?:https?:\/\/|(?<=^|[\s<("'[]))[^\s<>"'`|\\^]{2,}/gi

/**
 * What the first address in a text that leads into an organization leads to, once for each account of its server, the shown
 * one first. Addresses may stand in a sentence, in Markdown, without their scheme, as the fragment alone, with an encoded
 * `#`, or within an address that leads on.
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
  // The address of the organization alone is no place in it.
  if (hash === '' && pathname === '/') return []
  return accounts
    .filter(({ server }) => URL.canParse(server) && new URL(server).origin === origin)
    .sort((a, b) => Number(b.id === shownId) - Number(a.id === shownId))
}

/** The addresses that a word may be, the likeliest first. */
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
    // Mail programs lead through an address of their own.
    for (const inner of new URL(full).searchParams.values()) {
      if (/^https?:\/\//i.test(inner) && URL.canParse(inner)) yield new URL(inner).href
    }
  }
}

/** Signs at the end belong to the sentence; a closing bracket does if nothing was opened. */
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
    case 'place':
      return link.anchor === null ? 'conversation' : 'message'
    case 'malformed':
      return 'conversation'
    case 'view':
      return 'list'
    case 'file':
      return 'file'
    case 'elsewhere':
      return 'browser'
  }
}

function namesOf(link: ReadLink, address: string): readonly string[] {
  if (link.kind === 'file') return [decoded(link.path.replace(/^.*\//, ''))]
  if (link.kind !== 'place') return []
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
