/** Trims a content as the server does (wire-protocol.md §2.4.1). */
export function normalize(content: string): string {
  return content.replaceAll('\r\n', '\n').trimEnd().replace(/^\n+/, '')
}
