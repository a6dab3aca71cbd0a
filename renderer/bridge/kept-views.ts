import type { QueryOf, ViewKind } from '../../preload/contract/views.ts'
import { clientLimits } from '../../shared/client-limits.ts'
import type { LiveView, ViewClient } from './view-client.svelte.ts'

/** The number of left views that stay open. */
const mostKept = 4
/** How long a left view stays open, in milliseconds. */
const keptMs = 5 * 60_000

interface Kept {
  readonly view: LiveView
  readonly timer: ReturnType<typeof setTimeout>
}

/**
 * Views of lists to which one returns again and again, such as the inbox: a view that was left stays open for some
 * minutes, so that its rows are here, as they are by then, when the list is opened again.
 */
export class KeptViews {
  readonly #views: Pick<ViewClient, 'open' | 'close'>
  /** The one that was left last stands last. */
  #kept: readonly Kept[] = []

  constructor(views: Pick<ViewClient, 'open' | 'close'>) {
    this.#views = views
  }

  /** The view for a query: the one that was left, which has something to show already, or a new one. */
  open<K extends ViewKind>(accountId: string, query: QueryOf<K> & { readonly type: K }): LiveView<K> {
    const kept = this.#kept.find(({ view }) => view.accountId === accountId && isSame(view.query, query))
    if (kept === undefined) return this.#views.open<K>(accountId, query)
    this.#kept = this.#kept.filter((other) => other !== kept)
    clearTimeout(kept.timer)
    if (isToReturnTo(kept.view)) return kept.view as unknown as LiveView<K> // its query is of this kind
    this.#views.close(kept.view)
    return this.#views.open<K>(accountId, query)
  }

  /** Nobody will return to the view, such as one that another has replaced. */
  close(view: LiveView): void {
    this.#views.close(view)
  }

  /** The list is left: its view stays open for a while. */
  leave(view: LiveView): void {
    view.onChange = () => undefined
    if (!isToReturnTo(view)) {
      this.#views.close(view)
      return
    }
    const timer = setTimeout(() => {
      this.#drop((kept) => kept.view === view)
    }, keptMs)
    this.#kept = [...this.#kept, { view, timer }]
    const [oldest] = this.#kept
    if (this.#kept.length > mostKept) this.#drop((kept) => kept === oldest)
  }

  /** The account is gone. */
  forget(accountId: string): void {
    this.#drop(({ view }) => view.accountId === accountId)
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

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
