import type { Bridge } from '#contract/bridge.ts'
import type { Input } from '#contract/calls.ts'
import { sentenceOf, catalogue } from '#i18n/catalogue.ts'

/** What is marked as read at once: a conversation, a stream, or everything. */
export type ReadScope = Input<'messages.markAllRead'>['scope']

/** What was marked last. */
interface Marked {
  readonly accountId: string
  readonly localId: string
  readonly count: number
  /** `nothing` if nothing was unread. */
  readonly state: 'read' | 'unread_again' | 'nothing'
}

export interface AllReadPorts {
  readonly bridge: Bridge
  /** The shown account; null if none is. */
  readonly accountId: () => string | null
  /** Shows a notice. */
  readonly tell: (sentence: string) => void
}

/** Marks a conversation, a stream or everything as read, and undoes the last of these marks. */
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
    // Meanwhile something else may have been marked.
    if (this.told === told) this.told = result.ok && result.value.isUndone ? { ...told, state: 'unread_again' } : null
  }

  dismiss(): void {
    this.told = null
  }
}
