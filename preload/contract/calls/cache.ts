/** How much of the past is kept on this disk. */
export interface CachePolicy {
  /** Everything that was ever written is fetched and kept. */
  readonly keepsEverything: boolean
  readonly days: number
  readonly maxBytes: number
}
