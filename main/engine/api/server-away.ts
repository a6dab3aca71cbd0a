/** The statuses of a proxy whose server is unavailable (wire-protocol.md §2.13). */
const awayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Whether a status means that the server is unavailable and a proxy answers instead, usually with an HTML page. It is a
 * failure of the transport, not a refusal; the request may have reached the server.
 */
export function isServerAway(status: number): boolean {
  return awayStatuses.has(status)
}
