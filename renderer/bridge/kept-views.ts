import type { QueryOf, ViewKind, ViewQuery } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { LiveView, ViewClient } from './view-client.svelte.ts'

/** The number of left views that stay open beside those that are kept for good. */
const mostKept = 4
/** How long such a view stays open, in milliseconds. */
const keptMs = 5 * 60_000
/** After this, a view that is kept for good rests: its changes come seldom. */
const restsAfterMs = 60_000
/** The lists of an account are prepared this long after it was opened: what it shows comes first. */
const preparedAfterMs = 2_000

interface Kept {
  readonly view: LiveView
  /** Closes the view, or lets it rest. */
  readonly timer: ReturnType<typeof setTimeout>
}

/**
 * Views of lists to which one returns again and again, such as the inbox: a view that was left stays open, so that its
 * rows are here, as they are by then, when the list is opened again. Those that are kept for good are here before they are
 * opened for the first time.
 */
export class KeptViews {
  readonly #views: Pick<ViewClient, 'open' | 'close' | 'throttle'>
  readonly #forGood: readonly ViewQuery[]
  /** The one that was left last stands last. */
  #kept: readonly Kept[] = []
  readonly #shown = new Set<LiveView>()
  /** By account. */
  readonly #preparing = new Map<string, ReturnType<typeof setTimeout>>()

  /** @param forGood what is kept for good, of each account */
  constructor(views: Pick<ViewClient, 'open' | 'close' | 'throttle'>, forGood: readonly ViewQuery[]) {
    this.#views = views
    this.#forGood = forGood
  }

  /** The view for a query: the one that was left, which has something to show already, or a new one. */
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
    if (!isToReturnTo(kept.view)) {
      this.#views.close(kept.view)
      return null
    }
    this.#views.throttle(kept.view, false)
    return kept.view
  }

  /** Nobody will return to the view, such as one that another has replaced. */
  close(view: LiveView): void {
    this.#shown.delete(view)
    this.#views.close(view)
  }

  /** The list is left: its view stays open for a while, or for good. */
  leave(view: LiveView): void {
    view.onChange = () => undefined
    this.#shown.delete(view)
    if (!isToReturnTo(view)) {
      this.#views.close(view)
      return
    }
    const isForGood = this.#isForGood(view)
    const timer = setTimeout(
      () => {
        if (isForGood) this.#views.throttle(view, true)
        else this.#drop((kept) => kept.view === view)
      },
      isForGood ? restsAfterMs : keptMs,
    )
    this.#kept = [...this.#kept, { view, timer }]
    const others = this.#kept.filter((kept) => !this.#isForGood(kept.view))
    if (others.length > mostKept) this.#drop((kept) => kept === others[0])
  }

  /** An account is opened: the lists that are kept for good are soon here. */
  prepare(accountId: string): void {
    clearTimeout(this.#preparing.get(accountId))
    const timer = setTimeout(() => {
      this.#preparing.delete(accountId)
      for (const query of this.#forGood) {
        if (this.#openViews().some((view) => isOf(view, accountId, query))) continue
        const view = this.#views.open(accountId, query)
        this.#views.throttle(view, true)
        this.#kept = [...this.#kept, { view, timer }]
      }
    }, preparedAfterMs)
    this.#preparing.set(accountId, timer)
  }

  /** The account is gone. */
  forget(accountId: string): void {
    clearTimeout(this.#preparing.get(accountId))
    this.#preparing.delete(accountId)
    this.#drop(({ view }) => view.accountId === accountId)
  }

  #openViews(): LiveView[] {
    return [...this.#shown, ...this.#kept.map(({ view }) => view)]
  }

  #isForGood({ query }: LiveView): boolean {
    return this.#forGood.some((other) => isSame(other, query))
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

/** A list that has grown far is shorter, and quicker to draw, when it is opened anew. */
function isToReturnTo({ meta, failure, items }: LiveView): boolean {
  return meta !== null && failure === null && items.length <= 2 * clientLimits.listStep.most
}

function isOf(view: LiveView, accountId: string, query: ViewQuery): boolean {
  return view.accountId === accountId && isSame(view.query, query)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
