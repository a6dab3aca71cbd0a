import type { AlertWordItem } from '#contract/resources/alert-words.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { AccountCalls } from '../bridge/account-calls.ts'
import type { LeftForm, LeftForms } from '../forms/left-forms.svelte.ts'

/** The changes of the user's alert words: what is typed, and why the last change was not taken. */
export class AlertWordList {
  readonly #calls: Pick<AccountCalls, 'ask'>
  text = $state('')
  /** Why the last change was not taken, as a sentence. */
  problem = $state.raw<string | null>(null)
  /** A word that is being removed, and its place in the list. */
  leaving = $state.raw<{ readonly key: string; readonly index: number } | null>(null)

  /** Keeps what is typed until it is added. */
  readonly left: LeftForm

  /** @param accountId whose words they are */
  constructor(calls: Pick<AccountCalls, 'ask'>, accountId: string, forms: LeftForms) {
    this.#calls = calls
    this.left = forms.open({
      accountId,
      name: 'alert_word',
      read: () => ({ word: this.text }),
      show: (texts) => (this.text = texts.word ?? ''),
    })
  }

  /** Adds the typed word. What is typed meanwhile stays. */
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

  /** Repeats a change that was not taken by the server. */
  async retry({ localId }: AlertWordItem): Promise<void> {
    if (localId === null) return
    const result = await this.#calls.ask('outbox.retry', { localId })
    this.problem = result === null || result.ok ? null : sentenceOf(result.error)
  }

  /** The place of the removed word once it has left the list; null if none has. It is told once. */
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
