import { Readable } from 'node:stream'
import Database from 'better-sqlite3'
import type { EngineInput } from '../../main/engine/calls.ts'
import { Engine } from '../../main/engine/engine.ts'
import type { RegisterReader } from '../../main/engine/workers/ingest/register-reader.ts'
import type { Reader } from '../../main/engine/workers/reader/reader.ts'
import {
  TransportError,
  type AccountStatus,
  type DesktopNotification,
  type EnginePorts,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type TransportUpload,
} from '../../main/engine/ports.ts'
import type { Update } from '../../preload/contract/bridge.ts'
import type { ConversationItem } from '../../preload/contract/message-items.ts'
import type { Failure, Narrow, Result } from '../../preload/contract/values.ts'
import type { OpenedView, ViewItem, ViewMeta } from '../../preload/contract/views.ts'
import type { ConversationMeta } from '../../preload/contract/views/conversation.ts'
import type { DraftItem } from '../../preload/contract/views/drafts.ts'
import type { NavigationItem, NavigationMeta } from '../../preload/contract/views/navigation.ts'
import type { ServerOptions } from '../../server/base/options.ts'
import type { FlushFile } from '../../server/base/ports.ts'
import type { Clock, FileStore } from '../../server/base/ports.ts'
import { buildServer, type BuiltServer } from '../../server/build-server.ts'
import { roles } from '../../server/base/roles.ts'
import { askedForms, askedLevel } from './asked-forms.ts'
import { SeededRandom } from './random.ts'
import { VirtualClock } from './virtual-clock.ts'

export interface Account {
  readonly id: number
  readonly email: string
  readonly apiKey: string
}

/** What may happen to a request on its way; the default is nothing. */
export interface Fault {
  /** Before the server sees it: the request never arrives. */
  readonly before?: 'unreachable' | 'broken'
  /** After the server has carried it out: the answer never arrives. */
  readonly after?: 'broken'
  readonly delayMs?: number
  /** The server has answered, but the answer takes this long: it tells of a past moment when it comes. */
  readonly answerDelayMs?: number
  /** The request takes effect twice, so much later again, and the second answer comes: a network stack sent it again. */
  readonly resentAfterMs?: number
  /** Answer with this status instead of asking the server. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export type FaultFor = (request: TransportRequest) => Fault | undefined

/** A server in virtual time, and what tests do to it. */
export class TestServer {
  readonly clock: VirtualClock
  readonly random: SeededRandom
  readonly database: string
  readonly files = memoryFiles()
  #built: BuiltServer | undefined

  readonly #serverClock: Clock
  readonly #flush: FlushFile

  /**
   * With `serverClock` the server lives in that time, and `clock` is nobody's. The disk is waited for by no clock: unless
   * `flush` is given, everything is on it at once.
   */
  constructor(
    options: {
      clock?: VirtualClock
      random?: SeededRandom
      database?: string
      serverClock?: Clock
      flush?: FlushFile
    } = {},
  ) {
    this.clock = options.clock ?? new VirtualClock()
    this.random = options.random ?? new SeededRandom(1)
    this.database = options.database ?? ':memory:'
    this.#serverClock = options.serverClock ?? this.clock
    this.#flush = options.flush ?? (() => Promise.resolve())
  }

  get built(): BuiltServer {
    if (this.#built === undefined) throw new Error('the server is down')
    return this.#built
  }

  get isUp(): boolean {
    return this.#built !== undefined
  }

  async start(options: ServerOptions = {}): Promise<void> {
    let unique = this.random.below(1e9)
    this.#built = await buildServer(
      {
        clock: this.#serverClock,
        random: this.random,
        ids: { unique: () => `id-${(unique += 1)}` },
        database: this.database,
        flush: this.#flush,
        files: this.files,
      },
      // That nothing goes twice is the client's own affair first: a server that helps would hide what it does.
      { knowsSendings: false, ...askedForms(), ...options },
    )
  }

  async stop(): Promise<void> {
    const built = this.built
    this.#built = undefined
    await built.close()
  }

  /** Three people and two streams that all of them read; `extra` is one nobody reads. */
  seed(): { iris: Account; noor: Account; mei: Account; general: number; design: number; extra: number } {
    const { context } = this.built
    return context.write(() => {
      context.tables.organization.create({ stringId: 'test', name: 'Test', description: '', createdAt: 1 })
      const add = (name: string, role: number): Account => {
        const email = `${name.toLowerCase()}@test.example`
        const apiKey = `key-of-${name.toLowerCase()}`
        const id = context.tables.users.add(
          { deliveryEmail: email, fullName: name, role, apiKey, dateJoined: 1 },
          'test.example',
        )
        return { id, email, apiKey }
      }
      const iris = add('Iris', roles.owner)
      const noor = add('Noor', roles.member)
      const mei = add('Mei', roles.member)
      const stream = (name: string, members: readonly Account[]): number => {
        const id = context.tables.streams.add({ name, description: '', renderedDescription: '', dateCreated: 1 })
        for (const member of members) context.tables.streams.subscribe(member.id, id, { color: '#336699' })
        return id
      }
      const general = stream('general', [iris, noor, mei])
      const design = stream('design', [iris, noor, mei])
      const extra = stream('extra', [])
      return { iris, noor, mei, general, design, extra }
    })
  }

  /** A call of the service as somebody, over the real routes. */
  async call(
    account: Account,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    form: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> {
    const response = await this.raw(account, { method, path: `/api/v1${path}`, form })
    return JSON.parse(response.body) as Record<string, unknown> // the service always answers an object
  }

  /** What somebody wants of a topic (`topicPolicies`), told at the address of the level that is asked for. */
  async setTopicPolicy(account: Account, topic: { stream: number; topic: string }, policy: number): Promise<void> {
    const place = { stream_id: String(topic.stream), topic: topic.topic }
    const answer =
      askedLevel() < 170
        ? await this.call(account, 'PATCH', '/users/me/subscriptions/muted_topics', {
            ...place,
            op: { 0: 'remove', 1: 'add' }[policy] ?? `none for policy ${policy}`,
          })
        : await this.call(account, 'POST', '/user_topics', { ...place, visibility_policy: String(policy) })
    if (answer.result !== 'success') throw new Error(`the policy ${policy} was refused: ${String(answer.msg)}`)
  }

  async raw(
    account: Account,
    request: Pick<TransportRequest, 'method' | 'path' | 'form'> &
      Partial<Pick<TransportRequest, 'upload'>> & { readonly userAgent?: string },
  ): Promise<{ status: number; headers: Record<string, string>; body: string }> {
    const encoded = new URLSearchParams(request.form).toString()
    const isGet = request.method === 'GET'
    const response = await this.built.app.inject({
      method: request.method,
      url: isGet && encoded !== '' ? `${request.path}?${encoded}` : request.path,
      headers: {
        authorization: `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}`,
        host: 'test.example',
        'user-agent': request.userAgent ?? 'Skein/0.1.0 (test)',
        ...(isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(request.upload === undefined ? {} : { 'content-type': 'multipart/form-data; boundary=part' }),
      },
      ...(isGet ? {} : { payload: request.upload === undefined ? encoded : multipart(request.upload) }),
    })
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value)
    return { status: response.statusCode, headers, body: response.body }
  }

  async post(account: Account, to: { stream: number; topic: string } | { direct: readonly number[] }, content: string) {
    const place: Record<string, string> =
      'stream' in to
        ? { type: 'stream', to: String(to.stream), topic: to.topic }
        : // The name that servers of every level know.
          { type: 'private', to: JSON.stringify(to.direct) }
    const response = await this.raw(account, {
      method: 'POST',
      path: '/api/v1/messages',
      form: { ...place, content, read_by_sender: 'true' },
      // Before level 236 the name of the client says that its user reads what it sends (S13).
      ...(askedLevel() < 236 ? { userAgent: 'website' } : {}),
    })
    const answer = JSON.parse(response.body) as Record<string, unknown> // the service always answers an object
    if (answer.result !== 'success') throw new Error(`posting failed: ${response.body}`)
    return Number(answer.id)
  }

  #sql(statement: string, ...parameters: unknown[]): void {
    this.built.context.sql(statement, parameters)
  }

  /**
   * Many messages of one topic at once, as a long past leaves them: `everySeconds` apart, the last of them written now.
   * Somebody has posted there before.
   */
  fill(
    place: { readonly stream: number; readonly topic: string },
    options: { readonly from: Account; readonly to: Account; readonly count: number; readonly everySeconds?: number },
  ): void {
    const now = Math.floor(this.clock.now() / 1000)
    this.#sql(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO message (sender_id, recipient_id, topic, topic_key, content, rendered, timestamp, client)
       SELECT ?, (SELECT id FROM recipient WHERE stream_id = ?), ?, lower(?), 'm' || i, '<p>m' || i || '</p>',
         ? - (? - i) * ?, 'filled' FROM n`,
      options.count,
      options.from.id,
      place.stream,
      place.topic,
      place.topic,
      now,
      options.count,
      options.everySeconds ?? 1,
    )
    this.#sql(
      `INSERT INTO user_message (message_id, user_id, flags) SELECT id, ?, 0 FROM message WHERE client = 'filled'`,
      options.to.id,
    )
    this.#sql("UPDATE message SET client = 'was filled' WHERE client = 'filled'")
  }

  /** Changes what the server holds, without telling anybody. */
  deleteMessage(id: number): void {
    this.#sql('DELETE FROM user_message WHERE message_id = ?', id)
    this.#sql('DELETE FROM message WHERE id = ?', id)
  }

  rewriteMessage(id: number, text: string): void {
    this.#sql('UPDATE message SET content = ?, rendered = ? WHERE id = ?', text, `<p>${text}</p>`, id)
  }

  moveTopic(streamId: number, from: string, to: string): void {
    this.#sql(
      'UPDATE message SET topic = ?, topic_key = ? WHERE topic_key = ? AND recipient_id = (SELECT id FROM recipient WHERE stream_id = ?)',
      to,
      to,
      from,
      streamId,
    )
  }

  /** Puts the rows of new messages where whoever reads the server's file looks for them. */
  settleRows(): void {
    this.#built?.context.tables.messages.personal.settle()
  }

  /** Rows of a table of the server's file that fulfil a condition. */
  count(table: string, condition: string): number {
    this.settleRows()
    const reader = new Database(this.database, { readonly: true })
    const row = reader.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).get()
    reader.close()
    return row?.n ?? 0
  }

  /** Makes the message somebody else's. */
  giveAway(messageId: number, userId: number): void {
    this.#sql('UPDATE message SET sender_id = ? WHERE id = ?', userId, messageId)
  }

  deactivate(userId: number): void {
    this.#sql('UPDATE user SET is_active = 0 WHERE id = ?', userId)
  }

  /** Puts an event into the account's queues, as a server with more features would. */
  event(account: Account, event: { readonly type: string } & Readonly<Record<string, unknown>>): void {
    const { context } = this.built
    context.write(() => {
      context.events.publish(account.id, () => event)
    })
  }

  /** Contents of everything the account can read in a place, as Markdown, oldest first. */
  contents(account: Account, narrow: readonly (readonly [string, unknown])[]): Promise<string[]> {
    return this.#contents(account, narrow, false)
  }

  /** The same as rendered, without the tags. */
  async texts(account: Account, narrow: readonly (readonly [string, unknown])[]): Promise<string[]> {
    return (await this.#contents(account, narrow, true)).map((html) => html.replaceAll(/<[^>]+>/g, ''))
  }

  async #contents(
    account: Account,
    narrow: readonly (readonly [string, unknown])[],
    isRendered: boolean,
  ): Promise<string[]> {
    const answer = await this.call(account, 'GET', '/messages', {
      narrow: JSON.stringify(narrow.map(([operator, operand]) => ({ operator, operand }))),
      anchor: 'newest',
      num_before: '5000',
      num_after: '0',
      apply_markdown: String(isRendered),
    })
    return (answer.messages as { content: string }[]).map((message) => message.content) // shape of GET /messages
  }
}

/** What files of `outgoing/` hold in tests: words that tell which file it is. */
export function outgoingBytes(attachmentId: string): Buffer {
  return Buffer.from(`bytes of ${attachmentId}`)
}

function multipart(upload: TransportUpload): Buffer {
  const bytes = outgoingBytes(upload.attachmentId)
  upload.onProgress(bytes.length)
  return Buffer.concat([
    Buffer.from(`--part\r\nContent-Disposition: form-data; name="file"; filename="${upload.name}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n--part--\r\n'),
  ])
}

/** The server's blobs, for as long as the test. */
export function memoryFiles(): FileStore {
  const held = new Map<string, Buffer>()
  return {
    read: (path) => held.get(path),
    write: (path, bytes) => void held.set(path, bytes),
    async save(path, source) {
      const chunks: Uint8Array[] = []
      for await (const chunk of source) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      held.set(path, bytes)
      return bytes.length
    },
    size: (path) => held.get(path)?.length,
    stream: (path, range) =>
      Readable.from([(held.get(path) ?? Buffer.alloc(0)).subarray(range?.start ?? 0, (range?.end ?? Infinity) + 1)]),
    remove: (path) => void held.delete(path),
  }
}

/** A transport into a test server, with faults. */
export function testTransport(server: TestServer, account: Account, faultFor: FaultFor = () => undefined): Transport {
  return {
    async request(request, signal) {
      const abandoned = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new TransportError('aborted', 'given up', false))
        })
      })
      const work = async () => {
        const fault = faultFor(request) ?? {}
        if (fault.delayMs !== undefined) {
          await new Promise<void>((resolve) => server.clock.schedule(fault.delayMs ?? 0, resolve))
        }
        const isDown = () => !server.isUp
        if (fault.before === 'unreachable' || isDown()) {
          throw new TransportError('unreachable', 'The server cannot be reached.', true)
        }
        if (fault.before === 'broken') throw new TransportError('broken', 'The connection broke.', false)
        if (fault.status !== undefined) {
          return { status: fault.status, headers: fault.headers ?? {}, body: '<html>no</html>' }
        }
        let response = await server.raw(account, request)
        if (fault.resentAfterMs !== undefined) {
          await new Promise<void>((resolve) => server.clock.schedule(fault.resentAfterMs ?? 0, resolve))
          if (isDown()) throw new TransportError('broken', 'The connection broke.', false)
          response = await server.raw(account, request)
        }
        if (fault.answerDelayMs !== undefined) {
          await new Promise<void>((resolve) => server.clock.schedule(fault.answerDelayMs ?? 0, resolve))
        }
        if (fault.after === 'broken') throw new TransportError('broken', 'The connection broke.', false)
        return response
      }
      if (signal?.aborted === true) throw new TransportError('aborted', 'given up', true)
      let calmed = (): void => undefined
      const timeout = new Promise<never>((_, reject) => {
        calmed = server.clock.schedule(request.timeoutMs, () => {
          reject(new TransportError('timeout', 'The server did not answer in time.', false))
        })
      })
      abandoned.catch(() => undefined)
      timeout.catch(() => undefined)
      const result = work()
      result.catch(() => undefined)
      // A timer that waits on would hold the answer for as long.
      return Promise.race([result, abandoned, timeout]).finally(calmed)
    },
  }
}

interface Shown {
  items: ViewItem[]
  meta: ViewMeta
  revision: number
  failure?: Failure | null
}

/** An engine and the window that looks at it: applies updates as the renderer does. */
export class TestClient {
  readonly engine: Engine
  /** What the engine was made with. */
  readonly ports: EnginePorts
  readonly server: TestServer
  readonly account: Account
  readonly #shown = new Map<string, Shown>()
  /** Told after each batch of updates was applied. */
  onUpdate: () => void = () => undefined
  /** The window loses updates: it neither applies nor acknowledges them. */
  isDeaf = false
  /** How long the window takes to acknowledge a batch; as over a real pipe, the answer comes later than the update. */
  acknowledgesAfterMs = 1
  /** How many batches the window was sent, and the last of them. */
  batches = 0
  lastBatch: Extract<Update, { type: 'views' }> | undefined
  readonly logs: string[] = []
  readonly requests: TransportRequest[] = []
  status: AccountStatus | undefined
  keptAttachments: readonly string[] = []
  readonly notifications: DesktopNotification[] = []
  readonly withdrawn: number[] = []
  #nextView = 0

  constructor(
    server: TestServer,
    account: Account,
    options: {
      database?: string
      rewrite?: (request: TransportRequest, body: Record<string, unknown>) => Record<string, unknown>
      /** Stands between the client and the server: answers a request with what `ask` gets, or with something else. */
      through?: (request: TransportRequest, ask: () => Promise<TransportResponse>) => Promise<TransportResponse>
      /** Spoils an answer as a whole. */
      garble?: (request: TransportRequest, response: TransportResponse) => TransportResponse
      faultFor?: FaultFor
      random?: SeededRandom
      engineEpoch?: number
      registerReader?: RegisterReader
      /** Searches the file; else the engine's thread does. */
      reader?: Reader
    } = {},
  ) {
    this.server = server
    this.account = account
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
      clock: server.clock,
      random: options.random ?? new SeededRandom(7),
      database: options.database ?? ':memory:',
      engineEpoch: options.engineEpoch ?? 1,
      accountId: 'test',
      publish: (update) => {
        this.receive(update)
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
      void this.engine.call('app.acknowledge', { batch: update.batch })
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

  /** Opens any view, as `views.open` takes it. */
  async openView<Shows extends { item: ViewItem; meta: ViewMeta }>(
    query: EngineInput<'views.open'>['query'],
  ): Promise<{ viewId: string; items(): Shows['item'][]; meta(): Shows['meta'] }> {
    const viewId = await this.#open(query)
    return {
      viewId,
      items: () => this.shown(viewId).items, // whoever opens a view knows what it shows
      meta: () => this.shown(viewId).meta,
    }
  }

  async #open(query: unknown): Promise<string> {
    const viewId = `view-${(this.#nextView += 1)}`
    const result = (await this.engine.call('views.open', { viewId, query })) as Result<OpenedView> // the call's output
    if (!result.ok) throw new Error(result.error.message)
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
    if (!result.ok) throw new Error(result.error.message)
    return localId
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

  /** One word a row: the text of messages and pending rows, `…` for a gap. */
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
    void this.#client.engine.call('views.more', { viewId: this.viewId, direction })
    await this.#client.server.clock.advance(200)
  }
}
