import type { Bridge } from '#contract/bridge.ts'
import type { Input } from '#contract/calls.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'

/** The scope of marking as read: a conversation, a stream, or everything. */
export type ReadScope = Input<'messages.markAllRead'>['scope']

/** The messages that were marked last. */
interface Marked {
  readonly accountId: string
  readonly localId: string
  readonly count: number
  /** The state of the mark; `nothing` if no message was unread. */
  readonly state: 'read' | 'unread_again' | 'nothing'
}

/** The parts of the page that marking as read uses. */
export interface AllReadPorts {
  readonly bridge: Bridge
  /** Returns the shown account; null if there is none. */
  readonly accountId: () => string | null
  /** Shows a notice. */
  readonly notify: (sentence: string) => void
}

/** Marks a conversation, a stream or everything as read, and undoes the last mark. */
export class AllRead {
  readonly #ports: AllReadPorts
  lastMark = $state.raw<Marked | null>(null)

  constructor(ports: AllReadPorts) {
    this.#ports = ports
  }

  async mark(scope: ReadScope): Promise<void> {
    const { bridge, accountId: shown, notify } = this.#ports
    const accountId = shown()
    if (accountId === null) return
    const result = await bridge.call('messages.markAllRead', { accountId, scope })
    if (result.ok) this.lastMark = { accountId, ...result.value, state: result.value.count === 0 ? 'nothing' : 'read' }
    else notify(sentenceOf(result.error))
  }

  async undo(): Promise<void> {
    const { lastMark } = this
    if (lastMark?.state !== 'read') return
    const { bridge, notify } = this.#ports
    const { accountId, localId } = lastMark
    const result = await bridge.call('messages.undoMarkAllRead', { accountId, localId })
    if (!result.ok) notify(sentenceOf(result.error))
    else if (!result.value.isUndone) notify(catalogue.screens.allRead.tooLate)
    // Another mark may have been made meanwhile.
    if (this.lastMark === lastMark)
      this.lastMark = result.ok && result.value.isUndone ? { ...lastMark, state: 'unread_again' } : null
  }

  dismiss(): void {
    this.lastMark = null
  }
}
