import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Failure, Narrow } from '../../preload/contract/values.ts'

/** Ids that one call takes back at most (`messages.unreadAgain`). */
const idsPerCall = 10_000

/** What was done with a whole conversation: how many messages it was, and whether it can still be taken back. */
interface Told {
  readonly state: 'read' | 'unread_again'
  readonly count: number
}

/**
 * Reading the open conversation to its end, and taking that back (F15). What was marked is remembered here until the user
 * closes the line, sends something or leaves: no clock runs against who reads slowly.
 */
export class ReadToEnd {
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #narrow: Narrow
  #messageIds: readonly number[] = []
  told = $state.raw<Told | null>(null)
  isBusy = $state.raw(false)

  constructor(bridge: Bridge, accountId: string, narrow: Narrow) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#narrow = narrow
  }

  /** Marks everything that is unread in the conversation as read. */
  async read(): Promise<Failure | null> {
    if (this.isBusy) return null
    this.isBusy = true
    const result = await this.#bridge.call('messages.readConversation', {
      accountId: this.#accountId,
      narrow: this.#narrow,
    })
    this.isBusy = false
    if (!result.ok) return result.error
    const { messageIds } = result.value
    if (messageIds.length === 0) return null
    this.#messageIds = messageIds
    this.told = { state: 'read', count: messageIds.length }
    return null
  }

  /** Makes exactly the messages that were marked unread again; what failed can be tried once more. */
  async takeBack(): Promise<Failure | null> {
    if (this.isBusy || this.told?.state !== 'read') return null
    this.isBusy = true
    const { count } = this.told
    let failure: Failure | null = null
    while (this.#messageIds.length > 0 && failure === null) {
      const result = await this.#bridge.call('messages.unreadAgain', {
        accountId: this.#accountId,
        narrow: this.#narrow,
        messageIds: this.#messageIds.slice(0, idsPerCall),
      })
      if (result.ok) this.#messageIds = this.#messageIds.slice(idsPerCall)
      else failure = result.error
    }
    this.isBusy = false
    if (failure === null) this.told = { state: 'unread_again', count }
    return failure
  }

  dismiss(): void {
    this.#messageIds = []
    this.told = null
  }
}
