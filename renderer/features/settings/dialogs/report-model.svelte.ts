import type { Bridge } from '#contract/bridge.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { copyText } from '#renderer/ui/copy-text.ts'

/** A report for review before it is saved. Main stores the shown report under its id and saves exactly that. */
export class ReportModel {
  readonly #bridge: Bridge
  isOpen = $state.raw(false)
  text = $state.raw<string | null>(null)
  /** The result of copying or saving, or the reason why there is no report. */
  result = $state.raw<{ readonly sentence: string; readonly isFailure: boolean } | null>(null)
  #id = 0

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  async open(): Promise<void> {
    if (this.isOpen) return
    this.isOpen = true
    this.text = null
    this.result = null
    const result = await this.#bridge.call('app.report', {})
    if (!result.ok) {
      this.#showResult(sentenceOf(result.error), true)
      return
    }
    this.#id = result.value.id
    this.text = result.value.text
  }

  async save(): Promise<void> {
    const result = await this.#bridge.call('app.saveReport', { id: this.#id })
    if (!result.ok) this.#showResult(sentenceOf(result.error), true)
    else if (result.value.path !== null) this.#showResult(catalogue.screens.dialogs.report.saved(result.value.path))
  }

  copy(): void {
    if (this.text === null) return
    if (copyText(this.text)) this.#showResult(catalogue.screens.dialogs.report.copied)
    else this.#showResult(catalogue.screens.dialogs.report.notCopied, true)
  }

  async showLog(): Promise<void> {
    const result = await this.#bridge.call('app.showLog', {})
    if (!result.ok) this.#showResult(sentenceOf(result.error), true)
  }

  close(): void {
    this.isOpen = false
  }

  #showResult(sentence: string, isFailure = false): void {
    this.result = { sentence, isFailure }
  }
}
