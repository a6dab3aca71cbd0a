import type { QueryOf, ViewKind } from '#contract/views.ts'
import type { LiveView, ViewClient } from './view-client.svelte.ts'

/** A view whose query changes. The previous contents stay until those of the new query arrive. */
export class ReplacedView<K extends ViewKind> {
  readonly #views: Pick<ViewClient, 'open' | 'close'>
  readonly #accountId: string
  #shown = $state.raw<LiveView<K> | null>(null)
  /** The view of the latest query while the previous one is still shown. */
  #next: LiveView<K> | null = null

  constructor(views: Pick<ViewClient, 'open' | 'close'>, accountId: string) {
    this.#views = views
    this.#accountId = accountId
  }

  get shown(): LiveView<K> | null {
    return this.#shown
  }

  /** Waits for the contents of the latest query. The result is null if another query or the end of the view comes first. */
  async latest(): Promise<LiveView<K> | null> {
    const view = this.#next ?? this.#shown
    await view?.loaded()
    return view === this.#shown ? view : null
  }

  /** Opens the view of another query. Null closes the view. */
  ask(query: (QueryOf<K> & { readonly type: K }) | null): void {
    if (this.#next !== null) this.#views.close(this.#next)
    this.#next = null
    if (query === null) {
      this.close()
      return
    }
    const next = this.#views.open<K>(this.#accountId, query)
    if (this.#shown === null) {
      this.#shown = next
      return
    }
    this.#next = next
    next.onChange = () => {
      if (this.#next !== next) return
      this.#next = null
      if (this.#shown !== null) this.#views.close(this.#shown)
      this.#shown = next
    }
  }

  close(): void {
    const view = this.release()
    if (view !== null) this.#views.close(view)
  }

  /** Hands the shown view over to the caller. The view stays open. */
  release(): LiveView<K> | null {
    if (this.#next !== null) this.#views.close(this.#next)
    this.#next = null
    const shown = this.#shown
    this.#shown = null
    return shown
  }
}
