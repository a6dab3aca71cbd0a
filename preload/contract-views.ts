/**
 * What the views of the engine look like on their way to the renderer. All of it is JSON: every value here survives
 * `JSON.parse(JSON.stringify(value))` unchanged.
 */

/** How an account stands towards its server; the state line draws it. */
export type Connection =
  | { readonly state: 'starting' }
  | { readonly state: 'online' }
  | { readonly state: 'catching_up' }
  /** `retryAt` is UNIX time in milliseconds, null while a try is under way. */
  | { readonly state: 'offline'; readonly reason: string; readonly retryAt: number | null }
  | { readonly state: 'waiting_for_keychain' }
  | { readonly state: 'signed_out'; readonly reason: string }
  | { readonly state: 'refused'; readonly reason: string }

/** A conversation or a set of them, by what defines it. User ids of a direct conversation leave out the own one. */
export type Narrow =
  | { readonly kind: 'topic'; readonly streamId: number; readonly topic: string }
  | { readonly kind: 'stream'; readonly streamId: number }
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

/** Where a message can be sent. */
export type Destination = Exclude<Narrow, { kind: 'stream' }>

/** What a view shows; chosen by the renderer when it opens one. */
export type ViewQuery =
  | { readonly type: 'navigation' }
  | { readonly type: 'conversation'; readonly narrow: Narrow; readonly anchor: 'first_unread' | 'newest' | number }

/** A person as rows and lists need it. */
export interface PersonRef {
  readonly id: number
  readonly name: string
  /** Path below the media base, or null where the server names no picture. */
  readonly avatar: string | null
  readonly isGuest: boolean
  readonly isBot: boolean
  readonly isActive: boolean
}

export type NavigationItem =
  | {
      readonly key: string
      readonly kind: 'stream'
      readonly streamId: number
      readonly name: string
      readonly color: string
      readonly isMuted: boolean
      readonly isPinned: boolean
      readonly isPrivate: boolean
      readonly unread: number
      readonly mentions: number
    }
  | {
      readonly key: string
      readonly kind: 'topic'
      readonly streamId: number
      readonly topic: string
      readonly unread: number
      readonly mentions: number
      readonly isMuted: boolean
    }
  | {
      readonly key: string
      readonly kind: 'direct'
      readonly userIds: readonly number[]
      readonly people: readonly PersonRef[]
      readonly unread: number
    }

export interface NavigationMeta {
  readonly organization: string
  readonly self: PersonRef | null
  /** False until the first registration has been stored. */
  readonly isReady: boolean
  readonly unread: number
  readonly mentions: number
  /** Messages that wait, failed or may not have arrived. */
  readonly unsent: number
}

export interface MessageItem {
  readonly key: string
  readonly kind: 'message'
  readonly id: number
  readonly sender: PersonRef
  /** Allow-listed HTML. */
  readonly html: string
  /** UNIX seconds. */
  readonly timestamp: number
  readonly isRead: boolean
  readonly isMentioned: boolean
  readonly isMe: boolean
  readonly isEdited: boolean
  readonly isStarred: boolean
  readonly canEdit: boolean
  readonly canDelete: boolean
  readonly change: PendingChange | null
  readonly streamId: number | null
  readonly topic: string
}

/** A change of a message that has not reached the server yet. */
export interface PendingChange {
  readonly localId: string
  readonly kind: 'edit' | 'delete'
  readonly state: 'waiting' | 'failed'
  /** The new text of an edit. */
  readonly text: string
  readonly detail: string
}

/** One version of an edited message, the original first. */
export interface HistoryVersion {
  /** UNIX seconds. */
  readonly timestamp: number
  readonly person: PersonRef | null
  readonly topic: string
  /** Allow-listed HTML. */
  readonly html: string
}

/** Why an outbox row is still here, in the words that the row shows. */
export interface PendingItem {
  readonly key: string
  readonly kind: 'pending'
  readonly localId: string
  readonly sender: PersonRef
  readonly text: string
  /** UNIX seconds. */
  readonly timestamp: number
  readonly topic: string
  readonly streamId: number | null
  readonly state: 'queued' | 'sending' | 'unknown' | 'failed'
  readonly detail: string
}

/** Messages are missing between the rows on both sides; they are on their way when the network is there. */
export interface GapItem {
  readonly key: string
  readonly kind: 'gap'
}

export type ConversationItem = MessageItem | PendingItem | GapItem

export interface ConversationMeta {
  readonly narrow: Narrow
  readonly title: string
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly description: string
  readonly people: readonly PersonRef[]
  /** Whether more lies before the first row, and what is being done about it. */
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** The message that was the oldest unread one when the view was opened. */
  readonly firstUnreadId: number | null
  readonly unread: number
  readonly canPost: boolean
  readonly maxMessageLength: number
  readonly maxTopicLength: number
}

export type ViewItem = NavigationItem | ConversationItem
export type ViewMeta = NavigationMeta | ConversationMeta

/** The closed set of changes that an update is made of. Indexes are those of the list as left by the ops before. */
export type ViewOp =
  | { readonly op: 'reset'; readonly items: readonly ViewItem[]; readonly meta: ViewMeta }
  | { readonly op: 'insert'; readonly index: number; readonly items: readonly ViewItem[] }
  | { readonly op: 'remove'; readonly index: number; readonly count: number }
  | { readonly op: 'replace'; readonly index: number; readonly item: ViewItem }
  | { readonly op: 'meta'; readonly meta: ViewMeta }

/** A view's change from revision `from` to revision `to`; one that does not fit the revision at hand reopens the view. */
export interface ViewUpdate {
  readonly engineEpoch: number
  readonly viewId: string
  readonly from: number
  readonly to: number
  readonly ops: readonly ViewOp[]
}

export interface OpenedView {
  readonly engineEpoch: number
  readonly revision: number
  readonly items: readonly ViewItem[]
  readonly meta: ViewMeta
}

/** A person found by `people.search`. */
export interface FoundPerson extends PersonRef {
  readonly email: string
}
