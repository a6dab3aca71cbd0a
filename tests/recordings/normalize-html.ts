/**
 * Normalizes the order of attributes and white space at the edges of blocks. Both sides of a comparison are normalized,
 * so that recognizing tags is sufficient.
 */
export function normalizeHtml(html: string): string {
  return html
    .replaceAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g, (_whole, name: string, rest: string) => {
      const attributes = [...rest.matchAll(/([^\s=>/]+)(?:="([^"]*)")?/g)].map(
        ([, key, value]) => `${key}="${value ?? ''}"`,
      )
      return `<${[name, ...attributes.sort()].join(' ')}>`
    })
    .replaceAll(/\s*(<\/?(?:p|ul|ol|li|blockquote|div|pre|table|thead|tbody|tr|td|th|h[1-6]|hr|br)\b[^>]*>)\s*/g, '$1')
    .trim()
}
