import { RE2JS } from 're2js'
import { parseTemplate, type Template } from 'url-template'

/** A pattern of an organization whose matches are links (wire-protocol.md §2.11). */
export interface Linkifier {
  readonly pattern: string
  readonly url_template: string
}

/** A range of a text that becomes a link. */
export interface LinkifierMatch {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly url: string
}

/** The time left for the linkifiers of one text, in milliseconds; further matches stay text. */
export interface LinkifierTime {
  leftMs: number
}

export interface CompiledLinkifier {
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

/** Why a linkifier is refused. */
export type LinkifierProblem =
  /** `text` is the reason of the compiler of expressions, in English. */
  | { readonly kind: 'expression'; readonly text: string }
  | { readonly kind: 'too_large' | 'too_slow' | 'matches_nothing' | 'template' | 'scheme' }
  /** A variable of the template without its group in the pattern, or the other way round. */
  | { readonly kind: 'no_group' | 'no_variable'; readonly name: string }

/** An invalid pattern or template; the message says why. */
export class LinkifierError extends Error {
  readonly code = 'LINKIFIER'
  readonly problem: LinkifierProblem

  constructor(message: string, problem: LinkifierProblem) {
    super(message)
    this.problem = problem
  }
}

/**
 * Compiles a linkifier. Patterns are RE2 expressions, which run in linear time; their named groups are the variables of
 * the RFC 6570 template.
 * @param mostSteps the largest size of the compiled pattern
 * @throws LinkifierError
 */
export function compileLinkifier(
  { pattern, url_template: urlTemplate }: Linkifier,
  mostSteps: number,
): CompiledLinkifier {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern)
  } catch (error) {
    const text = error instanceof Error ? error.message : pattern
    throw new LinkifierError(`Bad regular expression: ${text}`, { kind: 'expression', text })
  }
  if (compiled.programSize() > mostSteps) {
    const message = 'The pattern is too large. Use fewer repetitions and alternatives.'
    throw new LinkifierError(message, { kind: 'too_large' })
  }
  if (compiled.matches('')) {
    throw new LinkifierError('The pattern must not match an empty text', { kind: 'matches_nothing' })
  }
  let template: Template
  try {
    template = parseTemplate(urlTemplate)
  } catch {
    throw new LinkifierError('Invalid URL template.', { kind: 'template' })
  }
  if (!/^(?:https?|mailto|tel):/i.test(urlTemplate) && !urlTemplate.startsWith('/')) {
    const message = 'Invalid URL template: it must begin with http:, https:, mailto:, tel: or /'
    throw new LinkifierError(message, { kind: 'scheme' })
  }
  const groups = new Set(Object.keys(compiled.namedGroups()))
  const variables = new Set([...urlTemplate.matchAll(/\{[+#./;?&]?([^}]*)\}/g)].flatMap(([, list = '']) => names(list)))
  for (const name of variables) {
    if (!groups.has(name)) {
      const message = `Group '${name}' in URL template is not present in linkifier pattern.`
      throw new LinkifierError(message, { kind: 'no_group', name })
    }
  }
  for (const name of groups) {
    if (!variables.has(name)) {
      const message = `Group '${name}' in linkifier pattern is not present in URL template.`
      throw new LinkifierError(message, { kind: 'no_variable', name })
    }
  }
  return { pattern: RE2JS.compile(surrounded(pattern)), variables: [...groups], template }
}

function names(list: string): string[] {
  return list.split(',').map((item) => item.replace(/(?:\*|:\d+)$/, ''))
}

/**
 * The matches of linkifiers in a text, in its order, without overlaps: earlier linkifiers take precedence.
 * @param elapsed the time in milliseconds, from any moment
 */
export function linkifierMatches(
  linkifiers: readonly CompiledLinkifier[],
  text: string,
  time: LinkifierTime,
  elapsed: () => number,
): LinkifierMatch[] {
  const matches: LinkifierMatch[] = []
  for (const linkifier of linkifiers) {
    if (time.leftMs <= 0) break
    for (const match of findAll(linkifier, text, time, elapsed)) {
      if (!matches.some((other) => match.start < other.end && other.start < match.end)) matches.push(match)
    }
  }
  return matches.sort((a, b) => a.start - b.start)
}

/** The matches of one linkifier, as far as the time allows; subtracts the used time from `time`. */
export function findAll(
  { pattern, variables, template }: CompiledLinkifier,
  text: string,
  time: LinkifierTime,
  elapsed: () => number,
): LinkifierMatch[] {
  const started = elapsed()
  const matches: LinkifierMatch[] = []
  const matcher = pattern.matcher(text)
  let isFound = matcher.find()
  while (isFound && elapsed() - started < time.leftMs) {
    const start = matcher.start(matchGroup)
    const end = matcher.end(matchGroup)
    const values = Object.fromEntries(variables.map((name) => [name, matcher.group(name) ?? '']))
    matches.push({ start, end, text: text.slice(start, end), url: template.expand(values) })
    // The character after a match may also precede the next match.
    isFound = end < text.length && matcher.find(end)
  }
  time.leftMs -= elapsed() - started
  return matches
}

/** The number of different characters of a pattern that a trial uses. */
const mostTrialCharacters = 12

/**
 * Tries a new linkifier on long texts that consist of the pattern's own characters.
 * @param length of each text
 * @param mostMs the time for each text, in milliseconds
 * @throws LinkifierError if it takes longer
 */
export function tryLinkifierOn(
  linkifier: CompiledLinkifier,
  pattern: string,
  { length, mostMs }: { readonly length: number; readonly mostMs: number },
  elapsed: () => number,
): void {
  const characters = [...new Set(pattern.match(/[\p{L}\p{N}]/gu) ?? [])].slice(0, mostTrialCharacters)
  for (const text of characters.flatMap((character) => [character, `${character} `, `:${character}`])) {
    const time = { leftMs: mostMs }
    findAll(linkifier, text.repeat(Math.ceil(length / text.length)), time, elapsed)
    if (time.leftMs <= 0) {
      const message = 'The pattern takes too long to find its matches. Simplify it.'
      throw new LinkifierError(message, { kind: 'too_slow' })
    }
  }
}
