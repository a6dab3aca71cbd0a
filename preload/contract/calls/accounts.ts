/** What has become of the wish to try again now. */
export type RetryOutcome =
  | { readonly kind: 'trying' }
  /** The server asks to wait until then, UNIX milliseconds; asking sooner would only make it longer. */
  | { readonly kind: 'held'; readonly until: number }
  /** There is no key to try with. */
  | { readonly kind: 'no_key' }

/** What a server says of itself before anybody signs in. */
export interface DiscoveredServer {
  readonly url: string
  readonly name: string
  readonly acceptsPassword: boolean
}
