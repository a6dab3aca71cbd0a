import type { Bridge, Update } from '../../preload/contract/bridge.ts'
import type { Failure } from '../../preload/contract/values.ts'
import type {
  ItemOf,
  MetaOf,
  OpenedView,
  QueryOf,
  ViewItem,
  ViewKind,
  ViewMeta,
  ViewOp,
  ViewUpdate,
} from '../../preload/contract/views.ts'

const reopenDelayMs = 250
/** A view that cannot be opened is tried again after this, then less and less often. */
const openAgainMs = 2_000
/** A view that fails again and again is tried again this seldom. */
const slowestReopenMs = 30_000
/** So many failures in a row are said on the view; one is mended before anybody sees it. */
const failuresToSay = 3

/** One open view: what the engine says, kept up to date. The lists are replaced, never changed in place. */
export class LiveView<K extends ViewKind = ViewKind> {
  readonly accountId: string
  readonly query: QueryOf<K>
  items = $state.raw<readonly ItemOf<K>[]>([])
  meta = $state.raw<MetaOf<K> | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** Called after each change of items or meta. */
  onChange: () => void = () => undefined
  /** Asks for all of it anew, after a failure. */
  retry: () => void = () => undefined
  /** Internal to the client. */
  viewId = ''
  revision = -1
  engineEpoch = -1
  /** Updates in a row that could not be taken over. */
  failures = 0
  /** How often in a row it could not be opened. */
  refusals = 0

  constructor(accountId: string, query: QueryOf<K>) {
    this.accountId = accountId
    this.query = query
  }

  /** Sets what the engine sent for this view: it answers a query with the items and the meta of the query's kind. */
  show(items: readonly ViewItem[], meta: ViewMeta | null): void {
    this.items = items
    this.meta = meta
  }
}

/** Applies ops to a list; indexes are those of the list as left by the ops before. */
export function applyOps(
  items: readonly ViewItem[],
  meta: ViewMeta | null,
  ops: readonly ViewOp[],
): { readonly items: readonly ViewItem[]; readonly meta: ViewMeta | null } {
  let list = [...items]
  let newMeta = meta
  for (const op of ops) {
    switch (op.op) {
      case 'reset':
        list = [...op.items]
        newMeta = op.meta
        break
      case 'insert':
        list.splice(op.index, 0, ...op.items)
        break
      case 'remove':
        list.splice(op.index, op.count)
        break
      case 'replace':
        list[op.index] = op.item
        break
      case 'meta':
        newMeta = op.meta
        break
      case 'failure':
        // No part of the list: the view says it beside it.
        break
    }
  }
  return { items: list, meta: newMeta }
}

/**
 * Keeps open views in step with the engines. Replies and updates come on different pipes in no common order: updates
 * that arrive before the answer of `views.open` wait for it, and one that does not fit the revision reopens the view.
 */
export class ViewClient {
  readonly #bridge: Bridge
  readonly #views = new Map<string, LiveView>()
  readonly #early = new Map<string, ViewUpdate[]>()
  /** Acknowledgements that wait for a frame. */
  readonly #unacknowledged = new Set<() => void>()
  #next = 1

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** Opens the view that the query asks for; the query's kind decides what the view shows. */
  open<K extends ViewKind>(accountId: string, query: QueryOf<K> & { readonly type: K }): LiveView<K> {
    const view = new LiveView<K>(accountId, query)
    view.retry = () => {
      if (view.viewId !== '') void this.#open(view)
    }
    void this.#open(view)
    return view
  }

  close(view: LiveView): void {
    this.#forget(view)
    view.viewId = ''
  }

  /** The engine need not keep up what nobody listens to any more. */
  #forget({ accountId, viewId }: LiveView): void {
    if (viewId === '') return
    this.#views.delete(viewId)
    this.#early.delete(viewId)
    void this.#bridge.call('views.close', { accountId, viewId })
  }

  /** Applies a batch and acknowledges it, whatever becomes of it: a view that fails is asked for anew (C8). */
  receive(update: Extract<Update, { type: 'views' }>): void {
    for (const change of update.updates) {
      const view = this.#views.get(change.viewId)
      if (view === undefined) continue
      try {
        this.#apply(view, change)
      } catch (error) {
        this.#failed(view, error)
      }
    }
    const acknowledge = () => {
      if (!this.#unacknowledged.delete(acknowledge)) return
      void this.#bridge.call('app.acknowledge', { accountId: update.accountId, batch: update.batch })
    }
    this.#unacknowledged.add(acknowledge)
    // After the next frame, so that a hidden window acknowledges slowly and costs nothing.
    requestAnimationFrameOrLater(acknowledge)
  }

  /**
   * Acknowledges what was applied without waiting for a frame. A window that comes back does so before it says anything
   * else: it has lost nothing, and need not be sent everything anew.
   */
  acknowledgeNow(): void {
    for (const acknowledge of [...this.#unacknowledged]) acknowledge()
  }

  /** The account's engine is a new one: everything is opened again. */
  reopen(accountId: string): void {
    for (const view of [...this.#views.values()]) {
      if (view.accountId === accountId) void this.#open(view)
    }
  }

  async #open(view: LiveView): Promise<void> {
    this.#forget(view)
    const viewId = `v${this.#next}`
    this.#next += 1
    view.viewId = viewId
    view.revision = -1
    this.#views.set(viewId, view)
    const result = await this.#bridge.call('views.open', {
      accountId: view.accountId,
      viewId,
      query: view.query,
    })
    if (view.viewId !== viewId) return
    if (!result.ok) {
      view.failure = result.error
      const isRestart = result.error.code === 'ENGINE_RESTARTED'
      this.#openLater(view, isRestart ? reopenDelayMs : openAgainMs * 2 ** view.refusals)
      if (!isRestart) view.refusals += 1
      return
    }
    view.refusals = 0
    try {
      this.#opened(view, result.value)
    } catch (error) {
      this.#failed(view, error)
    }
  }

  /** What a view shows is not known any more: it is opened again, at once the first time, then less and less often. */
  #failed(view: LiveView, error: unknown): void {
    console.error('a view could not be brought up to date', error)
    view.failures += 1
    if (view.failures === 1) {
      void this.#open(view)
      return
    }
    if (view.failures >= failuresToSay) view.failure = { code: 'VIEW_FAILED' }
    this.#openLater(view, reopenDelayMs * 2 ** (view.failures - 2))
  }

  /** Opens a view again, unless it was opened or closed meanwhile. */
  #openLater(view: LiveView, delayMs: number): void {
    const { viewId } = view
    setTimeout(
      () => {
        if (view.viewId === viewId) void this.#open(view)
      },
      Math.min(slowestReopenMs, delayMs),
    )
  }

  #opened(view: LiveView, opened: OpenedView): void {
    view.engineEpoch = opened.engineEpoch
    view.revision = opened.revision
    view.show(opened.items, opened.meta)
    const early = this.#early.get(view.viewId) ?? []
    this.#early.delete(view.viewId)
    view.onChange()
    view.failure = null
    for (const update of early) {
      // One that does not fit has opened the view again, under another name.
      if (view.viewId !== update.viewId) return
      this.#apply(view, update)
    }
  }

  #apply(view: LiveView, update: ViewUpdate): void {
    if (view.revision < 0) {
      this.#early.set(update.viewId, [...(this.#early.get(update.viewId) ?? []), update])
      return
    }
    // A view that is sent as a whole is right whatever stood here before.
    const isWhole = update.ops[0]?.op === 'reset'
    if (update.engineEpoch !== view.engineEpoch || (update.from !== view.revision && !isWhole)) {
      void this.#open(view)
      return
    }
    const next = applyOps(view.items, view.meta, update.ops)
    view.revision = update.to
    view.show(next.items, next.meta)
    for (const op of update.ops) if (op.op === 'failure') view.failure = op.failure
    view.onChange()
    view.failures = 0
  }
}

/** A hidden page has no frames; it acknowledges after a second. */
function requestAnimationFrameOrLater(task: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    task()
  }
  const timer = setTimeout(once, 1000)
  requestAnimationFrame(once)
}
