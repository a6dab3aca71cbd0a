/** Trims a content as the service does (wire-protocol.md §2.4.1). */
export function normalize(content: string): string {
  return content.replaceAll('\r\n', '\n').trimEnd().replace(/^\n+/, '')
}

/**
 * The text of a message outside of its conversation: in a notification, a preview, a search. A status message (`/me
 * waves`, `is_me_message`) starts with the sender's name (C12), if it is known.
 */
export function shownText(row: { readonly is_me: number; readonly plain: string }, senderName: string | null): string {
  return row.is_me === 1 && senderName !== null ? row.plain.replace(/^\/me(?=\s)/, () => senderName) : row.plain
}
