import { RE2JS } from 're2js'
import { parseTemplate, type Template } from 'url-template'
import { limits } from '../../base/limits.ts'

/** A range of a text that becomes a link. */
export interface LinkifierMatch {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly url: string
}

/** The time that the linkifiers may still take for one message, in milliseconds; what is left then stays text. */
export interface LinkifierTime {
  leftMs: number
}

/** The matches in a text; without `time` the text has the time of a message for itself. */
export type Linkify = (text: string, time?: LinkifierTime) => readonly LinkifierMatch[]

interface Compiled {
  /** The pattern with its surroundings; the match is the group `matchGroup`. */
  readonly pattern: RE2JS
  readonly variables: readonly string[]
  readonly template: Template
}

const matchGroup = 'linkifier_actual_match'

/** A match stands between white space or an opening character and a character that is no letter or digit. */
function surrounded(pattern: string): string {
  return `(?P<linkifier_before_match>^|\\s|\\x{85}|\\pZ|['"(,:<])(?P<${matchGroup}>${pattern})(?P<linkifier_after_match>$|[^\\pL\\pN])`
}

/** An invalid pattern or template; the message says why. */
export class LinkifierError extends Error {
  readonly code = 'LINKIFIER'
}

/**
 * Compiles a linkifier. Patterns are RE2 expressions, which run in linear time; their named groups are the variables of
 * the RFC 6570 template.
 * @throws LinkifierError
 */
export function compileLinkifier(pattern: string, urlTemplate: string): Compiled {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern)
  } catch (error) {
    throw new LinkifierError(`Bad regular expression: ${error instanceof Error ? error.message : pattern}`)
  }
  if (compiled.programSize() > limits.linkifierProgram.most) {
    throw new LinkifierError('The pattern is too large. Use fewer repetitions and alternatives.')
  }
  if (compiled.matches('')) throw new LinkifierError('The pattern must not match an empty text')
  let template: Template
  try {
    template = parseTemplate(urlTemplate)
  } catch {
    throw new LinkifierError('Invalid URL template.')
  }
  if (!/^(?:https?|mailto|tel):/i.test(urlTemplate) && !urlTemplate.startsWith('/')) {
    throw new LinkifierError('Invalid URL template: it must begin with http:, https:, mailto:, tel: or /')
  }
  const groups = new Set(Object.keys(compiled.namedGroups()))
  const variables = new Set([...urlTemplate.matchAll(/\{[+#./;?&]?([^}]*)\}/g)].flatMap(([, list = '']) => names(list)))
  for (const name of variables) {
    if (!groups.has(name)) {
      throw new LinkifierError(`Group '${name}' in URL template is not present in linkifier pattern.`)
    }
  }
  for (const name of groups) {
    if (!variables.has(name)) {
      throw new LinkifierError(`Group '${name}' in linkifier pattern is not present in URL template.`)
    }
  }
  return { pattern: RE2JS.compile(surrounded(pattern)), variables: [...groups], template }
}

function names(list: string): string[] {
  return list.split(',').map((item) => item.replace(/(?:\*|:\d+)$/, ''))
}

/**
 * Tries a new linkifier on texts that are as long as a message and made of the pattern's own characters.
 * @throws LinkifierError if it takes the whole time of a message
 */
export function tryLinkifier(pattern: string, urlTemplate: string): void {
  const linkifier = compileLinkifier(pattern, urlTemplate)
  const characters = [...new Set(pattern.match(/[\p{L}\p{N}]/gu) ?? [])].slice(0, mostTrialCharacters)
  for (const text of characters.flatMap((character) => [character, `${character} `, `:${character}`])) {
    const time = { leftMs: limits.linkifierTime.most }
    findAll(linkifier, text.repeat(Math.ceil(limits.message.most / text.length)), time)
    if (time.leftMs <= 0) throw new LinkifierError('The pattern takes too long to find its matches. Simplify it.')
  }
}

const mostTrialCharacters = 12

/** A function that matches all current linkifiers. */
export function linkifyWith(rows: () => readonly { pattern: string; url_template: string }[]): Linkify {
  let known: readonly unknown[] | undefined
  let compiled: readonly Compiled[] = []
  return (text, time = { leftMs: limits.linkifierTime.most }) => {
    const current = rows()
    if (current !== known) {
      known = current
      compiled = current.map((row) => compileLinkifier(row.pattern, row.url_template))
    }
    const matches: LinkifierMatch[] = []
    for (const linkifier of compiled) {
      if (time.leftMs <= 0) break
      for (const match of findAll(linkifier, text, time)) {
        // Earlier linkifiers take precedence.
        if (!matches.some((other) => match.start < other.end && other.start < match.end)) matches.push(match)
      }
    }
    return matches.sort((a, b) => a.start - b.start)
  }
}

/** The matches of one linkifier, as far as the time allows; takes from `time` what it needed. */
function findAll({ pattern, variables, template }: Compiled, text: string, time: LinkifierTime): LinkifierMatch[] {
  const started = performance.now()
  const matches: LinkifierMatch[] = []
  const matcher = pattern.matcher(text)
  let isFound = matcher.find()
  while (isFound && performance.now() - started < time.leftMs) {
    const start = matcher.start(matchGroup)
    const end = matcher.end(matchGroup)
    const values = Object.fromEntries(variables.map((name) => [name, matcher.group(name) ?? '']))
    matches.push({ start, end, text: text.slice(start, end), url: template.expand(values) })
    // The character after a match may stand before the next one.
    isFound = end < text.length && matcher.find(end)
  }
  time.leftMs -= performance.now() - started
  return matches
}
