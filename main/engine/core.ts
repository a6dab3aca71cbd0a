import { createApi, type Api } from './api/client.ts'
import { capabilitiesOf, type Capabilities } from './api/capabilities.ts'
import type { Change } from './model/changes.ts'
import type { ReducerContext } from './model/context.ts'
import { memoryParts } from './model/concerns.ts'
import { World } from './model/world.ts'
import { registerHere, type RegisterReader } from './workers/ingest/register-reader.ts'
import { readerHere, readerWithFallback, type Reader } from './workers/reader/reader.ts'
import type { EngineWorkers } from './workers/workers.ts'
import { Checkpoints } from './upkeep/checkpoints.ts'
import type { EnginePorts } from './ports.ts'
import { withHolds } from './sync/server-holds.ts'
import { isDamage } from './store/database.ts'
import { openStore, type Store } from './store/store.ts'
import { walledClock } from './walled-clock.ts'

const unknownOrigin = 'https://server.invalid'

interface Listener {
  readonly what: string
  readonly work: (changes: readonly Change[]) => void
}

/** What every part of the engine shares: the tables, the committed world, the server's calls, and the one way to commit. */
export class Core {
  readonly ports: EnginePorts
  readonly store: Store
  readonly world: World
  readonly api: Api
  readonly reader: Reader
  readonly registerReader: RegisterReader
  readonly #checkpoints: Checkpoints | null
  #draftRevision: number
  #heldUntil = 0
  #cancelHold: () => void = () => undefined
  #capabilities: { readonly level: number; readonly capabilities: Capabilities } | undefined
  readonly #listeners = new Set<Listener>()

  constructor(given: EnginePorts & EngineWorkers) {
    const clock = walledClock(given.clock, (error) => {
      this.noteFailure('a timer', error)
    })
    const { reader, registerReader = registerHere, ...rest } = given
    const ports = { ...rest, clock }
    this.ports = ports
    this.store = openStore(ports.database, ports.clock.now(), {
      elapsed: () => ports.clock.elapsed(),
      log: (message) => {
        ports.log('warn', message)
      },
    })
    const { recovery } = this.store
    if (recovery !== null) {
      ports.log(
        'warn',
        `the database was damaged and lies at ${recovery.aside} now; ${recovery.rows} drafts and unsent messages were saved`,
      )
    }
    this.world = new World(this.store, memoryParts)
    const here = readerHere(this.store.finder)
    const warn = (message: string) => {
      ports.log('warn', message)
    }
    this.reader = reader === undefined ? here : readerWithFallback(reader, here, warn)
    this.registerReader = registerReader
    this.#checkpoints = reader === undefined ? null : new Checkpoints(this.store, reader, warn)
    this.#draftRevision = ports.engineEpoch * 1e9
    const transport = withHolds(
      ports.transport,
      () => ports.clock.now(),
      (until) => {
        this.hold(until)
      },
    )
    this.api = createApi(transport, () => this.breathe())
  }

  /** Until when the server has asked the whole account to wait, UNIX milliseconds. */
  get heldUntil(): number {
    return this.#heldUntil
  }

  /**
   * The server asks the whole account to wait until this moment, UNIX milliseconds: an answer says so, or the gate. Told
   * again when that is over.
   */
  hold(until: number): void {
    if (until <= this.#heldUntil) return
    this.#heldUntil = until
    this.announce([{ kind: 'waiting' }])
    this.#cancelHold()
    // A timer may be early by a part of a millisecond.
    this.#cancelHold = this.ports.clock.schedule(until - this.ports.clock.now() + 1, () => {
      this.announce([{ kind: 'waiting' }])
    })
  }

  /** Ends what waits for the end of a hold, and closes the file. */
  close(): void {
    this.#cancelHold()
    this.reader.close()
    this.store.close()
  }

  /** Raised whenever a draft changes: a composer can tell an older state from a newer one, across engines too. */
  get draftRevision(): number {
    return this.#draftRevision
  }

  get capabilities(): Capabilities {
    const level = this.world.organization?.featureLevel ?? 0
    if (this.#capabilities?.level !== level) this.#capabilities = { level, capabilities: capabilitiesOf(level) }
    return this.#capabilities.capabilities
  }

  /** Runs `change` in one transaction; after its commit the caches, then the listeners, learn what has changed. */
  commit(change: () => readonly Change[]): void {
    const changes = this.#transaction(change)
    this.#checkpoints?.noteCommit()
    if (changes.some((change) => change.kind === 'drafts')) this.#draftRevision += 1
    try {
      this.world.apply(changes)
    } catch (error) {
      // What is in memory is not what was committed any more: the next engine reads it from the file.
      this.noteFailure('the world in memory', error)
      this.ports.restart()
      return
    }
    this.announce(changes)
  }

  /** Tells the listeners of something that no table holds; work that ends after the file was closed tells nobody. */
  announce(changes: readonly Change[]): void {
    if (!this.store.isOpen()) return
    for (const { what, work } of this.#listeners) {
      this.wall(what, () => {
        work(changes)
      })
    }
  }

  #transaction(change: () => readonly Change[]): readonly Change[] {
    try {
      return this.store.transaction(change)
    } catch (error) {
      this.noteDamage(error)
      throw error
    }
  }

  /** The wall round work that others do not depend on: what it throws is told, and they go on (P9, C7). */
  wall(what: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.noteFailure(what, error)
    }
  }

  /** The same for work that takes longer, and that nobody waits for. */
  apart(what: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.noteFailure(what, error)
    })
  }

  /** Something failed that nobody can be told of: it stands in the log. What a closed file says is nobody's affair. */
  noteFailure(what: string, error: unknown): void {
    if (!this.store.isOpen()) return
    this.noteDamage(error)
    this.ports.log(
      'error',
      `${what} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }

  /** A damaged file cannot be mended while it is open: it is marked, and this engine ends so that the next one starts over. */
  noteDamage(error: unknown): void {
    if (!isDamage(error)) return
    this.ports.log('error', `the database is damaged: ${String(error)}`)
    try {
      this.store.markDamaged()
    } catch (failure) {
      // A full disk, say: the next engine meets the damage by itself.
      this.ports.log('error', `the damage cannot be noted: ${String(failure)}`)
    }
    this.ports.restart()
  }

  /**
   * Tells of what has changed, after each commit. Each listener has a wall of its own: one that fails keeps nothing from
   * the others, and `what` names it in the log. The returned function ends it.
   */
  onCommit(what: string, work: Listener['work']): () => void {
    const listener = { what, work }
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** The context of reducers for a transaction that is about to run. */
  reducerContext(): ReducerContext {
    const { store, world, ports } = this
    return {
      store,
      world,
      epoch: world.epoch,
      serverOrigin: world.organization?.realmUri ?? unknownOrigin,
      now: ports.clock.now(),
    }
  }

  /** Gives other work a turn: between two slices calls and answers are served, and a long log is emptied. */
  async breathe(): Promise<void> {
    await this.#checkpoints?.relief()
    await new Promise<void>((resolve) => {
      this.ports.clock.schedule(0, resolve)
    })
  }
}
