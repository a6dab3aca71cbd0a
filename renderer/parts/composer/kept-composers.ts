import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { ComposerDraft } from '#contract/drafts.ts'
import { forgetKept, keptKey } from '../../state/routes/routes.ts'
import { ComposerModel } from './composer-model.svelte.ts'
import type { KnownDraft } from './known-draft.ts'

/** The number of conversations, last left, whose undo history is kept. */
const mostSessions = 50

/** The composers of conversations. A composer with unstored text is kept until its text is stored. */
export class KeptComposers {
  readonly #bridge: Bridge
  readonly #unstored = new Map<string, ComposerModel>()
  /** What left composers knew of their drafts, the last one left at the end. */
  readonly #known = new Map<string, KnownDraft>()
  /** The composer of the screen that is being replaced. */
  #left: { readonly key: string; readonly composer: ComposerModel } | null = null

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /**
   * Returns the composer of a conversation: the kept one or a new one. A conversation that is opened again while it is
   * shown keeps its composer, because the user may be writing in it.
   * @param draft the draft of the conversation's view, if it is loaded already
   */
  open(accountId: string, narrow: Narrow, draft: ComposerDraft | null = null): ComposerModel {
    const key = keptKey(accountId, narrow)
    const left = this.#left?.key === key ? this.#left.composer : undefined
    if (left !== undefined) this.#left = null
    const kept = left ?? this.#unstored.get(key)
    if (kept === undefined) return new ComposerModel(this.#bridge, accountId, narrow, draft, this.#known.get(key))
    // A composer that is still drawn takes the focus again.
    kept.focusRequests += 1
    return kept
  }

  /** Leaves a conversation and stores the text of its composer. */
  leave(accountId: string, composer: ComposerModel): void {
    const key = keptKey(accountId, composer.narrow)
    composer.onSent = () => undefined
    this.#left = { key, composer }
    // The next screen opens in the same turn.
    queueMicrotask(() => (this.#left = null))
    composer.onStored = () => {
      this.#keep(key, composer.known)
      if (this.#unstored.get(key) === composer) this.#unstored.delete(key)
    }
    void composer.flush()
    if (composer.isStored) this.#keep(key, composer.known)
    else this.#unstored.set(key, composer)
  }

  #keep(key: string, known: KnownDraft): void {
    // The newest entry is the last one.
    this.#known.delete(key)
    this.#known.set(key, known)
    const old = [...this.#known.keys()].at(-1 - mostSessions)
    const oldest = old === undefined ? undefined : this.#known.get(old)
    if (old !== undefined && oldest !== undefined) this.#known.set(old, { ...oldest, session: null })
  }

  /** Forgets the drafts of an account that was signed out. */
  forget(accountId: string): void {
    forgetKept(this.#known, accountId)
  }
}
