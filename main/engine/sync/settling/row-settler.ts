import type { Destination } from '../../../../preload/contract/values.ts'
import { clientLimits } from '../../../../shared/client-limits.ts'
import type { Core } from '../../core.ts'
import { conversationKey, conversationOf } from '../../values/conversation.ts'
import { isCurrent } from '../../model/messages/currency.ts'
import { recountConversation } from '../../model/messages/stored-messages.ts'
import { newestOf } from '../../model/messages/newest.ts'
import type { MessageRow } from '../../store/message-row.ts'
import { destinationOfKey } from '../../views/shown/place.ts'
import type { Seen, View } from '../../views/view.ts'
import { failureKind } from '../failures.ts'
import type { Fetcher } from '../fetcher.ts'
import { narrowTerms } from '../narrow-terms.ts'
import type { RequestBudget } from './request-budget.ts'

/** The time on screen after which a row is settled. */
const restMs = 1000
/** The pause after a failure that did not end the connection. */
const againMs = 10_000
/** The most rows on a page. */
const rowsOfView = 200
/** Ids per request, if the server accepts ids. */
const idsAtOnce = 100
/** Rows of a conversation per request, including those between the requested ones. */
const pageRows = 200
/** A line shows its newest message and the last senders. */
const rowsOfLine = 30
/** How many messages that a line's answer lacks are looked up individually. */
const lookupsOfLine = 5
/** The number of settled rows that are remembered. */
const mostAsked = clientLimits.settledRows.most

/** The first and the last message on screen of a view, in list order. */
interface Span {
  readonly first: number
  readonly last: number
}

interface Ports {
  readonly isOnline: () => boolean
  /** The messages of a view in a span; none for views that settle themselves. */
  readonly shown: (view: View, span: Span) => readonly Seen[]
}

interface Looked {
  readonly span: Span
  /** When each item came on screen, by key, UNIX milliseconds. */
  readonly since: Map<string, number>
}

/** An item on screen whose message is in doubt. */
interface Doubtful {
  /** Its key among the settled ones. */
  readonly subject: string
  readonly id: number
  /** The stored row; undefined if it was evicted or never cached. */
  readonly row: MessageRow | undefined
  /** The conversation of a line. */
  readonly line: Destination | null
}

/**
 * Settles rows in doubt that stay on screen for a second: search hits, inbox lines, feed rows. Rows that fit into one
 * request are settled together; a row is settled once per epoch, unless it was verified in between. A row that the server
 * no longer has is removed. For a line the newest messages of its conversation are fetched, so that it shows the newest
 * remaining one.
 */
export class RowSettler {
  readonly #core: Core
  readonly #fetcher: Fetcher
  readonly #budget: RequestBudget
  readonly #ports: Ports
  readonly #views = new Map<View, Looked>()
  #epoch = 0
  /**
   * Rows settled in this epoch that are in doubt again, since without a queue they were verified only for a moment; the
   * value is whether the queue delivered the row's stream then.
   */
  #asked = new Map<string, boolean>()
  /** Rows missing from an answer about their neighbours. */
  #alone = new Set<number>()
  #isAsking = false
  #isStopped = false
  #cancel: () => void = () => undefined

  constructor(core: Core, fetcher: Fetcher, budget: RequestBudget, ports: Ports) {
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

  /** Called after a change of the connection or of rows in doubt. */
  run(): void {
    this.#cancel()
    if (this.#isStopped || this.#isAsking || this.#views.size === 0 || !this.#ports.isOnline()) return
    const { clock } = this.#core.ports
    const now = clock.now()
    const { doubtful, nextAt } = this.#due(now)
    const waitUntil = doubtful.length === 0 ? nextAt : Math.max(this.#budget.freeAt(now), this.#core.heldUntil)
    if (waitUntil === null) return
    if (waitUntil > now) {
      this.#cancel = clock.schedule(waitUntil - now, () => {
        this.run()
      })
      return
    }
    this.#isAsking = true
    const asked = this.#ask(doubtful).catch((error: unknown) => {
      this.#core.noteFailure('rows in doubt', error)
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

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  /** The rows in doubt that were on screen long enough, newest first, and when the next one will be. */
  #due(now: number): { readonly doubtful: readonly Doubtful[]; readonly nextAt: number | null } {
    const { world } = this.#core
    if (this.#epoch !== world.epoch || this.#asked.size > mostAsked) {
      this.#epoch = world.epoch
      this.#asked = new Map()
      this.#alone = new Set()
    }
    const doubtful = new Map<string, Doubtful>()
    let nextAt: number | null = null
    for (const [view, { span, since }] of this.#views) {
      const items = this.#ports.shown(view, span).slice(0, rowsOfView)
      const isShown = new Set(items.map(({ key }) => key))
      for (const key of since.keys()) if (!isShown.has(key)) since.delete(key)
      for (const item of items) {
        const from = since.get(item.key) ?? now
        since.set(item.key, from)
        const doubt = this.#doubtOf(item)
        if (doubt === null) continue
        // If the clock was set back, the time restarts.
        if (from > now) since.set(item.key, now)
        if (now - from >= restMs) doubtful.set(doubt.subject, doubt)
        else nextAt = Math.min(nextAt ?? Infinity, Math.min(from, now) + restMs)
      }
    }
    return { doubtful: [...doubtful.values()].sort((a, b) => b.id - a.id), nextAt }
  }

  /** The row to settle for an item; null if it is verified or was settled. */
  #doubtOf({ id, line }: Seen): Doubtful | null {
    const { store } = this.#core
    const row = line === null ? store.messages.get(id) : store.messages.before(line, Number.MAX_SAFE_INTEGER, 1)[0]
    const newest = line === null ? null : newestOf(this.#core, line, row)
    const doubt = { subject: line === null ? `message:${id}` : conversationKey(line), id: newest?.id ?? id, row, line }
    const isInDoubt = newest?.isInDoubt ?? (row === undefined || !isCurrent(this.#core, row))
    if (!isInDoubt) this.#asked.delete(doubt.subject)
    return isInDoubt && this.#asked.get(doubt.subject) !== this.#isLive(doubt) ? doubt : null
  }

  #isLive({ row, line }: Doubtful): boolean {
    return this.#core.world.isLive(line?.kind === 'topic' ? line.streamId : (row?.stream_id ?? null))
  }

  /** Sends one request; returns the time until the next check. */
  async #ask(doubtful: readonly Doubtful[]): Promise<number> {
    this.#budget.spend(this.#core.ports.clock.now())
    const [first] = doubtful
    const group = this.#group(doubtful)
    try {
      if (first?.line != null && group.length === 0) await this.#settleLine(first, first.line)
      else await this.#settle(group)
      return 0
    } catch (error) {
      if (this.#isStopped) return 0
      const { kind } = failureKind(error)
      if (kind === 'refused') {
        for (const { id } of group) this.#alone.add(id)
        return 0
      }
      this.#core.ports.log('info', `rows in doubt could not be asked for: ${String(error)}`)
      return againMs
    }
  }

  /** Whether it can be settled by id: also a line whose newest message is cached, if the server accepts ids. */
  #isRow({ id, row, line }: Doubtful): boolean {
    if (line === null) return true
    return this.#core.capabilities.messageIds && row?.id === id && !this.#alone.has(id)
  }

  /** The rows of the next request, newest first; none if a line comes first. */
  #group(doubtful: readonly Doubtful[]): readonly Doubtful[] {
    const { world, store, capabilities } = this.#core
    const [first] = doubtful
    if (first === undefined || !this.#isRow(first)) return []
    const { row } = first
    if (this.#alone.has(first.id) || row === undefined) return [first]
    const rows = doubtful.filter((other) => this.#isRow(other) && !this.#alone.has(other.id) && other.row !== undefined)
    if (capabilities.messageIds) return rows.slice(0, idsAtOnce)
    // An unsubscribed stream may be closed to the user, though its messages are not.
    if (!world.isLive(row.stream_id)) return [first]
    const conversation = conversationOf(row)
    const place = destinationOfKey(this.#core, conversation)
    return rows.filter(
      (other) =>
        other.row !== undefined &&
        conversationOf(other.row) === conversation &&
        store.messages.between(place, other.id, first.id).length <= pageRows,
    )
  }

  async #settle(group: readonly Doubtful[]): Promise<void> {
    const [first] = group
    if (first === undefined) return
    const last = group.at(-1) ?? first
    if (group.length === 1 || first.row === undefined) {
      await this.#fetcher.settle(first.id, 'background')
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
    const place = destinationOfKey(this.#core, conversationOf(first.row))
    const between = this.#core.store.messages.between(place, last.id, first.id).length
    const found = await this.#fetcher.page(
      { narrow: narrowTerms(this.#core, place), anchor: last.id, numBefore: 0, numAfter: between },
      'background',
    )
    this.#note(group, new Set(found.map(({ id }) => id)))
  }

  /** Fetches the newest messages of a line's conversation; if that is refused, the cached one. */
  async #settleLine(line: Doubtful, scope: Destination): Promise<void> {
    const { clock } = this.#core.ports
    try {
      const { lookups } = await this.#fetcher.fetch({
        scope,
        anchor: 'newest',
        numBefore: rowsOfLine,
        numAfter: 0,
        priority: 'background',
        mostLookups: Math.min(lookupsOfLine, this.#budget.left(clock.now())),
      })
      this.#budget.spend(clock.now(), lookups)
      this.#recount(line, scope)
    } catch (error) {
      if (this.#isStopped || failureKind(error).kind !== 'refused') throw error
      if (line.row !== undefined) {
        this.#budget.spend(clock.now())
        await this.#fetcher.settle(line.row.id, 'background')
      }
    }
    this.#asked.set(line.subject, this.#isLive(line))
  }

  /** A message that was listed as the newest, and that the answer lacks, is deleted. */
  #recount({ id }: Doubtful, scope: Destination): void {
    const { store } = this.#core
    if (!store.isOpen() || store.messages.get(id) !== undefined) return
    this.#core.commit(() => {
      recountConversation(store, scope)
      return [{ kind: 'message', id, conversation: conversationKey(scope) }]
    })
  }

  /** A message that an answer lacks is deleted or elsewhere: it is looked up individually. */
  #note(group: readonly Doubtful[], found: ReadonlySet<number>): void {
    for (const doubt of group) {
      if (found.has(doubt.id)) this.#asked.set(doubt.subject, this.#isLive(doubt))
      else this.#alone.add(doubt.id)
    }
  }
}
