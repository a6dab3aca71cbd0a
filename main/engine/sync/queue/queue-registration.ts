import { oldestFeatureLevel } from '../../api/capabilities.ts'
import { MalformedAnswerError } from '../../api/errors.ts'
import { lifetimeParameters, queueLifetimeMs } from '../../api/register.ts'
import type { Core } from '../../core/core.ts'
import { FailureError } from '../../values/failures.ts'
import { RegisterApplication } from '../../state/apply-register.ts'
import { requestRegister } from '../../state/registration.ts'
import type { TransportResponse } from '../../ports.ts'
import type { RegisterReading } from '../../workers/ingest/register-reader.ts'
import { failureKind } from '../../api/request-failures.ts'

const foregroundTimeoutMs = 60_000

/** The answer of a registration lacks a piece that the client needs. */
export class IncompleteRegistration extends FailureError {
  constructor(lacks: string) {
    super({ code: 'INCOMPLETE_REGISTRATION', values: { lacks } })
    this.name = 'IncompleteRegistration'
  }
}

/** The functions of the poller that a registration needs. */
export interface RegistrationPorts {
  /** Returning false ends the registration at its next step. */
  readonly mayGoOn: () => boolean
  /** It is called if the server's feature level is older than any that Skein supports. */
  readonly onTooOld: (featureLevel: number) => void
}

/** Registers a queue with `POST /register` and stores the state of the answer (wire-protocol.md §2.3). */
export class QueueRegistration {
  readonly #core: Core
  readonly #ports: RegistrationPorts
  /** The server refuses a registration that asks for a longer lifetime of its queue. */
  #isLifetimeRefused = false

  constructor(core: Core, ports: RegistrationPorts) {
    this.#core = core
    this.#ports = ports
  }

  /**
   * Registers a queue, and returns whether it is stored with its state. If not, the caller tries again while it may
   * go on.
   * @throws IncompleteRegistration, and the errors of `requestRegister`
   */
  async register(signal: AbortSignal): Promise<boolean> {
    const core = this.#core
    const reading = core.registerReader.open()
    const wish = this.#isLifetimeRefused ? {} : lifetimeParameters(this.#knowsNewLifetime())
    try {
      const response = await requestRegister(core.api, wish, {
        priority: 'foreground',
        timeoutMs: foregroundTimeoutMs,
        signal,
      })
      return await this.#takeOver(reading, response)
    } catch (error) {
      if (error instanceof MalformedAnswerError && error.lacks !== null) throw new IncompleteRegistration(error.lacks)
      if (this.#isLifetimeRefused || failureKind(error).kind !== 'refused') throw error
      // The refusal may be due to the request for a longer lifetime, which the next registration omits.
      this.#isLifetimeRefused = true
      return false
    } finally {
      reading.close()
    }
  }

  /** Returns whether the server knows the newer form of the lifetime; undefined before the first registration. */
  #knowsNewLifetime(): boolean | undefined {
    return this.#core.accountState.organization === undefined ? undefined : this.#core.capabilities.idleQueueTimeout
  }

  /**
   * Stores a registration in steps that each block the engine briefly. It returns false if it was given up in
   * between.
   */
  async #takeOver(reading: RegisterReading, response: TransportResponse): Promise<boolean> {
    const core = this.#core
    const head = await reading.head(response)
    if (!this.#ports.mayGoOn()) return false
    const { featureLevel } = head.organization
    if (featureLevel < oldestFeatureLevel) {
      this.#ports.onTooOld(featureLevel)
      return false
    }
    const application = new RegisterApplication(core.store, core.accountState, head)
    core.commit(() => application.begin(core.ports.clock.now()))
    for (;;) {
      const batch = await reading.next()
      if (!this.#ports.mayGoOn()) return false
      if (batch === null) break
      const change = application.take(batch)
      if (change !== null) core.commit(change)
      await core.breathe()
      if (!this.#ports.mayGoOn()) return false
    }
    const lifetimeMs = queueLifetimeMs(head.idleTimeoutSeconds, !this.#isLifetimeRefused)
    core.commit(() => application.finish(core.ports.clock.now(), lifetimeMs))
    return true
  }
}
