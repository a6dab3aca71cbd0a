/** The message's `client`: the product name of the User-Agent (wire-protocol.md §2.0). */
export function clientName(userAgent: string | undefined): string {
  const name = /^([\x21-\x2e\x30-\x7e]{1,30})/.exec(userAgent ?? '')?.[1]
  return name ?? 'Unspecified'
}

/** Programs by which people read and write, so that what they send they have read. */
const humanClients = /(?:skein|zulip|mobile|android|ios|desktop|electron|website|terminal|flutter)/i

/** `read_by_sender` where the request does not say it: by the client's name (service-api.md, feature level 236). */
export function isReadBySender(client: string): boolean {
  return humanClients.test(client) && !/(?:bot|python|api|webhook)/i.test(client)
}
