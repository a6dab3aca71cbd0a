import type { Failure, Result } from '#contract/base/failures.ts'
import type { Quiet } from '#shared/time/quiet-time.ts'
import { composeEngine, type ComposedEngine } from './compose.ts'
import type { EngineCalls } from './engine-calls.ts'
import type { WindowId, EnginePorts, Signal } from './ports.ts'
import { failureOf } from './values/failures.ts'
import type { EngineWorkers } from './core/core.ts'

/**
 * The engine of one account: its cache, its event queue, its outbox and its views. The class has no thread code; the
 * app runs it in a worker.
 */
export class Engine {
  readonly #parts: ComposedEngine
  #isClosed = false

  /** @throws StoreError if the account's database cannot be opened */
  constructor(ports: EnginePorts & EngineWorkers) {
    this.#parts = composeEngine(ports)
  }

  /** Connects to the server; views are served from the cache before and without it. */
  start(): void {
    this.#parts.services.start()
  }

  /** Handles a call of a window or of main. Failures are data; an unexpected error is returned as a failure as well. */
  async call<N extends keyof EngineCalls>(
    name: N,
    input: EngineCalls[N]['input'],
    from?: WindowId,
  ): Promise<Result<EngineCalls[N]['output']>> {
    if (this.#isClosed) return { ok: false, error: { code: 'CLOSED' } }
    const { core, maintenance, windows, handlers } = this.#parts
    if (name !== 'app.acknowledge') {
      maintenance.noteUse()
      if (from !== undefined) windows.noteHeard(from)
    }
    try {
      return await handlers[name](input, from)
    } catch (error) {
      core.noteDamage(error)
      core.ports.log('error', `${name} failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`)
      return { ok: false, error: failureOf(error) }
    }
  }

  /** Records that the gate sends nothing before this moment, UNIX milliseconds; pending items can show it. */
  rateLimit(until: number): void {
    this.#parts.core.rateLimit(until)
  }

  /** Sets the do-not-disturb of this computer; null ends it. */
  setQuiet(quiet: Quiet | null): void {
    this.#parts.notifier.setQuiet(quiet)
  }

  /** Handles a signal of main about the user, the machine or the keychain. `reason` is given with `no_key`. */
  signal(signal: Signal, reason?: Failure): void {
    const { services, poller, outbox, presence } = this.#parts
    switch (signal) {
      case 'retry':
        this.#tryNow()
        return
      case 'resume':
      case 'key_changed':
        poller.retry()
        outbox.run()
        return
      case 'focused':
      case 'blurred':
        services.onFocus(signal === 'focused')
        return
      case 'present':
      case 'absent':
        if (signal === 'absent') services.onFocus(false)
        presence.setActive(signal === 'present')
        return
      case 'waiting_for_keychain':
        if (!poller.isOnline) poller.setConnection({ state: 'waiting_for_keychain' })
        return
      case 'no_key':
        poller.halt({ state: 'signed_out', reason: reason ?? { code: 'KEY_NOT_IN_KEYCHAIN' } })
        return
    }
  }

  /** Handles a retry of the user: the engine's own pauses end, those that the server requested do not. */
  #tryNow(): void {
    const { core, services, poller } = this.#parts
    if (core.rateLimitedUntil > core.ports.clock.now()) {
      poller.goOn()
      return
    }
    poller.retry()
    services.onRetry()
  }

  /** Deletes the event queue on the server at sign-out, as far as possible within two seconds. */
  async releaseQueue(): Promise<void> {
    await this.#parts.poller.release()
  }

  /** The result of SQLite's integrity check of the account's file. */
  integrity(): string {
    return this.#parts.core.store.integrity()
  }

  /** Stops all work and closes the database; the event queue is kept for a quick restart (Q11). */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#parts.services.stop()
    this.#parts.core.close()
  }
}
