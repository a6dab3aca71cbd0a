/** Messages of many conversations, by what they have in common. */
export type FeedNarrow =
  /** Everything that is not muted. */
  | { readonly kind: 'combined' }
  | { readonly kind: 'direct_all' }
  | { readonly kind: 'mentions' }
  | { readonly kind: 'starred' }
  /** The topics that the user follows. */
  | { readonly kind: 'followed' }
  | { readonly kind: 'sender'; readonly userId: number }
  | { readonly kind: 'has'; readonly what: 'attachment' | 'image' | 'link' | 'reaction' }

export interface FeedMeta {
  readonly narrow: FeedNarrow
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** Only what is on this disk can be shown: the server was not asked, or cannot be. */
  readonly isPartial: boolean
}
