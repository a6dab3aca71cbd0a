import type { StreamId, UserId } from '../values/ids.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { UnreadRow } from '../store/unread.ts'
import type { Group } from './groups/groups.ts'
import type { PresenceStamps } from './presence/presence.ts'

/**
 * A part of the account's state was stored. It is loaded again after the commit, and views that show it are
 * recomputed.
 */
export interface PartChange {
  readonly kind: 'part'
  /** The part itself (`part.ts`). */
  readonly part: { readonly name: string }
}

/** People who were subscribed to streams, or whose subscriptions ended. */
export interface PeerChange {
  readonly isAdded: boolean
  readonly userIds: readonly UserId[]
}

/** A change that a transaction made. Caches and views receive it after the commit, never before. */
export type Change =
  | { readonly kind: 'message'; readonly id: number; readonly conversation: string }
  | { readonly kind: 'unread_added'; readonly id: number; readonly conversation: string; readonly mention: number }
  | { readonly kind: 'unread_removed'; readonly id: number }
  /** Many ids change at once, and changes of single messages do not accompany them. */
  | { readonly kind: 'unread_replaced'; readonly put: readonly UnreadRow[]; readonly gone: readonly number[] }
  /** `put` contains new and changed rows, and `gone` the ids of removed ones. */
  | { readonly kind: 'people'; readonly put: readonly PersonRow[]; readonly gone: readonly number[] }
  | {
      readonly kind: 'streams'
      readonly put: readonly StreamRow[]
      readonly gone: readonly number[]
      /** It tells whether the user has just subscribed to these streams. */
      readonly isJoined?: boolean
    }
  /**
   * The stored lists of these streams' subscribers have changed, or would have if they were stored. `peers` are the
   * people who came or left, as an event says; it is absent if a list was fetched or removed.
   */
  | { readonly kind: 'subscribers'; readonly streamIds: readonly StreamId[]; readonly peers?: PeerChange }
  | { readonly kind: 'organization' }
  /** Topic policies, muted users, user settings or custom emoji have changed, which many views show. */
  | { readonly kind: 'preferences' }
  /** `all` is present if the whole list was replaced. */
  | { readonly kind: 'groups'; readonly all?: readonly Group[] }
  | PartChange
  /** Decisions about notifications were stored. */
  | { readonly kind: 'notifications' }
  /** The list of the user's files has changed. */
  | { readonly kind: 'attachments' }
  /**
   * Presence is in no table. `clockOffsetMs` tells how far the server's clock is ahead; null if the server did not
   * send it.
   */
  | {
      readonly kind: 'presence'
      readonly people: ReadonlyMap<number, PresenceStamps>
      readonly isWhole: boolean
      readonly clockOffsetMs: number | null
    }
  /** A typing notification lasts until this time (UNIX milliseconds) or has ended (null). It is in no table. */
  | {
      readonly kind: 'typing'
      readonly conversation: string
      readonly personId: UserId
      readonly until: number | null
    }
  /** The list of a stream's topics was stored, or its fetch failed. */
  | { readonly kind: 'topics'; readonly streamId: StreamId }
  | { readonly kind: 'drafts'; readonly conversation: string }
  /** The progress of an upload has changed, which is not stored. */
  | { readonly kind: 'progress'; readonly conversation: string }
  /** A condition for which all actions wait has changed, which is not stored. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ranges'; readonly container: string }
  /** A container is no longer complete, so that its views fetch again (M13, M19). */
  | { readonly kind: 'ranges_lost'; readonly container: string }
  | { readonly kind: 'epoch' }
  /** The choice of how much of the past is kept has changed, or the state of the fetches of whole histories. */
  | { readonly kind: 'history' }
  | { readonly kind: 'outbox'; readonly queueKey: string }
  /** Messages moved from one conversation to another (M15). */
  | {
      readonly kind: 'moved'
      readonly from: string
      readonly to: string
      readonly mode: 'change_one' | 'change_later' | 'change_all'
    }
