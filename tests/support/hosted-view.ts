import type { Update } from '../../preload/contract/bridge.ts'
import type { MessageItem } from '../../preload/contract/message-items.ts'
import type { OpenedView, ViewItem, ViewMeta, ViewOp } from '../../preload/contract/views.ts'
import type { Core } from '../../main/engine/core.ts'
import { ViewHost, type View } from '../../main/engine/views/view-host.ts'

type Batch = Extract<Update, { type: 'views' }>

/** One view of an engine's host, which shows whatever it is told to; what leaves for the page waits in `sent`. */
export class HostedView {
  items: readonly ViewItem[] = []
  failure: Error | null = null
  readonly meta: ViewMeta
  readonly host: ViewHost
  readonly sent: Batch[] = []
  readonly #view: View
  readonly #due: (() => void)[] = []

  /** @param mostText characters of messages in a batch; by default as many as in the program */
  constructor(meta: ViewMeta, options: { readonly mostText?: number; readonly anchor?: number } = {}) {
    this.meta = meta
    const ports = {
      engineEpoch: 1,
      accountId: 'a',
      // Time stands still: only what is due at once is done.
      clock: {
        elapsed: () => 0,
        schedule: (delayMs: number, task: () => void) => {
          if (delayMs === 0) this.#due.push(task)
          return () => undefined
        },
      },
      log: () => undefined,
      publish: (batch: Batch) => this.sent.push(batch),
    }
    const core = { ports, onCommit: () => undefined, noteFailure: () => undefined } as unknown as Core // what a host asks of it
    this.host = options.mostText === undefined ? new ViewHost(core) : new ViewHost(core, options.mostText)
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

  /** Other items than before. */
  show(items: readonly ViewItem[]): void {
    this.items = items
    this.host.invalidate(() => true)
  }

  /** Does what is due; the next batch, or undefined where none is to be sent. */
  next(): Batch | undefined {
    for (let task = this.#due.shift(); task !== undefined; task = this.#due.shift()) task()
    return this.sent.shift()
  }

  acknowledge(batch: Batch): void {
    this.host.acknowledge(batch.batch)
  }
}

/** The messages whose bodies come with these ops. */
export function bodiesIn(ops: readonly ViewOp[]): MessageItem[] {
  return ops.flatMap((op): MessageItem[] => {
    if (op.op === 'replace') return withBody([op.item])
    return op.op === 'insert' || op.op === 'reset' ? withBody(op.items) : []
  })
}

/** Those of the items that are messages with their bodies. */
export function withBody(items: readonly ViewItem[]): MessageItem[] {
  return items.flatMap((item) => (item.kind === 'message' && item.html !== null ? [item] : []))
}
