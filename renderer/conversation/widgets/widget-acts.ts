import type { WidgetAct } from '#contract/calls/widgets.ts'
import type { MessageId } from '#shared/ids.ts'
import type { AccountCalls } from '../../bridge/account-calls.ts'

/** What is done with the poll or the list of a message. */
export class WidgetActs {
  readonly #calls: Pick<AccountCalls, 'actOnWidget' | 'retryMessage' | 'withdraw'>
  readonly #messageId: () => MessageId

  constructor(calls: Pick<AccountCalls, 'actOnWidget' | 'retryMessage' | 'withdraw'>, messageId: () => MessageId) {
    this.#calls = calls
    this.#messageId = messageId
  }

  /** @returns whether it is in the outbox */
  act(act: WidgetAct): Promise<boolean> {
    return this.#calls.actOnWidget(this.#messageId(), act)
  }

  /** Sends what did not arrive again. */
  again(localId: string): void {
    void this.#calls.retryMessage(localId)
  }

  /** Takes back what did not arrive. */
  withdraw(localId: string): void {
    void this.#calls.withdraw(localId)
  }
}
