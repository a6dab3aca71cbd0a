import type { Failure } from '#contract/base/failures.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'

/** The state of a preview: the server's HTML of the text, or the failure of rendering it. */
type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** The preview of a text as the server renders it. */
export class ComposerPreview {
  readonly #calls: Pick<AccountCalls, 'askOf'>
  /** The preview; null while it is closed. */
  shown = $state.raw<Shown | null>(null)
  #asked = 0

  constructor(calls: Pick<AccountCalls, 'askOf'>) {
    this.#calls = calls
  }

  /** Lets the server render a text. The answer is dropped if the preview was opened again or closed meanwhile. */
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
