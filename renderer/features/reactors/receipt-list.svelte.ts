import type { Failure } from '#contract/base/failures.ts'
import type { ReadReceipts } from '#contract/messages.ts'
import type { OpenReactors } from '../../state/overlays.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

/** The people who had read a message when the list was opened. */
export class ReceiptList {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #opened: Pick<OpenReactors, 'accountId' | 'messageId'>
  /** The people; null until the server has answered. */
  found = $state.raw<ReadReceipts | null>(null)
  failure = $state.raw<Failure | null>(null)

  constructor(calls: Pick<AccountCalls, 'askOf'>, opened: Pick<OpenReactors, 'accountId' | 'messageId'>) {
    this.#calls = calls
    this.#opened = opened
    void this.load()
  }

  /** Whether another attempt could succeed: the organization shows no receipts at all, or the server was not reached. */
  get canRetry(): boolean {
    return this.failure !== null && this.failure.code !== 'NO_RECEIPTS'
  }

  /** The number of people who are not listed. */
  get others(): number {
    return this.found === null ? 0 : this.found.count - this.found.people.length
  }

  async load(): Promise<void> {
    this.failure = null
    const { accountId, messageId } = this.#opened
    const result = await this.#calls.askOf(accountId, 'messages.receipts', { messageId })
    if (result.ok) this.found = result.value
    else this.failure = result.error
  }
}
