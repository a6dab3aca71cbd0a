import type { EngineInput } from '#contract/calls.ts'
import type { ItemOf, MetaOf, ViewItem, ViewKind } from '#contract/views.ts'
import type { Change } from '../state/changes.ts'
import type { MessageItemRef } from '../sync/revalidation/row-revalidator.ts'
import type { UserId } from '../values/ids.ts'
import type { Interval } from '../values/ranges.ts'

/** The side of a list on which the page requests more. */
export type MoreDirection = EngineInput<'views.more'>['direction']

/** A view of a kind: a pure function of the tables and the outbox, and the changes that concern it. */
export interface View<K extends ViewKind = ViewKind> {
  isAffected(change: Change): boolean
  /**
   * Returns whether the view shows the presence of some of these people, whose state has changed. A view without this
   * method shows none.
   */
  showsPresenceOf?(people: ReadonlySet<UserId>): boolean
  /** Handles messages that were moved to another conversation, which the view may follow. */
  onMoved?(change: Extract<Change, { kind: 'moved' }>): void
  /** Sets the ids of the first and the last visible message; null if none is visible. */
  look?(shown: Interval | null): void
  /** Returns the message at which the page opens the view; null for the end. */
  anchor?(): number | null
  /** Makes the next `compute` read everything again, because the view's cached data may be stale. */
  noteAll?(): void
  compute(): { readonly items: readonly ItemOf<K>[]; readonly meta: MetaOf<K> }
  /** Shows more on one side. A view without this method shows everything. */
  more?(direction: MoreDirection): void | Promise<void>
  close?(): void
}

/** A view that fetches its missing data. */
export interface RefreshableView<K extends ViewKind = ViewKind> extends View<K> {
  /** Fetches missing and stale data, if the server can be reached. */
  refresh(): Promise<void>
}

/** Returns whether a view fetches its missing data. */
export function isRefreshable(view: View | undefined): view is RefreshableView {
  return view !== undefined && 'refresh' in view
}

/** Returns the message that an item of a list is about; null if it is about none. */
function messageItemOf(item: ViewItem): MessageItemRef | null {
  switch (item.kind) {
    case 'message':
      return { key: item.key, id: item.id, conversation: null }
    case 'hit':
      return { key: item.key, id: item.messageId, conversation: null }
    case 'conversation':
      return { key: item.key, id: item.newestId, conversation: item.narrow }
    default:
      return null
  }
}

/**
 * Returns the items between two messages, in either order of the list. If one of them is not listed, it returns the
 * items with ids between them.
 */
export function messageItemsBetween(items: readonly ViewItem[], first: number, last: number): MessageItemRef[] {
  const seen = items.flatMap((item) => messageItemOf(item) ?? [])
  const positions = [first, last].map((id) => seen.findIndex((candidate) => candidate.id === id))
  const [low, high] = [Math.min(first, last), Math.max(first, last)]
  if (positions.includes(-1)) return seen.filter(({ id }) => low <= id && id <= high)
  return seen.slice(Math.min(...positions), Math.max(...positions) + 1)
}
