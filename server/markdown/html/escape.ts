const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text between tags; quotation marks are unchanged. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll(/[&<>]/g, (character) => entities[character] ?? '') : text
}

/** Escapes text for HTML, attributes included. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '') : text
}
