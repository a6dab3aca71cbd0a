import Database from 'better-sqlite3'
import type { TransportRequest, TransportResponse } from '#engine/ports.ts'
import type { Result } from '#contract/base/failures.ts'
import { temporaryDatabase } from '#support/files.ts'
import { SeededRandom } from '#support/random.ts'
import { TestClient } from '#support/test-client.ts'
import { TestServer } from '#support/test-server.ts'
import type { Fault } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'
import { forgetCrash, hasCrashed } from './crash.ts'
import { LaggingQueue } from './lagging-queue.ts'
import type { Profile } from './profile.ts'
import { noteProgress } from './watchdog.ts'

export type Destination =
  | { readonly kind: 'topic'; readonly streamId: number; readonly topic: string }
  | { readonly kind: 'direct'; readonly userIds: number[] }

export type People = ReturnType<TestServer['seed']> & {
  /** A private stream with protected history. */
  readonly vault: number
  /** A private stream with shared history. */
  readonly backroom: number
}

/** The stage of a schedule: the server, the client with its restarts, and the network between them. */
export class Stage {
  readonly random: SeededRandom
  readonly profile: Profile
  readonly server: TestServer
  readonly database = temporaryDatabase()
  readonly lag: LaggingQueue
  /** The probability of a fault of a request, from 0 to 1. */
  faultRate = 0
  /** Whether the network is down while the server runs. */
  isCutOff = false
  /** Called with each new engine before it starts. */
  onClient: () => void = () => undefined
  #client: TestClient | undefined
  #people: People | undefined
  #engines = 0
  #localIds = 0
  #lastEvents: TransportResponse | undefined
  #queueOfLast: string | undefined
  readonly #knowsSendings: boolean
  /** A separate generator, so that faults of the page do not change the schedule. */
  readonly #pageRandom: SeededRandom
  readonly #asked = new WeakMap<TransportRequest, number>()
  /** The time of the request of the last answered registration. */
  registeredAt = 0

  constructor(seed: number, profile: Profile) {
    this.random = new SeededRandom(seed)
    this.#knowsSendings = seed % 2 === 0
    this.#pageRandom = new SeededRandom(seed + 2)
    this.profile = profile
    this.server = new TestServer({ random: new SeededRandom(seed + 1), database: temporaryDatabase() })
    this.lag = new LaggingQueue(this.server.clock)
  }

  get people(): People {
    if (this.#people === undefined) throw new Error('not begun')
    return this.#people
  }

  get client(): TestClient {
    if (this.#client === undefined) throw new Error('no client')
    return this.#client
  }

  /** Streams that the user leaves and joins, or never joins. */
  get looseStreams(): readonly number[] {
    return [this.people.extra, this.people.vault, this.people.backroom]
  }

  async begin(): Promise<void> {
    await this.startServer()
    const people = this.server.seed()
    const { noor, mei } = people
    const { context } = this.server.built
    const privateStream = (name: string, historyPublic: boolean) =>
      context.write(() => {
        const { streams } = context.tables
        const id = streams.add({
          name,
          description: '',
          renderedDescription: '',
          dateCreated: 1,
          inviteOnly: true,
          historyPublic,
        })
        for (const { id: userId } of [noor, mei]) streams.subscribe(userId, id, { color: '#336699' })
        return id
      })
    this.#people = { ...people, vault: privateStream('vault', false), backroom: privateStream('backroom', true) }
    // Only moderators may move old messages between streams.
    await this.server.call(people.iris, 'PATCH', `/users/${noor.id}`, { role: '300' })
  }

  /** Starts a server, which may or may not recognize `local_id`; in either case no message may be sent twice. */
  async startServer(options: { readonly forgetQueues?: boolean } = {}): Promise<void> {
    await this.server.start({ ...options, knowsSendings: this.#knowsSendings })
  }

  startClient(): void {
    this.#engines += 1
    forgetCrash(this.database)
    this.#client = new TestClient(this.server, this.people.iris, {
      database: this.database,
      random: new SeededRandom(this.random.below(1e9)),
      engineEpoch: this.#engines,
      faultFor: (request) => this.#fault(request),
      garble: (request, response) => this.#sometimesAgain(request, response),
      through: (request, ask) => this.lag.answer(request, ask),
    })
    this.onClient()
    this.#client.start()
  }

  /** Ends the engine, cleanly or not, and starts another one later. */
  async restart(pauseMs: number): Promise<void> {
    this.client.engine.close()
    await this.pass(pauseMs)
    this.startClient()
  }

  /** Makes the page fail sometimes: it loses batches until it recovers, or acknowledges them late. */
  disturbPage(): void {
    const random = this.#pageRandom
    this.client.isDeaf = random.chance(this.client.isDeaf ? 0.7 : 0.04)
    this.client.acknowledgesAfterMs = random.pick([1, 1, 1, 1, 400, 8_000])
  }

  /** Lets the page recover; its later calls tell the engine that batches were lost. */
  async hearPage(): Promise<void> {
    this.client.isDeaf = false
    this.client.acknowledgesAfterMs = 1
    await this.pass(15_000)
    await this.call('emoji.choice', {})
    await this.pass(1_000)
  }

  get hasCrashed(): boolean {
    return hasCrashed(this.database)
  }

  /** Sometimes delivers an answer of the event queue again, as a proxy may. */
  #sometimesAgain(request: TransportRequest, response: TransportResponse): TransportResponse {
    if (response.status !== 200) return response
    if (request.path.endsWith('/register')) this.registeredAt = this.#asked.get(request) ?? 0
    if (!request.path.endsWith('/events')) return response
    const last = this.#lastEvents
    this.#lastEvents = response
    const isSameQueue = last !== undefined && this.#queueOfLast === request.form.queue_id
    this.#queueOfLast = request.form.queue_id
    return isSameQueue && this.random.chance(this.faultRate * 0.2) ? last : response
  }

  #fault(request: TransportRequest): Fault | undefined {
    if (!this.#asked.has(request)) this.#asked.set(request, this.server.clock.now())
    if (this.hasCrashed || this.isCutOff) return { before: 'unreachable' }
    if (!this.random.chance(this.faultRate)) return undefined
    // A request takes effect within ten seconds or never: sync-invariants.md §6.9.
    const delayMs = this.random.below(8_000)
    if (mayBeResent(request, this.#knowsSendings) && this.random.chance(0.15)) {
      const isBroken = this.random.chance(0.3)
      return { resentAfterMs: this.random.pick([0, 0, delayMs]), ...(isBroken ? { after: 'broken' } : {}) }
    }
    return this.random.pick<Fault>([
      { before: 'unreachable' },
      { before: 'broken' },
      { after: 'broken' },
      { delayMs },
      { delayMs, after: 'broken' },
      { answerDelayMs: delayMs },
      { answerDelayMs: delayMs },
      { answerDelayMs: delayMs, after: 'broken' },
      { status: 503 },
      { status: 429, headers: { 'retry-after': String(1 + this.random.below(20)) } },
    ])
  }

  /** Returns a conversation in which the user and others write. */
  place(): Destination {
    const { general, design, noor, mei } = this.people
    return this.random.chance(0.7)
      ? { kind: 'topic', streamId: this.random.pick([general, design]), topic: this.random.pick(['a', 'B', 'b', 'ü']) }
      : { kind: 'direct', userIds: this.random.pick([[noor.id], [mei.id], [noor.id, mei.id]]) }
  }

  async whileUp(act: () => Promise<void> | void): Promise<void> {
    if (this.server.isUp) await act()
  }

  async pass(milliseconds: number): Promise<void> {
    await this.server.clock.advance(milliseconds)
    noteProgress()
  }

  now(): number {
    return this.server.clock.now()
  }

  newLocalId(): string {
    this.#localIds += 1
    return `00000000-0000-4000-8000-${String(this.#localIds).padStart(12, '0')}`
  }

  /** Makes a call of the page. Returns undefined if the engine crashed in it. */
  async call(name: Parameters<TestClient['engine']['call']>[0], input: unknown): Promise<Result<unknown> | undefined> {
    const result = await this.client.engine.call(name, input as never, testWindow) // each use gives what its call takes
    return this.hasCrashed ? undefined : result
  }

  /**
   * Whether an action was stored. After a crash without an answer, the file is read, as a user would look at the list.
   */
  isStored(result: Result<unknown> | undefined, kind: string, fits: (payload: string) => boolean): boolean {
    if (result !== undefined) return result.ok
    return this.query<{ payload: string }>(`SELECT payload FROM outbox WHERE kind = '${kind}' ORDER BY seq`).some(
      (row) => fits(row.payload),
    )
  }

  /** Rows of the client's file. */
  query<Row>(sql: string): Row[] {
    return read<Row>(this.database, sql)
  }

  /** Rows of the server's file. */
  serverRows<Row>(sql: string): Row[] {
    this.server.settleRows()
    return read<Row>(this.server.database, sql)
  }

  /** Ids of messages with a personal row of the user. */
  messageIds(condition: string): number[] {
    return this.serverRows<{ id: number }>(
      `SELECT m.id FROM message m JOIN user_message u ON u.message_id = m.id AND u.user_id = ${this.people.iris.id} WHERE ${condition}`,
    ).map((row) => row.id)
  }

  /** Ids of all messages in the streams, readable or not. */
  idsInStreams(streamIds: readonly number[]): number[] {
    return this.serverRows<{ id: number }>(
      `SELECT m.id FROM message m JOIN recipient r ON r.id = m.recipient_id WHERE r.stream_id IN (${streamIds.join()})`,
    ).map((row) => row.id)
  }

  isSubscribed(streamId: number): boolean {
    return this.server.built.context.tables.streams.subscription(this.people.iris.id, streamId)?.is_active === 1
  }

  async end(): Promise<void> {
    forgetCrash(this.database)
    this.#client?.engine.close()
    if (this.server.isUp) await this.server.stop()
  }
}

/** Requests over separate sessions without reused sockets, which no network stack resends. */
const sentOnce = /\/(?:scheduled_messages|drafts|submessage)$/

/**
 * Whether a network stack may resend the request. A message may be sent twice only if the server recognizes its
 * `local_id`.
 */
function mayBeResent({ method, path, form }: TransportRequest, knowsSendings: boolean): boolean {
  if (method !== 'POST') return true
  if (/\/messages$/.test(path)) return knowsSendings && form.queue_id !== undefined && form.local_id !== undefined
  return !sentOnce.test(path)
}

function read<Row>(database: string, sql: string): Row[] {
  const reader = new Database(database, { readonly: true })
  try {
    return reader.prepare<[], Row>(sql).all()
  } finally {
    reader.close()
  }
}
