import type { Destination } from '#contract/base/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Core } from '../../core/core.ts'
import type { Service } from '../../core/service.ts'
import type { Change } from '../../state/changes.ts'
import { conversationKey, conversationOf } from '../../values/conversation.ts'
import { isFresh } from '../../state/messages/freshness.ts'
import { recountConversation } from '../../state/messages/stored-messages.ts'
import { newestOf } from '../../state/messages/newest.ts'
import type { MessageRow } from '../../store/message-row.ts'
import { destinationOfKey } from '../../projections/headings.ts'
import { failureKind } from '../../api/request-failures.ts'
import type { Fetcher } from '../fetcher.ts'
import { narrowTerms } from '../narrow-terms.ts'
import type { RequestBudget } from './request-budget.ts'

/** A row is revalidated after this time on screen. */
const onScreenMs = 1000
/** The pause after a failure that did not end the connection. */
const againMs = 10_000
/** The limit of rows on a page. */
const rowsOfView = 200
/** The number of ids per request, if the server accepts ids. */
const idsAtOnce = 100
/** The number of rows of a conversation per request, including those between the requested ones. */
const pageRows = 200
/** A list item shows its conversation's newest message and last senders. */
const rowsOfConversation = 30
/** At most this many messages that the answer about a list item lacks are looked up individually. */
const lookupsOfConversation = 5
/** The limit of revalidated rows that are remembered. */
const mostAsked = clientLimits.settledRows.most

/** The first and the last message on screen of a view, in list order. */
interface Span {
  readonly first: number
  readonly last: number
}

/** An item of a list that is about a message. */
export interface MessageItemRef {
  readonly key: string
  readonly id: number
  /** The conversation of a list entry, whose newest message is `id`; null for other items. */
  readonly conversation: Destination | null
}

interface Ports<View> {
  readonly isOnline: () => boolean
  /** Returns the messages of a view in a span, or none for views that revalidate themselves. */
  readonly shown: (view: View, span: Span) => readonly MessageItemRef[]
}

interface Looked {
  readonly span: Span
  /** The time at which each item came on screen, by key, in UNIX milliseconds. */
  readonly since: Map<string, number>
}

/** An item on screen whose message is stale. */
interface StaleRow {
  /** The key of the item among the revalidated ones. */
  readonly subject: string
  readonly id: number
  /** The stored row; undefined if it was evicted or never cached. */
  readonly row: MessageRow | undefined
  /** The conversation of a list item, otherwise null. */
  readonly conversation: Destination | null
}

/**
 * Revalidates stale rows that stay on screen for a second: search results, inbox items, feed rows. Rows that fit into
 * one request are fetched together, once per epoch unless a row was verified in between. A row that the server no
 * longer has is removed. For a list item the newest messages of its conversation are fetched, so that it shows the
 * newest remaining one.
 */
export class RowRevalidator<View> implements Service {
  readonly #core: Core
  readonly #fetcher: Fetcher
  readonly #budget: RequestBudget
  readonly #ports: Ports<View>
  readonly #views = new Map<View, Looked>()
  #epoch = 0
  /**
   * Rows that were revalidated in this epoch and are stale again, because without a queue they were verified only for
   * a moment. The value tells whether the queue delivered the row's stream then.
   */
  #asked = new Map<string, boolean>()
  /** Rows missing from an answer about their neighbours. */
  #alone = new Set<number>()
  #isAsking = false
  #isStopped = false
  #cancel: () => void = () => undefined

  constructor(core: Core, fetcher: Fetcher, budget: RequestBudget, ports: Ports<View>) {
    this.#core = core
    this.#fetcher = fetcher
    this.#budget = budget
    this.#ports = ports
  }

  /** Sets the messages on screen of a view; null if it shows none. */
  look(view: View, span: Span | null): void {
    if (span === null) this.#views.delete(view)
    else this.#views.set(view, { span, since: this.#views.get(view)?.since ?? new Map<string, number>() })
    this.run()
  }

  close(view: View): void {
    this.#views.delete(view)
  }

  /** Revalidates rows that are due. It is called after a change of the connection or of stale rows. */
  run(): void {
    this.#cancel()
    if (this.#isStopped || this.#isAsking || this.#views.size === 0 || !this.#ports.isOnline()) return
    const { clock } = this.#core.ports
    const now = clock.now()
    const { staleRows, nextAt } = this.#due(now)
    const waitUntil = staleRows.length === 0 ? nextAt : Math.max(this.#budget.freeAt(now), this.#core.rateLimitedUntil)
    if (waitUntil === null) return
    if (waitUntil > now) {
      this.#cancel = clock.schedule(waitUntil - now, () => {
        this.run()
      })
      return
    }
    this.#isAsking = true
    const asked = this.#ask(staleRows).catch((error: unknown) => {
      this.#core.noteFailure('stale rows', error)
      return againMs
    })
    void asked.then((waitMs) => {
      this.#isAsking = false
      if (this.#isStopped) return
      this.#cancel()
      this.#cancel = clock.schedule(waitMs, () => {
        this.run()
      })
    })
  }

  onCommit(changes: readonly Change[]): void {
    if (changes.some((change) => change.kind === 'epoch' || change.kind === 'streams')) this.run()
  }

  onOnline(): void {
    this.run()
  }

  onRetry(): void {
    this.run()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  /**
   * Returns the stale rows that were on screen long enough, newest first, and the time at which the next one will be.
   */
  #due(now: number): { readonly staleRows: readonly StaleRow[]; readonly nextAt: number | null } {
    const { accountState } = this.#core
    if (this.#epoch !== accountState.epoch || this.#asked.size > mostAsked) {
      this.#epoch = accountState.epoch
      this.#asked = new Map()
      this.#alone = new Set()
    }
    const staleRows = new Map<string, StaleRow>()
    let nextAt: number | null = null
    for (const [view, { span, since }] of this.#views) {
      const items = this.#ports.shown(view, span).slice(0, rowsOfView)
      const isShown = new Set(items.map(({ key }) => key))
      for (const key of since.keys()) if (!isShown.has(key)) since.delete(key)
      for (const item of items) {
        const from = since.get(item.key) ?? now
        since.set(item.key, from)
        const staleRow = this.#staleRowOf(item)
        if (staleRow === null) continue
        // The time restarts if the clock was set back.
        if (from > now) since.set(item.key, now)
        if (now - from >= onScreenMs) staleRows.set(staleRow.subject, staleRow)
        else nextAt = Math.min(nextAt ?? Infinity, Math.min(from, now) + onScreenMs)
      }
    }
    return { staleRows: [...staleRows.values()].sort((a, b) => b.id - a.id), nextAt }
  }

  /** Returns the row to revalidate for an item; null if it is fresh or was revalidated. */
  #staleRowOf({ id, conversation }: MessageItemRef): StaleRow | null {
    const { store } = this.#core
    const row =
      conversation === null
        ? store.messages.get(id)
        : store.messages.before(conversation, Number.MAX_SAFE_INTEGER, 1)[0]
    const newest = conversation === null ? null : newestOf(this.#core, conversation, row)
    const stale = {
      subject: conversation === null ? `message:${id}` : conversationKey(conversation),
      id: newest?.id ?? id,
      row,
      conversation,
    }
    const isStale = newest?.isStale ?? (row === undefined || !isFresh(this.#core, row))
    if (!isStale) this.#asked.delete(stale.subject)
    return isStale && this.#asked.get(stale.subject) !== this.#isLive(stale) ? stale : null
  }

  #isLive({ row, conversation }: StaleRow): boolean {
    return this.#core.accountState.isLive(
      conversation?.kind === 'topic' ? conversation.streamId : (row?.stream_id ?? null),
    )
  }

  /** Sends one request, and returns the milliseconds until the next check. */
  async #ask(staleRows: readonly StaleRow[]): Promise<number> {
    this.#budget.spend(this.#core.ports.clock.now())
    const [first] = staleRows
    const group = this.#group(staleRows)
    try {
      if (first?.conversation != null && group.length === 0)
        await this.#revalidateConversation(first, first.conversation)
      else await this.#revalidate(group)
      return 0
    } catch (error) {
      if (this.#isStopped) return 0
      const { kind } = failureKind(error)
      if (kind === 'refused') {
        for (const { id } of group) this.#alone.add(id)
        return 0
      }
      this.#core.ports.log('info', `stale rows could not be requested: ${String(error)}`)
      return againMs
    }
  }

  /**
   * Returns whether a row can be revalidated by id. A list item can if its newest message is cached and the server
   * accepts ids.
   */
  #isRow({ id, row, conversation }: StaleRow): boolean {
    if (conversation === null) return true
    return this.#core.capabilities.messageIds && row?.id === id && !this.#alone.has(id)
  }

  /** Returns the rows of the next request, newest first; none if a list item comes first. */
  #group(staleRows: readonly StaleRow[]): readonly StaleRow[] {
    const { accountState, store, capabilities } = this.#core
    const [first] = staleRows
    if (first === undefined || !this.#isRow(first)) return []
    const { row } = first
    if (this.#alone.has(first.id) || row === undefined) return [first]
    const rows = staleRows.filter(
      (other) => this.#isRow(other) && !this.#alone.has(other.id) && other.row !== undefined,
    )
    if (capabilities.messageIds) return rows.slice(0, idsAtOnce)
    // An unsubscribed stream may be closed to the user, though its messages are not.
    if (!accountState.isLive(row.stream_id)) return [first]
    const conversation = conversationOf(row)
    const destination = destinationOfKey(this.#core, conversation)
    return rows.filter(
      (other) =>
        other.row !== undefined &&
        conversationOf(other.row) === conversation &&
        store.messages.between(destination, other.id, first.id).length <= pageRows,
    )
  }

  async #revalidate(group: readonly StaleRow[]): Promise<void> {
    const [first] = group
    if (first === undefined) return
    const last = group.at(-1) ?? first
    if (group.length === 1 || first.row === undefined) {
      await this.#fetcher.revalidate(first.id, 'background')
      this.#note([first], new Set([first.id]))
      return
    }
    if (this.#core.capabilities.messageIds) {
      const found = await this.#fetcher.byIds(
        group.map(({ id }) => id),
        'background',
      )
      this.#note(group, new Set(found.map(({ id }) => id)))
      return
    }
    const destination = destinationOfKey(this.#core, conversationOf(first.row))
    const between = this.#core.store.messages.between(destination, last.id, first.id).length
    const found = await this.#fetcher.page(
      { narrow: narrowTerms(this.#core, destination), anchor: last.id, numBefore: 0, numAfter: between },
      'background',
    )
    this.#note(group, new Set(found.map(({ id }) => id)))
  }

  /** Fetches the newest messages of a list item's conversation, or the cached message if that is refused. */
  async #revalidateConversation(line: StaleRow, scope: Destination): Promise<void> {
    const { clock } = this.#core.ports
    try {
      const { lookups } = await this.#fetcher.fetch({
        scope,
        anchor: 'newest',
        numBefore: rowsOfConversation,
        numAfter: 0,
        priority: 'background',
        mostLookups: Math.min(lookupsOfConversation, this.#budget.left(clock.now())),
      })
      this.#budget.spend(clock.now(), lookups)
      this.#recount(line, scope)
    } catch (error) {
      if (this.#isStopped || failureKind(error).kind !== 'refused') throw error
      if (line.row !== undefined) {
        this.#budget.spend(clock.now())
        await this.#fetcher.revalidate(line.row.id, 'background')
      }
    }
    this.#asked.set(line.subject, this.#isLive(line))
  }

  /** Removes a message that was listed as the newest and that the answer lacks. */
  #recount({ id }: StaleRow, scope: Destination): void {
    const { store } = this.#core
    if (!store.isOpen() || store.messages.get(id) !== undefined) return
    this.#core.commit(() => {
      recountConversation(store, scope)
      return [{ kind: 'message', id, conversation: conversationKey(scope) }]
    })
  }

  /** Records the rows that an answer contains. Others were deleted or moved, and are looked up individually. */
  #note(group: readonly StaleRow[], found: ReadonlySet<number>): void {
    for (const staleRow of group) {
      if (found.has(staleRow.id)) this.#asked.set(staleRow.subject, this.#isLive(staleRow))
      else this.#alone.add(staleRow.id)
    }
  }
}
