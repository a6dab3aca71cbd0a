import type { PlainViewKind, QueryOf } from '#contract/views.ts'
import type { KeptViews } from '../bridge/kept-views.ts'
import type { LiveView, ViewClient } from '../bridge/view-client.svelte.ts'

/** The views of the shown account that stay open while it is shown, one of each kind. */
export class AccountViews {
  readonly #views: ViewClient
  readonly #open = new Map<PlainViewKind, LiveView>()
  readonly #lists: Pick<KeptViews, 'prepare'>
  #accountId: string | null = null

  constructor(views: ViewClient, lists: Pick<KeptViews, 'prepare'>) {
    this.#views = views
    this.#lists = lists
  }

  /** Switches to an account and closes the views of the one before. */
  enter(accountId: string): void {
    this.leave()
    this.#accountId = accountId
    this.#lists.prepare(accountId)
  }

  /** Closes all views. No account is shown afterwards. */
  leave(): void {
    for (const view of this.#open.values()) this.#views.close(view)
    this.#open.clear()
    this.#accountId = null
  }

  /** Returns the view of a kind and opens it if necessary. Returns null if no account is shown. */
  of<K extends PlainViewKind>(kind: K): LiveView<K> | null {
    if (this.#accountId === null) return null
    // A query of such a kind consists of its type alone.
    const query = { type: kind } as unknown as QueryOf<K> & { readonly type: K }
    const open = this.#open.get(kind) ?? this.#views.open<K>(this.#accountId, query)
    this.#open.set(kind, open)
    return open as LiveView<K> // opened under the name of its kind
  }
}
