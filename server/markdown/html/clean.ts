import { allowedAttributes, allowedTags } from './allowed-html.ts'
import { allowedSchemes } from '../inline/link-address.ts'

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
  const allowed = attributes.get(tagName)
  for (const [, name = '', value = ''] of written.matchAll(attribute)) {
    if (allowed?.has(name) !== true) return false
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
