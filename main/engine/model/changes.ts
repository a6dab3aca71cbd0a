import type { StreamId, UserId } from '../values/ids.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { UnreadRow } from '../store/unread.ts'
import type { Group } from './groups/groups.ts'
import type { PresenceStamps } from './presence/presence.ts'

/** A part of the world was stored: it is read again after the commit, and views that show it are recomputed. */
export interface PartChange {
  readonly kind: 'part'
  /** The part itself, see `part.ts`. */
  readonly part: { readonly name: string }
}

/** The changes of a transaction, passed to caches and views after its commit, never before. */
export type Change =
  | { readonly kind: 'message'; readonly id: number; readonly conversation: string }
  | { readonly kind: 'unread_added'; readonly id: number; readonly conversation: string; readonly mention: number }
  | { readonly kind: 'unread_removed'; readonly id: number }
  /** Many ids at once, without changes of single messages. */
  | { readonly kind: 'unread_replaced'; readonly put: readonly UnreadRow[]; readonly gone: readonly number[] }
  /** New or changed rows, and the ids of removed ones. */
  | { readonly kind: 'people'; readonly put: readonly PersonRow[]; readonly gone: readonly number[] }
  | {
      readonly kind: 'streams'
      readonly put: readonly StreamRow[]
      readonly gone: readonly number[]
      /** Whether the user has subscribed to them. */
      readonly isJoined?: boolean
    }
  | { readonly kind: 'organization' }
  /** Topic policies, muted users, user settings, custom emoji: state that many views show. */
  | { readonly kind: 'preferences' }
  /** `all` if the whole list was replaced. */
  | { readonly kind: 'groups'; readonly all?: readonly Group[] }
  | PartChange
  /** The user's files. */
  | { readonly kind: 'attachments' }
  /** Presence, which no table holds. `clockOffsetMs` is how far the server's clock is ahead, if it was sent. */
  | {
      readonly kind: 'presence'
      readonly people: ReadonlyMap<number, PresenceStamps>
      readonly isWhole: boolean
      readonly clockOffsetMs: number | null
    }
  /** A typing notification, until this time (UNIX milliseconds) or ended (null); no table holds it. */
  | {
      readonly kind: 'typing'
      readonly conversation: string
      readonly personId: UserId
      readonly until: number | null
    }
  /** A list of the topics of a stream was stored, or could not be had. */
  | { readonly kind: 'topics'; readonly streamId: StreamId }
  | { readonly kind: 'drafts'; readonly conversation: string }
  /** The progress of an upload, which is not stored. */
  | { readonly kind: 'progress'; readonly conversation: string }
  /** A condition for which all actions wait has changed; it is not stored. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ranges'; readonly container: string }
  /** A container is no longer complete: views of it must fetch again (M13, M19). */
  | { readonly kind: 'ranges_lost'; readonly container: string }
  | { readonly kind: 'epoch' }
  | { readonly kind: 'outbox'; readonly queueKey: string }
  /** Messages moved from one conversation to another (M15). */
  | {
      readonly kind: 'moved'
      readonly from: string
      readonly to: string
      readonly mode: 'change_one' | 'change_later' | 'change_all'
    }
