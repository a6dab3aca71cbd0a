import type { ProgramCalls } from '../../bridge/program-calls.ts'

/** The user's answer to a settings file that is damaged or cannot be read. */
export class DamagedSettings {
  readonly #program: Pick<ProgramCalls, 'answerSettingsProblem'>
  /** Whether the file is being read again. */
  isBusy = $state.raw(false)

  constructor(program: Pick<ProgramCalls, 'answerSettingsProblem'>) {
    this.#program = program
  }

  /** Reads the file again; a second request is ignored meanwhile. */
  async retry(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    await this.#program.answerSettingsProblem('retry')
    this.isBusy = false
  }

  /** Hides the notice that the file was replaced. */
  dismiss(): Promise<void> {
    return this.#program.answerSettingsProblem('dismiss')
  }
}
