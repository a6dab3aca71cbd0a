import type { Environment } from '../environment.ts'
import { escapeHtml } from '../html/escape.ts'

/** A link of a text: where it leads, and its words. */
export interface InlineLink {
  readonly href: string
  readonly title: string
}

/**
 * Pictures and films of the organization that a text links to stand below it (wire-protocol.md §2.14). Those of foreign
 * hosts stay links: no reader's client asks a host that a writer chose (X1).
 */
export function previewsOf(links: readonly InlineLink[], environment: Environment): string {
  let html = ''
  for (const { href, title: words } of links) {
    const path = /^\/user_uploads\/([^?#]+)$/.exec(href)?.[1]
    if (path === undefined || !isPlain(path)) continue
    environment.uploads.add(decodePath(path))
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

/** Whether a path stays where it says: with `..` or empty segments it can end at another host (X1). */
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
