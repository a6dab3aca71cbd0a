import { monitorEventLoopDelay } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import { TransportError } from '../../main/engine/ports.ts'
import { temporaryDatabase } from './files.ts'
import { modelOf } from './model.ts'
import { SeededRandom } from './random.ts'
import { VirtualClock } from './virtual-clock.ts'
import { TestClient, TestServer, type Account, type ConversationWindow } from './world.ts'

/** Time that only tests let pass, but for how long work takes: by that the engine ends its slices. */
class WorkingClock extends VirtualClock {
  override elapsed(): number {
    return performance.now()
  }
}

/** What one spoilt answer did to a client. */
export interface Effect {
  /** The longest that the engine's thread was held, in milliseconds. */
  readonly heldMs: number
  /** Characters of the answer. */
  readonly size: number
  /** The client gave up its queue and registered anew. */
  readonly hasRegistered: boolean
}

type Spoil = (body: Record<string, unknown>) => string | null

/** A client with open windows, whose server's next answer can be another one. */
export class SizedClient {
  readonly server: TestServer
  readonly client: TestClient
  readonly database: string
  readonly iris: Account
  readonly noor: Account
  readonly general: number
  readonly #seed: number
  /** The newest honest message. */
  newest = 0
  #window: ConversationWindow | undefined
  #spoil: { readonly path: RegExp; readonly make: Spoil; size: number } | null = null
  #said = 0
  readonly #delays = monitorEventLoopDelay({ resolution: 1 })

  static async start(seed: number): Promise<SizedClient> {
    const server = new TestServer({ clock: new WorkingClock(), random: new SeededRandom(seed) })
    await server.start()
    const started = new SizedClient(server, seed)
    await started.#settle()
    return started
  }

  private constructor(server: TestServer, seed: number) {
    this.server = server
    this.#seed = seed
    const { iris, noor, general } = server.seed()
    this.iris = iris
    this.noor = noor
    this.general = general
    this.database = temporaryDatabase()
    this.client = new TestClient(server, iris, {
      database: this.database,
      random: new SeededRandom(seed + 1),
      garble: ({ path, maxBytes }, response) => {
        const spoil = this.#spoil
        if (spoil === null || response.status !== 200 || !spoil.path.test(path)) return response
        const body = spoil.make(JSON.parse(response.body) as Record<string, unknown>) // the service answers objects
        if (body === null) return response
        this.#spoil = null
        spoil.size = body.length
        this.#delays.reset()
        if (body.length > maxBytes) {
          throw new TransportError('too_large', 'The server’s answer is too large.', false)
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
    await this.client.openConversation({ kind: 'topic', streamId: this.general, topic: 'a' }, 'newest')
    this.#window = await this.client.openConversation({ kind: 'direct', userIds: [this.noor.id] }, 'newest')
    await this.says('the beginning')
    this.#delays.enable()
  }

  /** An honest message comes, and is shown. */
  async says(words: string): Promise<void> {
    this.newest = await this.server.post(this.noor, { direct: [this.iris.id] }, words)
    const isShown = () => this.#window?.texts().includes(words) === true
    await this.server.clock.until(`“${words}” is shown`, isShown, 3_600_000)
  }

  /** The next answer of a path is what `make` makes of it; then an honest message comes. */
  async meet(
    path: RegExp,
    make: Spoil,
    provoke: () => unknown,
    recover: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Effect> {
    const spoil = { path, make, size: 0 }
    const registered = this.#registrations()
    this.#spoil = spoil
    await provoke()
    await this.server.clock.until('the answer has come', () => this.#spoil === null, 3_600_000)
    await recover()
    this.#said += 1
    await this.says(`honest ${this.#said}`)
    const heldMs = Math.round(this.#delays.max / 1e6)
    return { heldMs, size: spoil.size, hasRegistered: this.#registrations() > registered }
  }

  /** The client's queue tells of an event whose JSON this is, but for its id. */
  meetEvent(json: string): Promise<Effect> {
    const spoil: Spoil = ({ events, ...rest }) => {
      const told = events as { id: number; isPlaceholder?: true }[] // what GET /events answers
      const placeholder = told.find(({ isPlaceholder }) => isPlaceholder)
      if (placeholder === undefined) return null
      const others = told.filter((event) => event !== placeholder).map((event) => JSON.stringify(event))
      const own = json.replace(/^\{/, () => `{"id":${placeholder.id},`)
      return `${JSON.stringify(rest).slice(0, -1)},"events":[${[...others, own].join(',')}]}`
    }
    return this.meet(/\/events$/, spoil, () => {
      // Of a type that the client has asked for.
      this.server.event(this.iris, { type: 'typing', isPlaceholder: true })
    })
  }

  /** The client registers, and the server says this; then it registers again, and the server is honest. */
  meetRegistration(make: Spoil): Promise<Effect> {
    const lose = () => {
      this.#loseQueue()
    }
    return this.meet(/\/register$/, make, lose, async () => {
      await this.server.clock.advance(1_000)
      this.#loseQueue()
      await this.client.online()
    })
  }

  #loseQueue(): void {
    this.server.built.context.events.removeAll()
    this.client.engine.signal('key_changed')
  }

  #registrations(): number {
    return this.client.requests.filter(({ path }) => path.endsWith('/register')).length
  }

  /** After an honest registration the client is what a new one is; ends both. @returns what is wrong, as sentences. */
  async end(): Promise<string[]> {
    const { client, server, database } = this
    this.#delays.disable()
    this.#loseQueue()
    await server.clock.advance(1_000)
    await client.online()
    await server.clock.advance(60_000)
    const wrong = client.logs.filter(
      (line) => line === 'restart' || /SQLITE|is not iterable|TypeError|RangeError/.test(line),
    )
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
