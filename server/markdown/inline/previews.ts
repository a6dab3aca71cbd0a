import type { Environment } from '../environment.ts'
import { escapeHtml } from '../html/escape.ts'

/** A link of a text: its address and its words. */
export interface InlineLink {
  readonly href: string
  readonly title: string
}

/**
 * Previews of uploaded images and videos that a text links to (wire-protocol.md §2.14). External ones stay links, so
 * that clients send no request to a host that a sender chose.
 */
export function previewsOf(links: readonly InlineLink[], environment: Environment): string {
  let html = ''
  for (const { href, title: words } of links) {
    const path = /^\/user_uploads\/([^?#]+)$/.exec(href)?.[1]
    if (path === undefined || !isPlain(path)) continue
    environment.uploads.add(decodePath(path))
    // Quotes have no previews, and a text has each preview once.
    if (environment.isQuoted || environment.previewed.has(href)) continue
    environment.previewed.add(href)
    const address = escapeHtml(href)
    const title = escapeHtml(words)
    if (/\.(?:png|jpe?g|gif|webp|avif|bmp)$/i.test(path)) {
      html += `<div class="message_inline_image"><a href="${address}" title="${title}"><img src="${address}"></a></div>\n`
    } else if (/\.(?:mp4|webm|mov)$/i.test(path)) {
      html += `<div class="message_inline_image message_inline_video"><a href="${address}" title="${title}"><video preload="metadata" src="${address}"></video></a></div>\n`
    }
  }
  return html
}

/** Whether a path has no `..` or empty segments, with which it could have another host. */
function isPlain(path: string): boolean {
  return decodePath(path)
    .split('/')
    .every((segment) => segment !== '' && segment !== '.' && segment !== '..' && !segment.includes('\\'))
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
