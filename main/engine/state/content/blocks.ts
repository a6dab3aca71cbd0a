/** Elements that start a new line of the plain text. */
export const blocks: ReadonlySet<string> = new Set([
  'p',
  'div',
  'li',
  'blockquote',
  'pre',
  'tr',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
