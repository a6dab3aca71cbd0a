import type { Narrow } from '#contract/base/values.ts'
import type { GroupItem, GroupsMeta } from '#contract/people/groups.ts'
import type { ViewQuery } from '#contract/views.ts'
import type { SnippetItem, SnippetsMeta } from '#contract/writing.ts'
import Database from 'better-sqlite3'
import type { EngineCalls } from '#engine/engine-calls.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import { textFailure } from './text-failure.ts'
import { TransportError, type TransportRequest } from '#engine/ports.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { addUser } from '#server/organization/user-changes.ts'
import { callName } from './client-calls.ts'
import { temporaryDatabase } from './files.ts'
import { HeldProbe } from './held.ts'
import { modelOf } from './model.ts'
import { notDone } from './not-done.ts'
import { SeededRandom } from './random.ts'
import { VirtualClock } from './virtual-clock.ts'
import { TestClient, type ConversationWindow } from './test-client.ts'
import { TestServer, type Account } from './test-server.ts'
import { testWindow } from './test-window.ts'

/** Virtual time plus the real duration of work, by which the engine bounds its slices. */
class WorkingClock extends VirtualClock {
  override elapsed(): number {
    return performance.now()
  }
}

/** The effects of one altered answer on a client. */
export interface Effect {
  /** The longest turn of the engine's thread, in milliseconds of its processor time. */
  readonly heldMs: number
  /** The length of the answer in characters. */
  readonly size: number
  /** Whether the client dropped its queue and registered again. */
  readonly hasRegistered: boolean
}

/** Alters an answer; null leaves it unchanged. */
type Spoil = (body: Record<string, unknown>) => string | null

/** The request whose answer is altered. */
interface Meant {
  readonly name: string
  readonly isMeant: (request: TransportRequest) => boolean
}

function meant(call: string): Meant {
  return { name: call, isMeant: ({ method, path }) => callName(method, path) === call }
}

/** A client with open windows; the server's next answer can be replaced. */
export class SizedClient {
  readonly server: TestServer
  readonly client: TestClient
  readonly database: string
  readonly iris: Account
  readonly noor: Account
  readonly mei: Account
  readonly general: number
  readonly #extra: number
  readonly #seed: number
  /** The newest message of the unaltered server. */
  newest = 0
  #window: ConversationWindow | undefined
  #spoil: { readonly isMeant: Meant['isMeant']; readonly make: Spoil; size: number } | null = null
  /** The call whose next request will be lost. */
  #lost: string | null = null
  #view: string | undefined
  #count = 0
  readonly #sent: string[] = []
  #said = 0
  #probe: HeldProbe | undefined

  static async start(seed: number, featureLevel?: FeatureLevel): Promise<SizedClient> {
    const server = new TestServer({ clock: new WorkingClock(), random: new SeededRandom(seed) })
    await server.start(featureLevel === undefined ? {} : { featureLevel })
    const started = new SizedClient(server, seed)
    await started.#settle()
    return started
  }

  private constructor(server: TestServer, seed: number) {
    this.server = server
    this.#seed = seed
    const { iris, noor, mei, general, extra } = server.seed()
    this.iris = iris
    this.noor = noor
    this.mei = mei
    this.#extra = extra
    this.general = general
    this.database = temporaryDatabase()
    this.client = new TestClient(server, iris, {
      database: this.database,
      random: new SeededRandom(seed + 1),
      faultFor: ({ method, path }) => {
        if (this.#lost === null || callName(method, path) !== this.#lost) return undefined
        this.#lost = null
        return { before: 'broken' }
      },
      garble: (request, response) => {
        const spoil = this.#spoil
        if (spoil === null || response.status !== 200 || !spoil.isMeant(request)) return response
        const body = spoil.make(JSON.parse(response.body) as Record<string, unknown>) // the service answers objects
        if (body === null) return response
        this.#spoil = null
        spoil.size = body.length
        // The time to build the answer is not the client's.
        this.#probe?.restart()
        if (body.length > request.maxBytes) {
          throw new TransportError('too_large', textFailure('The server’s response is too large.'), false)
        }
        return { ...response, body }
      },
    }).start()
  }

  async #settle(): Promise<void> {
    await this.client.online()
    await this.client.openNavigation()
    for (let index = 0; index < 3; index += 1) {
      await this.server.post(this.noor, { stream: this.general, topic: 'a' }, `before ${index}`)
    }
    const upload = {
      attachmentId: crypto.randomUUID(),
      name: 'old.txt',
      type: 'text/plain',
      onProgress: () => undefined,
    }
    await this.server.raw(this.iris, { method: 'POST', path: '/api/v1/user_uploads', form: {}, upload })
    await this.client.openConversation({ kind: 'topic', streamId: this.general, topic: 'a' }, 'newest')
    this.#window = await this.client.openConversation({ kind: 'direct', userIds: [this.noor.id] }, 'newest')
    await this.says('the beginning')
  }

  /** Sends an ordinary message to the client, which must show it. */
  async says(words: string): Promise<void> {
    this.newest = await this.server.post(this.noor, { direct: [this.iris.id] }, words)
    const isShown = () => this.#window?.texts().includes(words) === true
    await this.server.clock.until(`“${words}” is shown`, isShown, 3_600_000)
  }

  /** Alters the next answer of a kind of requests with `make`, then sends an ordinary message. */
  async meet(
    { name, isMeant }: Meant,
    make: Spoil,
    provoke: () => unknown,
    recover: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Effect> {
    const spoil = { isMeant, make, size: 0 }
    const registered = this.#registrations()
    this.#spoil = spoil
    const probe = new HeldProbe()
    this.#probe = probe
    try {
      await provoke()
      await this.server.clock.until(`the answer of ${name} has come`, () => this.#spoil === null, 3_600_000)
      await recover()
      this.#said += 1
      await this.says(`honest ${this.#said}`)
    } finally {
      probe.end()
    }
    const heldMs = Math.round(probe.end())
    return { heldMs, size: spoil.size, hasRegistered: this.#registrations() > registered }
  }

  /** Delivers an event with this JSON, except its id, to the client's queue. */
  meetEvent(json: string): Promise<Effect> {
    const spoil: Spoil = ({ events, ...rest }) => {
      const told = events as { id: number; isPlaceholder?: true }[] // what GET /events answers
      const placeholder = told.find(({ isPlaceholder }) => isPlaceholder)
      if (placeholder === undefined) return null
      const others = told.filter((event) => event !== placeholder).map((event) => JSON.stringify(event))
      const own = json.replace(/^\{/, () => `{"id":${placeholder.id},`)
      return `${JSON.stringify(rest).slice(0, -1)},"events":[${[...others, own].join(',')}]}`
    }
    return this.meet(meant('GET /events'), spoil, () => {
      // The type is one that the client has subscribed to.
      this.server.event(this.iris, { type: 'typing', isPlaceholder: true })
    })
  }

  /** Registers the client with this answer, then again with an ordinary one. */
  meetRegistration(make: Spoil): Promise<Effect> {
    const lose = () => {
      this.#loseQueue()
    }
    return this.meet(meant('POST /register'), make, lose, () => this.registersAnew())
  }

  /** An unused number. */
  next(): number {
    return (this.#count += 1)
  }

  /** The time in an hour, UNIX seconds. */
  inAnHour(): number {
    return Math.floor(this.server.clock.now() / 1000) + 3600
  }

  /**
   * Makes a call of the page.
   * @throws if it is refused
   */
  async does(name: keyof EngineCalls, input: unknown): Promise<void> {
    const result = await this.client.engine.call(name, input as never, testWindow) // each use gives what its call takes
    if (!result.ok) throw new Error(`${name}: ${sentenceOf(result.error)}`)
  }

  /** Opens a window and closes the previous one. */
  async opensView(query: ViewQuery): Promise<void> {
    const before = this.#view
    this.#view = (await this.client.openView(query)).viewId
    if (before !== undefined) await this.does('views.close', { viewId: before })
  }

  opens(narrow: Exclude<Narrow, { kind: 'direct' }>): Promise<void> {
    return this.opensView({ type: 'conversation', narrow, anchor: 'newest' })
  }

  /** Queues a message, which the server must have exactly once at the end. */
  async sends(destination: Exclude<Narrow, { kind: 'stream' }>): Promise<void> {
    const content = `sent ${this.next()}`
    this.#sent.push(content)
    await this.client.send(destination, content)
  }

  /** A stream that the client can join. */
  get joinable(): number {
    return this.#extra
  }

  /** Subscribes the client to the stream that it can join. */
  async joins(): Promise<void> {
    await this.tells('POST', '/users/me/subscriptions', { subscriptions: '[{"name":"extra"}]' })
  }

  /** Unsubscribes the client from the stream that it can join. */
  async leaves(): Promise<void> {
    await this.tells('DELETE', '/users/me/subscriptions', { subscriptions: '["extra"]' })
  }

  /** Makes the client forget the stream's number of subscribers, so that it may query it. */
  async forgetsSubscribers(): Promise<void> {
    await this.joins()
    await this.leaves()
    await this.server.clock.advance(60_001)
  }

  /** Makes the client forget a person whom the server still knows, and returns their id. */
  async forgetsPerson(): Promise<number> {
    this.server.event(this.iris, { type: 'realm_user', op: 'remove', person: { user_id: this.mei.id } })
    await this.server.clock.advance(500)
    return this.mei.id
  }

  /** Adds a field of pronouns to the profiles. @returns its id */
  async profileField(): Promise<number> {
    const { id } = await this.tells('POST', '/realm/profile_fields', { field_type: '8', name: `Field ${this.next()}` })
    return Number(id)
  }

  /** Loses the next request of a call without an error for the client. */
  loses(call: string): void {
    this.#lost = call
  }

  /** Calls the service as another device of the user, and delivers the event to the client. */
  async tells(
    method: 'POST' | 'DELETE',
    path: string,
    form: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> {
    const answer = await this.server.call(this.iris, method, path, form)
    await this.server.clock.advance(500)
    return answer
  }

  /** A person whom the client has, and no other test needs. */
  async personOfServer(): Promise<number> {
    const { context } = this.server.built
    const name = `person${this.next()}`
    const person = { deliveryEmail: `${name}@test.example`, fullName: name, role: 400, apiKey: name, dateJoined: 1 }
    const { id } = context.write(() => addUser(context, person, 'test.example'))
    await this.server.clock.advance(500)
    return id
  }

  /** A bot of the user that the client has. */
  async botOfServer(): Promise<number> {
    const name = `helper${this.next()}`
    const { user_id: id } = await this.tells('POST', '/bots', { full_name: name, short_name: name })
    return Number(id)
  }

  /** An own message that the client has. */
  async own(content: string, topic?: string): Promise<number> {
    const place = topic === undefined ? { direct: [this.noor.id] } : { stream: this.general, topic }
    const id = await this.server.post(this.iris, place, content)
    await this.server.clock.advance(500)
    return id
  }

  /** A message that the client does not have. */
  postsUnheard(): Promise<number> {
    return this.server.post(this.noor, { stream: this.#extra, topic: 'unheard' }, `unheard ${this.next()}`)
  }

  async draftOfServer() {
    const topic = `of the server ${this.next()}`
    const written = {
      type: 'stream',
      to: [this.general],
      topic,
      content: 'written elsewhere',
      timestamp: 1_700_000_000,
    }
    const { ids } = await this.tells('POST', '/drafts', { drafts: JSON.stringify([written]) })
    const [id] = ids as number[] // what POST /drafts answers
    return { draftId: `server-${id}`, narrow: { kind: 'topic', streamId: this.general, topic } as const }
  }

  /** The local id of a snippet that the server has. */
  async snippetOfServer(): Promise<string> {
    const title = `saved elsewhere ${this.next()}`
    await this.tells('POST', '/saved_snippets', { title, content: 'text' })
    const view = await this.client.openView<{ item: SnippetItem; meta: SnippetsMeta }>({
      type: 'snippets',
      text: title,
    })
    await this.server.clock.until('the saved text is shown', () => view.items().length === 1)
    return view.items()[0]?.snippetId ?? ''
  }

  /** The id of a group that the client knows. */
  async groupOfServer(): Promise<number> {
    const name = `elsewhere ${this.next()}`
    await this.tells('POST', '/user_groups/create', {
      name,
      description: '',
      members: JSON.stringify([this.iris.id]),
    })
    const view = await this.client.openView<{ item: GroupItem; meta: GroupsMeta }>({
      type: 'groups',
      filter: 'all',
      text: name,
    })
    const group = () => view.items().find((item) => item.name === name)
    await this.server.clock.until('the group is listed', () => group() !== undefined)
    return group()?.groupId ?? 0
  }

  /** The id of a file that another client has uploaded. */
  async fileAtServer(): Promise<number> {
    const name = `file ${this.next()}.txt`
    const upload = { attachmentId: crypto.randomUUID(), name, type: 'text/plain', onProgress: () => undefined }
    await this.server.raw(this.iris, { method: 'POST', path: '/api/v1/user_uploads', form: {}, upload })
    const { attachments } = await this.server.call(this.iris, 'GET', '/attachments')
    return (attachments as { id: number; name: string }[]).find((file) => file.name === name)?.id ?? 0 // its shape
  }

  async scheduledAtServer(): Promise<number> {
    const answer = await this.tells('POST', '/scheduled_messages', {
      type: 'stream',
      to: String(this.general),
      topic: 'later',
      content: `later ${this.next()}`,
      scheduled_delivery_timestamp: String(this.inAnHour()),
    })
    return Number(answer.scheduled_message_id)
  }

  async registersAnew(): Promise<void> {
    await this.server.clock.advance(1_000)
    this.#loseQueue()
    await this.client.online()
  }

  /** The used bytes of the client's file. */
  onDisk(): number {
    const reader = new Database(this.database, { readonly: true })
    const number = (name: string) => Number(reader.pragma(name, { simple: true }))
    const bytes = (number('page_count') - number('freelist_count')) * number('page_size')
    reader.close()
    return bytes
  }

  #loseQueue(): void {
    this.server.built.context.events.removeAll()
    this.client.engine.signal('key_changed')
  }

  #registrations(): number {
    return this.client.requests.filter(({ path }) => path.endsWith('/register')).length
  }

  /** Ends the client without checks, after a failure. */
  abandon(): void {
    this.client.engine.close()
  }

  /**
   * Checks that after an ordinary registration the client equals a new one, and ends both.
   * @returns the differences, as sentences
   */
  async end(): Promise<string[]> {
    const { client, server, database } = this
    await this.registersAnew()
    await server.clock.advance(600_000)
    const wrong = client.logs.filter(
      (line) => line === 'restart' || /SQLITE|is not iterable|TypeError|RangeError/.test(line),
    )
    wrong.push(...(await notDone({ database, server, account: this.iris, sent: this.#sent })))
    client.engine.close()
    const reader = new Database(database, { readonly: true })
    if (reader.pragma('integrity_check', { simple: true }) !== 'ok') wrong.push('the file is damaged')
    if ((reader.pragma('foreign_key_check') as unknown[]).length > 0) wrong.push('the file has rows that point nowhere')
    reader.close()
    const fresh = temporaryDatabase()
    const other = new TestClient(server, this.iris, {
      database: fresh,
      engineEpoch: 2,
      random: new SeededRandom(this.#seed + 2),
    })
    await other.start().online()
    other.engine.close()
    const expected = modelOf(fresh)
    for (const [table, rows] of Object.entries(modelOf(database))) {
      if (JSON.stringify(rows) !== JSON.stringify(expected[table])) wrong.push(`“${table}” is not what the server has`)
    }
    await server.stop()
    return wrong
  }
}
