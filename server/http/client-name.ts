/** The message's `client`: the product name of the User-Agent (wire-protocol.md §2.0). */
export function clientName(userAgent: string | undefined): string {
  const name = /^([\x21-\x2e\x30-\x7e]{1,30})/.exec(userAgent ?? '')?.[1]
  return name ?? 'Unspecified'
}

/** Programs by which people read and write, so that what they send they have read: the list of the family's servers. */
const humanClients: ReadonlySet<string> = new Set([
  ...['zulipandroid', 'zulipios', 'zulipdesktop', 'zulipmobile', 'zulipelectron', 'zulipterminal'],
  ...['snipe', 'website', 'ios', 'android'],
])

/** `read_by_sender` where the request does not say it: by the client's name, of which most are not known (S13). */
export function isReadBySender(client: string): boolean {
  const name = client.toLowerCase()
  return humanClients.has(name) || name.includes('desktop app')
}
