/** What a transaction changed: told to the caches and the views after its commit, never before (H16). */
export type Change =
  | { readonly kind: 'message'; readonly id: number; readonly conversation: string }
  | { readonly kind: 'unread_added'; readonly id: number; readonly conversation: string; readonly isMention: boolean }
  | { readonly kind: 'unread_removed'; readonly id: number }
  | { readonly kind: 'unread_replaced' }
  | { readonly kind: 'directory' }
  | { readonly kind: 'organization' }
  /** Policies of topics, muted people, user settings, custom emoji. */
  | { readonly kind: 'preferences' }
  | { readonly kind: 'drafts'; readonly conversation: string }
  /** Bytes of a file have left; nothing is stored for it. */
  | { readonly kind: 'progress'; readonly conversation: string }
  | { readonly kind: 'ranges'; readonly container: string }
  | { readonly kind: 'epoch' }
  | { readonly kind: 'outbox'; readonly conversation: string }
  /** Messages left one conversation for another (M15). */
  | {
      readonly kind: 'moved'
      readonly from: string
      readonly to: string
      readonly mode: 'change_one' | 'change_later' | 'change_all'
    }
