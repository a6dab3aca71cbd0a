import type { Failure } from '#contract/base/failures.ts'
import type { Bridge, Update } from '#contract/bridge.ts'
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
} from '#contract/views.ts'

const reopenDelayMs = 250
/** The delay before a failed view is opened again, in milliseconds. It grows with each failure. */
const openAgainMs = 2_000
/** The longest such delay, in milliseconds. */
const slowestReopenMs = 30_000
/** The longest wait for the first contents, in milliseconds. */
const mostAwaitedMs = 3_000
/** The number of consecutive failures from which on the view shows one. Fewer are repaired unnoticed. */
const failuresToShow = 3

/** One open view, in sync with the engine. The lists are replaced, never mutated. */
export class LiveView<K extends ViewKind = ViewKind> {
  readonly accountId: string
  readonly query: QueryOf<K>
  items = $state.raw<readonly ItemOf<K>[]>([])
  meta = $state.raw<MetaOf<K> | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** Runs after each change of items or meta. */
  onChange: () => void = () => undefined
  /** Reopens the view after a failure. */
  retry: () => void = () => undefined
  /** The id of the view in calls to the engine; empty once the view is closed. */
  viewId = ''
  /** The revision of the shown contents; -1 before the first answer. */
  revision = -1
  /** The epoch of the engine that sent the contents. A restarted engine has another one. */
  engineEpoch = -1
  /** Whether the view is hidden, so that the engine may delay its changes. */
  isThrottled = false
  /** The first revision that shows the engine's current state after a throttled time. Earlier ones are stale. */
  freshFrom = -1
  /** The number of times that current contents have replaced stale ones of a throttled time. */
  renewals = $state(0)
  /** The number of consecutive updates that could not be applied. */
  failures = 0
  /** The number of consecutive failures to open the view. */
  refusals = 0
  readonly #arrived = Promise.withResolvers<null>()

  constructor(accountId: string, query: QueryOf<K>) {
    this.accountId = accountId
    this.query = query
  }

  /** Whether the view can be drawn: it has contents, or a failure that explains why they are missing. */
  get isDrawable(): boolean {
    return this.meta !== null || this.failure !== null
  }

  /** Waits for the first contents. The wait is limited to a few seconds, because an engine may not answer. */
  async loaded(): Promise<void> {
    await Promise.race([this.#arrived.promise, new Promise((resolve) => setTimeout(resolve, mostAwaitedMs))])
  }

  /** Sets the contents from the engine, which are of the kinds that belong to the query's kind. */
  show(items: readonly ViewItem[], meta: ViewMeta | null): void {
    this.items = items
    this.meta = meta
    if (meta !== null) this.#arrived.resolve(null)
  }
}

/** Applies operations to a list. Each index refers to the list after the previous operations. */
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
        // A failure is not part of the list. The caller sets it on the view.
        break
    }
  }
  return { items: list, meta: newMeta }
}

/**
 * Keeps open views in sync with the engines. Answers and updates arrive on different channels in no common order: an
 * update that precedes the answer of `views.open` waits for it, and one with the wrong revision reopens the view.
 */
export class ViewClient {
  readonly #bridge: Bridge
  readonly #views = new Map<string, LiveView>()
  readonly #early = new Map<string, ViewUpdate[]>()
  /** The acknowledgements that wait for a frame. */
  readonly #unacknowledged = new Set<() => void>()
  #next = 1

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** Opens the view of a query. The kind of the query is the kind of the view. */
  open<K extends ViewKind>(accountId: string, query: QueryOf<K> & { readonly type: K }): LiveView<K> {
    const view = new LiveView<K>(accountId, query)
    view.retry = () => {
      if (view.viewId !== '') void this.#open(view)
    }
    void this.#open(view)
    return view
  }

  /** Closes a view. Updates that are still on their way are ignored. */
  close(view: LiveView): void {
    this.#forget(view)
    view.viewId = ''
  }

  /** Throttles a view while it is hidden, so that the engine may delay its changes, or ends the throttling. */
  throttle(view: LiveView, isThrottled: boolean): void {
    if (view.isThrottled === isThrottled) return
    view.isThrottled = isThrottled
    // A view that is still opening reports its throttling when the answer arrives.
    if (view.revision >= 0) void this.#reportThrottle(view)
  }

  async #reportThrottle(view: LiveView): Promise<void> {
    const { accountId, viewId, isThrottled } = view
    const { revision } = view
    view.freshFrom = Infinity
    const result = await this.#bridge.call('views.throttle', { accountId, viewId, isThrottled })
    if (view.viewId !== viewId || view.isThrottled !== isThrottled) return
    view.freshFrom = result.ok ? result.value.revision : -1
    // The current contents may have arrived before this answer.
    if (view.revision > revision && view.revision >= view.freshFrom) view.renewals += 1
  }

  /** Removes a view and makes the engine close it. */
  #forget({ accountId, viewId }: LiveView): void {
    if (viewId === '') return
    this.#views.delete(viewId)
    this.#early.delete(viewId)
    void this.#bridge.call('views.close', { accountId, viewId })
  }

  /** Applies a batch of updates and acknowledges it in any case. A view with an error is reopened. */
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
    // The acknowledgement follows the next frame, so that a hidden window acknowledges slowly and costs nothing.
    requestAnimationFrameOrLater(acknowledge)
  }

  /**
   * Acknowledges applied updates without waiting for a frame. A window that becomes visible does so first: it has
   * missed no update, so the engine need not send the whole state again.
   */
  acknowledgeNow(): void {
    for (const acknowledge of [...this.#unacknowledged]) acknowledge()
  }

  /** Reopens all views of an account whose engine was restarted. */
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
    view.freshFrom = -1
    this.#views.set(viewId, view)
    const result = await this.#bridge.call('views.open', {
      accountId: view.accountId,
      viewId,
      query: queryNow(view),
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

  /** Reopens a view whose contents are unknown, at once after the first error, then with growing delays. */
  #failed(view: LiveView, error: unknown): void {
    console.error('a view could not be brought up to date', error)
    view.failures += 1
    if (view.failures === 1) {
      void this.#open(view)
      return
    }
    if (view.failures >= failuresToShow) view.failure = { code: 'VIEW_FAILED' }
    this.#openLater(view, reopenDelayMs * 2 ** (view.failures - 2))
  }

  /** Reopens a view after a delay, unless it is reopened or closed meanwhile. */
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
    if (view.isThrottled) void this.#reportThrottle(view)
    const early = this.#early.get(view.viewId) ?? []
    this.#early.delete(view.viewId)
    view.onChange()
    view.failure = null
    for (const update of early) {
      // An update that could not be applied has reopened the view with another id.
      if (view.viewId !== update.viewId) return
      this.#apply(view, update)
    }
  }

  #apply(view: LiveView, update: ViewUpdate): void {
    if (view.revision < 0) {
      this.#early.set(update.viewId, [...(this.#early.get(update.viewId) ?? []), update])
      return
    }
    // A complete state is valid whatever the previous state.
    const isWhole = update.ops[0]?.op === 'reset'
    if (update.engineEpoch !== view.engineEpoch || (update.from !== view.revision && !isWhole)) {
      void this.#open(view)
      return
    }
    const next = applyOps(view.items, view.meta, update.ops)
    const wasOlder = view.revision < view.freshFrom
    view.revision = update.to
    view.show(next.items, next.meta)
    if (wasOlder && update.to >= view.freshFrom) view.renewals += 1
    for (const op of update.ops) if (op.op === 'failure') view.failure = op.failure
    view.onChange()
    view.failures = 0
  }
}

/** Returns the query with the present narrow of a moved conversation, which keeps its composer (M15, S14). */
function queryNow({ query, meta }: LiveView): QueryOf<ViewKind> {
  const isConversation = query.type === 'conversation' && meta !== null && 'draft' in meta
  return isConversation ? { ...query, narrow: meta.narrow } : query
}

/** Runs a task in the next frame, or after a second, because a hidden page has no frames. */
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
