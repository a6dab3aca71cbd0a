/** The message's `client`: the product name of the User-Agent (wire-protocol.md §2.0). */
export function clientName(userAgent: string | undefined): string {
  const name = /^([\x21-\x2e\x30-\x7e]{1,30})/.exec(userAgent ?? '')?.[1]
  return name ?? 'Unspecified'
}

/** Clients that people use: messages sent with them are marked as read. This is the list of the family's servers. */
const humanClients: ReadonlySet<string> = new Set([
  ...['zulipandroid', 'zulipios', 'zulipdesktop', 'zulipmobile', 'zulipelectron', 'zulipterminal'],
  ...['snipe', 'website', 'ios', 'android'],
])

/** The default of `read_by_sender` by the client's name; most names are unknown (S13). */
export function isReadBySender(client: string): boolean {
  const name = client.toLowerCase()
  return humanClients.has(name) || name.includes('desktop app')
}
