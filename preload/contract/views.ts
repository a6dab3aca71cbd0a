import { z } from 'zod'
import { accounts } from './accounts.ts'
import { attachments } from './attachments.ts'
import { typeOf, type CallTable, type CarriedBy, type ViewEntry } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import { accountIdSchema, integerSchema, messageIdSchema, pageIdSchema } from './base/values.ts'
import { conversations } from './conversations.ts'
import { drafts } from './drafts.ts'
import { peopleAdministration } from './people/people-administration.ts'
import { groups } from './people/groups.ts'
import { navigation } from './navigation.ts'
import { notifications } from './notifications.ts'
import { organization } from './organization/organization.ts'
import { organizationLists } from './organization/organization-lists.ts'
import { outbox } from './outbox.ts'
import { ownAccount } from './people/own-account.ts'
import { people } from './people.ts'
import { profiles } from './people/profiles.ts'
import { userSettings } from './people/user-settings.ts'
import { scheduled } from './scheduled.ts'
import { search } from './search.ts'
import { storage } from './storage/storage.ts'
import { streams } from './streams.ts'
import { writing } from './writing.ts'

/** Every view of an account: its query, its items and its meta. All types of views derive from this table. */
export const views = {
  ...accounts.views,
  ...conversations.views,
  ...drafts.views,
  ...groups.views,
  ...attachments.views,
  ...navigation.views,
  ...notifications.views,
  ...organization.views,
  ...organizationLists.views,
  ...outbox.views,
  ...people.views,
  ...profiles.views,
  ...peopleAdministration.views,
  ...ownAccount.views,
  ...userSettings.views,
  ...scheduled.views,
  ...search.views,
  ...storage.views,
  ...streams.views,
  ...writing.views,
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

const ofView = z.strictObject({ accountId: accountIdSchema, viewId: pageIdSchema })

/**
 * Calls about the views of a window. The ids of views and batches belong to the calling window: main adds the id of
 * that window, so that windows cannot access each other's views.
 */
export const viewCalls = {
  'views.open': { to: 'engine', input: ofView.extend({ query: viewQuerySchema }), output: typeOf<OpenedView>() },
  'views.close': { to: 'engine', input: ofView, output: typeOf<null>() },
  'views.more': {
    to: 'engine',
    input: ofView.extend({ direction: z.enum(['older', 'newer', 'newest']) }),
    output: typeOf<null>(),
  },
  /**
   * Reports the first and the last message on screen, in the order of the list, when scrolling stops: ids of rows and
   * hits, `newestId` of conversation entries; null if no message is on screen.
   */
  'views.look': {
    to: 'engine',
    input: ofView.extend({ first: messageIdSchema.nullable(), last: messageIdSchema.nullable() }),
    output: typeOf<null>(),
  },
  /**
   * Hides a view that stays open, so that its changes may be delayed by some seconds; or shows it again, with changes
   * at once. Answers the revision that contains all of them.
   */
  'views.throttle': {
    to: 'engine',
    input: ofView.extend({ isThrottled: z.boolean() }),
    output: typeOf<{ readonly revision: number }>(),
  },
  /** Confirms that the window has applied a batch of updates and can take the next. */
  'app.acknowledge': {
    to: 'engine',
    input: z.strictObject({ accountId: accountIdSchema, batch: integerSchema }),
    output: typeOf<null>(),
  },
} as const satisfies CallTable
