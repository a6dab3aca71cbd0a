import type { Bridge } from '#contract/bridge.ts'
import type { ComposerDraft } from '#contract/calls/drafts.ts'
import { forgetKept, keptKey } from '../app/routes.ts'
import type { Narrow } from '#contract/values.ts'
import { ComposerModel } from './composer-model.svelte.ts'
import type { KnownDraft } from './known-draft.ts'

/** The conversations that were left last keep what can be undone in them. */
const mostSessions = 50

/** The composers of conversations. One that holds text that could not be stored yet is kept until its text is stored. */
export class KeptComposers {
  readonly #bridge: Bridge
  readonly #unsettled = new Map<string, ComposerModel>()
  /** What the composers that were left knew of their drafts. */
  readonly #known = new Map<string, KnownDraft>()
  /** The composer of the screen that is being replaced. */
  #left: { readonly key: string; readonly composer: ComposerModel } | null = null

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /**
   * The composer of a conversation: the kept one, or a new one. A conversation that is opened again while it is shown keeps
   * its composer, since the user may be writing in it.
   * @param draft as the conversation's view has it, if that is here already
   */
  open(accountId: string, narrow: Narrow, draft: ComposerDraft | null = null): ComposerModel {
    const key = keptKey(accountId, narrow)
    const left = this.#left?.key === key ? this.#left.composer : undefined
    if (left !== undefined) this.#left = null
    const kept = left ?? this.#unsettled.get(key)
    if (kept === undefined) return new ComposerModel(this.#bridge, accountId, narrow, draft, this.#known.get(key))
    // One that is still drawn takes the focus back.
    kept.focusRequests += 1
    return kept
  }

  /** The conversation is closed: what is written is stored. */
  leave(accountId: string, composer: ComposerModel): void {
    const key = keptKey(accountId, composer.narrow)
    composer.onSent = () => undefined
    this.#left = { key, composer }
    // The next screen is opened in the same turn.
    queueMicrotask(() => (this.#left = null))
    composer.onSettled = () => {
      this.#keep(key, composer.known)
      if (this.#unsettled.get(key) === composer) this.#unsettled.delete(key)
    }
    void composer.flush()
    if (composer.isSettled) this.#keep(key, composer.known)
    else this.#unsettled.set(key, composer)
  }

  #keep(key: string, known: KnownDraft): void {
    // The newest stands last.
    this.#known.delete(key)
    this.#known.set(key, known)
    const old = [...this.#known.keys()].at(-1 - mostSessions)
    const oldest = old === undefined ? undefined : this.#known.get(old)
    if (old !== undefined && oldest !== undefined) this.#known.set(old, { ...oldest, session: null })
  }

  /** The account was signed out: nothing of it is kept. */
  forget(accountId: string): void {
    forgetKept(this.#known, accountId)
  }
}
