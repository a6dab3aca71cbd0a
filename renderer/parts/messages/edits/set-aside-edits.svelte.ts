import type { Failure } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { EditSetAside } from '#contract/drafts.ts'
import type { MessageId } from '#shared/ids.ts'

/** The texts of abandoned edits; the engine stores them until their message is edited. */
export class SetAsideEdits {
  readonly #bridge: Pick<Bridge, 'call'>
  readonly #accountId: string

  constructor(bridge: Pick<Bridge, 'call'>, accountId: string) {
    this.#bridge = bridge
    this.#accountId = accountId
  }

  async of(messageId: MessageId): Promise<EditSetAside | null> {
    const result = await this.#bridge.call('edits.aside', { accountId: this.#accountId, messageId })
    return result.ok ? result.value : null
  }

  /** Stores the text of an abandoned edit. @returns the failure; null if there is none */
  async keep(messageId: MessageId, edit: EditSetAside): Promise<Failure | null> {
    const result = await this.#bridge.call('edits.setAside', { accountId: this.#accountId, messageId, ...edit })
    return result.ok ? null : result.error
  }

  async drop(messageId: MessageId): Promise<void> {
    await this.#bridge.call('edits.dropAside', { accountId: this.#accountId, messageId })
  }
}

/**
 * The text of an abandoned edit and the message's current text: one is in the field, and this object holds the other.
 */
export class KeptText {
  /** Whether the message was changed since the text was written. */
  readonly isOutdated: boolean
  /** Whether the abandoned text is in the field. */
  isShown = $state.raw(true)
  #other: string

  constructor({ original }: EditSetAside, now: string) {
    this.isOutdated = original !== now
    this.#other = now
  }

  /** The text that is not in the field. */
  get other(): string {
    return this.#other
  }

  /** Swaps the texts. @param shown the text in the field @returns the other one */
  swap(shown: string): string {
    const other = this.#other
    this.#other = shown
    this.isShown = !this.isShown
    return other
  }
}

/**
 * Returns the text that an abandoned edit leaves. An earlier abandoned text that is not in the field is added to it.
 */
export function leftText(text: string, kept: KeptText | null): string {
  return kept === null || kept.isShown ? text : `${text}\n\n${kept.other}`
}
