/** What a proxy answers while the server behind it does not (wire-protocol.md §2.13, F10). */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Whether a status says that the server is away: something before it answers in its place, mostly with a page of HTML.
 * It is a failure of the transport, no refusal; the request may have reached the server all the same.
 */
export function isServerAway(status: number): boolean {
  return awayStatuses.has(status)
}
