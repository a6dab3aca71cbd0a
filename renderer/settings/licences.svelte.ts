import { sentenceOf } from '#i18n/catalogue.ts'
import type { ProgramCalls } from '../bridge/program-calls.ts'

/** The dialog with the licences of Skein and of what is in it. */
export class Licences {
  readonly #program: Pick<ProgramCalls, 'licences'>
  isOpen = $state.raw(false)
  text = $state.raw('')
  /** Why there is no text. */
  said = $state.raw<{ readonly sentence: string; readonly isFailure: boolean } | null>(null)

  constructor(program: Pick<ProgramCalls, 'licences'>) {
    this.#program = program
  }

  async open(): Promise<void> {
    this.isOpen = true
    this.said = null
    const result = await this.#program.licences()
    if (result.ok) this.text = result.value.text
    else this.said = { sentence: sentenceOf(result.error), isFailure: true }
  }

  close(): void {
    this.isOpen = false
  }
}
