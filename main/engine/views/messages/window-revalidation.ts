import type { ReadCore } from '../../core/read-core.ts'
import type { EpochStamps } from '../../values/epoch-stamps.ts'
import { intervalAt, provenBy, union, without, type Interval } from '../../values/ranges.ts'
import { failureKind } from '../../api/request-failures.ts'
import type { FetchRequest } from '../../sync/fetch-proof.ts'
import type { FetchResult } from '../../sync/fetcher.ts'
import type { RequestBudget } from '../../sync/revalidation/request-budget.ts'
import type { MessageWindow } from './message-window.ts'
import { nextQuery, pageSize, queryAround, type PageQuery } from './window-arithmetic.ts'

/** A refresh makes at most this many requests. A window of 600 stale rows needs seven. */
const mostQueries = 40
/** A request that failed temporarily is repeated after this time. */
const againMs = 30_000

/** The parts of the engine that the revalidation of a window needs. */
export interface WindowRevalidationPorts {
  /** Returns whether a fetch can succeed now. */
  readonly isOnline: () => boolean
  /** Fetches in the foreground, and rejects if it cannot. */
  readonly fetch: (request: FetchRequest) => Promise<FetchResult>
  /** Requests one message, and removes its row if the server no longer has it. */
  readonly revalidate: (id: number) => Promise<unknown>
  /** The shared request budget for single rows. */
  readonly budget: RequestBudget
  /** It is called when state outside of the tables has changed, so that the view must be computed again. */
  readonly onDirty: () => void
}

/** The rules of the view to which the window belongs. */
export interface WindowRevalidationOptions {
  /** Returns whether the server can search the window's list. */
  readonly canAsk: () => boolean
  /** Returns the message at which the window was opened; null at the end. */
  readonly anchor: () => number | null
  /**
   * Returns whether an answer may reposition the window, because the reader has not moved it and its rows have no
   * proof.
   */
  readonly mayReposition: () => boolean
  /**
   * Returns whether to request the newest messages although nothing is stale; `onNewest` is called when that was
   * done.
   */
  readonly wantsNewest: () => boolean
  readonly onNewest: () => void
}

/**
 * Requests the rows that a window lacks or that are stale, starting from those on screen (M8, M9): first intervals
 * that no fetch of the current epoch has covered, then single rows. Each is requested once in an epoch, because rows
 * that the queue does not update stay stale after any answer.
 */
export class WindowRevalidation {
  readonly #core: ReadCore
  readonly #window: MessageWindow
  readonly #ports: WindowRevalidationPorts
  readonly #options: WindowRevalidationOptions
  #running: Promise<void> | undefined
  #isClosed = false
  #wantsOlder = false
  #isWanted = false
  #loading: 'older' | 'refresh' | null = null
  #stamps: EpochStamps | undefined
  #asked: Interval[] = []
  readonly #askedRows = new Set<number>()
  #cancel: () => void = () => undefined

  constructor(
    core: ReadCore,
    window: MessageWindow,
    ports: WindowRevalidationPorts,
    options: WindowRevalidationOptions,
  ) {
    this.#core = core
    this.#window = window
    this.#ports = ports
    this.#options = options
  }

  /**
   * The rows for which the window waits: older ones before its first row, its newest ones, or none that are visible.
   */
  get loading(): 'older' | 'refresh' | null {
    return this.#loading
  }

  /** Returns whether the whole list was requested or is stored; ranges of an unsubscribed stream never reach its end. */
  get isAllKnown(): boolean {
    const [known] = union([...this.#window.coverage(), ...this.#asked])
    return known?.low === 0 && known.high === Infinity
  }

  /** Returns whether the server can be asked now. */
  get canAsk(): boolean {
    return this.#ports.isOnline() && this.#options.canAsk()
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
  }

  /** Makes the requested rows stale again. */
  forget(): void {
    this.#asked = []
    this.#askedRows.clear()
  }

  /** Shows older rows: from disk at once, otherwise from the server. */
  async older(): Promise<void> {
    if (this.#window.growOlder(!this.canAsk && !this.#isConversation())) {
      this.#ports.onDirty()
      this.#core.runInBackground('a window', this.refresh())
      return
    }
    if (!this.canAsk || this.#coveredFrom() === 0) {
      this.#ports.onDirty()
      return
    }
    this.#wantsOlder = true
    await this.refresh()
  }

  #isConversation(): boolean {
    const { kind } = this.#window.source.scope
    return kind === 'topic' || kind === 'stream' || kind === 'direct'
  }

  #coveredFrom(): number {
    const first = this.#window.rows()[0]?.id ?? this.#window.low
    return intervalAt(this.#window.coverage(), first)?.low ?? first
  }

  /** Requests rows until none are stale, or until a request fails. It never rejects. */
  refresh(): Promise<void> {
    this.#isWanted = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #run(): Promise<void> {
    this.#cancel()
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        await this.#requestIntervals()
        await this.#revalidateRows()
      }
    } catch (error) {
      if (this.#isClosed) return
      this.#core.ports.log('info', `window: ${String(error)}`)
      if (failureKind(error).kind !== 'transient') return
      this.#later(againMs)
    } finally {
      if (this.#loading !== null || this.#wantsOlder) {
        this.#wantsOlder = false
        this.#loading = null
        this.#ports.onDirty()
      }
    }
  }

  #later(waitMs: number): void {
    this.#cancel()
    this.#cancel = this.#core.ports.clock.schedule(waitMs, () => {
      this.#core.runInBackground('a window', this.refresh())
    })
  }

  async #requestIntervals(): Promise<void> {
    for (let count = 0; count < mostQueries && !this.#isOver(); count += 1) {
      const query = this.#next()
      if (query === undefined) return
      await this.#ask(query)
    }
  }

  #isOver(): boolean {
    return this.#isClosed || !this.canAsk
  }

  #next(): PageQuery | undefined {
    if (this.#wantsOlder) return { anchor: this.#coveredFrom(), numBefore: pageSize, numAfter: 0 }
    const { epochStamps } = this.#core.accountState
    if (this.#stamps !== epochStamps) {
      this.#stamps = epochStamps
      this.forget()
    }
    const anchor = this.#options.anchor()
    if (anchor !== null && intervalAt(this.#asked, anchor) === undefined && this.#options.mayReposition()) {
      return queryAround(anchor)
    }
    const kept = this.#window.kept()
    const isCutBefore = kept[0] !== this.#window.rows()[0]
    const isCutAfter = kept.at(-1) !== this.#window.rows().at(-1)
    const last = kept.at(-1)?.id ?? Infinity
    const query = nextQuery({
      window: {
        low: isCutBefore ? (kept[0]?.id ?? this.#window.low) : this.#window.low,
        high: isCutAfter || !this.#window.isAtEnd ? last : Infinity,
      },
      ids: kept.map((row) => row.id),
      readerPosition: this.#window.readerPosition,
      coverage: this.#window.coverage(),
      revalidated: union([...this.#window.fresh(), ...this.#asked]),
    })
    if (query !== undefined) return query
    return this.#options.wantsNewest() ? { anchor: 'newest', numBefore: pageSize, numAfter: 0 } : undefined
  }

  async #ask(query: PageQuery): Promise<void> {
    const { epochStamps } = this.#core.accountState
    const rows = this.#window.rows()
    const anchor = this.#options.anchor()
    const isRepositioned = !this.#wantsOlder && (rows.length === 0 || this.#options.mayReposition())
    const isOlder = this.#wantsOlder
    this.#show(isOlder ? 'older' : rows.length === 0 || query.anchor === 'newest' ? 'refresh' : null)
    const request = { scope: this.#window.source.scope, ...query, priority: 'foreground' } as const
    const { foundOldest, foundNewest, count, firstId, lastId, holes } = await this.#ports.fetch(request)
    if (this.#isClosed) return
    if (query.anchor === 'newest') this.#options.onNewest()
    if (epochStamps !== this.#core.accountState.epochStamps) return
    const ids = firstId === null || lastId === null ? [] : [firstId, lastId]
    const proven = provenBy({ ...query, foundOldest, foundNewest, ids })
    // An empty answer proves nothing for the rest of the side, and would come again.
    const covered = [
      ...(proven === undefined ? [] : [proven]),
      ...(count === 0 && !isOlder ? [this.#emptyAround(query)] : []),
    ]
    this.#asked = union([...this.#asked, ...covered.flatMap((part) => without(part, holes))])
    if (isOlder) {
      this.#wantsOlder = false
      this.#window.growOlder(false)
    } else if (isRepositioned) this.#window.place(anchor)
    this.#show(null)
    this.#ports.onDirty()
  }

  /** Returns the whole side to which a request with an empty answer refers. */
  #emptyAround({ anchor, numBefore, numAfter }: PageQuery): Interval {
    const at = anchor === 'newest' ? Infinity : anchor
    return { low: numBefore > 0 ? 0 : at, high: numAfter > 0 || anchor === 'newest' ? Infinity : at }
  }

  #show(loading: 'older' | 'refresh' | null): void {
    if (this.#loading === loading) return
    this.#loading = loading
    this.#ports.onDirty()
  }

  /**
   * Requests rows singly that are still stale after the answer for their interval, those on screen first, as the
   * budget allows.
   */
  async #revalidateRows(): Promise<void> {
    if (this.#isOver()) return
    const { readerPosition } = this.#window
    const isSeen = (id: number) =>
      typeof readerPosition === 'object' && readerPosition.low <= id && id <= readerPosition.high
    const { accountState } = this.#core
    const { epochStamps } = accountState
    // Every row of an unsubscribed stream is stale, and its interval was requested.
    const rows = this.#window
      .kept()
      .filter((row) => row.verified_epoch !== epochStamps.stampOf(row.stream_id) && accountState.isLive(row.stream_id))
      .map((row) => row.id)
      .filter((id) => !this.#askedRows.has(id))
      .toSorted((a, b) => Number(isSeen(b)) - Number(isSeen(a)) || b - a)
    const { clock } = this.#core.ports
    for (const id of rows) {
      if (this.#isOver() || epochStamps !== accountState.epochStamps) return
      const now = clock.now()
      const freeAt = Math.max(this.#ports.budget.freeAt(now), this.#core.rateLimitedUntil)
      if (freeAt > now) {
        this.#later(freeAt - now)
        return
      }
      this.#ports.budget.spend(now)
      this.#askedRows.add(id)
      await this.#ports.revalidate(id)
    }
  }
}
