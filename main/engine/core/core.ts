import { withRateLimits, createApi, type Api } from '../api/client.ts'
import { capabilitiesOf, type Capabilities } from '../api/capabilities.ts'
import type { Change } from '../state/changes.ts'
import type { ReducerContext } from '../state/context.ts'
import { isWholeMove, MovedTopics } from '../state/drafts/moved-topics.ts'
import { memoryParts } from '../state/slices.ts'
import { AccountState } from '../state/account-state.ts'
import { registerHere, type RegisterReader } from '../workers/ingest/register-reader.ts'
import { readerHere, readerWithFallback, type Reader } from '../workers/reader/reader.ts'
import { Checkpoints } from './checkpoints.ts'
import type { EngineClock, EnginePorts } from '../ports.ts'
import type { ReadCore } from './read-core.ts'
import { isDamage } from '../values/store-error.ts'
import { openStore, type Store } from '../store/store.ts'

/**
 * The work that an engine gives to other threads. If one of them is absent, the engine does its work in its own
 * thread.
 */
export interface EngineWorkers {
  /** Reads answers of `POST /register`. */
  readonly registerReader?: RegisterReader
  /** Searches the database and checkpoints its write-ahead log. */
  readonly reader?: Reader
}

const unknownOrigin = 'https://server.invalid'

interface Listener {
  readonly label: string
  readonly work: (changes: readonly Change[]) => void
}

/** The shared state of the engine: the tables, the account state in memory, the API, and the only way to commit. */
export class Core {
  readonly ports: EnginePorts
  readonly store: Store
  readonly accountState: AccountState
  readonly api: Api
  readonly reader: Reader
  readonly registerReader: RegisterReader
  /** The topics that moved as a whole. */
  readonly movedTopics = new MovedTopics()
  readonly #checkpoints: Checkpoints | null
  #draftRevision: number
  #rateLimitedUntil = 0
  #cancelRateLimit: () => void = () => undefined
  #capabilities: { readonly level: number; readonly capabilities: Capabilities } | undefined
  readonly #listeners = new Set<Listener>()

  constructor(given: EnginePorts & EngineWorkers) {
    const clock = isolatedClock(given.clock, (error) => {
      this.noteFailure('a timer', error)
    })
    const { reader, registerReader = registerHere, ...rest } = given
    const ports = { ...rest, clock }
    this.ports = ports
    const slow = {
      elapsed: () => ports.clock.elapsed(),
      log: (message: string) => {
        ports.log('warn', message)
      },
    }
    this.store = openStore(ports.database, ports.clock.now(), slow, ports.fileAccess)
    const { recovery, conversionError } = this.store
    if (conversionError !== null) {
      ports.log('error', `the database was neither encrypted nor decrypted: ${conversionError}`)
    }
    if (recovery !== null) {
      ports.log(
        'warn',
        `the database was damaged and was moved to ${recovery.aside}; ${recovery.rows} drafts and unsent messages were saved`,
      )
    }
    this.accountState = new AccountState(this.store, memoryParts)
    const here = readerHere(this.store.finder)
    const warn = (message: string) => {
      ports.log('warn', message)
    }
    this.reader = reader === undefined ? here : readerWithFallback(reader, here, warn)
    this.registerReader = registerReader
    this.#checkpoints = reader === undefined ? null : new Checkpoints(this.store, reader, warn)
    this.#draftRevision = ports.engineEpoch * 1e9
    const transport = withRateLimits(
      ports.transport,
      () => ports.clock.now(),
      (until) => {
        this.rateLimit(until)
      },
    )
    this.api = createApi(transport, () => this.breathe())
  }

  /** The end of the wait that the server asked the account for, UNIX milliseconds. */
  get rateLimitedUntil(): number {
    return this.#rateLimitedUntil
  }

  /**
   * Records that the account must not send before this moment, UNIX milliseconds, from an answer or from the gate.
   * Listeners are notified now and when it has passed.
   */
  rateLimit(until: number): void {
    if (until <= this.#rateLimitedUntil) return
    this.#rateLimitedUntil = until
    this.announce([{ kind: 'waiting' }])
    this.#cancelRateLimit()
    // A timer may fire a fraction of a millisecond early.
    this.#cancelRateLimit = this.ports.clock.schedule(until - this.ports.clock.now() + 1, () => {
      this.announce([{ kind: 'waiting' }])
    })
  }

  /** Cancels the timer of the rate limit and closes the database. */
  close(): void {
    this.#cancelRateLimit()
    this.reader.close()
    this.store.close()
  }

  /**
   * Increases with each change of a draft or of its conversation, across engines too, so that a composer can order
   * states.
   */
  get draftRevision(): number {
    return this.#draftRevision
  }

  /** The capabilities of the server at its current feature level. */
  get capabilities(): Capabilities {
    const level = this.accountState.organization?.featureLevel ?? 0
    if (this.#capabilities?.level !== level) this.#capabilities = { level, capabilities: capabilitiesOf(level) }
    return this.#capabilities.capabilities
  }

  /** Runs `change` in one transaction; after the commit the account state and then the listeners get the changes. */
  commit(change: () => readonly Change[]): void {
    const changes = this.#transaction(change)
    this.#checkpoints?.noteCommit()
    if (changes.some((change) => change.kind === 'drafts' || isWholeMove(change))) this.#draftRevision += 1
    this.movedTopics.note(changes, this.#draftRevision, this.ports.clock.elapsed())
    try {
      this.accountState.apply(changes)
    } catch (error) {
      // The account state differs from the committed state, so the next engine reads it from the database.
      this.noteFailure('the account state', error)
      this.ports.restart()
      return
    }
    this.announce(changes)
  }

  /** Notifies listeners of changes that no table contains; after the database was closed it notifies none. */
  announce(changes: readonly Change[]): void {
    if (!this.store.isOpen()) return
    for (const { label, work } of this.#listeners) {
      this.isolate(label, () => {
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

  /**
   * Isolates work that others do not depend on: its errors are reported, and others continue. `label` names it in the
   * log.
   */
  isolate(label: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.noteFailure(label, error)
    }
  }

  /** Isolates asynchronous work that nothing awaits. `label` names it in the log. */
  runInBackground(label: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.noteFailure(label, error)
    })
  }

  /** Logs a failure that no caller handles. Errors about a closed database are ignored. */
  noteFailure(label: string, error: unknown): void {
    if (!this.store.isOpen()) return
    this.noteDamage(error)
    this.ports.log(
      'error',
      `${label} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }

  /**
   * Marks the file as damaged and ends the engine if an error proves damage. An open file cannot be repaired, so the
   * next engine recovers it.
   */
  noteDamage(error: unknown): void {
    if (!isDamage(error)) return
    this.ports.log('error', `the database is damaged: ${String(error)}`)
    try {
      this.store.markDamaged()
    } catch (failure) {
      // The disk may be full, for example; the next engine detects the damage itself.
      this.ports.log('error', `the damage cannot be noted: ${String(failure)}`)
    }
    this.ports.restart()
  }

  /**
   * Subscribes to the changes of each commit. Each listener is isolated: its failure does not affect the others, and
   * `label` names it in the log. Returns the function that unsubscribes.
   */
  onCommit(label: string, work: Listener['work']): () => void {
    const listener = { label, work }
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** The context of reducers for the next transaction. */
  reducerContext(): ReducerContext {
    const { store, accountState, ports } = this
    return {
      store,
      accountState,
      epoch: accountState.epoch,
      serverOrigin: accountState.organization?.realmUri ?? unknownOrigin,
      now: ports.clock.now(),
    }
  }

  /** Yields to other work: calls and answers are handled between two slices, and a long log is checkpointed. */
  async breathe(): Promise<void> {
    await this.#checkpoints?.relief()
    await new Promise<void>((resolve) => {
      this.ports.clock.schedule(0, resolve)
    })
  }
}

/** Makes a handle on the core that can only read. */
export function readingOf(core: Core): ReadCore {
  const { ports, accountState, reader, movedTopics } = core
  return {
    ports,
    accountState,
    reader,
    movedTopics,
    store: core.store.reading,
    get capabilities() {
      return core.capabilities
    },
    get rateLimitedUntil() {
      return core.rateLimitedUntil
    },
    get draftRevision() {
      return core.draftRevision
    },
    onCommit: (label, work) => core.onCommit(label, work),
    isolate: (label, work) => {
      core.isolate(label, work)
    },
    runInBackground: (label, work) => {
      core.runInBackground(label, work)
    },
    noteFailure: (label, error) => {
      core.noteFailure(label, error)
    },
  }
}

/** A clock whose tasks are isolated: `onFailure` gets the error of a task. */
function isolatedClock(clock: EngineClock, onFailure: (error: unknown) => void): EngineClock {
  return {
    now: () => clock.now(),
    elapsed: () => clock.elapsed(),
    schedule: (delayMs, task) =>
      clock.schedule(delayMs, () => {
        try {
          task()
        } catch (error) {
          onFailure(error)
        }
      }),
  }
}
