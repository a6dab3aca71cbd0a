import type { MessageId } from '#shared/ids.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'

/** The number of ids per call (`messages.unreadAgain`). */
const idsPerCall = 10_000

/** The result of marking a conversation: the number of messages, and whether it can be undone. */
interface Marked {
  readonly state: 'read' | 'unread_again'
  readonly count: number
}

/**
 * Marks the open conversation as read to its end, and undoes that. The marked ids are kept until the user closes the
 * line, sends or leaves: there is no time limit for slow readers.
 */
export class ReadToEnd {
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #narrow: () => Narrow
  #messageIds: readonly MessageId[] = []
  lastMark = $state.raw<Marked | null>(null)
  isBusy = $state.raw(false)

  /** @param narrow returns the current conversation, which may be moved while it is open */
  constructor(bridge: Bridge, accountId: string, narrow: () => Narrow) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#narrow = narrow
  }

  /** Marks all unread messages of the conversation as read. */
  async read(): Promise<Failure | null> {
    if (this.isBusy) return null
    this.isBusy = true
    const result = await this.#bridge.call('messages.readConversation', {
      accountId: this.#accountId,
      narrow: this.#narrow(),
    })
    this.isBusy = false
    if (!result.ok) return result.error
    const { messageIds } = result.value
    if (messageIds.length === 0) return null
    this.#messageIds = messageIds
    this.lastMark = { state: 'read', count: messageIds.length }
    return null
  }

  /** Marks the same messages as unread again; failed ones can be retried. */
  async undo(): Promise<Failure | null> {
    if (this.isBusy || this.lastMark?.state !== 'read') return null
    this.isBusy = true
    const { count } = this.lastMark
    let failure: Failure | null = null
    while (this.#messageIds.length > 0 && failure === null) {
      const result = await this.#bridge.call('messages.unreadAgain', {
        accountId: this.#accountId,
        narrow: this.#narrow(),
        messageIds: this.#messageIds.slice(0, idsPerCall),
      })
      if (result.ok) this.#messageIds = this.#messageIds.slice(idsPerCall)
      else failure = result.error
    }
    this.isBusy = false
    if (failure === null) this.lastMark = { state: 'unread_again', count }
    return failure
  }

  dismiss(): void {
    this.#messageIds = []
    this.lastMark = null
  }
}
