import { checkAnswer } from '#tests/contract/contract.ts'
import type { FlushFile } from '#server/base/ports.ts'
import type { ServerOptions } from '#server/base/options.ts'
import { roles } from '#server/people/permissions.ts'
import { temporaryDatabase } from './files.ts'
import { encodeForm } from './forms.ts'
import { TestServer, type Account } from './test-server.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Form = Readonly<Record<string, unknown>>
export type Answer = Record<string, unknown> & { status: number }

/** All capabilities of a modern client; queues of tests are opened with them. */
export const allCapabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
}

/** A server in virtual time; every answer is checked against the described structure. */
export class Service {
  readonly server: TestServer
  readonly #queues = new Map<number, { id: string; last: number }>()

  constructor(database: string, flush?: FlushFile) {
    this.server = new TestServer({ database, ...(flush === undefined ? {} : { flush }) })
  }

  /** Starts a server. `flush` flushes the disk; without it everything is flushed at once. */
  static async start(options: ServerOptions = {}, database = temporaryDatabase(), flush?: FlushFile): Promise<Service> {
    const service = new Service(database, flush)
    await service.server.start(options)
    service.context.write(() => {
      service.context.tables.organization.create({
        stringId: 'test',
        name: 'Test',
        description: '',
        createdAt: service.context.nowSeconds() - 86_400,
      })
    })
    return service
  }

  get context() {
    return this.server.built.context
  }

  /** A new account of the given role. */
  person(name: string, role: keyof typeof roles = 'member'): Account {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@test.example`
    const apiKey = `key-of-${name.toLowerCase()}`
    const id = this.context.write(() =>
      this.context.tables.users.add(
        { deliveryEmail: email, fullName: name, role: roles[role], apiKey, dateJoined: 1_600_000_000 },
        'test.example',
      ),
    )
    return { id, email, apiKey }
  }

  bot(name: string, owner: Account): Account {
    const email = `${name.toLowerCase()}-bot@test.example`
    const apiKey = `key-of-${name.toLowerCase()}`
    const id = this.context.write(() =>
      this.context.tables.users.add(
        {
          deliveryEmail: email,
          fullName: name,
          role: roles.member,
          apiKey,
          dateJoined: 1_600_000_000,
          isBot: true,
          botOwnerId: owner.id,
        },
        'test.example',
      ),
    )
    return { id, email, apiKey }
  }

  /** Calls the service; the answer is checked against the description. */
  async call(account: Account | null, method: Method, path: string, form: Form = {}): Promise<Answer> {
    const encoded = new URLSearchParams(encodeForm(form)).toString()
    const isGet = method === 'GET'
    const response = await this.server.built.app.inject({
      method,
      url: `/api/v1${path}${isGet && encoded !== '' ? `?${encoded}` : ''}`,
      headers: {
        host: 'test.example',
        'user-agent': 'Skein/0.1.0 (test)',
        ...(account === null
          ? {}
          : { authorization: `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}` }),
        ...(isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(isGet ? {} : { payload: encoded }),
    })
    const body = JSON.parse(response.body) as Record<string, unknown> // the service always answers an object
    // The description uses the service's own dialect.
    if (this.context.options.dialect === 'svc' && this.context.layer === undefined) {
      checkAnswer(method, path, response.statusCode, body)
    }
    return { ...body, status: response.statusCode }
  }

  /** Calls the service like `call`, but fails if the call does. */
  async ok(account: Account | null, method: Method, path: string, form: Form = {}): Promise<Answer> {
    const answer = await this.call(account, method, path, form)
    if (answer.result !== 'success') throw new Error(`${method} ${path} failed: ${JSON.stringify(answer)}`)
    return answer
  }

  /** Sends one file, and fails if the call does. */
  async upload(account: Account, path: string, name: string, bytes: Buffer): Promise<Answer> {
    const response = await this.server.built.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: {
        host: 'test.example',
        authorization: `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}`,
        'content-type': 'multipart/form-data; boundary=part',
      },
      payload: Buffer.concat([
        Buffer.from(`--part\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
        bytes,
        Buffer.from('\r\n--part--\r\n'),
      ]),
    })
    const body = JSON.parse(response.body) as Record<string, unknown> // the service always answers an object
    if (this.context.layer === undefined) checkAnswer('POST', path, response.statusCode, body)
    if (body.result !== 'success') throw new Error(`POST ${path} failed: ${response.body}`)
    return { ...body, status: response.statusCode }
  }

  /**
   * Creates or joins a stream and subscribes the named people. The server's notices are removed, so that tests begin
   * with an empty stream.
   */
  async stream(name: string, people: readonly Account[], settings: Form = {}): Promise<number> {
    const [first] = people
    if (first === undefined) throw new Error('a stream needs somebody')
    await this.ok(first, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      ...(people.length > 1 ? { principals: people.map((person) => person.id) } : {}),
      ...settings,
    })
    const answer = await this.ok(first, 'GET', '/get_stream_id', { stream: name })
    const id = Number(answer.stream_id)
    const notices = `SELECT m.id FROM message m JOIN recipient r ON r.id = m.recipient_id
      WHERE r.stream_id = ? AND m.topic IN ('stream events', 'channel events')`
    this.context.sql(`DELETE FROM message_search WHERE rowid IN (${notices})`, [id])
    this.context.sql(`DELETE FROM message WHERE id IN (${notices})`, [id])
    this.context.write(() => {
      this.context.tables.streams.findFirstMessage(id)
    })
    return id
  }

  async say(account: Account, stream: number, topic: string, content: string): Promise<number> {
    return Number(
      (
        await this.ok(account, 'POST', '/messages', {
          type: 'stream',
          to: stream,
          topic,
          content,
          read_by_sender: true,
        })
      ).id,
    )
  }

  async tell(account: Account, to: readonly Account[], content: string): Promise<number> {
    const ids = to.map((other) => other.id)
    return Number(
      (await this.ok(account, 'POST', '/messages', { type: 'direct', to: ids, content, read_by_sender: true })).id,
    )
  }

  /** Opens an event queue and returns the initial state. */
  async listen(account: Account, form: Form = {}): Promise<Answer> {
    const state = await this.ok(account, 'POST', '/register', {
      apply_markdown: true,
      client_capabilities: allCapabilities,
      ...form,
    })
    this.#queues.set(account.id, { id: String(state.queue_id), last: Number(state.last_event_id) })
    return state
  }

  /** The events since the last call, acknowledged. */
  async events(account: Account): Promise<Record<string, unknown>[]> {
    const queue = this.#queues.get(account.id)
    if (queue === undefined) throw new Error('nobody listens')
    const answer = await this.ok(account, 'GET', '/events', {
      queue_id: queue.id,
      last_event_id: queue.last,
      dont_block: true,
    })
    const events = answer.events as { id: number }[] & Record<string, unknown>[] // shape of GET /events
    queue.last = events.at(-1)?.id ?? queue.last
    return events
  }

  /** Polls, waiting for events, and returns them. */
  async waitForEvents(account: Account): Promise<Record<string, unknown>[]> {
    const queue = this.#queues.get(account.id)
    if (queue === undefined) throw new Error('nobody listens')
    const answer = await this.ok(account, 'GET', '/events', { queue_id: queue.id, last_event_id: queue.last })
    const events = answer.events as { id: number }[] & Record<string, unknown>[] // shape of GET /events
    queue.last = events.at(-1)?.id ?? queue.last
    return events
  }

  /** Restarts the server on the same data. */
  async restart(options: ServerOptions = {}): Promise<void> {
    await this.server.stop()
    await this.server.start(options)
  }

  /** The contents of the account's search results, as Markdown, oldest first. */
  async found(account: Account, narrow: readonly unknown[]): Promise<string[]> {
    const answer = await this.ok(account, 'GET', '/messages', {
      narrow,
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
      apply_markdown: false,
    })
    return (answer.messages as { content: string }[]).map((message) => message.content) // shape of GET /messages
  }
}
