/** The user's choices that the server does not have yet; the overlays of their kinds add to it. */
export interface PendingPreferences {
  /** Policies of topics (0 inherit, 1 muted, 2 unmuted, 3 followed) by `<stream>:<topic key>`. */
  readonly topics: Map<string, number>
  /** Properties of subscriptions by stream, in their order. */
  readonly subscriptions: Map<number, { readonly property: string; readonly value: boolean | string }[]>
  /** Whether people are muted, by id. */
  readonly people: Map<number, boolean>
}

/** The user's marks as read and unread that the server does not have yet; the overlays of their kinds add to it. */
export interface PendingUnread {
  readonly read: Set<number>
  /** Messages that were marked as unread, with their conversations. */
  readonly unread: Map<number, string>
  /** The mention flags of those messages. */
  readonly mentions: Map<number, number>
  /** Whether a whole narrow is being marked as read, so that the marks depend on the server's unread messages. */
  hasNarrow: boolean
}
