import type { StateInline } from 'markdown-it'
import { bareLinks, type BareLink } from '../../../shared/bare-links.ts'
import { environmentOf } from '../environment.ts'
import { linkAddress } from './link-address.ts'

/** Makes a link of a bare address, outside of other links. */
export function bareLinkRule(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0 || special.includes(state.src[state.pos] ?? '')) return false
  const link = linksOf(state).get(state.pos)
  if (link === undefined || link.end > state.posMax) return false
  if (!silent) {
    const text = state.src.slice(link.start, link.end)
    const open = state.push('link_open', 'a', 1)
    open.attrs = [['href', linkAddress(text)]]
    state.push('text', '', 0).content = text
    state.push('link_close', 'a', -1)
  }
  state.pos = link.end
  return true
}

/** Plain text up to the next character or address that may start a rule. */
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

/** The characters with which an inline rule starts. */
const special = '\n`@#$<![]&*~:^'

function linksOf(state: StateInline): ReadonlyMap<number, BareLink> {
  const environment = environmentOf(state)
  if (environment.bareLinks?.source !== state.src) {
    const links = new Map([...bareLinks(state.src)].map((link) => [link.start, link]))
    environment.bareLinks = { source: state.src, links }
  }
  return environment.bareLinks.links
}
