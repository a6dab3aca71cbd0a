import type { EngineInput } from '#contract/calls.ts'
import type { Destination } from '#contract/values.ts'
import type { ItemOf, MetaOf, ViewItem, ViewKind } from '#contract/views.ts'
import type { Change } from '../model/changes.ts'
import type { Interval } from '../values/ranges.ts'

/** The side of a list on which more is asked for. */
export type MoreDirection = EngineInput<'views.more'>['direction']

/** A view of a kind: a pure function of the tables and the outbox, and the changes that concern it. */
export interface View<K extends ViewKind = ViewKind> {
  isAffected(change: Change): boolean
  /** Messages were moved to another conversation: the view may follow them. */
  onMoved?(change: Extract<Change, { kind: 'moved' }>): void
  /** The ids of the first and the last visible message; null without one. */
  look?(shown: Interval | null): void
  /** The message at which the page opens the view; null for the end. */
  anchor?(): number | null
  /** The view's cached data may be stale: the next `compute` reads everything again. */
  noteAll?(): void
  compute(): { readonly items: readonly ItemOf<K>[]; readonly meta: MetaOf<K> }
  /** Shows more on one side; views without it show everything. */
  more?(direction: MoreDirection): void | Promise<void>
  close?(): void
}

/** An item that is about a message. */
export interface Seen {
  readonly key: string
  readonly id: number
  /** The conversation of a list entry; the message is its newest one. */
  readonly conversation: Destination | null
}

/** A view that fetches what it lacks. */
export interface RefreshableView<K extends ViewKind = ViewKind> extends View<K> {
  /** Fetches what is missing or in doubt, if the server can be reached. */
  refresh(): Promise<void>
}

/** Whether a view fetches what it lacks. */
export function isRefreshable(view: View | undefined): view is RefreshableView {
  return view !== undefined && 'refresh' in view
}

/** The message that an item of a list is about; null for items that are about none. */
function seenOf(item: ViewItem): Seen | null {
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

/** The items between two messages, in either order of the list; if one of them is not listed, those with ids between. */
export function seenBetween(items: readonly ViewItem[], first: number, last: number): Seen[] {
  const seen = items.flatMap((item) => seenOf(item) ?? [])
  const places = [first, last].map((id) => seen.findIndex((candidate) => candidate.id === id))
  const [low, high] = [Math.min(first, last), Math.max(first, last)]
  if (places.includes(-1)) return seen.filter(({ id }) => low <= id && id <= high)
  return seen.slice(Math.min(...places), Math.max(...places) + 1)
}
