import type { Update } from '#contract/bridge.ts'
import type { MessageItem } from '#contract/messages.ts'
import type { OpenedView, ViewItem, ViewMeta, ViewOp } from '#contract/views.ts'
import type { Core } from '#engine/core/core.ts'
import type { View } from '#engine/views/view.ts'
import { ViewHost, type ViewHostPorts } from '#engine/views/hosting/view-host.ts'

type Batch = Extract<Update, { type: 'views' }>

/** One view in a view host, which shows the items that the test sets; batches for the page wait in `sent`. */
export class HostedView {
  items: readonly ViewItem[] = []
  failure: Error | null = null
  readonly meta: ViewMeta
  readonly host: ViewHost
  readonly sent: Batch[] = []
  readonly #view: View
  readonly #due: (() => void)[] = []

  /** @param mostText characters of messages in a batch; the program's bound by default */
  constructor(meta: ViewMeta, options: { readonly mostText?: number; readonly anchor?: number } = {}) {
    this.meta = meta
    const ports = {
      engineEpoch: 1,
      // Time stands still, so only timers that are due at once run.
      clock: {
        elapsed: () => 0,
        schedule: (delayMs: number, task: () => void) => {
          if (delayMs === 0) this.#due.push(task)
          return () => undefined
        },
      },
      log: () => undefined,
    }
    const core = { ports, noteFailure: () => undefined } as unknown as Core // the part that a view host uses
    let batches = 0
    const window: ViewHostPorts = {
      nextBatch: () => (batches += 1),
      send: (batch, updates) => this.sent.push({ type: 'views', accountId: 'a', batch, updates }),
      onClosed: () => undefined,
    }
    this.host = new ViewHost(core, window, ...(options.mostText === undefined ? [] : [options.mostText]))
    this.#view = {
      isAffected: () => false,
      anchor: () => options.anchor ?? null,
      compute: () => {
        if (this.failure !== null) throw this.failure
        return { items: this.items, meta: this.meta }
      },
    }
  }

  open(viewId: string): OpenedView {
    return this.host.open(viewId, this.#view)
  }

  /** Replaces the items. */
  show(items: readonly ViewItem[]): void {
    this.items = items
    this.host.invalidate(() => true)
  }

  /** Runs due work; returns the next batch, or undefined. */
  next(): Batch | undefined {
    for (let task = this.#due.shift(); task !== undefined; task = this.#due.shift()) task()
    return this.sent.shift()
  }

  acknowledge(batch: Batch): void {
    this.host.acknowledge(batch.batch)
  }
}

/** The messages whose bodies these operations contain. */
export function bodiesIn(ops: readonly ViewOp[]): MessageItem[] {
  return ops.flatMap((op): MessageItem[] => {
    if (op.op === 'replace') return withBody([op.item])
    return op.op === 'insert' || op.op === 'reset' ? withBody(op.items) : []
  })
}

/** The items that are messages with bodies. */
export function withBody(items: readonly ViewItem[]): MessageItem[] {
  return items.flatMap((item) => (item.kind === 'message' && item.html !== null ? [item] : []))
}
