import type { QueryOf, ViewKind, ViewQuery } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { LiveView, ViewClient } from './view-client.svelte.ts'

/** The largest number of left views that stay open in addition to the permanent ones. */
const mostKept = 4
/** The time for which such a view stays open, in milliseconds. */
const keptMs = 5 * 60_000
/** The time after which a left permanent view is throttled, in milliseconds. */
const throttleAfterMs = 60_000
/** The delay of preparing an account's lists, in milliseconds, so that the shown screen is loaded first. */
const preparedAfterMs = 2_000

interface Kept {
  readonly view: LiveView
  /** Closes the view or throttles it. */
  readonly timer: ReturnType<typeof setTimeout>
}

/**
 * Keeps the views of lists that the user returns to, such as the inbox. A view stays open when its list is left, so
 * that its current rows are present when the list is opened again. Permanent views are opened before their lists are.
 */
export class KeptViews {
  readonly #views: Pick<ViewClient, 'open' | 'close' | 'throttle'>
  readonly #permanent: readonly ViewQuery[]
  /** The views of lists that are not shown, the last one left at the end. */
  #kept: readonly Kept[] = []
  readonly #shown = new Set<LiveView>()
  /** The timers of preparations, by account. */
  readonly #preparing = new Map<string, ReturnType<typeof setTimeout>>()

  /** @param permanent the queries of the views that stay open permanently, for each account */
  constructor(views: Pick<ViewClient, 'open' | 'close' | 'throttle'>, permanent: readonly ViewQuery[]) {
    this.#views = views
    this.#permanent = permanent
  }

  /** Returns the view of a query: the one that stayed open, which has rows already, or a new one. */
  open<K extends ViewKind>(accountId: string, query: QueryOf<K> & { readonly type: K }): LiveView<K> {
    const view = this.#take(accountId, query) ?? this.#views.open<K>(accountId, query)
    this.#shown.add(view)
    return view as unknown as LiveView<K> // its query is of this kind
  }

  #take(accountId: string, query: ViewQuery): LiveView | null {
    const kept = this.#kept.find(({ view }) => isOf(view, accountId, query))
    if (kept === undefined) return null
    this.#kept = this.#kept.filter((other) => other !== kept)
    clearTimeout(kept.timer)
    if (!isWorthKeeping(kept.view)) {
      this.#views.close(kept.view)
      return null
    }
    this.#views.throttle(kept.view, false)
    return kept.view
  }

  /** Closes a view for good, for example one that another view has replaced. */
  close(view: LiveView): void {
    this.#shown.delete(view)
    this.#views.close(view)
  }

  /** Leaves a list. Its view stays open for a while, or permanently. */
  leave(view: LiveView): void {
    view.onChange = () => undefined
    this.#shown.delete(view)
    if (!isWorthKeeping(view)) {
      this.#views.close(view)
      return
    }
    const isPermanent = this.#isPermanent(view)
    const timer = setTimeout(
      () => {
        if (isPermanent) this.#views.throttle(view, true)
        else this.#drop((kept) => kept.view === view)
      },
      isPermanent ? throttleAfterMs : keptMs,
    )
    this.#kept = [...this.#kept, { view, timer }]
    const others = this.#kept.filter((kept) => !this.#isPermanent(kept.view))
    if (others.length > mostKept) this.#drop((kept) => kept === others[0])
  }

  /** Opens the permanent views of an account a moment later. */
  prepare(accountId: string): void {
    clearTimeout(this.#preparing.get(accountId))
    const timer = setTimeout(() => {
      this.#preparing.delete(accountId)
      for (const query of this.#permanent) {
        if (this.#openViews().some((view) => isOf(view, accountId, query))) continue
        const view = this.#views.open(accountId, query)
        this.#views.throttle(view, true)
        this.#kept = [...this.#kept, { view, timer }]
      }
    }, preparedAfterMs)
    this.#preparing.set(accountId, timer)
  }

  /** Closes all views of an account that are not shown. */
  forget(accountId: string): void {
    clearTimeout(this.#preparing.get(accountId))
    this.#preparing.delete(accountId)
    this.#drop(({ view }) => view.accountId === accountId)
  }

  #openViews(): LiveView[] {
    return [...this.#shown, ...this.#kept.map(({ view }) => view)]
  }

  #isPermanent({ query }: LiveView): boolean {
    return this.#permanent.some((other) => isSame(other, query))
  }

  #drop(isDropped: (kept: Kept) => boolean): void {
    const dropped = this.#kept.filter(isDropped)
    this.#kept = this.#kept.filter((kept) => !dropped.includes(kept))
    for (const { view, timer } of dropped) {
      clearTimeout(timer)
      this.#views.close(view)
    }
  }
}

/** Returns whether a view is worth keeping. A list that has grown long is shorter and drawn faster if it opens anew. */
function isWorthKeeping({ meta, failure, items }: LiveView): boolean {
  return meta !== null && failure === null && items.length <= 2 * clientLimits.listStep.most
}

function isOf(view: LiveView, accountId: string, query: ViewQuery): boolean {
  return view.accountId === accountId && isSame(view.query, query)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
