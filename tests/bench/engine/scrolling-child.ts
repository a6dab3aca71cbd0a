import type { ViewItem, ViewOp } from '#contract/views.ts'
import { Engine } from '#engine/engine.ts'
import type { TransportResponse } from '#engine/ports.ts'
import { openStore } from '#engine/store/store.ts'
import { temporaryDatabase } from '#support/files.ts'
import { SeededRandom } from '#support/random.ts'
import { testWindow } from '#support/test-window.ts'
import { percentile } from '../rows.ts'
import { fillDirectory, generatedMessage, threadedPorts } from '../world.ts'

/** The cost of a window at one position: medians, and the memory of the process after garbage collection. */
interface Cost {
  readonly stepMs: number
  readonly changeMs: number
  readonly heapMiB: number
}

/** The message to the parent process. */
export interface ScrollingAnswer {
  /** The number of messages that passed through the window. */
  readonly scrolled: number
  readonly mostRows: number
  readonly first: Cost
  readonly last: Cost
}

const messages = 20_000
const topic = 'topic 0'
/** The number of steps in a measurement. */
const stretch = 12
/** Maximum number of rows in a window. */
const longest = 600
const viewId = 'v'

/** Creates a file with a topic whose messages are all current, and a live queue. */
function prepared(): string {
  const path = temporaryDatabase()
  const store = openStore(path)
  const random = new SeededRandom(11)
  fillDirectory(store)
  store.transaction(() => {
    for (let id = 1; id <= messages; id += 1) {
      const row = generatedMessage(id, random)
      store.messages.put({ ...row, stream_id: 1, topic, topic_key: topic })
    }
    store.ranges.noteFresh('stream:1', { low: 0, high: Infinity })
    store.meta.setQueue({ queueId: 'q', lastEventId: 0, touchedAt: Date.now(), lifetimeMs: 600_000 })
  })
  store.close()
  return path
}

/** A server whose only events are changes by the bench. */
class ChangingServer {
  #lastEventId = 0
  #poll: ((response: TransportResponse) => void) | undefined
  #events: object[] = []

  request(path: string): Promise<TransportResponse> {
    if (!path.endsWith('/events')) return Promise.resolve(response({ result: 'error', msg: '', code: 'BAD_REQUEST' }))
    return new Promise((resolve) => {
      this.#poll = resolve
      this.#answer()
    })
  }

  edit(id: number, content: string): void {
    this.#lastEventId += 1
    this.#events.push({
      id: this.#lastEventId,
      type: 'update_message',
      user_id: 2,
      message_id: id,
      message_ids: [id],
      stream_id: 1,
      edit_timestamp: 1_790_100_000,
      rendering_only: false,
      flags: ['read'],
      content,
      rendered_content: `<p>${content}</p>`,
      orig_content: 'before',
      orig_rendered_content: '<p>before</p>',
      is_me_message: false,
    })
    this.#answer()
  }

  #answer(): void {
    const poll = this.#poll
    if (poll === undefined || this.#events.length === 0) return
    this.#poll = undefined
    poll(response({ result: 'success', msg: '', events: this.#events.splice(0) }))
  }
}

function response(body: unknown): TransportResponse {
  return { status: 200, headers: {}, body: JSON.stringify(body) }
}

/** The page's side of the view: the shown ids, and the awaited state. */
class Page {
  items: readonly ViewItem[] = []
  mostRows = 0
  #awaited: { readonly isThere: () => boolean; readonly then: () => void } | undefined

  show(items: readonly ViewItem[]): void {
    this.items = items
    // Added rows are shown in one update before others are removed.
    this.mostRows = Math.max(this.mostRows, items.length)
    if (this.#awaited?.isThere() === true) {
      this.#awaited.then()
      this.#awaited = undefined
    }
  }

  take(ops: readonly ViewOp[]): void {
    const items = [...this.items]
    for (const op of ops) {
      if (op.op === 'reset') items.splice(0, items.length, ...op.items)
      else if (op.op === 'insert') items.splice(op.index, 0, ...op.items)
      else if (op.op === 'remove') items.splice(op.index, op.count)
      else if (op.op === 'replace') items[op.index] = op.item
    }
    this.show(items)
  }

  async until(isThere: () => boolean): Promise<void> {
    if (!isThere()) await new Promise<void>((then) => (this.#awaited = { isThere, then }))
  }

  /** Ids of the messages, ascending. */
  ids(): number[] {
    return this.items.flatMap((item) => (item.kind === 'message' ? [item.id] : []))
  }

  html(id: number): string {
    const item = this.items.find((one) => one.kind === 'message' && one.id === id)
    return item?.kind === 'message' ? (item.html ?? '') : ''
  }
}

const server = new ChangingServer()
const page = new Page()
const engine = new Engine({
  ...threadedPorts(prepared()),
  transport: { request: ({ path }) => server.request(path) },
  publish(update) {
    if (update.type !== 'views') return
    for (const { ops } of update.updates) page.take(ops)
    void engine.call('app.acknowledge', { batch: update.batch }, testWindow)
  },
})

async function timed(action: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await action()
  return performance.now() - begun
}

/** Loads eighty rows on one side, until they are shown and the window has its maximum size. */
async function step(direction: 'older' | 'newer'): Promise<void> {
  const before = page.ids()
  await engine.call('views.more', { viewId, direction }, testWindow)
  await page.until(() => {
    const ids = page.ids()
    const hasGrown = direction === 'older' ? (ids[0] ?? 0) < (before[0] ?? 0) : (ids.at(-1) ?? 0) > (before.at(-1) ?? 0)
    return hasGrown && ids.length <= longest
  })
}

let edits = 0

/** Edits the message in the middle of the window. */
async function change(): Promise<void> {
  const ids = page.ids()
  const id = ids[Math.floor(ids.length / 2)] ?? 0
  edits += 1
  const text = `edit number ${edits}`
  server.edit(id, text)
  await page.until(() => page.html(id).includes(text))
}

async function costOf(direction: 'older' | 'newer'): Promise<Cost> {
  const steps: number[] = []
  const changes: number[] = []
  for (let count = 0; count < stretch; count += 1) {
    steps.push(await timed(() => step(direction)))
    changes.push(await timed(change))
  }
  globalThis.gc?.()
  const heapMiB = process.memoryUsage().heapUsed / 1024 / 1024
  return { stepMs: percentile(steps, 0.5), changeMs: percentile(changes, 0.5), heapMiB }
}

engine.start()
const narrow = { kind: 'topic', streamId: 1, topic } as const
const opened = await engine.call(
  'views.open',
  { viewId, query: { type: 'conversation', narrow, anchor: 'newest' } },
  testWindow,
)
if (!opened.ok) throw new Error('the conversation does not open')
page.show(opened.value.items)
const first = await costOf('older')
while ((page.ids()[0] ?? 0) > 1) await step('older')
const back = messages / 2
while ((page.ids().at(-1) ?? 0) < back) await step('newer')
const last = await costOf('newer')
engine.close()
const answer: ScrollingAnswer = { scrolled: messages * 1.5, mostRows: page.mostRows, first, last }
process.send?.(answer, () => process.exit(0))
