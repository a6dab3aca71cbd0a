import type { AlertWordItem } from '#contract/notifications.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { LeftForm, LeftForms } from '../../state/left-forms.svelte.ts'

/** The form that adds and removes alert words of the user, with the failure of the last change. */
export class AlertWordList {
  readonly #calls: Pick<AccountCalls, 'ask'>
  text = $state('')
  /** The failure of the last change, as a sentence; null if there was none. */
  problem = $state.raw<string | null>(null)
  /** The word that is being removed, and its index in the list. */
  leaving = $state.raw<{ readonly key: string; readonly index: number } | null>(null)

  /** Keeps the typed text until the word is added. */
  readonly left: LeftForm

  /** @param accountId the account of the words */
  constructor(calls: Pick<AccountCalls, 'ask'>, accountId: string, forms: LeftForms) {
    this.#calls = calls
    this.left = forms.open({
      accountId,
      name: 'alert_word',
      read: () => ({ word: this.text }),
      show: (texts) => (this.text = texts.word ?? ''),
    })
  }

  /** Adds the typed word. The field is cleared unless its text has changed meanwhile. */
  async add(): Promise<void> {
    const added = this.text
    await this.#change(added, true)
    if (this.problem === null && this.text === added) this.text = ''
  }

  async remove(item: AlertWordItem, index: number): Promise<void> {
    this.leaving = { key: item.key, index }
    await this.#change(item.word, false)
    if (this.problem !== null) this.leaving = null
  }

  /** Repeats a change that the server refused. */
  async retry({ localId }: AlertWordItem): Promise<void> {
    if (localId === null) return
    const result = await this.#calls.ask('outbox.retry', { localId })
    this.problem = result === null || result.ok ? null : sentenceOf(result.error)
  }

  /** Returns the index of the removed word after it has left the list, once; null if there is none. */
  takeGap(items: readonly AlertWordItem[]): number | null {
    const gone = this.leaving
    if (gone === null || items.some(({ key }) => key === gone.key)) return null
    this.leaving = null
    return gone.index
  }

  async #change(word: string, isOn: boolean): Promise<void> {
    const result = await this.#calls.ask('alertWords.change', { word, isOn })
    this.problem = result === null || result.ok ? null : sentenceOf(result.error)
  }
}
