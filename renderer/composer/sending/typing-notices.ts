import type { AccountCalls } from '../../bridge/account-calls.ts'
import type { ComposerModel } from '../composer-model.svelte.ts'

/** While typing goes on, the engine is told this often: it ends a notice by itself after a longer pause. */
const everyMs = 3_000

/** Tells the engine that the user is typing, which tells the others by the account's settings. */
export class TypingNotices {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  #told: { readonly composer: ComposerModel; readonly at: number } | null = null

  constructor(calls: Pick<AccountCalls, 'askOf'>) {
    this.#calls = calls
  }

  /** The user wrote. An emptied field is no message any more. */
  written(composer: ComposerModel): void {
    if (composer.content.trim() === '') {
      this.ended()
      return
    }
    const now = performance.now()
    if (this.#told?.composer === composer && now - this.#told.at < everyMs) return
    this.#told = { composer, at: now }
    this.#tell(composer, true)
  }

  /** The message was sent, or another place is shown. */
  ended(): void {
    const told = this.#told
    this.#told = null
    if (told !== null) this.#tell(told.composer, false)
  }

  #tell({ accountId, narrow }: ComposerModel, isTyping: boolean): void {
    // What nobody was told has no consequence.
    void this.#calls.askOf(accountId, 'writing.typing', { narrow, isTyping }).catch(() => null)
  }
}
