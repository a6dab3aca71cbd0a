import type { SpellingState } from '#contract/app.ts'
import type { ProgramCalls } from '#renderer/bridge/program-calls.ts'
import type { AccountsModel } from '#renderer/state/accounts-model.svelte.ts'

/** The parts of the page that the choice uses. */
export interface SpellingPorts {
  readonly accounts: Pick<AccountsModel, 'state'>
  readonly program: Pick<ProgramCalls, 'changeSpelling'>
}

/**
 * What is checked for spelling. A change shows at once, and is taken back if the user declines the download of a
 * dictionary.
 */
export class SpellingForm {
  readonly #ports: SpellingPorts
  /** The state with the changes that main has not answered; null without any. */
  #wanted = $state.raw<SpellingState | null>(null)
  #pending = 0

  constructor(ports: SpellingPorts) {
    this.#ports = ports
  }

  /** The state to show; null until main has sent it. */
  get state(): SpellingState | null {
    return this.#wanted ?? this.#ports.accounts.state?.spelling ?? null
  }

  /** Switches the check on or off. */
  async check(isOn: boolean): Promise<void> {
    await this.#change(isOn, this.state?.chosen ?? [])
  }

  /** Checks these languages; those of the system if there are none. */
  async choose(languages: readonly string[]): Promise<void> {
    const isOn = languages.length > 0 || (this.state?.usual ?? []).length > 0
    await this.#change(isOn, languages)
  }

  async #change(isOn: boolean, chosen: readonly string[]): Promise<void> {
    const { accounts, program } = this.#ports
    const before = this.state
    if (before === null) return
    const languages = !isOn ? [] : chosen.length > 0 ? chosen : before.usual
    this.#wanted = { ...before, isEnabled: isOn, languages, chosen }
    this.#pending += 1
    const spelling = await program.changeSpelling({ isOn, languages: chosen })
    this.#pending -= 1
    if (this.#pending > 0) return
    // The state that main pushes may come later.
    if (spelling !== null && accounts.state !== null) accounts.state = { ...accounts.state, spelling }
    this.#wanted = null
  }
}
