import { reportPresence } from '../api/presence.ts'
import type { Core } from '../core.ts'
import { presenceOf } from '../model/presence/presence-reducers.ts'

/** Coming and going of the window is told at most so often. */
const leastMs = 5_000

/**
 * Tells the server that the own account is there, and learns who else is: events tell of those alone who come, not of
 * those who leave or rest (wire-protocol.md §2.3.3). The organization may want none of it.
 */
export class PresenceReporter {
  readonly #core: Core
  readonly #isOnline: () => boolean
  #isActive = false
  #reportedAt = -Infinity
  /** What the last answer reached to, and in which epoch: a registration begins anew. */
  #reached = { epoch: 0, updateId: -1 }
  #isRunning = false
  #cancel: () => void = () => undefined
  #isStopped = false

  constructor(core: Core, isOnline: () => boolean) {
    this.#core = core
    this.#isOnline = isOnline
  }

  /** Whether the user looks at the window now. */
  setActive(isActive: boolean): void {
    if (this.#isActive === isActive) return
    this.#isActive = isActive
    if (isActive) this.run()
  }

  /** Reports, unless that was just done; then again after the server's interval. */
  run(): void {
    if (this.#isStopped || this.#isRunning || !this.#isOnline()) return
    const waitMs = this.#reportedAt + leastMs - this.#core.ports.clock.now()
    if (waitMs > 0) this.#later(waitMs)
    else this.#core.apart('presence', this.#report())
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  #later(delayMs: number): void {
    this.#cancel()
    this.#cancel = this.#core.ports.clock.schedule(delayMs, () => {
      this.run()
    })
  }

  async #report(): Promise<void> {
    const { world, ports, api } = this.#core
    const { organization, server } = world.organizationSettings
    if (organization.presence_disabled) return
    this.#isRunning = true
    this.#reportedAt = ports.clock.now()
    try {
      const { epoch } = world
      const known = this.#reached.epoch === epoch ? this.#reached.updateId : -1
      const lastUpdateId = this.#core.capabilities.presenceUpdates ? known : null
      const report = { isActive: this.#isActive, lastUpdateId }
      const answer = await reportPresence(api, report, { priority: 'background' })
      if (this.#hasStopped() || epoch !== world.epoch) return
      this.#reached = { epoch, updateId: answer.presence_last_update_id ?? -1 }
      // Only what has changed since the last answer comes: the rest stays as it is.
      const isWhole = known === -1 || answer.presence_last_update_id === null
      this.#core.commit(() => [presenceOf(answer, isWhole, ports.clock.now())])
    } catch (error) {
      // Nobody is wronged by it; the poller knows how the connection is.
      ports.log('debug', `presence: ${String(error)}`)
    } finally {
      this.#isRunning = false
      if (!this.#hasStopped()) this.#later(Math.max(leastMs, server.presence_ping_interval_seconds * 1000))
    }
  }

  #hasStopped(): boolean {
    return this.#isStopped
  }
}
