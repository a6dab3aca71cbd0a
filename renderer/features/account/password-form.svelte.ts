import type { Failure } from '#contract/base/failures.ts'
import type { ProgramCalls } from '../../bridge/program-calls.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'

export interface PasswordPorts {
  readonly calls: Pick<ProgramCalls, 'account'>
  readonly views: Pick<ViewClient, 'open' | 'close'>
}

/** The form of a new password. Its texts are secrets, which are not kept when it is abandoned. */
export class PasswordForm {
  readonly #ports: PasswordPorts
  readonly #accountId: string
  readonly #account: LiveView<'own_account'>
  current = $state('')
  wanted = $state('')
  again = $state('')
  readonly submission = new Submission()
  /** The outcome of the change; null before it. */
  outcome = $state.raw<{ readonly hasKey: boolean; readonly keyIsStored: boolean } | null>(null)

  constructor(ports: PasswordPorts, accountId: string) {
    this.#ports = ports
    this.#accountId = accountId
    this.#account = ports.views.open(accountId, { type: 'own_account' })
  }

  /** The least number of code points of the new password; 0 if the server has no such rule. */
  get least(): number {
    return this.#account.meta?.minPassword ?? 0
  }

  /** The failure of the last attempt; null if there was none. */
  get failure(): Failure | null {
    return this.submission.failure
  }

  async save(): Promise<void> {
    const { current, wanted, submission } = this
    submission.failure = this.#problem()
    if (submission.failure !== null) return
    const outcome = await submission.run(() =>
      this.#ports.calls.account('account.changePassword', { accountId: this.#accountId, current, wanted }),
    )
    if (outcome === undefined) return
    this.forget()
    this.outcome = outcome
  }

  /** Closes the form, whose passwords are forgotten. */
  close(): void {
    this.forget()
    this.#ports.views.close(this.#account)
  }

  /** The reason why the passwords cannot be sent. The server may have further rules. */
  #problem(): Failure | null {
    const { wanted, again, least } = this
    if (wanted !== again) return { code: 'PASSWORDS_DIFFER' }
    return [...wanted].length < least ? { code: 'PASSWORD_TOO_SHORT', values: { least } } : null
  }

  /** Forgets the typed passwords. */
  forget(): void {
    this.current = ''
    this.wanted = ''
    this.again = ''
  }
}
