import type { Failure } from '#contract/base/failures.ts'
import type { ProgramCalls } from '../../bridge/program-calls.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'

/** The form of a new password. Its texts are secrets, which are not kept when it is abandoned. */
export class PasswordForm {
  readonly #calls: Pick<ProgramCalls, 'account'>
  readonly #accountId: string
  current = $state('')
  wanted = $state('')
  again = $state('')
  readonly submission = new Submission()
  /** The outcome of the change; null before it. */
  outcome = $state.raw<{ readonly hasKey: boolean; readonly keyIsStored: boolean } | null>(null)

  constructor(calls: Pick<ProgramCalls, 'account'>, accountId: string) {
    this.#calls = calls
    this.#accountId = accountId
  }

  /** The failure of the last attempt; null if there was none. */
  get failure(): Failure | null {
    return this.submission.failure
  }

  async save(): Promise<void> {
    const { current, wanted, again, submission } = this
    submission.failure = wanted === again ? null : { code: 'PASSWORDS_DIFFER' }
    if (submission.failure !== null) return
    const outcome = await submission.run(() =>
      this.#calls.account('account.changePassword', { accountId: this.#accountId, current, wanted }),
    )
    if (outcome === undefined) return
    this.forget()
    this.outcome = outcome
  }

  /** Forgets the typed passwords. */
  forget(): void {
    this.current = ''
    this.wanted = ''
    this.again = ''
  }
}
