import type { Connection } from '../../../../preload/contract/connection-state.ts'
import { clientLimits } from '../../../../shared/client-limits.ts'
import { oldestFeatureLevel } from '../../api/capabilities.ts'
import { getEvents } from '../../api/events.ts'
import { decodeEvent, type ServerEvent } from '../../model/events.ts'
import { lifetimeWish, queueLifetimeMs } from '../../api/register.ts'
import { requestRegister } from '../../model/registration.ts'
import { MalformedAnswerError } from '../../api/errors.ts'
import type { Core } from '../../core.ts'
import type { RegisterReading } from '../../workers/ingest/register-reader.ts'
import { settleByEvent } from '../../actions/settle.ts'
import { applyEvent } from '../../model/apply-event.ts'
import { RegisterApplication } from '../../model/apply-register.ts'
import type { Change } from '../../model/changes.ts'
import { undecidedIds } from '../../model/completeness/undecided-flags.ts'
import { FailureError } from '../../failure-error.ts'
import { TransportError, type TransportResponse } from '../../ports.ts'
import { isDiskTrouble } from '../../store/database.ts'
import type { StoredQueue } from '../../store/meta.ts'
import { backoffMs } from '../backoff.ts'
import { ConnectionRecord, type ConnectionHistory } from '../connection-record.ts'
import { failureKind, reasonLogText } from '../failures.ts'
import { SliceLimit } from './slice-limit.ts'
import { UnreadableEvents } from './unreadable-events.ts'

/** So many events are read in one go: about a millisecond. */
const decodedAtOnce = 100
/** What the world in memory is made of. */
const worldKinds: ReadonlySet<Change['kind']> = new Set(['people', 'streams', 'organization', 'preferences'])
const emptyPollPauseMs = 1000
/** After a failure that is no failure of a request. */
const startAgainMs = 5_000
const foregroundTimeoutMs = 60_000
/** After a registration that lacks what is needed: it takes an administrator, or a newer Skein, to change that. */
const incompleteMs = 5 * 60_000

/** The server registers the client, and does not tell what it cannot do without. */
class IncompleteRegistration extends FailureError {
  constructor(lacks: string) {
    super({ code: 'INCOMPLETE_REGISTRATION', values: { lacks } })
    this.name = 'IncompleteRegistration'
  }
}

export interface PollerEvents {
  /** The connection changed, for the state line. */
  readonly onConnection: (connection: Connection) => void
  /** The server has answered. */
  readonly onReached: () => void
  /** Events that touched messages, before they are applied; fetches under way look at it (M4). */
  readonly onEvents: (events: readonly ServerEvent[]) => void
  /** The events of an answer are all applied. */
  readonly onApplied: () => void
}

/**
 * The one poller of the account: registers, polls, applies in slices, acknowledges what is durable.
 *
 *   stored queue young enough ──► poll ◄──────────────┐
 *   else ──► register ────────────► poll ──► slices ──┘
 *                 ▲                   └── queue lost, or an acknowledgement that the server does not know
 *                 └───────────────────────┘
 */
export class Poller {
  readonly #core: Core
  readonly #events: PollerEvents
  readonly #slice = new SliceLimit()
  #failures = 0
  #stopped = false
  /** Nothing is asked of the server until somebody calls retry(). */
  #halted = false
  #running = false
  #abort = new AbortController()
  #wake: (() => void) | undefined
  /** Something that the queue told is lost here; it stands with the queue on disk, where that is known of it. */
  #needsResync = false
  readonly #unreadable: UnreadableEvents
  /** The server takes no registration that asks for a longer life of its queue. */
  #isLifetimeRefused = false
  /** Answers of the queue in a row that were too large to be read. */
  #oversized = 0
  #connection: Connection = { state: 'starting' }
  readonly #record: ConnectionRecord

  constructor(core: Core, events: PollerEvents) {
    this.#core = core
    this.#events = events
    const { store } = core
    this.#unreadable = new UnreadableEvents({
      get: () => store.meta.unreadableEvents(),
      set: (state) => {
        store.transaction(() => store.meta.setUnreadableEvents(state))
      },
    })
    this.#record = new ConnectionRecord(core.ports.clock.now(), core.store.meta.queue()?.touchedAt ?? null)
  }

  /** Since when the connection is what it is, and what was tried. */
  get history(): ConnectionHistory {
    return this.#record.history
  }

  get connection(): Connection {
    return this.#connection
  }

  get isOnline(): boolean {
    return this.#connection.state === 'online' || this.#connection.state === 'catching_up'
  }

  start(): void {
    if (this.#running || this.#stopped) return
    this.#running = true
    this.#halted = false
    const done = this.#run()
      .catch((error: unknown) => {
        this.#core.noteFailure('the poller', error)
        this.#core.ports.clock.schedule(startAgainMs, () => {
          if (this.#mayGoOn()) this.start()
        })
      })
      .finally(() => {
        this.#running = false
      })
    this.#core.apart('the poller', done)
  }

  /** Tries again at once: the user asked, the network came back, the machine woke up. */
  retry(): void {
    if (this.#stopped) return
    this.#failures = 0
    this.#halted = false
    this.#abort.abort()
    this.#wake?.()
    this.start()
  }

  /** Goes on where it was halted or has given up; a wait that is running is not cut short. */
  goOn(): void {
    if (this.#stopped) return
    this.#halted = false
    this.start()
  }

  /** Stops asking, and says why; retry() goes on. */
  halt(connection: Connection): void {
    this.#halted = true
    this.#abort.abort()
    this.#wake?.()
    this.setConnection(connection)
  }

  stop(): void {
    this.#stopped = true
    this.#abort.abort()
    this.#wake?.()
  }

  setConnection(connection: Connection): void {
    this.#connection = connection
    this.#record.noteState(connection.state, this.#core.ports.clock.now())
    this.#core.wall('the connection', () => {
      this.#events.onConnection(connection)
    })
  }

  #mayGoOn(): boolean {
    return !this.#stopped && !this.#halted
  }

  async #run(): Promise<void> {
    let recovering = true
    while (this.#mayGoOn()) {
      this.#abort = new AbortController()
      this.#noteTry()
      try {
        const queue = this.#usableQueue(recovering)
        if (queue === undefined) {
          await this.#register()
          recovering = false
          continue
        }
        if (recovering && this.#connection.state !== 'offline') this.setConnection({ state: 'catching_up' })
        const events = await this.#poll(queue, recovering)
        this.#noteReached()
        if (events === null) {
          // A queue that fills as fast as it is given up must not become a busy loop.
          if (this.#oversized > 1) await this.#pause(backoffMs(this.#oversized, this.#core.ports.random))
          recovering = true
          continue
        }
        await this.#apply(queue, this.#noteUnreadable(await this.#decode(events)))
        // A long poll that brings nothing is a server's mistake, and must not become a busy loop.
        if (!recovering && events.length === 0) await this.#pause(emptyPollPauseMs)
        recovering = false
        // The key may have gone while the answer was being applied: nobody polls then, whatever has come.
        if (!this.#mayGoOn()) return
        if (this.#connection.state !== 'online') this.setConnection({ state: 'online' })
      } catch (error) {
        if (!this.#mayGoOn()) return
        if (!(await this.#handleFailure(error))) return
        recovering = true
      }
    }
  }

  /** What the queue tells; null where that is too much to be read: a registration says all of it in less (X4). */
  async #poll(queue: StoredQueue, recovering: boolean): Promise<readonly unknown[] | null> {
    try {
      const events = await getEvents(
        this.#core.api,
        { queueId: queue.queueId, lastEventId: queue.lastEventId, dontBlock: recovering },
        {
          priority: 'poll',
          timeoutMs: this.#pollTimeoutMs(),
          maxBytes: clientLimits.eventsAnswer.most,
          signal: this.#abort.signal,
        },
      )
      this.#oversized = 0
      return events
    } catch (error) {
      if (!(error instanceof TransportError) || error.code !== 'too_large') throw error
      this.#core.ports.log('warn', 'the event queue holds more than can be read: registering anew')
      this.#oversized += 1
      this.#needsResync = true
      return null
    }
  }

  #pollTimeoutMs(): number {
    return (this.#core.world.organization?.longPollTimeoutSeconds ?? 90) * 1000
  }

  #usableQueue(recovering: boolean): StoredQueue | undefined {
    if (this.#unreadable.isDue(this.#core.ports.clock.now())) this.#needsResync = true
    const queue = this.#core.store.meta.queue()
    if (queue === undefined || this.#needsResync || queue.needsResync === true) return undefined
    const age = this.#core.ports.clock.now() - queue.touchedAt
    return recovering && (age > queue.lifetimeMs || age < 0) ? undefined : queue
  }

  async #register(): Promise<void> {
    const core = this.#core
    if (this.#connection.state !== 'offline') this.setConnection({ state: 'catching_up' })
    const reading = core.registerReader.open()
    const wish = this.#isLifetimeRefused ? {} : lifetimeWish(this.#knowsNewLifetime())
    try {
      const response = await requestRegister(core.api, wish, {
        priority: 'foreground',
        timeoutMs: foregroundTimeoutMs,
        signal: this.#abort.signal,
      })
      if (!(await this.#takeOver(reading, response))) return
    } catch (error) {
      if (error instanceof MalformedAnswerError && error.lacks !== null) throw new IncompleteRegistration(error.lacks)
      if (this.#isLifetimeRefused || failureKind(error).kind !== 'refused') throw error
      // It may be the wish for a longer life alone: the next registration does without.
      this.#isLifetimeRefused = true
      return
    } finally {
      reading.close()
    }
    this.#needsResync = false
    this.#unreadable.settle(core.ports.clock.now())
    this.#noteReached()
    this.setConnection({ state: 'online' })
  }

  /** A try to come back is under way: nothing is waited for now. */
  #noteTry(): void {
    if (this.#connection.state !== 'offline' || this.#connection.retryAt === null) return
    this.setConnection({ ...this.#connection, retryAt: null })
  }

  #noteReached(): void {
    this.#failures = 0
    this.#record.noteReached(this.#core.ports.clock.now())
    this.#core.wall('when the server answered', () => {
      this.#events.onReached()
    })
  }

  /** Undefined before the first registration. */
  #knowsNewLifetime(): boolean | undefined {
    return this.#core.world.organization === undefined ? undefined : this.#core.capabilities.idleQueueTimeout
  }

  /** Stores a registration in steps that each hold the engine for a moment; false where it was given up in between. */
  async #takeOver(reading: RegisterReading, response: TransportResponse): Promise<boolean> {
    const core = this.#core
    const head = await reading.head(response)
    if (!this.#mayGoOn()) return false
    const { featureLevel } = head.organization
    if (featureLevel < oldestFeatureLevel) {
      this.halt({
        state: 'refused',
        reason: { code: 'TOO_OLD', values: { level: featureLevel, needed: oldestFeatureLevel } },
      })
      return false
    }
    const application = new RegisterApplication(core.store, core.world, head)
    core.commit(() => application.begin(core.ports.clock.now()))
    for (;;) {
      const batch = await reading.next()
      if (!this.#mayGoOn()) return false
      if (batch === null) break
      const change = application.take(batch)
      if (change !== null) core.commit(change)
      await core.breathe()
      if (!this.#mayGoOn()) return false
    }
    const lifetimeMs = queueLifetimeMs(head.idleTimeoutSeconds, !this.#isLifetimeRefused)
    core.commit(() => application.finish(core.ports.clock.now(), lifetimeMs))
    return true
  }

  /** Reads the events of an answer; a long one in parts, none of them in the task that parsed it or that applies it. */
  async #decode(values: readonly unknown[]): Promise<ServerEvent[]> {
    const isLong = values.length > decodedAtOnce
    const events: ServerEvent[] = []
    for (let start = 0; start < values.length; start += decodedAtOnce) {
      if (isLong) await this.#core.breathe()
      for (const value of values.slice(start, start + decodedAtOnce)) {
        const event = decodeEvent(value)
        if (event !== undefined) events.push(event)
      }
    }
    if (isLong) await this.#core.breathe()
    return events
  }

  /** What could not be read is lost here; that is written down before any of the answer is acknowledged. */
  #noteUnreadable(events: ServerEvent[]): ServerEvent[] {
    const { ports } = this.#core
    const types = this.#unreadable.note(events)
    if (types.length > 0) ports.log('warn', `events that could not be read: ${types.join(', ').slice(0, 500)}`)
    if (this.#unreadable.isDue(ports.clock.now())) this.#needsResync = true
    return events
  }

  /** Applies a poll's events in slices; each slice is one transaction with its own acknowledgement (Q1, Q2). */
  async #apply(queue: StoredQueue, received: readonly ServerEvent[]): Promise<void> {
    const core = this.#core
    // What was acknowledged is not applied again (Q3).
    let pending = received.filter((event) => event.id > queue.lastEventId)
    let lastEventId = queue.lastEventId
    core.wall('what hears of events', () => {
      this.#events.onEvents(pending)
    })
    this.#noteUndecided(pending)
    while (pending.length > 0 && !this.#stopped) {
      const started = core.ports.clock.elapsed()
      let taken = 0
      let inner = 0
      let acknowledged = lastEventId
      const slice = pending
      try {
        core.commit(() => {
          const changes: Change[] = []
          for (const event of slice) {
            changes.push(...applyAndSettle(core, event))
            acknowledged = event.id
            taken += 1
            // The world is that of the last commit, so an event after one that changed the directory waits for it.
            if (changes.some((change) => worldKinds.has(change.kind))) break
            if (core.ports.clock.elapsed() - started > this.#slice.milliseconds) break
          }
          this.#noticeRestart(slice.slice(0, taken))
          this.#acknowledge(queue, acknowledged)
          inner = core.ports.clock.elapsed() - started
          return changes
        })
        this.#slice.note(inner, core.ports.clock.elapsed() - started)
      } catch (error) {
        // Nothing was acknowledged: all of it comes again when it can be stored.
        if (isDiskTrouble(error)) throw error
        taken = this.#applyOneByOne(queue, slice, error)
        acknowledged = slice[taken - 1]?.id ?? acknowledged
      }
      lastEventId = acknowledged
      pending = slice.slice(taken)
      // Also after the last one: the next answer may be here already.
      await core.breathe()
    }
    if (received.length === 0) {
      core.store.transaction(() => {
        this.#acknowledge(queue, lastEventId)
      })
    }
    if (!this.#stopped) {
      core.wall('what follows events', () => {
        this.#events.onApplied()
      })
    }
  }

  /**
   * Stores how far the queue was applied, inside the running transaction. What could not be applied is stored with it: a
   * crash before the registration that mends it must not lose that (C5).
   */
  #acknowledge(queue: StoredQueue, lastEventId: number): void {
    const touchedAt = this.#core.ports.clock.now()
    const lost = this.#needsResync ? { needsResync: true } : {}
    this.#core.store.meta.setQueue({ ...queue, lastEventId, touchedAt, ...lost })
  }

  /**
   * What the answer leaves open is written down before any of it is acknowledged: a part that comes again after a crash
   * does not tell. An answer about those messages decides once all of this one is applied (U6).
   */
  #noteUndecided(events: readonly ServerEvent[]): void {
    const through = events.at(-1)?.id
    const ids = undecidedIds(events)
    if (through === undefined || ids.size === 0) return
    const { undecided } = this.#core.store
    this.#core.commit(() => {
      for (const id of ids) undecided.put(id, through)
      return []
    })
  }

  /** A reducer failed: the rest must not be lost (Q12). Each event alone; after one that fails again, a fresh register. */
  #applyOneByOne(queue: StoredQueue, events: readonly ServerEvent[], cause: unknown): number {
    const core = this.#core
    core.ports.log('error', `a slice of events failed, applying them one by one: ${String(cause)}`)
    for (const event of events) {
      try {
        core.commit(() => {
          const changes = applyAndSettle(core, event)
          this.#noticeRestart([event])
          this.#acknowledge(queue, event.id)
          return changes
        })
      } catch (error) {
        // The rest comes again when it can be stored.
        if (isDiskTrouble(error)) throw error
        core.ports.log('error', `event ${event.id} (${event.type}) could not be applied: ${String(error)}`)
        this.#needsResync = true
        core.commit(() => {
          this.#acknowledge(queue, event.id)
          return []
        })
      }
    }
    return events.length
  }

  /** A server of another feature level may mean different things: register anew (Q10). */
  #noticeRestart(events: readonly ServerEvent[]): void {
    const level = this.#core.world.organization?.featureLevel
    for (const event of events) {
      if (event.type === 'restart' && event.svc_feature_level > 0 && event.svc_feature_level !== level) {
        this.#needsResync = true
      }
    }
  }

  /** Returns whether to go on. */
  async #handleFailure(error: unknown): Promise<boolean> {
    if (error instanceof IncompleteRegistration) {
      this.#core.ports.log('error', error.message)
      const { code, failure: reason } = error
      this.#record.noteFailure({ kind: 'refused', code, reason }, this.#core.ports.clock.now())
      this.setConnection({ state: 'refused', reason })
      await this.#pause(incompleteMs)
      return this.#mayGoOn()
    }
    const failure = failureKind(error)
    const noteFailure = () => {
      this.#record.noteFailure(failure, this.#core.ports.clock.now())
    }
    switch (failure.kind) {
      case 'aborted':
        return true
      case 'queue_lost':
        this.#needsResync = true
        return true
      case 'refused':
        // An acknowledgement that the server does not know comes as an ordinary refusal (wire-protocol.md §2.1).
        if (!this.#needsResync && this.#core.store.meta.queue() !== undefined && this.#failures === 0) {
          this.#failures += 1
          this.#needsResync = true
          return true
        }
        this.#core.ports.log('error', `the server refuses: ${failure.code} ${reasonLogText(failure.reason)}`)
        noteFailure()
        this.setConnection({ state: 'refused', reason: failure.reason })
        return false
      case 'signed_out':
        noteFailure()
        this.setConnection({ state: 'signed_out', reason: failure.reason })
        return false
      case 'no_key':
        // Main says what is the matter with the keychain, and calls retry() when there is a key.
        return false
      case 'transient': {
        this.#failures += 1
        noteFailure()
        const waitMs = Math.max(failure.waitMs ?? 0, backoffMs(this.#failures, this.#core.ports.random))
        this.setConnection({
          state: 'offline',
          reason: failure.reason,
          cause: failure.cause,
          retryAt: this.#core.ports.clock.now() + waitMs,
        })
        await this.#pause(waitMs)
        return this.#mayGoOn()
      }
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        cancel()
        this.#wake = undefined
        resolve()
      }
      const cancel = this.#core.ports.clock.schedule(milliseconds, finish)
      this.#wake = finish
    })
  }
}

/** Applies one event to the base, then to the pending actions, inside the running transaction. */
function applyAndSettle(core: Core, event: ServerEvent): Change[] {
  const context = core.reducerContext()
  return [...applyEvent(context, event), ...settleByEvent(context, event)]
}
