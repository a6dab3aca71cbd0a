import type { Failure } from '#contract/base/failures.ts'
import type { NotificationAnswer } from '#contract/notifications.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { OpenWhy } from '../../state/overlays.svelte.ts'

/** Why the user was notified of a message, or was not, at the time when the dialog was opened. */
export class WhyNotified {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #opened: OpenWhy
  /** The decision; null until the answer has come. */
  answer = $state.raw<NotificationAnswer | null>(null)
  failure = $state.raw<Failure | null>(null)

  constructor(calls: Pick<AccountCalls, 'askOf'>, opened: OpenWhy) {
    this.#calls = calls
    this.#opened = opened
    void this.load()
  }

  async load(): Promise<void> {
    this.failure = null
    const { accountId, messageId } = this.#opened
    const result = await this.#calls.askOf(accountId, 'notifications.why', { messageId })
    if (result.ok) this.answer = result.value
    else this.failure = result.error
  }
}
