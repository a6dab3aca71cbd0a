import type { ProgramCalls } from '../../bridge/program-calls.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'

/** The deactivation of the own account, after the user has confirmed it. */
export class Deactivation {
  readonly #calls: Pick<ProgramCalls, 'account'>
  readonly #accountId: string
  /** Whether the user has confirmed that they know what follows. */
  isConfirmed = $state(false)
  readonly submission = new Submission()

  constructor(calls: Pick<ProgramCalls, 'account'>, accountId: string) {
    this.#calls = calls
    this.#accountId = accountId
  }

  /** Deactivates the account. @returns whether that succeeded; then the account is signed out */
  async run(): Promise<boolean> {
    if (!this.isConfirmed) return false
    const answer = await this.submission.run(() =>
      this.#calls.account('account.deactivate', { accountId: this.#accountId }),
    )
    return answer !== undefined
  }
}
