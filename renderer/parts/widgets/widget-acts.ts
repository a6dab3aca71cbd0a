import type { WidgetAct } from '#contract/messages.ts'
import type { MessageId } from '#shared/ids.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

/** The acts on the poll or the to-do list of a message. */
export class WidgetActs {
  readonly #calls: Pick<AccountCalls, 'actOnWidget' | 'retryMessage' | 'withdraw'>
  readonly #messageId: () => MessageId

  constructor(calls: Pick<AccountCalls, 'actOnWidget' | 'retryMessage' | 'withdraw'>, messageId: () => MessageId) {
    this.#calls = calls
    this.#messageId = messageId
  }

  /** Performs an act. @returns whether it is in the outbox */
  act(act: WidgetAct): Promise<boolean> {
    return this.#calls.actOnWidget(this.#messageId(), act)
  }

  /** Sends an act that failed again. */
  again(localId: string): void {
    void this.#calls.retryMessage(localId)
  }

  /** Withdraws an act that failed. */
  withdraw(localId: string): void {
    void this.#calls.withdraw(localId)
  }
}
