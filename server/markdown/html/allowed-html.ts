/** The allowed tags of rendered messages (wire-protocol.md §2.14). */
export const allowedTags: readonly string[] = [
  ...['a', 'blockquote', 'br', 'code', 'del', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'img', 'li'],
  ...['ol', 'p', 'pre', 'skein-math', 'span', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'time', 'tr', 'ul'],
  'video',
]

export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
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
