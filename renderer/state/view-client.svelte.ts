import type {
  Bridge,
  Failure,
  OpenedView,
  Update,
  ViewItem,
  ViewMeta,
  ViewOp,
  ViewQuery,
  ViewUpdate,
} from '../../preload/contract.ts'

const reopenDelayMs = 250

/** One open view: what the engine says, kept up to date. The lists are replaced, never changed in place. */
export class LiveView<I extends ViewItem = ViewItem, M extends ViewMeta = ViewMeta> {
  readonly accountId: string
  readonly query: ViewQuery
  items = $state.raw<readonly I[]>([])
  meta = $state.raw<M | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** Called after each change of items or meta. */
  onChange: () => void = () => undefined
  /** Asks for all of it anew, after a failure. */
  retry: () => void = () => undefined
  /** Internal to the client. */
  viewId = ''
  revision = -1
  engineEpoch = -1

  constructor(accountId: string, query: ViewQuery) {
    this.accountId = accountId
    this.query = query
  }
}

/** Applies ops to a list; indexes are those of the list as left by the ops before. */
export function applyOps<I, M>(
  items: readonly I[],
  meta: M | null,
  ops: readonly ViewOp[],
): { items: readonly I[]; meta: M | null } {
  let list = [...items]
  let newMeta = meta
  for (const op of ops) {
    switch (op.op) {
      case 'reset':
        list = [...op.items] as I[] // a view's items are all of its own kind
        newMeta = op.meta as M // and so is its meta
        break
      case 'insert':
        list.splice(op.index, 0, ...(op.items as unknown as I[]))
        break
      case 'remove':
        list.splice(op.index, op.count)
        break
      case 'replace':
        list[op.index] = op.item as I
        break
      case 'meta':
        newMeta = op.meta as M
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
  #next = 1

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  open<I extends ViewItem, M extends ViewMeta>(accountId: string, query: ViewQuery): LiveView<I, M> {
    const view = new LiveView<I, M>(accountId, query)
    view.retry = () => {
      if (view.viewId !== '') void this.#open(view)
    }
    void this.#open(view) // the client moves items and metas, it never looks into them
    return view
  }

  close(view: LiveView): void {
    this.#views.delete(view.viewId)
    this.#early.delete(view.viewId)
    void this.#bridge.call('views.close', { accountId: view.accountId, viewId: view.viewId })
    view.viewId = ''
  }

  receive(update: Extract<Update, { type: 'views' }>): void {
    for (const change of update.updates) this.#apply(change)
    // After the next frame, so that a hidden window acknowledges slowly and costs nothing.
    requestAnimationFrameOrLater(() => {
      void this.#bridge.call('app.acknowledge', { accountId: update.accountId, batch: update.batch })
    })
  }

  /** The account's engine is a new one: everything is opened again. */
  reopen(accountId: string): void {
    for (const view of [...this.#views.values()]) {
      if (view.accountId === accountId) void this.#open(view)
    }
  }

  async #open(view: LiveView): Promise<void> {
    this.#views.delete(view.viewId)
    this.#early.delete(view.viewId)
    const viewId = `v${this.#next}`
    this.#next += 1
    view.viewId = viewId
    view.revision = -1
    this.#views.set(viewId, view)
    const result = await this.#bridge.call('views.open', {
      accountId: view.accountId,
      viewId,
      query: view.query as never, // the schema's input is the same shape with mutable arrays
    })
    if (view.viewId !== viewId) return
    if (!result.ok) {
      view.failure = result.error
      if (result.error.code === 'ENGINE_RESTARTED') {
        setTimeout(() => {
          if (view.viewId === viewId) void this.#open(view)
        }, reopenDelayMs)
      }
      return
    }
    this.#opened(view, result.value)
  }

  #opened(view: LiveView, opened: OpenedView): void {
    view.failure = null
    view.engineEpoch = opened.engineEpoch
    view.revision = opened.revision
    view.items = opened.items
    view.meta = opened.meta
    view.onChange()
    const early = this.#early.get(view.viewId) ?? []
    this.#early.delete(view.viewId)
    for (const update of early) this.#apply(update)
  }

  #apply(update: ViewUpdate): void {
    const view = this.#views.get(update.viewId)
    if (view === undefined) return
    if (view.revision < 0) {
      this.#early.set(update.viewId, [...(this.#early.get(update.viewId) ?? []), update])
      return
    }
    if (update.engineEpoch !== view.engineEpoch || update.from !== view.revision) {
      void this.#open(view)
      return
    }
    const next = applyOps(view.items, view.meta, update.ops)
    view.revision = update.to
    view.items = next.items
    view.meta = next.meta
    for (const op of update.ops) if (op.op === 'failure') view.failure = op.failure
    view.onChange()
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
