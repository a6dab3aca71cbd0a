import type { PlainViewKind, QueryOf } from '#contract/views.ts'
import { KeptViews } from '../bridge/kept-views.ts'
import type { LiveView, ViewClient } from '../bridge/view-client.svelte.ts'
import { noFilters } from '../recent/kept-filters.ts'

/** The lists of all accounts that outlast their screens; those from which one goes to the conversations, for good. */
export function keptLists(views: ViewClient): KeptViews {
  return new KeptViews(views, [{ type: 'inbox' }, { type: 'recent', filters: noFilters }])
}

/** Views of the shown account that stay open as long as it is shown, one of each kind. */
export class AccountViews {
  readonly #views: ViewClient
  readonly #open = new Map<PlainViewKind, LiveView>()
  readonly #lists: Pick<KeptViews, 'prepare'>
  #accountId: string | null = null

  constructor(views: ViewClient, lists: Pick<KeptViews, 'prepare'>) {
    this.#views = views
    this.#lists = lists
  }

  /** An account is shown. */
  enter(accountId: string): void {
    this.leave()
    this.#accountId = accountId
    this.#lists.prepare(accountId)
  }

  /** The account is not shown any more: its views are closed. */
  leave(): void {
    for (const view of this.#open.values()) this.#views.close(view)
    this.#open.clear()
    this.#accountId = null
  }

  /** The view of a kind; null if no account is shown. */
  of<K extends PlainViewKind>(kind: K): LiveView<K> | null {
    if (this.#accountId === null) return null
    // The query of such a kind has no parameters.
    const query = { type: kind } as unknown as QueryOf<K> & { readonly type: K }
    const open = this.#open.get(kind) ?? this.#views.open<K>(this.#accountId, query)
    this.#open.set(kind, open)
    return open as LiveView<K> // opened under the name of its kind
  }
}
