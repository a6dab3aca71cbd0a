import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { UnreadRow } from '../store/unread.ts'
import type { Group } from './groups/groups.ts'
import type { PartChange } from './part.ts'
import type { PresenceStamps } from './presence/presence.ts'

/** What a transaction changed: told to the caches and the views after its commit, never before (H16). */
export type Change =
  | { readonly kind: 'message'; readonly id: number; readonly conversation: string }
  | { readonly kind: 'unread_added'; readonly id: number; readonly conversation: string; readonly mention: number }
  | { readonly kind: 'unread_removed'; readonly id: number }
  /** Many at once, which are no news of single messages. */
  | { readonly kind: 'unread_replaced'; readonly put: readonly UnreadRow[]; readonly gone: readonly number[] }
  /** Rows that are new or other than before, and the ids of those that are gone. */
  | { readonly kind: 'people'; readonly put: readonly PersonRow[]; readonly gone: readonly number[] }
  | {
      readonly kind: 'streams'
      readonly put: readonly StreamRow[]
      readonly gone: readonly number[]
      /** The user has subscribed to them. */
      readonly isJoined?: boolean
    }
  | { readonly kind: 'organization' }
  /** Policies of topics, muted people, user settings, custom emoji: what many views show. */
  | { readonly kind: 'preferences' }
  /** `all` where the whole list is new. */
  | { readonly kind: 'groups'; readonly all?: readonly Group[] }
  | PartChange
  /** The user's own files. */
  | { readonly kind: 'attachments' }
  /** Who is there; no table holds it. `clockOffsetMs` is how far the server's clock is ahead, where that was told. */
  | {
      readonly kind: 'presence'
      readonly people: ReadonlyMap<number, PresenceStamps>
      readonly isWhole: boolean
      readonly clockOffsetMs: number | null
    }
  /** Somebody writes until then (UNIX milliseconds), or has stopped (null); no table holds it. */
  | {
      readonly kind: 'typing'
      readonly conversation: string
      readonly personId: number
      readonly until: number | null
    }
  | { readonly kind: 'drafts'; readonly conversation: string }
  /** Bytes of a file have left; nothing is stored for it. */
  | { readonly kind: 'progress'; readonly conversation: string }
  /** Something that all actions wait for has come or gone; nothing is stored for it. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ranges'; readonly container: string }
  /** What was complete there is not any more: who shows it has to fetch again (M13, M19). */
  | { readonly kind: 'ranges_lost'; readonly container: string }
  | { readonly kind: 'epoch' }
  | { readonly kind: 'outbox'; readonly conversation: string }
  /** Messages left one conversation for another (M15). */
  | {
      readonly kind: 'moved'
      readonly from: string
      readonly to: string
      readonly mode: 'change_one' | 'change_later' | 'change_all'
    }
