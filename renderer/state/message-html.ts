import DOMPurify from 'dompurify'
import { formatFull } from './format.ts'

const cacheSize = 2000
const cache = new Map<string, string>()

let mediaPrefix = ''
let selfId = 0

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node instanceof HTMLImageElement || node instanceof HTMLVideoElement) {
    const path = node.getAttribute('data-media')
    node.removeAttribute('src')
    // Pictures come from the account's own server through the media base, or not at all.
    if (path?.startsWith('/') === true) node.setAttribute('src', mediaPrefix + path.slice(1))
    if (node instanceof HTMLImageElement) node.setAttribute('loading', 'lazy')
    else node.setAttribute('preload', 'metadata')
    makeOpenable(node)
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

/** A picture or video that somebody sent opens large; the link around it leads to the same file, for whoever has a key. */
function makeOpenable(node: HTMLImageElement | HTMLVideoElement): void {
  const frame = node.closest('.message_inline_image, .message_inline_video')
  const path = node.getAttribute('data-full') ?? node.getAttribute('data-media')
  if (frame === null || node.closest('.youtube-video, .embed-video') !== null || path?.startsWith('/') !== true) return
  const link = node.closest('a')
  const opener = link ?? node
  opener.setAttribute('data-open', path)
  opener.setAttribute('data-kind', node instanceof HTMLVideoElement ? 'video' : 'picture')
  const name = link?.getAttribute('title') ?? ''
  const shownName = name === '' ? nameOf(path) : name
  opener.setAttribute('data-name', shownName)
  opener.setAttribute('aria-label', `Open ${shownName}`)
  node.setAttribute('alt', shownName)
}

function nameOf(path: string): string {
  const last = path.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Draws formulas where there are some: from their source alone, so that nothing of the server's markup is taken over. */
export async function enrich(body: HTMLElement): Promise<void> {
  const formulas = body.querySelectorAll<HTMLElement>('span.tex')
  if (formulas.length === 0) return
  const { default: katex } = await import('katex')
  for (const formula of formulas) {
    const source = formula.textContent
    katex.render(source, formula, {
      displayMode: formula.classList.contains('tex-display'),
      throwOnError: false,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 200,
    })
    formula.classList.replace('tex', 'tex-drawn')
  }
}

/** The second line of defence after the engine's allow-list (design.md §4); cached by what it works on. */
export function cleanHtml(html: string, options: { mediaPrefix: string; selfId: number }): string {
  const key = `${options.mediaPrefix} ${options.selfId} ${html}`
  const known = cache.get(key)
  if (known !== undefined) return known
  mediaPrefix = options.mediaPrefix
  selfId = options.selfId
  const clean = DOMPurify.sanitize(html, {
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'audio', 'svg', 'math'],
    FORBID_ATTR: ['style', 'id', 'name', 'srcset', 'autoplay', 'poster', 'controls', 'background'],
    // DOMPurify takes every other attribute for an address, and these are none.
    ADD_URI_SAFE_ATTR: ['datetime', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/|#)/i,
  })
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '')
  cache.set(key, clean)
  return clean
}
