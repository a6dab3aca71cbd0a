import type { AccountSummary } from '../../preload/contract/app-state.ts'
import type { Input } from '../../preload/contract/calls.ts'
import type { Failure } from '../../preload/contract/values.ts'
import { sentenceOf } from '../../words/words.ts'

export interface SignInFormPorts {
  /** Signs in; returns why it failed. */
  readonly signIn: (input: Input<'accounts.signIn'>) => Promise<Failure | null>
  /** An account whose key is gone; null for a new one. */
  readonly known: Pick<AccountSummary, 'server' | 'email'> | null
}

/** What is typed to sign in, and how the last attempt went. */
export class SignInForm {
  readonly #signIn: SignInFormPorts['signIn']
  server = $state('')
  email = $state('')
  secret = $state('')
  secretKind = $state.raw<'password' | 'api_key'>('password')
  /** Why the last attempt failed, as a sentence. */
  problem = $state.raw<string | null>(null)
  isBusy = $state.raw(false)

  constructor({ signIn, known }: SignInFormPorts) {
    this.#signIn = signIn
    this.server = known?.server ?? ''
    this.email = known?.email ?? ''
  }

  /** Takes a password instead of a key, or the other way round. */
  switchKind(): void {
    this.secretKind = this.secretKind === 'password' ? 'api_key' : 'password'
    this.secret = ''
  }

  /** Signs in, if no attempt is in flight. */
  async submit(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.problem = null
    const { server, email, secret, secretKind } = this
    const failure = await this.#signIn({ server, email, secret, secretKind })
    this.isBusy = false
    if (failure !== null) this.problem = sentenceOf(failure)
  }
}
