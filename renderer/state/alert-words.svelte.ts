import type { AlertWordItem, AlertWordsMeta, Bridge, Failure } from '../../preload/contract.ts'
import { AlertWords } from '../../shared/alert-words.ts'
import type { LiveView, ViewClient } from './view-client.svelte.ts'

/** The words that the user of an account is alerted to, for the settings and for the marks in messages. */
export class AlertWordsModel {
  readonly #bridge: Bridge
  readonly #views: ViewClient
  readonly #accountId: string
  readonly view: LiveView<AlertWordItem, AlertWordsMeta>
  /** What is marked in messages: not what the server refused. */
  readonly words = $derived.by(
    () => new AlertWords(this.view.items.flatMap(({ word, state }) => (state === 'failed' ? [] : [word]))),
  )

  constructor(bridge: Bridge, views: ViewClient, accountId: string) {
    this.#bridge = bridge
    this.#views = views
    this.#accountId = accountId
    this.view = views.open(accountId, { type: 'alert_words' })
  }

  /** Returns why the word was not taken; null where it was. */
  add(word: string): Promise<Failure | null> {
    return this.#change(word, true)
  }

  /** Takes a word away, at the server too; returns why not. */
  remove({ word }: AlertWordItem): Promise<Failure | null> {
    return this.#change(word, false)
  }

  /** Has a word that was refused sent again; returns why not. */
  async retry({ localId }: AlertWordItem): Promise<Failure | null> {
    if (localId === null) return null
    const result = await this.#bridge.call('outbox.retry', { accountId: this.#accountId, localId })
    return result.ok ? null : result.error
  }

  close(): void {
    this.#views.close(this.view)
  }

  async #change(word: string, isOn: boolean): Promise<Failure | null> {
    const result = await this.#bridge.call('alertWords.change', { accountId: this.#accountId, word, isOn })
    return result.ok ? null : result.error
  }
}
