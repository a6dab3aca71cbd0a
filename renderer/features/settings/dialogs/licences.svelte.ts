import { sentenceOf } from '#i18n/catalogue.ts'
import type { ProgramCalls } from '#renderer/bridge/program-calls.ts'

/** The dialog with the licences of Skein and of its components. */
export class Licences {
  readonly #program: Pick<ProgramCalls, 'licences'>
  isOpen = $state.raw(false)
  text = $state.raw('')
  /** The failure to read the text; null if there is none. */
  result = $state.raw<{ readonly sentence: string; readonly isFailure: boolean } | null>(null)

  constructor(program: Pick<ProgramCalls, 'licences'>) {
    this.#program = program
  }

  async open(): Promise<void> {
    this.isOpen = true
    this.result = null
    const result = await this.#program.licences()
    if (result.ok) this.text = result.value.text
    else this.result = { sentence: sentenceOf(result.error), isFailure: true }
  }

  close(): void {
    this.isOpen = false
  }
}
