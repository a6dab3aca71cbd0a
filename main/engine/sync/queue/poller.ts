import type { Connection } from '#contract/accounts.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { oldestFeatureLevel } from '../../api/capabilities.ts'
import { deleteQueue, getEvents } from '../../api/events.ts'
import type { Core } from '../../core/core.ts'
import type { Service } from '../../core/service.ts'
import { TransportError } from '../../ports.ts'
import type { StoredQueue } from '../../store/meta.ts'
import { backoffMs } from '../../core/retry.ts'
import { ConnectionRecord, type ConnectionHistory } from '../connection-record.ts'
import { EventSlices, type SlicePorts } from './event-slices.ts'
import { judgePollFailure } from './poll-failures.ts'
import { QueueLife } from './queue-life.ts'
import { QueueRegistration } from './queue-registration.ts'

/** The pause after a long poll that returned no events. */
const emptyPollPauseMs = 1000
/** The poller starts again after this time if an error other than a failed request has ended it. */
const startAgainMs = 5_000
const releaseTimeoutMs = 2_000

/** The listeners of the poller. */
export interface PollerEvents extends Omit<SlicePorts, 'isStopped'> {
  /** It is called when the state of the connection has changed. */
  readonly onConnection: (connection: Connection) => void
  /** It is called when the server has answered. */
  readonly onReached: () => void
}

/**
 * The account's only poller. It registers a queue, polls it, applies events in slices, and acknowledges stored ones.
 *
 *   stored queue young enough ──► poll ◄──────────────┐
 *   else ──► register ────────────► poll ──► slices ──┘
 *                 ▲                   └── queue lost, or an acknowledgement that the server does not know
 *                 └───────────────────────┘
 */
export class Poller implements Service {
  readonly #core: Core
  readonly #events: PollerEvents
  readonly #queueLife: QueueLife
  readonly #slices: EventSlices
  readonly #registration: QueueRegistration
  readonly #record: ConnectionRecord
  /** The number of consecutive failures. */
  #failures = 0
  #stopped = false
  /** The poller sends nothing until `retry` or `goOn` is called. */
  #halted = false
  #running = false
  #abort = new AbortController()
  #wake: (() => void) | undefined
  /** The number of consecutive answers of the queue that were too large. */
  #oversized = 0
  #connection: Connection = { state: 'starting' }

  constructor(core: Core, events: PollerEvents) {
    this.#core = core
    this.#events = events
    this.#queueLife = new QueueLife(core)
    this.#slices = new EventSlices(core, this.#queueLife, { ...events, isStopped: () => this.#stopped })
    this.#registration = new QueueRegistration(core, {
      mayGoOn: () => this.#mayGoOn(),
      onTooOld: (level) => {
        this.halt({ state: 'refused', reason: { code: 'TOO_OLD', values: { level, needed: oldestFeatureLevel } } })
      },
    })
    this.#record = new ConnectionRecord(core.ports.clock.now(), core.store.meta.queue()?.touchedAt ?? null)
  }

  /** The start of the connection's state, and the attempts since it was lost. */
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
    this.#core.runInBackground('the poller', done)
  }

  /** Tries again at once, because the user asked, the network came back, or the machine woke up. */
  retry(): void {
    if (this.#stopped) return
    this.#failures = 0
    this.#halted = false
    this.#abort.abort()
    this.#wake?.()
    this.start()
  }

  /** Continues after a halt or a stop. A running wait is not cut short. */
  goOn(): void {
    if (this.#stopped) return
    this.#halted = false
    this.start()
  }

  /** Stops polling and shows `connection` as the reason. `retry` and `goOn` continue. */
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

  /**
   * Stops, and deletes the event queue on the server at sign-out. It takes at most two seconds, ignores failures, and
   * never throws.
   */
  async release(): Promise<void> {
    this.stop()
    const { store, api } = this.#core
    const queue = store.meta.queue()
    if (queue === undefined) return
    try {
      await deleteQueue(api, queue.queueId, { priority: 'foreground', timeoutMs: releaseTimeoutMs })
    } catch {
      // The server drops a queue without polls after its lifetime.
    }
  }

  setConnection(connection: Connection): void {
    this.#connection = connection
    this.#record.noteState(connection.state, this.#core.ports.clock.now())
    this.#core.isolate('the connection', () => {
      this.#events.onConnection(connection)
    })
  }

  /**
   * It tells whether `retry` was called since the last request, so that the next answer must come at once and not
   * with the next event.
   */
  get #isRetried(): boolean {
    return this.#abort.signal.aborted
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
        const queue = this.#queueLife.usable(recovering)
        if (queue === undefined) {
          await this.#register()
          recovering = this.#isRetried
          continue
        }
        if (recovering && this.#connection.state !== 'offline') this.setConnection({ state: 'catching_up' })
        const events = await this.#poll(queue, recovering)
        this.#noteReached()
        if (events === null) {
          // A queue that fills as fast as it is given up must not cause a busy loop.
          if (this.#oversized > 1) await this.#pause(backoffMs(this.#oversized, this.#core.ports.random))
          recovering = true
          continue
        }
        await this.#slices.apply(queue, events)
        // A long poll that returns no events is a server's fault, and must not cause a busy loop.
        if (!recovering && events.length === 0) await this.#pause(emptyPollPauseMs)
        recovering = this.#isRetried
        // The key may have been removed while the answer was applied; the poller then stays halted.
        if (!this.#mayGoOn()) return
        if (this.#connection.state !== 'online') this.setConnection({ state: 'online' })
      } catch (error) {
        if (!this.#mayGoOn()) return
        if (!(await this.#handleFailure(error))) return
        recovering = true
      }
    }
  }

  /**
   * Returns the events of the queue; null if the answer is too large. A registration contains the same state in less
   * space.
   */
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
      this.#core.ports.log('warn', 'the event queue has more than can be read: registering again')
      this.#oversized += 1
      this.#queueLife.noteLost()
      return null
    }
  }

  #pollTimeoutMs(): number {
    return (this.#core.accountState.organization?.longPollTimeoutSeconds ?? 90) * 1000
  }

  async #register(): Promise<void> {
    if (this.#connection.state !== 'offline') this.setConnection({ state: 'catching_up' })
    if (!(await this.#registration.register(this.#abort.signal))) return
    this.#queueLife.noteRegistered()
    this.#noteReached()
    this.setConnection({ state: 'online' })
  }

  /** Hides the time of the next attempt to reconnect, because an attempt is under way. */
  #noteTry(): void {
    if (this.#connection.state !== 'offline' || this.#connection.retryAt === null) return
    this.setConnection({ ...this.#connection, retryAt: null })
  }

  #noteReached(): void {
    this.#failures = 0
    this.#record.noteReached(this.#core.ports.clock.now())
    this.#core.isolate('the time of the last answer', () => {
      this.#events.onReached()
    })
  }

  /** Handles a failure, and returns whether to continue. */
  async #handleFailure(error: unknown): Promise<boolean> {
    const { ports } = this.#core
    const now = ports.clock.now()
    const verdict = judgePollFailure(error, {
      failures: this.#failures,
      hasQueue: () => this.#queueLife.hasQueue,
      isQueueLost: this.#queueLife.isLost,
      now,
      random: ports.random,
    })
    if (verdict.logged !== undefined) ports.log('error', verdict.logged)
    if (verdict.losesQueue === true) this.#queueLife.noteLost()
    if (verdict.counts === true) this.#failures += 1
    if (verdict.noted !== undefined) this.#record.noteFailure(verdict.noted, now)
    if (verdict.connection !== undefined) this.setConnection(verdict.connection)
    switch (verdict.next) {
      case 'go_on':
        return true
      case 'stop':
        return false
      case 'wait':
        await this.#pause(verdict.waitMs)
        return this.#mayGoOn()
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
