/** Choices of the user that the server does not have yet; the overlays of their kinds fill it in. */
export interface PendingPreferences {
  /** Policies of topics (0 inherit, 1 muted, 2 unmuted, 3 followed) by `<stream>:<topic key>`. */
  readonly topics: Map<string, number>
  /** Properties of subscriptions by stream, in their order. */
  readonly subscriptions: Map<number, { readonly property: string; readonly value: boolean | string }[]>
  /** Whether people are muted, by id. */
  readonly people: Map<number, boolean>
}

/** Marks as read and unread that the server does not have yet; the overlays of their kinds fill it in. */
export interface PendingUnread {
  readonly read: Set<number>
  /** Messages that were marked as unread, with their conversations. */
  readonly unread: Map<number, string>
  /** How those mention the user. */
  readonly mentions: Map<number, number>
  /** The marks depend on what is unread in the base, since a whole narrow is being marked as read. */
  hasNarrow: boolean
}
