import { z } from 'zod'
import type { CarriedBy, ViewEntry } from './entries.ts'
import { resourceViews } from './resources.ts'
import type { Failure } from './values.ts'
import { connectionView } from './views/connection.ts'
import { conversationView } from './views/conversation.ts'
import { draftsView } from './views/drafts.ts'
import { feedView } from './views/feed.ts'
import { inboxView } from './views/inbox.ts'
import { navigationView } from './views/navigation.ts'
import { outboxView } from './views/outbox.ts'
import { recentView } from './views/recent.ts'
import { searchView } from './views/search.ts'
import { topicsView } from './views/topics.ts'
import { uploadsView } from './views/uploads.ts'

/** Every view of an account: its query, its items and its meta. All types of views derive from this table. */
export const views = {
  navigation: navigationView,
  topics: topicsView,
  conversation: conversationView,
  feed: feedView,
  inbox: inboxView,
  recent: recentView,
  drafts: draftsView,
  ...resourceViews,
  uploads: uploadsView,
  outbox: outboxView,
  connection: connectionView,
  search: searchView,
} as const satisfies Readonly<Record<string, ViewEntry>>

type Views = typeof views

export type ViewKind = keyof Views

/** The page's query when it opens a view of a kind. */
export type QueryOf<K extends ViewKind> = z.output<Views[K]['query']>

/** The kinds with a query of only `type`; an account has one view of each. */
export type PlainViewKind = { [K in ViewKind]: { readonly type: K } extends QueryOf<K> ? K : never }[ViewKind]

/** The items of a view of this kind. */
export type ItemOf<K extends ViewKind> = CarriedBy<Views[K]['item']>

/** The meta of a view of this kind: its state beside the list. */
export type MetaOf<K extends ViewKind> = CarriedBy<Views[K]['meta']>

export type ViewQuery = QueryOf<ViewKind>
export type ViewItem = ItemOf<ViewKind>
export type ViewMeta = MetaOf<ViewKind>

/** The query of any view; `type` is the kind. */
export const viewQuerySchema = z.union(Object.values(views).map(({ query }) => query))

/** The closed set of operations of an update. An index refers to the list after the preceding operations. */
export type ViewOp =
  | { readonly op: 'reset'; readonly items: readonly ViewItem[]; readonly meta: ViewMeta }
  | { readonly op: 'insert'; readonly index: number; readonly items: readonly ViewItem[] }
  | { readonly op: 'remove'; readonly index: number; readonly count: number }
  | { readonly op: 'replace'; readonly index: number; readonly item: ViewItem }
  | { readonly op: 'meta'; readonly meta: ViewMeta }
  /** The view cannot be computed now and keeps its last state; null when it can be computed again. */
  | { readonly op: 'failure'; readonly failure: Failure | null }

/**
 * A change of a view from revision `from` to revision `to`. The page reopens a view if `from` does not match its
 * revision, unless the first operation is `reset`, which fits every revision.
 */
export interface ViewUpdate {
  readonly engineEpoch: number
  readonly viewId: string
  readonly from: number
  readonly to: number
  readonly ops: readonly ViewOp[]
}

/** The first state of a view. */
export interface OpenedView {
  readonly engineEpoch: number
  readonly revision: number
  readonly items: readonly ViewItem[]
  readonly meta: ViewMeta
}
