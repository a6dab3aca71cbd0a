import { clientLimits } from '#shared/client-limits.ts'
import { mediaPath, safeLink } from './addresses.ts'
import { escapeAttribute, type Attributes } from './markup.ts'

/** The form of a kept class. */
export const classPattern = /^[a-z0-9_-]{1,40}$/i
const maxClasses = clientLimits.contentClasses.most

/** The allowed elements of message HTML (wire-protocol.md §2.14) with their allowed attributes. */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  hr: [],
  em: [],
  strong: [],
  del: [],
  s: [],
  sup: [],
  sub: [],
  u: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['data-align'],
  td: ['data-align'],
  a: ['class', 'href', 'title', 'data-stream-id', 'data-id'],
  span: ['class', 'data-user-id', 'data-user-group-id', 'role', 'aria-label', 'title'],
  div: ['class', 'data-code-language', 'aria-hidden'],
  time: ['datetime'],
  img: ['class', 'alt', 'title'],
  video: ['data-media'],
}

/** Elements that are removed with their text. */
export const dropped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'noscript',
  'head',
  'title',
])

/** Returns the start tag of an allowed element with its allowed attributes. */
export function startTag(name: string, attributes: Attributes, keeps: readonly string[], serverOrigin: string): string {
  let tag = `<${name}`
  for (const attribute of keeps) {
    const value = attributeValue(attribute, attributes, serverOrigin)
    if (value !== null) tag += ` ${attribute}="${escapeAttribute(value)}"`
  }
  return `${tag}>`
}

function attributeValue(attribute: string, attributes: Attributes, serverOrigin: string): string | null {
  switch (attribute) {
    case 'class': {
      const classes = (attributes.class ?? '').split(/\s+/).filter((name) => classPattern.test(name))
      return classes.length === 0 ? null : classes.slice(0, maxClasses).join(' ')
    }
    case 'href':
      return safeLink(attributes.href, serverOrigin)
    case 'data-media':
      return mediaPath(attributes.src, serverOrigin)
    case 'data-align':
      return /text-align:\s*(left|center|right)/.exec(attributes.style ?? '')?.[1] ?? null
    case 'datetime':
      return /^[0-9TZ:.+-]{1,40}$/.test(attributes.datetime ?? '') ? (attributes.datetime ?? null) : null
    default:
      return attributes[attribute]?.slice(0, 500) ?? null
  }
}
