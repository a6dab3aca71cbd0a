import type { Failure } from '#contract/base/failures.ts'
import type { Reactors } from '#contract/emoji.ts'
import type { OpenReactors } from '../../state/overlays.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

/** The people who reacted to a message, at the time when the list was opened. */
export class ReactorList {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  readonly #opened: Pick<OpenReactors, 'accountId' | 'messageId'>
  /** The people by emoji; null until the answer has come. */
  found = $state.raw<readonly Reactors[] | null>(null)
  failure = $state.raw<Failure | null>(null)

  constructor(calls: Pick<AccountCalls, 'askOf'>, opened: Pick<OpenReactors, 'accountId' | 'messageId'>) {
    this.#calls = calls
    this.#opened = opened
    void this.load()
  }

  async load(): Promise<void> {
    this.failure = null
    const { accountId, messageId } = this.#opened
    const result = await this.#calls.askOf(accountId, 'reactions.who', { messageId })
    if (result.ok) this.found = result.value
    else this.failure = result.error
  }
}
