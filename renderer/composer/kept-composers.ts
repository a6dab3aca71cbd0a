import type { Bridge } from '../../preload/contract/bridge.ts'
import { keptKey } from '../app/places.ts'
import type { Narrow } from '../../preload/contract/values.ts'
import { ComposerModel } from './composer-model.svelte.ts'

/** The composers of conversations. One that holds text that could not be stored yet is kept until its text is stored. */
export class KeptComposers {
  readonly #bridge: Bridge
  readonly #unsettled = new Map<string, ComposerModel>()

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** The composer of a conversation: the kept one, or a new one. */
  open(accountId: string, narrow: Narrow): ComposerModel {
    return this.#unsettled.get(keptKey(accountId, narrow)) ?? new ComposerModel(this.#bridge, accountId, narrow)
  }

  /** The conversation is closed: what is written is stored. */
  leave(accountId: string, composer: ComposerModel): void {
    const key = keptKey(accountId, composer.narrow)
    composer.onSent = () => undefined
    composer.onSettled = () => {
      if (this.#unsettled.get(key) === composer) this.#unsettled.delete(key)
    }
    void composer.flush()
    if (!composer.isSettled) this.#unsettled.set(key, composer)
  }
}
