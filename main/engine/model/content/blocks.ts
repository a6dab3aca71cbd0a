/** Elements that begin a line of the words. */
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
