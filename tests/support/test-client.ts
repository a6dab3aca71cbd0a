import type { Failure } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import { Engine } from '#engine/engine.ts'
import type { RegisterReader } from '#engine/workers/ingest/register-reader.ts'
import type { Reader } from '#engine/workers/reader/reader.ts'
import type {
  WindowId,
  AccountStatus,
  DesktopNotification,
  EnginePorts,
  TransportRequest,
  TransportResponse,
} from '#engine/ports.ts'
import type { Update } from '#contract/bridge.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { DraftItem } from '#contract/drafts.ts'
import type { ConversationItem } from '#contract/messages.ts'
import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import type { FoundNarrow } from '#contract/search.ts'
import type { ViewItem, ViewMeta, ViewQuery } from '#contract/views.ts'
import { SeededRandom } from './random.ts'
import type { Account, TestServer } from './test-server.ts'
import { type FaultFor, testTransport } from './test-transport.ts'
import type { ClockPart } from './virtual-clock.ts'
import { testWindow } from './test-window.ts'

interface Shown {
  items: ViewItem[]
  meta: ViewMeta
  revision: number
  failure?: Failure | null
}

/** The settings of an engine and of its connection to the server. */
export interface TestClientOptions {
  database?: string
  rewrite?: (request: TransportRequest, body: Record<string, unknown>) => Record<string, unknown>
  /** Intercepts requests: answers with the result of `ask`, or with another answer. */
  through?: (request: TransportRequest, ask: () => Promise<TransportResponse>) => Promise<TransportResponse>
  /** Alters a whole answer. */
  garble?: (request: TransportRequest, response: TransportResponse) => TransportResponse
  faultFor?: FaultFor
  random?: SeededRandom
  engineEpoch?: number
  registerReader?: RegisterReader
  /** Searches the file; by default the engine's thread does. */
  reader?: Reader
}

/** An engine and its window: applies updates as the renderer does. */
export class TestClient {
  readonly engine: Engine
  /** The options of the engine. */
  readonly ports: EnginePorts
  readonly server: TestServer
  readonly account: Account
  readonly #shown = new Map<string, Shown>()
  /** Called after each applied batch of updates. */
  onUpdate: () => void = () => undefined
  /** Called with updates for windows other than the client's own. */
  onOtherWindow: (update: Update, to: WindowId) => void = () => undefined
  /** Whether the window loses updates: it neither applies nor acknowledges them. */
  isDeaf = false
  /** The delay of acknowledgements; as over a real channel, they follow the update. */
  acknowledgesAfterMs = 1
  /** The number of batches sent to the window, and the last of them. */
  batches = 0
  lastBatch: Extract<Update, { type: 'views' }> | undefined
  readonly logs: string[] = []
  readonly requests: TransportRequest[] = []
  status: AccountStatus | undefined
  keptAttachments: readonly string[] = []
  readonly notifications: DesktopNotification[] = []
  readonly withdrawn: number[] = []
  readonly #clock: ClockPart
  #nextView = 0

  constructor(server: TestServer, account: Account, options: TestClientOptions = {}) {
    this.server = server
    this.account = account
    this.#clock = server.clock.part()
    server.clients.push(this)
    const transport = testTransport(server, account, options.faultFor)
    this.ports = {
      transport: {
        request: (request, signal) => {
          this.requests.push(request)
          const { rewrite, garble, through } = options
          const ask = () => transport.request(request, signal)
          const plain = through === undefined ? ask() : through(request, ask)
          const answer = garble === undefined ? plain : plain.then((response) => garble(request, response))
          if (rewrite === undefined) return answer
          return answer.then((response) => ({
            ...response,
            body: JSON.stringify(rewrite(request, JSON.parse(response.body) as Record<string, unknown>)),
          })) // the service answers objects
        },
      },
      clock: this.#clock,
      random: options.random ?? new SeededRandom(7),
      database: options.database ?? ':memory:',
      engineEpoch: options.engineEpoch ?? 1,
      accountId: 'test',
      publish: (update, to) => {
        if (to === testWindow) this.receive(update)
        else this.onOtherWindow(update, to)
      },
      status: (status) => {
        this.status = status
      },
      log: (level, message) => this.logs.push(`${level}: ${message}`),
      restart: () => this.logs.push('restart'),
      keepAttachments: (ids) => {
        this.keptAttachments = ids
      },
      notify: (notification) => this.notifications.push(notification),
      withdraw: (ids) => this.withdrawn.push(...ids),
      ...(options.registerReader === undefined ? {} : { registerReader: options.registerReader }),
      ...(options.reader === undefined ? {} : { reader: options.reader }),
    }
    this.engine = new Engine(this.ports)
  }

  /** The number of the engine's pending timers. */
  get timers(): number {
    return this.#clock.timers
  }

  start(): this {
    this.engine.start()
    return this
  }

  receive(update: Update): void {
    if (update.type !== 'views') return
    this.batches += 1
    this.lastBatch = update
    if (this.isDeaf) return
    for (const change of update.updates) {
      const shown = this.#shown.get(change.viewId)
      if (shown === undefined) continue
      if (shown.revision !== change.from && change.ops[0]?.op !== 'reset')
        throw new Error(`revision ${shown.revision} met an update from ${change.from}`)
      shown.revision = change.to
      for (const op of change.ops) {
        switch (op.op) {
          case 'reset':
            shown.items = [...op.items]
            shown.meta = op.meta
            break
          case 'insert':
            shown.items.splice(op.index, 0, ...op.items)
            break
          case 'remove':
            shown.items.splice(op.index, op.count)
            break
          case 'replace':
            shown.items[op.index] = op.item
            break
          case 'meta':
            shown.meta = op.meta
            break
          case 'failure':
            shown.failure = op.failure
            break
        }
      }
    }
    this.onUpdate()
    this.server.clock.schedule(this.acknowledgesAfterMs, () => {
      void this.engine.call('app.acknowledge', { batch: update.batch }, testWindow)
    })
  }

  async openConversation(
    narrow: Narrow,
    anchor: 'first_unread' | 'newest' | number = 'first_unread',
  ): Promise<ConversationWindow> {
    const viewId = await this.#open({ type: 'conversation', narrow, anchor })
    return new ConversationWindow(this, viewId)
  }

  async openDrafts(): Promise<{ items(): DraftItem[] }> {
    const viewId = await this.#open({ type: 'drafts' })
    return { items: () => this.shown(viewId).items as DraftItem[] } // this view's items
  }

  async openNavigation(): Promise<{ items(): NavigationItem[]; meta(): NavigationMeta }> {
    const viewId = await this.#open({ type: 'navigation' })
    return {
      items: () => this.shown(viewId).items as NavigationItem[], // this view's items
      meta: () => this.shown(viewId).meta as NavigationMeta, // this view's meta
    }
  }

  /** Opens any view with the input of `views.open`. */
  async openView<Shows extends { item: ViewItem; meta: ViewMeta }>(
    query: ViewQuery,
  ): Promise<{ viewId: string; items(): Shows['item'][]; meta(): Shows['meta'] }> {
    const viewId = await this.#open(query)
    return {
      viewId,
      items: () => this.shown(viewId).items, // the caller knows the item type of its view
      meta: () => this.shown(viewId).meta,
    }
  }

  async #open(query: ViewQuery): Promise<string> {
    const viewId = `view-${(this.#nextView += 1)}`
    const result = await this.engine.call('views.open', { viewId, query }, testWindow)
    if (!result.ok) throw new Error(sentenceOf(result.error))
    this.#shown.set(viewId, {
      items: [...result.value.items],
      meta: result.value.meta,
      revision: result.value.revision,
    })
    return viewId
  }

  shown(viewId: string): Shown {
    const shown = this.#shown.get(viewId)
    if (shown === undefined) throw new Error(`no view ${viewId}`)
    return shown
  }

  async send(
    destination: Exclude<Narrow, { kind: 'stream' }>,
    content: string,
    localId: string = crypto.randomUUID(),
    draftId?: string,
  ) {
    const result = await this.engine.call('messages.send', { localId, destination, content, draftId })
    if (!result.ok) throw new Error(sentenceOf(result.error))
    return localId
  }

  /** Searches streams, topics and people by name. */
  async findNarrows(query: string): Promise<readonly FoundNarrow[]> {
    const found = await this.engine.call('narrows.find', { query })
    if (!found.ok) throw new Error(sentenceOf(found.error))
    return found.value
  }

  online(): Promise<void> {
    return this.server.clock.until('the client is online', () => this.status?.connection.state === 'online')
  }
}

export class ConversationWindow {
  readonly #client: TestClient
  readonly viewId: string

  constructor(client: TestClient, viewId: string) {
    this.#client = client
    this.viewId = viewId
  }

  items(): ConversationItem[] {
    return this.#client.shown(this.viewId).items as ConversationItem[] // this view's items
  }

  meta(): ConversationMeta {
    return this.#client.shown(this.viewId).meta as ConversationMeta // this view's meta
  }

  /** A text per row: the text of messages and pending rows, `…` for a gap. */
  texts(): string[] {
    return this.items().map((item) => {
      switch (item.kind) {
        case 'message':
          return (item.html ?? '').replaceAll(/<[^>]+>/g, '')
        case 'pending':
          return `[${item.state}] ${item.text}`
        case 'gap':
          return '…'
      }
    })
  }

  async more(direction: 'older' | 'newer' | 'newest'): Promise<void> {
    void this.#client.engine.call('views.more', { viewId: this.viewId, direction }, testWindow)
    await this.#client.server.clock.advance(200)
  }
}
