import { isSameNarrow } from '../app/routes.ts'
import type { LiveView, ViewClient } from '../bridge/view-client.svelte.ts'
import type { Narrow } from '#contract/values.ts'
import type { QueryOf } from '#contract/views.ts'

/** The focus rests on an entry, rather than passes over it: longer than the time between two keys that repeat. */
const restMs = 40
/** How long a prepared view is kept if it is not shown. */
const keptMs = 5_000

type ConversationView = LiveView<'conversation'>

/**
 * The views of conversations, and the one of the conversation that is probably shown next: it is opened when the pointer
 * is pressed on an entry, or when the focus rests there, so that its rows are here when the entry is opened.
 */
export class ConversationViews {
  readonly #views: Pick<ViewClient, 'open' | 'close'>
  #prepared: ConversationView | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(views: Pick<ViewClient, 'open' | 'close'>) {
    this.#views = views
  }

  /** The view for a query: the prepared one, which may have something to show already, or a new one. */
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

  /** The pointer is pressed on the entry of a conversation. */
  prepare(accountId: string, narrow: Narrow): void {
    if (this.#isPrepared(accountId, narrow)) return
    this.drop()
    const view = this.#views.open(accountId, { ...queryOf(narrow), isAhead: true })
    this.#prepared = view
    let unread: number | null = null
    view.onChange = () => {
      const now = view.meta?.unread ?? null
      unread ??= now
      // The line above the first unread message is drawn where it was when the view was opened.
      if (now !== unread) this.drop()
    }
    this.#timer = setTimeout(() => {
      this.drop()
    }, keptMs)
  }

  /** The focus came to the entry of a conversation. */
  prepareSoon(accountId: string, narrow: Narrow): void {
    if (this.#isPrepared(accountId, narrow)) return
    this.drop()
    this.#timer = setTimeout(() => {
      this.prepare(accountId, narrow)
    }, restMs)
  }

  /** The entry was left: the prepared view is closed. */
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

/** A stream that is unknown, or not known any more, is opened anew: the screen decides then where to go. */
function isToShow({ meta }: ConversationView): boolean {
  return meta !== null && (meta.narrow.kind === 'direct' || meta.streamName !== null)
}
