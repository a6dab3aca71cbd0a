import sanitizeHtml from 'sanitize-html'
import { schemes } from './link-address.ts'

const className = ['class']

/** What rendered messages consist of (wire-protocol.md §2.14). */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['a', 'blockquote', 'br', 'code', 'del', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'img', 'li'],
    ...['ol', 'p', 'pre', 'skein-math', 'span', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'time', 'tr', 'ul'],
    'video',
  ],
  allowedAttributes: {
    a: ['class', 'data-stream-id', 'href', 'title'],
    div: ['aria-hidden', 'class', 'data-code-language'],
    img: ['alt', 'class', 'src', 'title'],
    ol: ['start'],
    'skein-math': ['data-n'],
    span: [...['aria-hidden', 'aria-label', 'class', 'data-user-id', 'data-user-group-id', 'role', 'title']],
    td: ['style'],
    th: ['style'],
    time: ['datetime'],
    ul: className,
    video: ['preload', 'src'],
  },
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
  allowedSchemes: schemes,
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
}

/**
 * The last door of rendered Markdown. The renderer lets no HTML of a writer through; whatever a mistake in it let
 * through ends here.
 */
export function sanitizeRendered(html: string): string {
  // Text is escaped, so that a closing ` />` can only be that of a tag.
  return sanitizeHtml(html, allowed)
    .replaceAll(' />', '>')
    .replaceAll(/ style="text-align:(left|right|center)"/g, ' style="text-align: $1;"')
}
