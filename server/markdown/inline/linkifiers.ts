import { RE2JS } from 're2js'
import { parseTemplate, type Template } from 'url-template'

/** A range of a text that becomes a link. */
export interface LinkifierMatch {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly url: string
}

export type Linkify = (text: string) => readonly LinkifierMatch[]

interface Compiled {
  readonly pattern: RE2JS
  readonly template: Template
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
  return { pattern: compiled, template }
}

function names(list: string): string[] {
  return list.split(',').map((item) => item.replace(/(?:\*|:\d+)$/, ''))
}

/** A function that matches all current linkifiers. */
export function linkifyWith(rows: () => readonly { pattern: string; url_template: string }[]): Linkify {
  let known: readonly unknown[] | undefined
  let compiled: readonly Compiled[] = []
  return (text) => {
    const current = rows()
    if (current !== known) {
      known = current
      compiled = current.map((row) => compileLinkifier(row.pattern, row.url_template))
    }
    const matches: LinkifierMatch[] = []
    for (const linkifier of compiled) {
      for (const match of findAll(linkifier, text)) {
        // Earlier linkifiers take precedence.
        if (!matches.some((other) => match.start < other.end && other.start < match.end)) matches.push(match)
      }
    }
    return matches.sort((a, b) => a.start - b.start)
  }
}

function* findAll({ pattern, template }: Compiled, text: string): Generator<LinkifierMatch> {
  const matcher = pattern.matcher(text)
  while (matcher.find()) {
    const start = matcher.start()
    const end = matcher.end()
    if (!isBoundary(text, start, end)) continue
    const variables: Record<string, string> = {}
    for (const name of Object.keys(pattern.namedGroups())) variables[name] = matcher.group(name) ?? ''
    yield { start, end, text: text.slice(start, end), url: template.expand(variables) }
  }
}

/** Whether the range is not inside a word. */
function isBoundary(text: string, start: number, end: number): boolean {
  const before = text.slice(0, start).at(-1) ?? ''
  const after = text.slice(end, end + 2)
  return /^[\s'"(,:<]?$/u.test(before) && !/^[\p{L}\p{N}_]/u.test(after)
}
