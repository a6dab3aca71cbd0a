import type { ConversationItem } from './message-items.ts'
import type { Failure, Narrow } from './values.ts'
import type { ConnectionMeta, WaitingAction, WaitingWork } from './views/connection.ts'
import type { ConversationMeta } from './views/conversation.ts'
import type { DraftItem, DraftsMeta } from './views/drafts.ts'
import type { FeedMeta, FeedNarrow } from './views/feed.ts'
import type { ConversationEntry, ConversationsMeta } from './views/inbox.ts'
import type { NavigationItem, NavigationMeta } from './views/navigation.ts'
import type { OutboxItem, OutboxMeta } from './views/outbox.ts'
import type { PeopleMeta, PersonItem } from './views/people.ts'
import type { ScheduledItem, ScheduledMeta } from './views/scheduled.ts'
import type { SearchItem, SearchMeta } from './views/search.ts'
import type { UploadItem, UploadsMeta } from './views/uploads.ts'

/** What a view shows; chosen by the renderer when it opens one. */
export type ViewQuery =
  | { readonly type: 'navigation' }
  | { readonly type: 'drafts' }
  | { readonly type: 'conversation'; readonly narrow: Narrow; readonly anchor: 'first_unread' | 'newest' | number }
  | { readonly type: 'feed'; readonly narrow: FeedNarrow; readonly anchor: 'newest' | number }
  | { readonly type: 'inbox' }
  | { readonly type: 'recent' }
  /** People whose name or address fits; who is there comes first. */
  | { readonly type: 'people'; readonly query: string }
  | { readonly type: 'scheduled' }
  | { readonly type: 'uploads' }
  | { readonly type: 'outbox' }
  /** How the account stands towards its server, and all that waits for it. */
  | { readonly type: 'connection' }
  | { readonly type: 'search'; readonly query: string }

export type ViewItem =
  | NavigationItem
  | ConversationItem
  | DraftItem
  | ConversationEntry
  | PersonItem
  | ScheduledItem
  | UploadItem
  | OutboxItem
  | WaitingAction
  | WaitingWork
  | SearchItem

export type ViewMeta =
  | NavigationMeta
  | ConversationMeta
  | DraftsMeta
  | FeedMeta
  | ConversationsMeta
  | PeopleMeta
  | ScheduledMeta
  | UploadsMeta
  | OutboxMeta
  | ConnectionMeta
  | SearchMeta

/** The closed set of changes that an update is made of. Indexes are those of the list as left by the ops before. */
export type ViewOp =
  | { readonly op: 'reset'; readonly items: readonly ViewItem[]; readonly meta: ViewMeta }
  | { readonly op: 'insert'; readonly index: number; readonly items: readonly ViewItem[] }
  | { readonly op: 'remove'; readonly index: number; readonly count: number }
  | { readonly op: 'replace'; readonly index: number; readonly item: ViewItem }
  | { readonly op: 'meta'; readonly meta: ViewMeta }
  /** The view cannot be computed now, and shows what it showed; null where it can again. */
  | { readonly op: 'failure'; readonly failure: Failure | null }

/**
 * A view's change from revision `from` to revision `to`. One that does not fit the revision at hand reopens the view,
 * unless its first op is `reset`: that one fits every revision.
 */
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
