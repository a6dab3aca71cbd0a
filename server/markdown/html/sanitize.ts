import sanitizeHtml from 'sanitize-html'
import { allowedSchemes, schemes } from '../inline/link-address.ts'

/** The allowed tags of rendered messages (wire-protocol.md §2.14). */
const allowedTags: readonly string[] = [
  ...['a', 'blockquote', 'br', 'code', 'del', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'img', 'li'],
  ...['ol', 'p', 'pre', 'skein-math', 'span', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'time', 'tr', 'ul'],
  'video',
]

const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['class', 'data-stream-id', 'href', 'title'],
  div: ['aria-hidden', 'class', 'data-code-language'],
  img: ['alt', 'class', 'src', 'title'],
  ol: ['start'],
  'skein-math': ['data-n'],
  span: ['aria-hidden', 'aria-label', 'class', 'data-user-id', 'data-user-group-id', 'role', 'title'],
  td: ['style'],
  th: ['style'],
  time: ['datetime'],
  ul: ['class'],
  video: ['preload', 'src'],
}

/** The option `allowedEmptyAttributes` is missing in the package's types. */
const allowed: sanitizeHtml.IOptions & { readonly allowedEmptyAttributes: readonly string[] } = {
  allowedTags: [...allowedTags],
  allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([name, names]) => [name, [...names]])),
  // A title may be empty.
  allowedEmptyAttributes: ['alt', 'title'],
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
  allowedSchemes: schemes,
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
}

/**
 * Sanitizes rendered Markdown as a second line of defence: the renderer passes no HTML of a text through, except by a
 * bug. Clean HTML is returned unchanged.
 */
export function sanitizeRendered(html: string): string {
  return isClean(html) ? html : sanitizeAnything(html)
}

/** Reduces any HTML to the allowed tags and attributes. */
export function sanitizeAnything(html: string): string {
  // Text is escaped, so a closing ` />` can only belong to a tag.
  return sanitizeHtml(html, allowed)
    .replaceAll(' />', '>')
    .replaceAll(/ style="text-align:(left|right|center)"/g, ' style="text-align: $1;"')
}

const tag = /<(\/?)([a-z][a-z0-9-]*)((?: [a-z-]+="[^"<>]*")*)>/y
const attribute = / ([a-z-]+)="([^"]*)"/g
const empty = new Set(['br', 'hr', 'img'])
const style = /^text-align: (?:left|right|center);$/

const tags = new Set(allowedTags)
const attributes = new Map(Object.entries(allowedAttributes).map(([name, names]) => [name, new Set(names)]))

/**
 * Whether HTML has exactly the form of the renderer's output: balanced allowed tags, known attributes, safe addresses.
 * It is false only for a bug of the renderer.
 */
export function isClean(html: string): boolean {
  const open: string[] = []
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', tag.lastIndex)) {
    tag.lastIndex = at
    const match = tag.exec(html)
    if (match === null) return false
    const [, slash, name = '', written = ''] = match
    if (!tags.has(name)) return false
    if (slash === '/') {
      if (written !== '' || open.pop() !== name) return false
    } else {
      if (written !== '' && !areAllowed(name, written)) return false
      if (!empty.has(name)) open.push(name)
    }
  }
  return open.length === 0
}

function areAllowed(tagName: string, written: string): boolean {
  const known = attributes.get(tagName)
  for (const [, name = '', value = ''] of written.matchAll(attribute)) {
    if (known?.has(name) !== true) return false
    if ((name === 'href' || name === 'src') && !isAddress(value)) return false
    if (name === 'style' && !style.test(value)) return false
  }
  return true
}

function isAddress(value: string): boolean {
  // Clients interpret white space and control characters in an address differently.
  if (/[\0- ]/.test(value)) return false
  return allowedSchemes.test(value) || value.startsWith('#') || (value.startsWith('/') && !/^\/[/\\]/.test(value))
}
