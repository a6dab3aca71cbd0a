import type { Failure } from '#contract/base/failures.ts'
import { copyText } from '../../ui/copy-text.ts'
import type { ProgramCalls } from '../../bridge/program-calls.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'

/** The API key while its dialog shows it. Nothing else of the page ever has it. */
export class ShownKey {
  readonly #calls: Pick<ProgramCalls, 'account'>
  readonly #accountId: string
  /** The key; null until the user asks for it. */
  key = $state.raw<string | null>(null)
  /** Whether the user is asked to confirm that the key is replaced. */
  isAsking = $state.raw(false)
  /** Whether the key has just been replaced. */
  isNew = $state.raw(false)
  /** Whether the keychain has the key. */
  isStored = $state.raw(true)
  /** Whether the last copying succeeded; null before it. */
  isCopied = $state.raw<boolean | null>(null)
  readonly submission = new Submission()

  constructor(calls: Pick<ProgramCalls, 'account'>, accountId: string) {
    this.#calls = calls
    this.#accountId = accountId
  }

  get failure(): Failure | null {
    return this.submission.failure
  }

  async show(): Promise<void> {
    const answer = await this.submission.run(() =>
      this.#calls.account('account.showKey', { accountId: this.#accountId }),
    )
    if (answer !== undefined) this.key = answer.key
  }

  /** Replaces the key by a new one, after the user has confirmed it. */
  async replace(): Promise<void> {
    const answer = await this.submission.run(() =>
      this.#calls.account('account.replaceKey', { accountId: this.#accountId }),
    )
    this.isAsking = false
    if (answer === undefined) return
    this.key = answer.key
    this.isNew = true
    this.isStored = answer.keyIsStored
    this.isCopied = null
  }

  copy(): void {
    if (this.key !== null) this.isCopied = copyText(this.key)
  }

  /** Forgets the key with its dialog. */
  forget(): void {
    this.key = null
  }
}
