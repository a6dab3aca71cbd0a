import type { Bridge } from '#contract/bridge.ts'
import type { EditSetAside } from '#contract/resources/edits.ts'
import type { Failure } from '#contract/values.ts'
import type { MessageId } from '#shared/ids.ts'

/** The texts of edits that were given up; the engine stores them until their message is edited. */
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

  /** @returns why it could not be stored; null if it is */
  async keep(messageId: MessageId, edit: EditSetAside): Promise<Failure | null> {
    const result = await this.#bridge.call('edits.setAside', { accountId: this.#accountId, messageId, ...edit })
    return result.ok ? null : result.error
  }

  async drop(messageId: MessageId): Promise<void> {
    await this.#bridge.call('edits.dropAside', { accountId: this.#accountId, messageId })
  }
}

/** The text that an earlier edit has left, and the message as it is: one of them is in the field, the other is here. */
export class KeptText {
  /** Whether the message was changed since the text was written. */
  readonly isOutdated: boolean
  /** Whether what was left is in the field. */
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

  /** @param shown the text in the field @returns the other one */
  swap(shown: string): string {
    const other = this.#other
    this.#other = shown
    this.isShown = !this.isShown
    return other
  }
}

/** What is left of an edit whose message was changed beside a text that an earlier edit has left: both. */
export function leftText(text: string, kept: KeptText | null): string {
  return kept === null || kept.isShown ? text : `${text}\n\n${kept.other}`
}
