import type { Core } from '../core.ts'
import { conversationOf } from '../model/conversation.ts'
import { isCurrent } from '../model/currency.ts'
import type { Interval } from '../model/ranges.ts'
import type { MessageRow } from '../store/messages.ts'
import { destinationOfKey } from '../views/place.ts'
import { failureKind } from './failures.ts'
import type { Fetcher } from './fetcher.ts'
import { narrowTerms } from './narrow-terms.ts'

/** A row is asked for when it has been on screen for so long. */
const restMs = 1000
/** So many requests all views together may cost in a minute. */
export const requestsAMinute = 20
const minuteMs = 60_000
/** After a failure that the connection has survived. */
const againMs = 10_000
/** A page shows this many rows at most. */
const rowsOfView = 200
/** Ids in one request, where the server takes ids. */
const idsAtOnce = 100
/** Rows of a conversation in one request, with what lies between them. */
const pageRows = 200
/** What has been asked for is remembered for so many rows. */
const mostAsked = 10_000

interface Ports {
  readonly isOnline: () => boolean
  /** Ids of the messages that a view shows in a span of ids; none for views that look after themselves. */
  readonly shown: (viewId: string, span: Interval) => readonly number[]
}

interface Looked {
  readonly span: Interval
  /** When each id came on screen, UNIX milliseconds. */
  readonly since: Map<number, number>
}

/**
 * Asks for rows in doubt that stay on screen for a second: hits of a search, lines of the inbox, rows of a feed (design.md §3
 * "Freshness"). What one request can bring is asked for together; a row is asked for once in an epoch, unless it was right
 * in between. One that the server does not have any more is removed.
 */
export class RowSettler {
  readonly #core: Core
  readonly #fetcher: Fetcher
  readonly #ports: Ports
  readonly #views = new Map<string, Looked>()
  /** Times of the requests of the last minute. */
  #requests: number[] = []
  #epoch = 0
  /**
   * Asked for in this epoch, and in doubt nevertheless, since what no queue keeps right is right for a moment alone; with
   * whether the queue delivered the row's stream then.
   */
  #asked = new Map<number, boolean>()
  /** An answer about their neighbours did not hold them. */
  #alone = new Set<number>()
  #isAsking = false
  #isStopped = false
  #cancel: () => void = () => undefined

  constructor(core: Core, fetcher: Fetcher, ports: Ports) {
    this.#core = core
    this.#fetcher = fetcher
    this.#ports = ports
  }

  /** The ids of the first and the last message that a view has on screen; null where it has none. */
  look(viewId: string, span: Interval | null): void {
    if (span === null) this.#views.delete(viewId)
    else this.#views.set(viewId, { span, since: this.#views.get(viewId)?.since ?? new Map<number, number>() })
    this.run()
  }

  close(viewId: string): void {
    this.#views.delete(viewId)
  }

  /** The page was loaded anew. */
  reset(): void {
    this.#views.clear()
  }

  /** Something has changed: the connection, or what is in doubt. */
  run(): void {
    this.#cancel()
    if (this.#isStopped || this.#isAsking || this.#views.size === 0 || !this.#ports.isOnline()) return
    const { clock } = this.#core.ports
    const now = clock.now()
    const { rows, nextAt } = this.#due(now)
    const waitUntil = rows.length === 0 ? nextAt : this.#freeAt(now)
    if (waitUntil === null) return
    if (waitUntil > now) {
      this.#cancel = clock.schedule(waitUntil - now, () => {
        this.run()
      })
      return
    }
    this.#isAsking = true
    void this.#ask(rows).then((waitMs) => {
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

  /** Rows in doubt that have been on screen for long enough, and when the next one will have been. */
  #due(now: number): { readonly rows: readonly MessageRow[]; readonly nextAt: number | null } {
    const { store, world } = this.#core
    if (this.#epoch !== world.epoch || this.#asked.size > mostAsked) {
      this.#epoch = world.epoch
      this.#asked = new Map()
      this.#alone = new Set()
    }
    const rows = new Map<number, MessageRow>()
    let nextAt: number | null = null
    for (const [viewId, { span, since }] of this.#views) {
      const ids = this.#ports.shown(viewId, span).slice(0, rowsOfView)
      const isShown = new Set(ids)
      for (const id of since.keys()) if (!isShown.has(id)) since.delete(id)
      for (const id of ids) {
        const from = since.get(id) ?? now
        since.set(id, from)
        const row = store.messages.get(id)
        if (row === undefined) continue
        if (isCurrent(this.#core, row)) {
          this.#asked.delete(id)
        } else if (this.#asked.get(id) !== world.isLive(row.stream_id)) {
          // A clock that was set back begins anew.
          if (from > now) since.set(id, now)
          if (now - from >= restMs) rows.set(id, row)
          else nextAt = Math.min(nextAt ?? Infinity, Math.min(from, now) + restMs)
        }
      }
    }
    return { rows: [...rows.values()].sort((a, b) => b.id - a.id), nextAt }
  }

  /** When the next request may leave. */
  #freeAt(now: number): number {
    this.#requests = this.#requests.filter((at) => at <= now && now - at < minuteMs)
    const [oldest] = this.#requests
    const budgetAt = oldest === undefined || this.#requests.length < requestsAMinute ? now : oldest + minuteMs
    return Math.max(budgetAt, this.#core.heldUntil)
  }

  /** Makes one request; returns how long to wait before the next look. */
  async #ask(rows: readonly MessageRow[]): Promise<number> {
    this.#requests.push(this.#core.ports.clock.now())
    const group = this.#group(rows)
    try {
      await this.#settle(group)
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

  /** What the next request asks for, of rows that the newest comes first of. */
  #group(rows: readonly MessageRow[]): readonly MessageRow[] {
    const { world, store, capabilities } = this.#core
    const [first] = rows
    if (first === undefined || this.#alone.has(first.id)) return rows.slice(0, 1)
    if (capabilities.messageIds) return rows.filter(({ id }) => !this.#alone.has(id)).slice(0, idsAtOnce)
    // A stream that was left may be closed to the user, though its messages are not.
    if (!world.isLive(first.stream_id)) return [first]
    const conversation = conversationOf(first)
    const place = destinationOfKey(this.#core, conversation)
    return rows.filter(
      (row) =>
        !this.#alone.has(row.id) &&
        conversationOf(row) === conversation &&
        store.messages.between(place, row.id, first.id).length <= pageRows,
    )
  }

  async #settle(group: readonly MessageRow[]): Promise<void> {
    const [first] = group
    if (first === undefined) return
    const last = group.at(-1) ?? first
    if (group.length === 1) {
      await this.#fetcher.settle(first.id, 'background')
      this.#note(group, new Set([first.id]))
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
    const place = destinationOfKey(this.#core, conversationOf(first))
    const between = this.#core.store.messages.between(place, last.id, first.id).length
    const found = await this.#fetcher.page(
      { narrow: narrowTerms(this.#core, place), anchor: last.id, numBefore: 0, numAfter: between },
      'background',
    )
    this.#note(group, new Set(found.map(({ id }) => id)))
  }

  /** What an answer lacks is gone, or elsewhere: it is asked for by itself. */
  #note(group: readonly MessageRow[], found: ReadonlySet<number>): void {
    for (const { id, stream_id } of group) {
      if (found.has(id)) this.#asked.set(id, this.#core.world.isLive(stream_id))
      else this.#alone.add(id)
    }
  }
}
