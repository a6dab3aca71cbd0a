import { reportPresence } from '../api/presence.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import { presenceOf } from '../state/presence/presence-reducers.ts'
import { TypingReporter } from './typing-reporter.ts'

/** The minimal time between two reports. */
const leastMs = 5_000

/**
 * Reports the user's presence and receives that of others. Events announce only users who become active, not those
 * who leave or become idle (wire-protocol.md §2.3.3). The organization may have disabled presence.
 */
export class PresenceReporter implements Service {
  /** Reports the conversation in which the user is typing. */
  readonly typing: TypingReporter
  readonly #core: Core
  readonly #isOnline: () => boolean
  #isActive = false
  #reportedAt = -Infinity
  /** The update id and the epoch of the last answer. A registration starts again. */
  #reached = { epoch: 0, updateId: -1 }
  #isRunning = false
  #cancel: () => void = () => undefined
  #isStopped = false

  constructor(core: Core, isOnline: () => boolean) {
    this.#core = core
    this.#isOnline = isOnline
    this.typing = new TypingReporter(core, isOnline)
  }

  /** Sets whether the user is at the computer. Both a return and an absence are reported at once. */
  setActive(isActive: boolean): void {
    if (this.#isActive === isActive) return
    this.#isActive = isActive
    if (!isActive) this.typing.ended()
    this.run()
  }

  /** Sends a report unless one was just sent, then repeats at the server's interval. */
  run(): void {
    if (this.#isStopped || this.#isRunning || !this.#isOnline()) return
    const waitMs = this.#reportedAt + leastMs - this.#core.ports.clock.now()
    if (waitMs > 0) this.#later(waitMs)
    else this.#core.runInBackground('presence', this.#report())
  }

  onOnline(): void {
    this.run()
  }

  /** A user who focuses the window is present. */
  onFocus(isFocused: boolean): void {
    if (isFocused) this.setActive(true)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
    this.typing.stop()
  }

  #later(delayMs: number): void {
    this.#cancel()
    this.#cancel = this.#core.ports.clock.schedule(delayMs, () => {
      this.run()
    })
  }

  async #report(): Promise<void> {
    const { accountState, ports, api } = this.#core
    const { organization, server } = accountState.organizationSettings
    if (organization.presence_disabled) return
    this.#isRunning = true
    this.#reportedAt = ports.clock.now()
    try {
      const { epoch } = accountState
      const known = this.#reached.epoch === epoch ? this.#reached.updateId : -1
      const lastUpdateId = this.#core.capabilities.presenceUpdates ? known : null
      // An account that hides its presence reports none: the request only asks for the presences of others.
      const isActive = this.#isActive && accountState.userSettings.presence_enabled
      const report = { isActive, lastUpdateId }
      const answer = await reportPresence(api, report, { priority: 'background' })
      if (this.#hasStopped() || epoch !== accountState.epoch) return
      this.#reached = { epoch, updateId: answer.presence_last_update_id ?? -1 }
      // An incremental answer contains only changed presences, and the others are kept.
      const isWhole = known === -1 || answer.presence_last_update_id === null
      this.#core.commit(() => [presenceOf(answer, isWhole, ports.clock.now())])
    } catch (error) {
      // A failed report has no consequence, because the poller observes the connection.
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
