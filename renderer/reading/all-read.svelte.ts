import type { Bridge } from '#contract/bridge.ts'
import type { Input } from '#contract/calls.ts'
import { sentenceOf, catalogue } from '#i18n/catalogue.ts'

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
  readonly tell: (sentence: string) => void
}

/** Marks a conversation, a stream or everything as read, and undoes the last mark. */
export class AllRead {
  readonly #ports: AllReadPorts
  told = $state.raw<Marked | null>(null)

  constructor(ports: AllReadPorts) {
    this.#ports = ports
  }

  async mark(scope: ReadScope): Promise<void> {
    const { bridge, accountId: shown, tell } = this.#ports
    const accountId = shown()
    if (accountId === null) return
    const result = await bridge.call('messages.markAllRead', { accountId, scope })
    if (result.ok) this.told = { accountId, ...result.value, state: result.value.count === 0 ? 'nothing' : 'read' }
    else tell(sentenceOf(result.error))
  }

  async undo(): Promise<void> {
    const { told } = this
    if (told?.state !== 'read') return
    const { bridge, tell } = this.#ports
    const { accountId, localId } = told
    const result = await bridge.call('messages.undoMarkAllRead', { accountId, localId })
    if (!result.ok) tell(sentenceOf(result.error))
    else if (!result.value.isUndone) tell(catalogue.screens.allRead.tooLate)
    // Another mark may have been made meanwhile.
    if (this.told === told) this.told = result.ok && result.value.isUndone ? { ...told, state: 'unread_again' } : null
  }

  dismiss(): void {
    this.told = null
  }
}
