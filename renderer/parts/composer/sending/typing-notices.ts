import type { AccountCalls } from '#renderer/state/account-calls.ts'
import type { ComposerModel } from '../composer-model.svelte.ts'

/** The interval of notices during typing, in milliseconds. The engine ends a notice by itself after a longer pause. */
const everyMs = 3_000

/** Notifies the engine that the user is typing. The engine notifies the others if the account's settings allow it. */
export class TypingNotices {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  #lastNotice: { readonly composer: ComposerModel; readonly at: number } | null = null

  constructor(calls: Pick<AccountCalls, 'askOf'>) {
    this.#calls = calls
  }

  /** Handles a change of the text. An emptied field ends the notice. */
  written(composer: ComposerModel): void {
    if (composer.content.trim() === '') {
      this.ended()
      return
    }
    const now = performance.now()
    if (this.#lastNotice?.composer === composer && now - this.#lastNotice.at < everyMs) return
    this.#lastNotice = { composer, at: now }
    this.#notify(composer, true)
  }

  /** Ends the notice, because the message was sent or another conversation is shown. */
  ended(): void {
    const lastNotice = this.#lastNotice
    this.#lastNotice = null
    if (lastNotice !== null) this.#notify(lastNotice.composer, false)
  }

  #notify({ accountId, narrow }: ComposerModel, isTyping: boolean): void {
    // A failure is ignored, because a missing notice has no consequence.
    void this.#calls.askOf(accountId, 'writing.typing', { narrow, isTyping }).catch(() => null)
  }
}
