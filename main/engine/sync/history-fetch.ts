import type { HistoryFetchStatus, HistoryRun, HistoryScope, HistoryTrouble } from '#contract/storage/storage.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import { failureKind, type FailureKind } from '../api/request-failures.ts'
import type { HistoryFetchRow } from '../store/history/history-fetches.ts'
import { readStoredFailure, storedFailure } from '../values/failures.ts'
import { containerName, containerOfName } from '../values/conversation.ts'
import type { Fetcher } from './fetcher.ts'
import { isLive, knownIntervals, mayFetch, ownContainers } from './own-containers.ts'

/**
 * The messages of a request, as many as the service recommends. It allows five times as many, whose answer would hold
 * the thread for a tenth of a second.
 */
const page = 1000
/** The least messages of a request, with which even a low limit makes progress. */
const leastPage = 20
/** Milliseconds from one request to the next. The service allows two hundred requests a minute to the whole account. */
const pauseMs = 500
/** With a limit, a page has as many messages as fit in this time, so that no page holds the line for long. */
const pageMs = 4_000
/** The assumed bytes of a message, before an answer has told. */
const usualMessageBytes = 1_200
/** The least pause while the user uses the window, whose own requests must not wait. */
const usedPauseMs = 2_000
/** The user uses the window for this time after a call of the page, in milliseconds. */
const inUseMs = 5_000
/** The wait after a failure that may pass. */
const retryMs = 30_000
/** The time after which an estimate of the remaining time is more than a guess. */
const estimateMs = 3_000

/** The parts of the engine that the fetch needs. */
export interface HistoryFetchParts {
  readonly fetcher: Pick<Fetcher, 'fetch'>
  /** Whether the server can be reached and the missed messages are here. */
  readonly isReady: () => boolean
}

/** A fetch with its progress, which is derived from the ranges. */
interface Entry {
  readonly row: HistoryFetchRow
  /** The oldest cached message without a gap to the newest; null if there is none. */
  readonly low: number | null
  /** The number of messages that have been fetched. */
  readonly messages: number
}

/** The failure of the last request, and when it is repeated, UNIX milliseconds; null if the user must continue. */
interface Problem {
  readonly failure: Failure
  readonly retryAt: number | null
}

/**
 * Fetches the whole history of containers at the user's request, one container after the other, each from its newest
 * message backwards. The ranges are the only record of what is here, so that a fetch continues after an end of the
 * program where it was, and no message is missing or fetched in vain. Requests of the user come first.
 */
export class HistoryFetch implements Service {
  readonly #core: Core
  readonly #parts: HistoryFetchParts
  /** The fetches in their order; null until they are read. */
  #entries: Map<string, Entry> | null = null
  #problem: Problem | null = null
  #isBusy = false
  #isStopped = false
  #requestedAt = 0
  /** The bytes of the last page. */
  #bytes = 0
  #messageBytes = usualMessageBytes
  #usedAt = 0
  /** The beginning of uninterrupted work: the time and the fraction that was done. */
  #began: { readonly at: number; readonly fraction: number } | null = null
  readonly #abort = new AbortController()
  #cancel: () => void = () => undefined

  constructor(core: Core, parts: HistoryFetchParts) {
    this.#core = core
    this.#parts = parts
  }

  onOnline(): void {
    this.run()
  }

  /** Repeats a failed request at once. */
  onRetry(): void {
    if (this.#problem?.retryAt !== null) this.#problem = null
    this.run()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
    this.#abort.abort()
  }

  /** Records activity of the user, whose requests come first. */
  noteUse(): void {
    this.#usedAt = this.#core.ports.clock.now()
  }

  /** Continues if something is due. It is called when the client has caught up. */
  run(): void {
    if (this.#isStopped) return
    if (this.#due() === undefined) this.#began = null
    else this.#plan(Math.max(0, this.#waitMs()))
  }

  /** Begins to fetch everything of a container, or of all, and to keep it. Answers the number of containers to fetch. */
  begin(scope: HistoryScope): Result<{ readonly count: number }> {
    const core = this.#core
    if (scope.kind === 'stream' && !mayFetch(core, scope.streamId))
      return { ok: false, error: { code: 'HISTORY_NOT_SUBSCRIBED' } }
    const wanted = scope.kind === 'organization' ? ownContainers(core) : [scope]
    // Only the server knows what is new in a stream without a subscription.
    const missing = wanted.filter(
      (container) => !isLive(core, container) || knownIntervals(core, container).at(-1)?.low !== 0,
    )
    core.commit(() => {
      const { historyFetches, keptHistory, meta } = core.store
      if (scope.kind === 'organization') {
        meta.setCachePolicy({ ...meta.cachePolicy(), keepsEverything: true })
        meta.setEvictedBelow(0)
        keptHistory.removeLimits()
      } else keptHistory.set(containerName(scope), null)
      if (historyFetches.next() === undefined) historyFetches.removeEnded()
      let position = historyFetches.lastPosition()
      for (const container of missing) {
        const name = containerName(container)
        if (historyFetches.of(name)?.state === 'waiting') continue
        position += 1
        historyFetches.put({ container: name, position, state: 'waiting', start_low: null, failure: null })
      }
      meta.setHistoryRun({ ...meta.historyRun(), isPaused: false })
      return [{ kind: 'history' }]
    })
    this.#problem = null
    this.#reload()
    return { ok: true, value: { count: missing.length } }
  }

  /** Pauses or continues all fetches, or changes their limit in kB/s, null for none. */
  change(change: { readonly isPaused?: boolean | undefined; readonly rate?: number | null | undefined }): void {
    const { meta } = this.#core.store
    const known = meta.historyRun()
    if (change.isPaused === false) this.#problem = null
    this.#core.commit(() => {
      const rate = change.rate === undefined ? known.rate : change.rate
      meta.setHistoryRun({ isPaused: change.isPaused ?? known.isPaused, rate })
      return [{ kind: 'history' }]
    })
    this.#began = null
    this.run()
  }

  /** Ends a fetch, or all, or dismisses ended ones. What was fetched stays and is kept. */
  cancel(scope: HistoryScope): void {
    const { historyFetches } = this.#core.store
    this.#core.commit(() => {
      if (scope.kind === 'organization') {
        historyFetches.cancelAll()
        historyFetches.removeEnded()
      } else {
        const row = historyFetches.of(containerName(scope))
        if (row?.state === 'waiting') historyFetches.put({ ...row, state: 'cancelled' })
        else if (row !== undefined) historyFetches.remove(row.container)
      }
      return [{ kind: 'history' }]
    })
    this.#reload()
  }

  /** Reads the fetches again, after others have changed them. */
  noteChanged(): void {
    this.#reload()
  }

  /** Returns the state of a container's fetch; null if there is none to show. */
  statusOf(container: string): HistoryFetchStatus | null {
    const entry = this.#read().get(container)
    switch (entry?.row.state) {
      case undefined:
      case 'cancelled':
      case 'done':
        return null
      case 'failed':
        return { kind: 'failed', failure: readStoredFailure(entry.row.failure) ?? { code: 'SERVER_REFUSED' } }
      case 'waiting': {
        const isCurrent = this.#core.store.historyFetches.next()?.container === container
        if (!isCurrent) return { kind: 'waiting' }
        const { done, total } = this.#spanOf(entry)
        return { kind: 'running', fraction: total > 0 ? done / total : null }
      }
    }
  }

  /** The progress of all fetches; null if there are none to show. */
  progress(): HistoryRun | null {
    const entries = [...this.#read().values()].filter(({ row }) => row.state !== 'cancelled')
    if (entries.length === 0) return null
    const { accountState, store, ports } = this.#core
    const count = (state: HistoryFetchRow['state']) => entries.filter(({ row }) => row.state === state).length
    const current = store.historyFetches.next()
    const container = current === undefined ? null : containerOfName(current.container)
    const low = current === undefined ? null : (this.#read().get(current.container)?.low ?? null)
    const reached = container === null || low === null ? undefined : store.containers.timeFrom(container, low)
    const fraction = this.#fraction()
    return {
      ...store.meta.historyRun(),
      waiting: count('waiting'),
      done: count('done'),
      failed: count('failed'),
      messages: entries.reduce((sum, { messages }) => sum + messages, 0),
      streamName: container?.kind === 'stream' ? (accountState.streams.get(container.streamId)?.name ?? null) : null,
      reachedAt: reached === undefined ? null : reached * 1000,
      fraction,
      // The pause after the last page belongs to the time that it took.
      leftMs: this.#leftMs(fraction, Math.max(ports.clock.now(), this.#requestedAt + this.#pauseMs())),
      trouble: current === undefined ? null : this.#trouble(),
    }
  }

  #trouble(): HistoryTrouble | null {
    const { store, rateLimitedUntil, ports } = this.#core
    if (store.meta.historyRun().isPaused) return null
    const problem = this.#problem
    if (problem?.retryAt === null) return { kind: 'failed', failure: problem.failure, needsUser: true }
    if (rateLimitedUntil > ports.clock.now()) return { kind: 'rate_limited', until: rateLimitedUntil }
    if (!this.#parts.isReady()) return { kind: 'connection' }
    return problem === null ? null : { kind: 'failed', failure: problem.failure, needsUser: false }
  }

  #leftMs(fraction: number | null, now: number): number | null {
    const began = this.#began
    if (fraction === null || began === null || now - began.at < estimateMs || fraction <= began.fraction) return null
    return Math.round(((now - began.at) * (1 - fraction)) / (fraction - began.fraction))
  }

  /** Returns the estimated part that is done. Ids measure it, because the number of messages is unknown. */
  #fraction(): number | null {
    const spans = [...this.#read().values()]
      .filter(({ row }) => row.state === 'waiting' || row.state === 'done')
      .map((entry) => this.#spanOf(entry))
    const total = spans.reduce((sum, span) => sum + span.total, 0)
    return total === 0 ? null : Math.min(1, spans.reduce((sum, span) => sum + span.done, 0) / total)
  }

  #spanOf({ row, low }: Entry): { readonly done: number; readonly total: number } {
    const { accountState, store } = this.#core
    const container = containerOfName(row.container)
    const first =
      container.kind === 'stream' ? (accountState.streams.get(container.streamId)?.first_message_id ?? 0) : 0
    const start = row.start_low ?? low ?? store.messages.maxId()
    const total = Math.max(0, start - first)
    if (row.state === 'done' || low === 0) return { done: total, total }
    return { done: low === null ? 0 : Math.min(total, Math.max(0, start - low)), total }
  }

  #read(): Map<string, Entry> {
    return (this.#entries ??= new Map(
      this.#core.store.historyFetches.all().map((row) => [row.container, this.#entryOf(row)]),
    ))
  }

  /** Returns a fetch with its progress. @param before its earlier state, of which only the new messages are counted */
  #entryOf(row: HistoryFetchRow, before?: Entry): Entry {
    const container = containerOfName(row.container)
    const low = knownIntervals(this.#core, container).at(-1)?.low ?? null
    if (low === null || row.start_low === null || row.start_low <= low) return { row, low, messages: 0 }
    const { containers } = this.#core.store
    if (before?.low == null || before.low < low || before.row.start_low !== row.start_low) {
      return { row, low, messages: containers.count(container, low, row.start_low - 1) }
    }
    return { row, low, messages: before.messages + containers.count(container, low, before.low - 1) }
  }

  #reload(): void {
    this.#entries = null
    this.#began = null
    this.run()
  }

  #plan(delayMs: number): void {
    this.#cancel()
    this.#cancel = this.#core.ports.clock.schedule(delayMs, () => {
      this.#core.runInBackground('the fetch of the history', this.#tick())
    })
  }

  /** Makes the next request, or plans it for when it is due. */
  async #tick(): Promise<void> {
    if (this.#isBusy || this.#isStopped) return
    const row = this.#due()
    if (row === undefined || this.#waitMs() > 0) {
      this.run()
      return
    }
    this.#isBusy = true
    this.#began ??= { at: this.#core.ports.clock.now(), fraction: this.#fraction() ?? 0 }
    try {
      await this.#step(row)
      this.#problem = null
    } catch (error) {
      if (!this.#hasStopped()) this.#note(row, error)
    } finally {
      this.#isBusy = false
    }
    if (this.#hasStopped()) return
    this.#core.announce([{ kind: 'history' }])
    this.run()
  }

  #hasStopped(): boolean {
    return this.#isStopped
  }

  #due(): HistoryFetchRow | undefined {
    const { store } = this.#core
    if (store.meta.historyRun().isPaused || this.#problem?.retryAt === null || !this.#parts.isReady()) return undefined
    return store.historyFetches.next()
  }

  #waitMs(): number {
    const { ports, rateLimitedUntil } = this.#core
    const due = Math.max(this.#requestedAt + this.#pauseMs(), rateLimitedUntil, this.#problem?.retryAt ?? 0)
    return due - ports.clock.now()
  }

  /** Returns the time from the last request to the next one: a limit spreads the bytes of its answer over it. */
  #pauseMs(): number {
    const { ports, store } = this.#core
    const isInUse = ports.clock.now() - this.#usedAt < inUseMs
    const { rate } = store.meta.historyRun()
    return Math.max(pauseMs, isInUse ? usedPauseMs : 0, rate === null ? 0 : this.#bytes / rate)
  }

  /** Returns the number of messages to ask for. */
  #pageSize(): number {
    const { rate } = this.#core.store.meta.historyRun()
    if (rate === null) return page
    return Math.max(leastPage, Math.min(page, Math.floor((rate * pageMs) / this.#messageBytes)))
  }

  async #step(row: HistoryFetchRow): Promise<void> {
    const container = containerOfName(row.container)
    if (container.kind === 'stream' && !mayFetch(this.#core, container.streamId)) {
      this.#end(row, { code: 'HISTORY_NOT_SUBSCRIBED' })
      return
    }
    const newest = knownIntervals(this.#core, container).at(-1)
    const isKeptLive = isLive(this.#core, container)
    if (newest?.low === 0 && (isKeptLive || row.start_low !== null)) {
      this.#put({ ...row, state: 'done', start_low: row.start_low ?? 0 })
      return
    }
    this.#requestedAt = this.#core.ports.clock.now()
    this.#bytes = 0
    const numBefore = this.#pageSize()
    // Without a range to the newest message, nothing of it is here yet. A copy is continued once its newest part is here.
    const isBegun = isKeptLive ? newest?.high === Infinity : row.start_low !== null
    const low = isBegun ? (newest?.low ?? null) : null
    const askedAt = this.#core.ports.clock.now()
    if (isKeptLive && row.start_low === null)
      this.#put({ ...row, start_low: low ?? this.#core.store.messages.maxId() + 1 })
    const { count, lastId, foundOldest } = await this.#parts.fetcher.fetch(
      {
        scope: container,
        priority: 'background',
        anchor: low ?? 'newest',
        numBefore,
        numAfter: 0,
        onBytes: (bytes) => {
          this.#bytes += bytes
        },
      },
      this.#abort.signal,
    )
    if (this.#hasStopped()) return
    if (count > 0) this.#messageBytes = Math.max(1, this.#bytes / count)
    const now = knownIntervals(this.#core, container).at(-1)
    const known = this.#core.store.historyFetches.of(row.container)
    // It may have been cancelled meanwhile.
    if (known !== undefined) {
      const isDone = now?.low === 0 && known.state === 'waiting'
      // Older messages of a copy that was here already are not fetched, and do not count as such.
      const isJoined = isDone && !isKeptLive && !foundOldest
      const startLow = isJoined ? 0 : (known.start_low ?? (lastId ?? 0) + 1)
      if (!isKeptLive && low === null) this.#noteCopied(row.container, askedAt)
      if (isDone) this.#put({ ...known, state: 'done', start_low: startLow })
      else if (known.start_low === null) this.#put({ ...known, start_low: startLow })
      else this.#update(known)
      if (isDone) return
    }
    // An answer that proves nothing new, because events have overtaken it, must not be asked for again at once.
    if (now?.low === newest?.low && now?.high === newest?.high) this.#requestedAt += retryMs
  }

  #noteCopied(container: string, at: number): void {
    this.#core.commit(() => {
      this.#core.store.keptHistory.setCopiedAt(container, at)
      return [{ kind: 'history' }]
    })
  }

  /** Stores the state of a fetch. */
  #put(row: HistoryFetchRow): void {
    this.#core.commit(() => {
      this.#core.store.historyFetches.put(row)
      return [{ kind: 'history' }]
    })
    this.#update(row)
  }

  #update(row: HistoryFetchRow): void {
    const entries = this.#read()
    entries.set(row.container, this.#entryOf(row, entries.get(row.container)))
  }

  /** Ends a fetch that cannot be continued. */
  #end(row: HistoryFetchRow, failure: Failure): void {
    this.#put({ ...row, state: 'failed', failure: storedFailure(failure) })
  }

  #note(row: HistoryFetchRow, error: unknown): void {
    const failure = failureKind(error)
    this.#core.noteDamage(error)
    this.#core.ports.log('info', `the fetch of the history of ${row.container}: ${String(error)}`)
    this.#began = null
    if (failure.kind === 'refused') {
      const known = this.#core.store.historyFetches.of(row.container)
      if (known?.state === 'waiting') this.#end(known, failure.reason ?? { code: 'SERVER_REFUSED' })
      return
    }
    this.#problem = this.#problemOf(failure)
  }

  #problemOf(failure: Exclude<FailureKind, { kind: 'refused' }>): Problem {
    const retryAt = this.#core.ports.clock.now() + retryMs
    if (failure.kind !== 'transient') return { failure: { code: 'ABORTED' }, retryAt }
    const { cause, reason, waitMs } = failure
    // Each further message would need the space that is missing.
    if (cause.kind === 'disk' && cause.problem !== 'LOCKED_DATABASE') return { failure: reason, retryAt: null }
    return { failure: reason, retryAt: waitMs === null ? retryAt : this.#core.ports.clock.now() + waitMs }
  }
}
