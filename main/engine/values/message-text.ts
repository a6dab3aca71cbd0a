/** As the service strips what it is sent (wire-protocol.md §2.4.1). */
export function normalize(content: string): string {
  return content.replaceAll('\r\n', '\n').trimEnd().replace(/^\n+/, '')
}

/**
 * The words of a message where it stands alone: in a notification, a preview, a search. What somebody does (`/me waves`,
 * `is_me_message`) begins with their name (C12).
 */
export function shownText(row: { readonly is_me: number; readonly plain: string }, senderName: string): string {
  return row.is_me === 1 ? row.plain.replace(/^\/me(?=\s)/, () => senderName) : row.plain
}
