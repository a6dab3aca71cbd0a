import type { Destination } from '../../../../preload/contract/values.ts'
import { clientLimits } from '../../../../shared/client-limits.ts'
import type { Core } from '../../core.ts'
import { conversationKey, conversationOf } from '../../values/conversation.ts'
import { isCurrent } from '../../model/messages/currency.ts'
import { recountConversation } from '../../model/messages/stored-messages.ts'
import { newestOf } from '../../model/messages/newest.ts'
import type { MessageRow } from '../../store/message-row.ts'
import { destinationOfKey } from '../../views/place.ts'
import type { Seen, View } from '../../views/view.ts'
import { failureKind } from '../failures.ts'
import type { Fetcher } from '../fetcher.ts'
import { narrowTerms } from '../narrow-terms.ts'
import type { RequestBudget } from './request-budget.ts'

/** A row is asked for when it has been on screen for so long. */
const restMs = 1000
/** After a failure that the connection has survived. */
const againMs = 10_000
/** A page shows this many rows at most. */
const rowsOfView = 200
/** Ids in one request, where the server takes ids. */
const idsAtOnce = 100
/** Rows of a conversation in one request, with what lies between them. */
const pageRows = 200
/** A line shows its newest message, and who wrote the last ones. */
const rowsOfLine = 30
/** Of the messages that a line's answer lacks so many are asked for one by one. */
const lookupsOfLine = 5
/** What has been asked for is remembered for so many rows. */
const mostAsked = clientLimits.settledRows.most

/** The first and the last message that a view has on screen, in the order of its list. */
interface Span {
  readonly first: number
  readonly last: number
}

interface Ports {
  readonly isOnline: () => boolean
  /** What a view shows there; none for views that look after themselves. */
  readonly shown: (view: View, span: Span) => readonly Seen[]
}

interface Looked {
  readonly span: Span
  /** When each item came on screen by its key, UNIX milliseconds. */
  readonly since: Map<string, number>
}

/** Something on screen whose message is in doubt. */
interface Doubtful {
  /** Names it among what was asked for. */
  readonly subject: string
  readonly id: number
  /** As it is stored; undefined where it was evicted, or never here. */
  readonly row: MessageRow | undefined
  /** The conversation that a line stands for. */
  readonly line: Destination | null
}

/**
 * Asks for rows in doubt that stay on screen for a second: hits of a search, lines of the inbox, rows of a feed (design.md §3
 * "Freshness"). What one request can bring is asked for together; a row is asked for once in an epoch, unless it was right
 * in between. One that the server does not have any more is removed. For a line the newest messages of its conversation
 * are asked for, so that it shows the newest that is left.
 */
export class RowSettler {
  readonly #core: Core
  readonly #fetcher: Fetcher
  readonly #budget: RequestBudget
  readonly #ports: Ports
  readonly #views = new Map<View, Looked>()
  #epoch = 0
  /**
   * Asked for in this epoch, and in doubt nevertheless, since what no queue keeps right is right for a moment alone; with
   * whether the queue delivered the row's stream then.
   */
  #asked = new Map<string, boolean>()
  /** An answer about their neighbours did not hold them. */
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

  /** What a view has on screen; null where it shows no message. */
  look(view: View, span: Span | null): void {
    if (span === null) this.#views.delete(view)
    else this.#views.set(view, { span, since: this.#views.get(view)?.since ?? new Map<string, number>() })
    this.run()
  }

  close(view: View): void {
    this.#views.delete(view)
  }

  /** Something has changed: the connection, or what is in doubt. */
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

  /** What is in doubt and has been on screen for long enough, the newest first, and when the next one will have been. */
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
        // A clock that was set back begins anew.
        if (from > now) since.set(item.key, now)
        if (now - from >= restMs) doubtful.set(doubt.subject, doubt)
        else nextAt = Math.min(nextAt ?? Infinity, Math.min(from, now) + restMs)
      }
    }
    return { doubtful: [...doubtful.values()].sort((a, b) => b.id - a.id), nextAt }
  }

  /** What is to be asked for an item; null where it is right, or was asked for. */
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

  /** Makes one request; returns how long to wait before the next look. */
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

  /** What can be asked for by its id: a line whose newest message is stored as well, where the server takes ids. */
  #isRow({ id, row, line }: Doubtful): boolean {
    if (line === null) return true
    return this.#core.capabilities.messageIds && row?.id === id && !this.#alone.has(id)
  }

  /** The rows that the next request asks for, the newest first; none where a line is the first. */
  #group(doubtful: readonly Doubtful[]): readonly Doubtful[] {
    const { world, store, capabilities } = this.#core
    const [first] = doubtful
    if (first === undefined || !this.#isRow(first)) return []
    const { row } = first
    if (this.#alone.has(first.id) || row === undefined) return [first]
    const rows = doubtful.filter((other) => this.#isRow(other) && !this.#alone.has(other.id) && other.row !== undefined)
    if (capabilities.messageIds) return rows.slice(0, idsAtOnce)
    // A stream that was left may be closed to the user, though its messages are not.
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

  /** Asks for the newest messages of a line's conversation; where that is refused, for the one that is stored. */
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

  /** A message that was named as the newest one, and that the answer did not hold, is gone. */
  #recount({ id }: Doubtful, scope: Destination): void {
    const { store } = this.#core
    if (!store.isOpen() || store.messages.get(id) !== undefined) return
    this.#core.commit(() => {
      recountConversation(store, scope)
      return [{ kind: 'message', id, conversation: conversationKey(scope) }]
    })
  }

  /** What an answer lacks is gone, or elsewhere: it is asked for by itself. */
  #note(group: readonly Doubtful[], found: ReadonlySet<number>): void {
    for (const doubt of group) {
      if (found.has(doubt.id)) this.#asked.set(doubt.subject, this.#isLive(doubt))
      else this.#alone.add(doubt.id)
    }
  }
}
