const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands between tags: quotation marks stay. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll(/[&<>]/g, (character) => entities[character] ?? '') : text
}

/** Text as it stands in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '') : text
}
