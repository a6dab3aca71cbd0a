import type { Failure } from '#contract/base/failures.ts'
import type { OpenedView, ViewOp, ViewUpdate } from '#contract/views.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { Change } from '../../state/changes.ts'
import type { Interval } from '../../values/ranges.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { failureOf } from '../../values/failures.ts'
import { BatchBudget, delivered, nearestTo } from './delivery.ts'
import { diff, snapshot, type Snapshot } from './diff.ts'
import { ThrottledViews } from './throttled-views.ts'
import { isRefreshable, messageItemsBetween, type View } from '../view.ts'
import type { MessageItemRef } from '../../sync/revalidation/row-revalidator.ts'

/** A view that failed is computed again after this time, unless it becomes dirty before. */
const againMs = 10_000

const nothing = () => undefined

/** The limit of moves that are kept for a view that could not follow them. */
const mostMissedMoves = 100

type Moved = Extract<Change, { kind: 'moved' }>

/** An acknowledgement that takes longer counts as lost, so that the page's content is unknown. */
const acknowledgementMs = 5_000

interface OpenView {
  readonly view: View
  /** The last computed content. */
  wanted: Snapshot
  /** The page's content. */
  shown: Snapshot
  /** The page's content is complete. Otherwise bodies of messages follow with the next batch. */
  isWhole: boolean
  /** The ids of the first and the last visible message. */
  onScreen: Interval | null
  revision: number
  isDirty: boolean
  /** The failure that was reported to the page; null if there is none. */
  failure: Failure | null
  /** Cancels the timer of the next attempt. */
  cancelAgain: () => void
  /** A batch may have been lost, so that the page gets the whole view and not the difference from `shown`. */
  isUnknown: boolean
  /** A listener of a change failed, so that the view's cached data may be wrong. */
  isUnsure: boolean
  /** Moves that the view could not follow, oldest first. */
  missedMoves: readonly Moved[]
}

/** The parts of the window and of the other windows' hosts that a host needs. */
export interface ViewHostPorts {
  /** Returns the number of the next batch, which is unique within the engine. */
  readonly nextBatch: () => number
  /** Sends a batch to the window. */
  readonly send: (batch: number, updates: readonly ViewUpdate[]) => void
  /** It is called when a view was closed, by the page or with its window. */
  readonly onClosed: (view: View) => void
}

/**
 * Keeps the open views of one window up to date. At most one batch of updates is in flight: until it is acknowledged,
 * changes of dirty views are merged, so that a hidden or frozen window costs nothing. A batch is bounded; further
 * messages follow, those nearest the reader first. If an acknowledgement takes five seconds, every view is sent whole
 * once, and again when the page makes a call while the acknowledgement is still missing.
 */
export class ViewHost {
  readonly #core: ReadCore
  readonly #ports: ViewHostPorts
  readonly #mostText: number
  readonly #views = new Map<string, OpenView>()
  readonly #throttled: ThrottledViews
  #batch = 0
  #isWaiting = false
  /** The time at which the batch in flight was sent, by the monotonic clock. */
  #sentAt = 0
  /** The next batch replaces one that was not acknowledged. */
  #isAnew = false
  #cancelWait: () => void = nothing
  #isScheduled = false

  /** @param mostText the limit of a batch in characters of messages */
  constructor(core: ReadCore, ports: ViewHostPorts, mostText: number = clientLimits.batchText.most) {
    this.#core = core
    this.#ports = ports
    this.#mostText = mostText
    this.#throttled = new ThrottledViews(core.ports.clock, () => {
      this.#flushSoon()
    })
  }

  /** Passes committed changes to every view. */
  noteChanges(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind !== 'moved') continue
      for (const open of this.#views.values()) this.#noteMoved(open, change)
    }
    // A dirty view gets changes too, because some views record changes while they fetch.
    for (const open of this.#views.values()) if (this.#hears(open, changes)) open.isDirty = true
    this.#flushSoon()
  }

  open(viewId: string, view: View): OpenedView {
    this.close(viewId)
    const { items, meta } = view.compute()
    const wanted = snapshot(items, meta)
    const near = nearestTo(items, null, view.anchor?.() ?? null)
    const { page, isWhole } = delivered(wanted, null, near, new BatchBudget(this.#mostText))
    this.#views.set(viewId, {
      view,
      wanted,
      shown: page,
      isWhole,
      onScreen: null,
      revision: 0,
      isDirty: false,
      isUnknown: false,
      isUnsure: false,
      missedMoves: [],
      failure: null,
      cancelAgain: nothing,
    })
    this.#flushSoon()
    return { engineEpoch: this.#core.ports.engineEpoch, revision: 0, items: page.items, meta }
  }

  get(viewId: string): View | undefined {
    return this.#views.get(viewId)?.view
  }

  /**
   * Returns the items of a view between two messages, in either order of the list. If one of them is no longer shown,
   * it returns the items with ids between them; it returns none for a view of another window.
   */
  shownBetween(view: View, first: number, last: number): MessageItemRef[] {
    const open = [...this.#views.values()].find((candidate) => candidate.view === view)
    return messageItemsBetween(open?.shown.items ?? [], first, last)
  }

  views(): View[] {
    return [...this.#views.values()].map((open) => open.view)
  }

  /** Sets the visible messages of a view, as the page reports them. */
  look(viewId: string, first: number | null, last: number | null): void {
    const open = this.#views.get(viewId)
    if (open === undefined) return
    open.onScreen = first !== null && last !== null && first <= last ? { low: first, high: last } : null
    open.view.look?.(open.onScreen)
  }

  /** Throttles a view, or releases it and sends missing updates at once. Returns the view's revision after them. */
  throttle(viewId: string, isThrottled: boolean): number {
    const open = this.#views.get(viewId)
    if (open === undefined) return 0
    if (isThrottled) this.#throttled.throttle(viewId)
    else this.#throttled.release(viewId)
    this.#flushSoon()
    return open.isDirty ? open.revision + 1 : open.revision
  }

  close(viewId: string): void {
    const open = this.#views.get(viewId)
    this.#views.delete(viewId)
    this.#throttled.release(viewId)
    if (open === undefined) return
    open.cancelAgain()
    this.#ports.onClosed(open.view)
    this.#core.isolate('a view', () => open.view.close?.())
  }

  /** Closes all views after the window was closed or reloaded. Their updates will not be acknowledged. */
  closeAll(): void {
    this.#cancelWait()
    this.#throttled.close()
    for (const viewId of [...this.#views.keys()]) this.close(viewId)
  }

  /** Marks views as dirty. */
  invalidate(affects: (view: View) => boolean): void {
    for (const open of this.#views.values()) if (affects(open.view)) open.isDirty = true
    this.#flushSoon()
  }

  /** Returns the views that the changes concern, including those that fail to decide. */
  affectedBy(changes: readonly Change[]): View[] {
    return [...this.#views.values()].filter((open) => this.#hears(open, changes)).map(({ view }) => view)
  }

  /** Reports each change to a view, and returns whether one concerns it. A view that throws is read as a whole. */
  #hears(open: OpenView, changes: readonly Change[]): boolean {
    let isAffected = false
    for (const change of changes) {
      try {
        if (open.view.isAffected(change)) isAffected = true
      } catch (error) {
        this.#core.noteFailure('a view', error)
        open.isUnsure = true
        isAffected = true
      }
    }
    return isAffected
  }

  #noteMoved(open: OpenView, change: Moved): void {
    // Moves are applied in order, so that later moves wait for a missed one.
    if (open.missedMoves.length === 0) {
      try {
        open.view.onMoved?.(change)
        return
      } catch (error) {
        this.#core.noteFailure('a view', error)
      }
    }
    open.missedMoves = [...open.missedMoves, change].slice(-mostMissedMoves)
    open.isUnsure = true
    open.isDirty = true
  }

  /** Applies missed moves before the view is computed, and makes it read everything. */
  #catchUp(open: OpenView): void {
    for (let [move] = open.missedMoves; move !== undefined; [move] = open.missedMoves) {
      open.view.onMoved?.(move)
      open.missedMoves = open.missedMoves.slice(1)
    }
    open.view.noteAll?.()
  }

  /** Records that the page has applied a batch. Even a late acknowledgement of the last batch counts. */
  acknowledge(batch: number): void {
    if (batch !== this.#batch) {
      this.noteHeard()
      return
    }
    this.#cancelWait()
    this.#isWaiting = false
    this.#flushSoon()
  }

  /** Records that the page has made a call. It works, so that an overdue acknowledgement counts as lost. */
  noteHeard(): void {
    if (this.#isWaiting && this.#core.ports.clock.elapsed() - this.#sentAt >= acknowledgementMs) this.#sendAnew()
  }

  #sendAnew(): void {
    this.#core.ports.log('warn', `batch ${this.#batch} was not acknowledged: the page gets its views anew`)
    this.#isWaiting = false
    this.#isAnew = true
    for (const open of this.#views.values()) {
      open.isUnknown = true
      open.isDirty = true
    }
    this.#flushSoon()
  }

  #flushSoon(): void {
    if (this.#isScheduled || this.#isWaiting) return
    if (![...this.#views].some(([viewId, open]) => this.#isToSend(viewId, open))) return
    this.#isScheduled = true
    this.#core.ports.clock.schedule(0, () => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #isToSend(viewId: string, { isDirty, isWhole }: OpenView): boolean {
    return isDirty ? !this.#throttled.delays(viewId) : !isWhole
  }

  #flush(): void {
    if (this.#isWaiting) return
    const updates: ViewUpdate[] = []
    const budget = new BatchBudget(this.#mostText)
    for (const [viewId, open] of this.#views) {
      if (!this.#isToSend(viewId, open)) continue
      const ops = open.isDirty ? this.#compute(viewId, open, budget) : this.#deliver(open, budget)
      if (ops.length === 0) continue
      updates.push({
        engineEpoch: this.#core.ports.engineEpoch,
        viewId,
        from: open.revision,
        to: open.revision + 1,
        ops,
      })
      open.revision += 1
    }
    if (updates.length === 0) return
    this.#batch = this.#ports.nextBatch()
    this.#isWaiting = true
    this.#sentAt = this.#core.ports.clock.elapsed()
    this.#cancelWait()
    // A frozen window gets one more batch, not one every five seconds.
    this.#cancelWait = this.#isAnew
      ? nothing
      : this.#core.ports.clock.schedule(acknowledgementMs, () => {
          this.#sendAnew()
        })
    this.#isAnew = false
    this.#ports.send(this.#batch, updates)
  }

  /**
   * Computes a view. A view that throws reports a failure, keeps the page's content, and is computed again later;
   * other views are not affected.
   */
  #compute(viewId: string, open: OpenView, budget: BatchBudget): ViewOp[] {
    const { isUnsure } = open
    open.isDirty = false
    this.#throttled.noteComputed(viewId)
    try {
      if (isUnsure) this.#catchUp(open)
      const { items, meta } = open.view.compute()
      open.isUnsure = false
      open.wanted = snapshot(items, meta, open.wanted)
      const isNotified = open.failure !== null || open.isUnknown
      const ops = this.#deliver(open, budget)
      if (isNotified) ops.push({ op: 'failure', failure: null })
      open.failure = null
      open.cancelAgain()
      // A missed change may have caused the failure.
      if (isUnsure && isRefreshable(open.view)) this.#core.runInBackground('a view', open.view.refresh())
      return ops
    } catch (error) {
      this.#core.noteFailure(`view ${viewId}`, error)
      open.cancelAgain()
      open.cancelAgain = this.#core.ports.clock.schedule(againMs, () => {
        this.invalidate((view) => view === open.view)
      })
      const failure = failureOf(error)
      const isNotified = JSON.stringify(failure) === JSON.stringify(open.failure)
      open.failure = failure
      if (!open.isUnknown) return isNotified ? [] : [{ op: 'failure', failure }]
      // The page may lack the last valid content.
      return [...this.#deliver(open, budget), { op: 'failure', failure }]
    }
  }

  /** Sends the last computed content to the page, as far as it fits into the batch. */
  #deliver(open: OpenView, budget: BatchBudget): ViewOp[] {
    const near = nearestTo(open.wanted.items, open.onScreen, open.view.anchor?.() ?? null)
    const { page, isWhole } = delivered(open.wanted, open.isUnknown ? null : open.shown, near, budget)
    const ops: ViewOp[] = open.isUnknown
      ? [{ op: 'reset', items: page.items, meta: page.meta }]
      : diff(open.shown, page)
    open.shown = page
    open.isWhole = isWhole
    open.isUnknown = false
    return ops
  }
}
