import { isSameNarrow } from '../../state/routes/routes.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { QueryOf } from '#contract/views.ts'

/** The time after which a focused entry is prepared, in milliseconds: longer than the interval of repeated keys. */
const focusDelayMs = 40
/** The time for which a prepared view is kept if it is not shown, in milliseconds. */
const keptMs = 5_000

type ConversationView = LiveView<'conversation'>

/**
 * Opens the views of conversations, and prepares the one that is probably shown next: when the pointer is pressed on an
 * entry, or when the focus stays there, so that its rows are loaded when the entry is opened.
 */
export class ConversationViews {
  readonly #views: Pick<ViewClient, 'open' | 'close'>
  #prepared: ConversationView | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(views: Pick<ViewClient, 'open' | 'close'>) {
    this.#views = views
  }

  /** Returns the view for a query: the prepared one, which may have rows already, or a new one. */
  open(accountId: string, query: QueryOf<'conversation'>): ConversationView {
    const prepared = this.#prepared
    if (prepared === null || !isFor(prepared, accountId, query) || !isToShow(prepared)) {
      this.drop()
      return this.#views.open(accountId, query)
    }
    clearTimeout(this.#timer)
    this.#prepared = null
    return prepared
  }

  close(view: ConversationView): void {
    this.#views.close(view)
  }

  /** Prepares a conversation when the pointer is pressed on its entry. */
  prepare(accountId: string, narrow: Narrow): void {
    if (this.#isPrepared(accountId, narrow)) return
    this.drop()
    const view = this.#views.open(accountId, { ...queryOf(narrow), isAhead: true })
    this.#prepared = view
    let unread: number | null = null
    view.onChange = () => {
      const now = view.meta?.unread ?? null
      unread ??= now
      // A prepared view keeps the line above the first unread message, so that a change of unread messages makes it
      // outdated.
      if (now !== unread) this.drop()
    }
    this.#timer = setTimeout(() => {
      this.drop()
    }, keptMs)
  }

  /** Prepares a conversation when the focus stays on its entry. */
  prepareSoon(accountId: string, narrow: Narrow): void {
    if (this.#isPrepared(accountId, narrow)) return
    this.drop()
    this.#timer = setTimeout(() => {
      this.prepare(accountId, narrow)
    }, focusDelayMs)
  }

  /** Closes the prepared view when its entry is left. */
  drop(): void {
    clearTimeout(this.#timer)
    if (this.#prepared !== null) this.#views.close(this.#prepared)
    this.#prepared = null
  }

  #isPrepared(accountId: string, narrow: Narrow): boolean {
    return this.#prepared !== null && isFor(this.#prepared, accountId, queryOf(narrow))
  }
}

function queryOf(narrow: Narrow): QueryOf<'conversation'> {
  return { type: 'conversation', narrow, anchor: 'first_unread' }
}

function isFor(
  { accountId: own, query }: ConversationView,
  accountId: string,
  wanted: QueryOf<'conversation'>,
): boolean {
  return own === accountId && query.anchor === wanted.anchor && isSameNarrow(query.narrow, wanted.narrow)
}

/**
 * Whether a prepared view can be shown. One of an unknown stream is opened again, and its screen decides where to go.
 */
function isToShow({ meta }: ConversationView): boolean {
  return meta !== null && (meta.narrow.kind === 'direct' || meta.streamName !== null)
}
