import DOMPurify from 'dompurify'
import { formatFull } from './format.ts'

const cacheSize = 2000
const cache = new Map<string, string>()

let mediaPrefix = ''
let selfId = 0

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node instanceof HTMLImageElement) {
    const path = node.getAttribute('data-media')
    node.removeAttribute('src')
    // Pictures come from the account's own server through the media base, or not at all.
    if (path?.startsWith('/') === true) node.setAttribute('src', mediaPrefix + path.slice(1))
    node.setAttribute('loading', 'lazy')
  }
  if (node instanceof HTMLElement && node.classList.contains('user-mention')) {
    const mentioned = node.getAttribute('data-user-id')
    if (mentioned === String(selfId) || mentioned === '*') node.classList.add('me')
  }
  if (node instanceof HTMLTimeElement) {
    const seconds = Date.parse(node.dateTime) / 1000
    if (!Number.isNaN(seconds)) node.textContent = formatFull(seconds)
  }
  if (node instanceof HTMLElement && node.classList.contains('spoiler-header')) {
    node.setAttribute('role', 'button')
    node.setAttribute('tabindex', '0')
    node.setAttribute('aria-expanded', 'false')
  }
  if (node instanceof HTMLPreElement) node.setAttribute('tabindex', '0')
})

/** The second line of defence after the engine's allow-list (design.md §4); cached by what it works on. */
export function cleanHtml(html: string, options: { mediaPrefix: string; selfId: number }): string {
  const key = `${options.mediaPrefix} ${options.selfId} ${html}`
  const known = cache.get(key)
  if (known !== undefined) return known
  mediaPrefix = options.mediaPrefix
  selfId = options.selfId
  const clean = DOMPurify.sanitize(html, {
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'video', 'audio', 'svg', 'math'],
    FORBID_ATTR: ['style', 'id', 'name', 'srcset'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/|#)/i,
  })
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '')
  cache.set(key, clean)
  return clean
}
