const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text between tags; quotation marks are unchanged. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll(/[&<>]/g, (character) => entities[character] ?? '') : text
}

/** Escapes text for HTML, attributes included. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '') : text
}

/**
 * Characters with a meaning in inline Markdown: emphasis and mentions, code, links, tags, references, emoji and
 * addresses, formulas, and the dots of bare host names.
 */
const meaningful = /[*`[\]<@]|~(?=~)|&(?=[#\p{L}])|:(?=[\p{L}\p{N}/_+-])|\$(?=\$)|\.(?=[\p{L}\p{N}])/gu

/**
 * Escapes a user-chosen name for a text of the server, so that it is on one line and rendered literally. A name without
 * special characters is unchanged. Upstream also uses character references.
 */
export function plainMarkdown(text: string): string {
  return text
    .replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, ' ')
    .replaceAll(meaningful, (character) => `&#${character.charCodeAt(0)};`)
}
