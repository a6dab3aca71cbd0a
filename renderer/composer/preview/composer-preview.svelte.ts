import type { Failure } from '#contract/values.ts'
import type { AccountCalls } from '../../bridge/account-calls.ts'

/** What the server made of a text, or why it did not. */
type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** How a text will look, as the server shows it. */
export class ComposerPreview {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  /** Null while one writes. */
  shown = $state.raw<Shown | null>(null)
  #asked = 0

  constructor(calls: Pick<AccountCalls, 'askOf'>) {
    this.#calls = calls
  }

  /** Asks the server. An earlier answer is not shown for a later question. */
  async open(accountId: string, content: string): Promise<void> {
    this.#asked += 1
    const asked = this.#asked
    if (content.trim() === '') {
      this.shown = { kind: 'empty' }
      return
    }
    this.shown = { kind: 'loading' }
    const result = await this.#calls.askOf(accountId, 'writing.preview', { content })
    if (asked !== this.#asked) return
    this.shown = result.ok ? { kind: 'html', html: result.value.html } : { kind: 'failed', failure: result.error }
  }

  close(): void {
    this.#asked += 1
    this.shown = null
  }
}
