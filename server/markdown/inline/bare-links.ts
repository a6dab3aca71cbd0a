import type { StateInline } from 'markdown-it'
import { bareLinks } from '#shared/content/bare-links.ts'
import { type BareLink, environmentOf } from '../environment.ts'
import { linkAddress } from './link-address.ts'

/** Links a bare address, or a linkifier's match that starts with a plain character, outside of other links. */
export function bareLinkRule(state: StateInline, silent: boolean): boolean {
  return !special.includes(state.src[state.pos] ?? '') && pushBareLink(state, silent)
}

/** Links a linkifier's match that starts with a character of another rule, such as `#12`. */
export function linkifierRule(state: StateInline, silent: boolean): boolean {
  return special.includes(state.src[state.pos] ?? '') && pushBareLink(state, silent)
}

function pushBareLink(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0) return false
  const link = linksOf(state).get(state.pos)
  if (link === undefined || link.end > state.posMax) return false
  if (!silent) {
    const open = state.push('link_open', 'a', 1)
    open.attrs = [['href', link.href]]
    state.push('link_text', '', 0).content = state.src.slice(link.start, link.end)
    state.push('link_close', 'a', -1)
  }
  state.pos = link.end
  return true
}

/** Reads plain text up to the next character or address that may start a rule. */
export function textRule(state: StateInline, silent: boolean): boolean {
  const { src, posMax } = state
  const links = linksOf(state)
  let end = state.pos
  while (end < posMax && !special.includes(src[end] ?? '') && (end === state.pos || !links.has(end))) end += 1
  if (end === state.pos) return false
  if (!silent) state.pending += src.slice(state.pos, end)
  state.pos = end
  return true
}

/** Whether a bare address or a linkifier's match starts in the range. */
export function hasBareLink(state: StateInline, from: number, to: number): boolean {
  const links = linksOf(state)
  if (links.size === 0) return false
  for (let at = from; at < to; at += 1) if (links.has(at)) return true
  return false
}

/** The characters with which an inline rule starts. */
const special = '\n`@#$<![]&*~:^\\'

function linksOf(state: StateInline): ReadonlyMap<number, BareLink> {
  const environment = environmentOf(state)
  if (environment.bareLinks?.source !== state.src) {
    const links = new Map<number, BareLink>()
    for (const { start, end, url } of environment.directory.linkify(state.src, environment.linkifierTime)) {
      const href = linkAddress(url)
      if (href !== undefined) links.set(start, { start, end, href })
    }
    // Bare addresses take precedence over linkifiers.
    for (const { start, end } of bareLinks(state.src)) {
      for (const other of links.values()) if (other.start < end && start < other.end) links.delete(other.start)
      links.set(start, { start, end, href: linkAddress(state.src.slice(start, end)) ?? '' })
    }
    environment.bareLinks = { source: state.src, links }
  }
  return environment.bareLinks.links
}
