import type { Destination, Failure } from '../../../preload/contract/values.ts'
import type { OpenedView, ViewItem, ViewMeta, ViewOp, ViewUpdate } from '../../../preload/contract/views.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import type { Interval } from '../values/ranges.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import { failureOf } from '../failure-of.ts'
import { BatchBudget, delivered, nearestTo } from './delivery.ts'
import { diff, snapshot, type Snapshot } from './diff.ts'

/** A view: a pure function of the tables and the outbox, and the changes that concern it. */
export interface View {
  isAffected(change: Change): boolean
  /** Messages went from one conversation to another: the view may go with them. */
  onMoved?(change: Extract<Change, { kind: 'moved' }>): void
  /** The ids of the first and the last message on screen; null where there is none. */
  look?(shown: Interval | null): void
  /** The message at which the page opens the view; null for the end. */
  anchor?(): number | null
  /** Whatever the view keeps of the tables may be other than they say: the next `compute` reads all of it anew. */
  noteAll?(): void
  compute(): { readonly items: readonly ViewItem[]; readonly meta: ViewMeta }
  close?(): void
}

/** An item that is about a message. */
export interface Seen {
  readonly key: string
  readonly id: number
  /** The conversation that a line stands for, the message being its newest one. */
  readonly line: Destination | null
}

/** A view of messages, which asks the server for what it lacks. */
export interface RefreshableView extends View {
  /** Fetches what is missing or in doubt, where the server can be reached. */
  refresh(): Promise<void>
  /** Shows more on one side. */
  more(direction: 'older' | 'newer' | 'newest'): Promise<void>
}

/** Whether a view asks the server for what it lacks. */
export function isRefreshable(view: View | undefined): view is RefreshableView {
  return view !== undefined && 'refresh' in view
}

/** A view that could not be computed is tried again after this, where nothing else makes it dirty before. */
const againMs = 10_000

const nothing = () => undefined

/** So many moves of messages are kept for a view that could not follow them. */
const mostMissedMoves = 100

type Moved = Extract<Change, { kind: 'moved' }>

/** An acknowledgement that takes longer counts as lost, and with it what the page shows. */
const acknowledgementMs = 5_000

interface OpenView {
  readonly view: View
  /** As it was computed last. */
  wanted: Snapshot
  /** What the page has of that. */
  shown: Snapshot
  /** Whether that is all of it: bodies of messages may follow with the next batch. */
  isWhole: boolean
  /** The ids of the first and the last message on screen. */
  onScreen: Interval | null
  revision: number
  isDirty: boolean
  /** What the page was told of a failure to compute the view; null where what it shows is right. */
  failure: Failure | null
  /** Takes back that it is computed again by itself. */
  cancelAgain: () => void
  /** A batch may have been lost: the page gets the view as a whole, not what differs from `shown`. */
  isUnknown: boolean
  /** A change could not be heard: what the view keeps of the tables is not to be relied on (P9). */
  isUnsure: boolean
  /** Moves that the view could not follow, the oldest first. */
  missedMoves: readonly Moved[]
}

/**
 * Keeps the open views of one window in step. At most one batch of updates is in flight: until it is acknowledged, dirty
 * views coalesce against what was last sent, so that a hidden or frozen window costs nothing (design.md §3). A batch has
 * a bound: messages beyond it follow with the next ones, those nearest the reader first (P8). A page that owes an acknowledgement for five seconds is sent every view as a whole, once; after that, when it makes another call and
 * still owes it (C8).
 */
export class ViewHost {
  readonly #core: Core
  readonly #mostText: number
  readonly #views = new Map<string, OpenView>()
  #batch = 0
  #isWaiting = false
  /** When the batch that is waited for left, by the monotonic clock. */
  #sentAt = 0
  /** The next batch takes the place of one that was not acknowledged. */
  #isAnew = false
  #cancelWait: () => void = nothing
  #isScheduled = false

  /** @param mostText characters of messages in one batch */
  constructor(core: Core, mostText: number = clientLimits.batchText.most) {
    this.#core = core
    this.#mostText = mostText
    core.onCommit('the views', (changes) => {
      for (const change of changes) {
        if (change.kind !== 'moved') continue
        for (const open of this.#views.values()) this.#noteMoved(open, change)
      }
      // A view that is dirty hears of them, too: some note what has changed while they ask the server.
      for (const open of this.#views.values()) if (this.#hears(open, changes)) open.isDirty = true
      this.#flushSoon()
    })
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
   * What a view shows from one message to another in the order of its list, in which either may be the first. Where one
   * of them is not shown any more, what lies between their ids is meant.
   */
  shownBetween(viewId: string, first: number, last: number): Seen[] {
    const seen = (this.#views.get(viewId)?.shown.items ?? []).flatMap((item) => seenOf(item) ?? [])
    const places = [first, last].map((id) => seen.findIndex((candidate) => candidate.id === id))
    const [low, high] = [Math.min(first, last), Math.max(first, last)]
    if (places.includes(-1)) return seen.filter(({ id }) => low <= id && id <= high)
    return seen.slice(Math.min(...places), Math.max(...places) + 1)
  }

  views(): View[] {
    return [...this.#views.values()].map((open) => open.view)
  }

  /** The page says which messages of a view are on screen. */
  look(viewId: string, first: number | null, last: number | null): void {
    const open = this.#views.get(viewId)
    if (open === undefined) return
    open.onScreen = first !== null && last !== null && first <= last ? { low: first, high: last } : null
    open.view.look?.(open.onScreen)
  }

  close(viewId: string): void {
    const open = this.#views.get(viewId)
    this.#views.delete(viewId)
    if (open === undefined) return
    open.cancelAgain()
    this.#core.wall('a view', () => open.view.close?.())
  }

  /** A window was loaded anew: nobody waits for the old views, nor acknowledges their updates. */
  reset(): void {
    this.#cancelWait()
    this.#isAnew = false
    for (const viewId of [...this.#views.keys()]) this.close(viewId)
    this.#isWaiting = false
  }

  /** Computes views again. */
  invalidate(affects: (view: View) => boolean): void {
    for (const open of this.#views.values()) if (affects(open.view)) open.isDirty = true
    this.#flushSoon()
  }

  /** The views that some of the changes concern; one that cannot say is among them. */
  affectedBy(changes: readonly Change[]): View[] {
    return [...this.#views.values()].filter((open) => this.#hears(open, changes)).map(({ view }) => view)
  }

  /** Tells a view of each change, and returns whether one of them concerns it. One that throws is read as a whole. */
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
    // Moves count in their order: what comes after one that was missed waits for it.
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

  /** What a view could not hear of is made good, before it is computed: it follows its messages, and reads everything. */
  #catchUp(open: OpenView): void {
    for (let [move] = open.missedMoves; move !== undefined; [move] = open.missedMoves) {
      open.view.onMoved?.(move)
      open.missedMoves = open.missedMoves.slice(1)
    }
    open.view.noteAll?.()
  }

  /** The page has applied a batch. However late the acknowledgement of the last one comes, nothing was lost. */
  acknowledge(batch: number): void {
    if (batch !== this.#batch) {
      this.noteHeard()
      return
    }
    this.#cancelWait()
    this.#isWaiting = false
    this.#flushSoon()
  }

  /** The page has made a call: it is there, so an acknowledgement that is overdue will not come any more. */
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
    if (![...this.#views.values()].some((open) => open.isDirty || !open.isWhole)) return
    this.#isScheduled = true
    this.#core.ports.clock.schedule(0, () => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#isWaiting) return
    const updates: ViewUpdate[] = []
    const budget = new BatchBudget(this.#mostText)
    for (const [viewId, open] of this.#views) {
      if (!open.isDirty && open.isWhole) continue
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
    this.#batch += 1
    this.#isWaiting = true
    this.#sentAt = this.#core.ports.clock.elapsed()
    this.#cancelWait()
    // A window that is frozen gets one batch more, not one every five seconds.
    this.#cancelWait = this.#isAnew
      ? nothing
      : this.#core.ports.clock.schedule(acknowledgementMs, () => {
          this.#sendAnew()
        })
    this.#isAnew = false
    this.#core.ports.publish({ type: 'views', accountId: this.#core.ports.accountId, batch: this.#batch, updates })
  }

  /**
   * What a view shows anew. One that throws says so, keeps what the page has, and is computed again a little later; the
   * others go on (P9, C7).
   */
  #compute(viewId: string, open: OpenView, budget: BatchBudget): ViewOp[] {
    const { isUnsure } = open
    open.isDirty = false
    try {
      if (isUnsure) this.#catchUp(open)
      const { items, meta } = open.view.compute()
      open.isUnsure = false
      open.wanted = snapshot(items, meta, open.wanted)
      const isTold = open.failure !== null || open.isUnknown
      const ops = this.#deliver(open, budget)
      if (isTold) ops.push({ op: 'failure', failure: null })
      open.failure = null
      open.cancelAgain()
      // What is lacking may be what it did not hear of.
      if (isUnsure && isRefreshable(open.view)) this.#core.apart('a view', open.view.refresh())
      return ops
    } catch (error) {
      this.#core.noteFailure(`view ${viewId}`, error)
      open.cancelAgain()
      open.cancelAgain = this.#core.ports.clock.schedule(againMs, () => {
        this.invalidate((view) => view === open.view)
      })
      const failure = failureOf(error)
      const isTold = failure.message === open.failure?.message
      open.failure = failure
      if (!open.isUnknown) return isTold ? [] : [{ op: 'failure', failure }]
      // The page may lack what was right last.
      return [...this.#deliver(open, budget), { op: 'failure', failure }]
    }
  }

  /** Brings the page to the view as it was computed last, as far as the batch has room. */
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

function seenOf(item: ViewItem): Seen | null {
  switch (item.kind) {
    case 'message':
      return { key: item.key, id: item.id, line: null }
    case 'hit':
      return { key: item.key, id: item.messageId, line: null }
    case 'conversation':
      return { key: item.key, id: item.newestId, line: item.narrow }
    default:
      return null
  }
}
