import { Readable } from 'node:stream'
import Database from 'better-sqlite3'
import type { TransportRequest, TransportUpload } from '#engine/ports.ts'
import type { ServerOptions } from '#server/base/options.ts'
import type { FlushFile, Clock, FileStore } from '#server/base/ports.ts'
import { buildServer, type BuiltServer } from '#server/build-server.ts'
import { emojiDataPath } from '#server/context/extra-emoji.ts'
import { roles } from '#server/people/permissions.ts'
import { askedForms, askedLevel } from './asked-forms.ts'
import { encodeForm } from './forms.ts'
import { SeededRandom } from './random.ts'
import type { TestClient } from './test-client.ts'
import { VirtualClock, type ClockPart } from './virtual-clock.ts'

export interface Account {
  readonly id: number
  readonly email: string
  readonly apiKey: string
}

/** A server in virtual time, and the actions of tests on it. */
export class TestServer {
  readonly clock: VirtualClock
  readonly random: SeededRandom
  readonly database: string
  readonly files = memoryFiles()
  /** The engines that were made for this server: `setupWorld` closes them. */
  readonly clients: TestClient[] = []
  #built: BuiltServer | undefined

  /** Whether the server has its table of emoji, which costs each engine more than all else of a registration. */
  readonly #hasEmojiData: boolean
  readonly #part: ClockPart
  readonly #serverClock: Clock
  readonly #flush: FlushFile

  /**
   * With `serverClock` the server uses that clock and `clock` is unused. Disk flushes take no virtual time: without
   * `flush` everything is flushed at once. Without `hasEmojiData` engines use the names that they know, which are equal.
   */
  constructor(
    options: {
      clock?: VirtualClock
      random?: SeededRandom
      database?: string
      serverClock?: Clock
      flush?: FlushFile
      hasEmojiData?: boolean
    } = {},
  ) {
    this.clock = options.clock ?? new VirtualClock()
    this.random = options.random ?? new SeededRandom(1)
    this.database = options.database ?? ':memory:'
    this.#hasEmojiData = options.hasEmojiData ?? false
    this.#part = this.clock.part()
    this.#serverClock = options.serverClock ?? this.#part
    this.#flush = options.flush ?? (() => Promise.resolve())
  }

  get built(): BuiltServer {
    if (this.#built === undefined) throw new Error('the server is down')
    return this.#built
  }

  /** The number of the server's pending timers in `clock`. */
  get timers(): number {
    return this.#part.timers
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
      // The client alone must prevent duplicates: a server that recognizes repetitions would hide its faults.
      { knowsSendings: false, ...askedForms(), ...options },
    )
  }

  async stop(): Promise<void> {
    const built = this.built
    this.#built = undefined
    await built.close()
  }

  /** Three people and two streams with all of them as subscribers; `extra` has no subscribers. */
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

  /** Calls the service as a person, over the real routes. */
  async call(
    account: Account,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    form: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> {
    const response = await this.raw(account, { method, path: `/api/v1${path}`, form })
    return JSON.parse(response.body) as Record<string, unknown> // the service always answers an object
  }

  /** Calls the service like `call`, but fails if the call does; values other than texts are sent as JSON. */
  async ok(
    account: Account,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    form: Readonly<Record<string, unknown>> = {},
  ): Promise<Record<string, unknown>> {
    const answer = await this.call(account, method, path, encodeForm(form))
    if (answer.result !== 'success') throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }

  /** Sets a person's policy of a topic (`topicPolicies`), in the form of the environment's level. */
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
    if (request.path === emojiDataPath && !this.#hasEmojiData) return { status: 404, headers: {}, body: '' }
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
        : // Servers of every level know this name.
          { type: 'private', to: JSON.stringify(to.direct) }
    const response = await this.raw(account, {
      method: 'POST',
      path: '/api/v1/messages',
      form: { ...place, content, read_by_sender: 'true' },
      // Before level 236 the client's name decides whether own messages are read (S13).
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
   * Adds many old messages of one topic at once, `everySeconds` apart, the last one now. The topic must have a message.
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

  /** Changes the server's tables without an event. */
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

  /** Moves the rows of new messages to the table that readers of the file use. */
  settleRows(): void {
    this.#built?.context.tables.messages.personal.settle()
  }

  /** The number of rows of a table of the server's file that match a condition. */
  count(table: string, condition: string): number {
    this.settleRows()
    const reader = new Database(this.database, { readonly: true })
    const row = reader.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).get()
    reader.close()
    return row?.n ?? 0
  }

  /** Changes the message's sender. */
  giveAway(messageId: number, userId: number): void {
    this.#sql('UPDATE message SET sender_id = ? WHERE id = ?', userId, messageId)
  }

  deactivate(userId: number): void {
    this.#sql('UPDATE user SET is_active = 0 WHERE id = ?', userId)
  }

  /** Puts an event into the account's queues, like a server with more features. */
  event(account: Account, event: { readonly type: string } & Readonly<Record<string, unknown>>): void {
    const { context } = this.built
    context.write(() => {
      context.events.publish(account.id, () => event)
    })
  }

  /** The contents of all messages that the account can read in a narrow, as Markdown, oldest first. */
  contents(account: Account, narrow: readonly (readonly [string, unknown])[]): Promise<string[]> {
    return this.#contents(account, narrow, false)
  }

  /** The contents as rendered text without tags. */
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

/** The contents of files of `outgoing/` in tests: a text that names the file. */
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

/** The server's blobs, in memory. */
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
