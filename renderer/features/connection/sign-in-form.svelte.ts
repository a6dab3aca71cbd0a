import type { AccountSummary } from '#contract/accounts.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Input } from '#contract/calls.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'
import type { LeftSignIn } from './sign-in-texts.ts'

export interface SignInFormPorts {
  /** Signs in. Returns the failure; null after a success. */
  readonly signIn: (input: Input<'accounts.signIn'>) => Promise<Failure | null>
  /** The account whose key is gone; null for a new account. */
  readonly known: Pick<AccountSummary, 'server' | 'email'> | null
  /** The texts that were typed for a new account and not submitted. */
  readonly left: LeftSignIn
}

/** The form for signing in, with the outcome of the last attempt. */
export class SignInForm {
  readonly #signIn: SignInFormPorts['signIn']
  /** The kept texts; null for a known account, whose server and name are stored already. */
  readonly #left: LeftSignIn | null
  server = $state('')
  email = $state('')
  secret = $state('')
  secretKind = $state.raw<'password' | 'api_key'>('password')
  readonly submission = new Submission()

  constructor({ signIn, known, left }: SignInFormPorts) {
    this.#signIn = signIn
    this.#left = known === null ? left : null
    const { server, email } = known ?? left.texts
    this.server = server
    this.email = email
  }

  /** Keeps the server and the name for the next time. An effect calls this and runs after each change. */
  changed(): void {
    const { server, email } = this
    this.#left?.keep({ server, email })
  }

  /** Switches between a password and an API key. */
  switchKind(): void {
    this.secretKind = this.secretKind === 'password' ? 'api_key' : 'password'
    this.secret = ''
  }

  /** Signs in unless an attempt is in flight. */
  async submit(): Promise<void> {
    const { server, email, secret, secretKind, submission } = this
    if (submission.isPending) return
    submission.failure = null
    const signedIn = await submission.run(async () => {
      const failure = await this.#signIn({ server, email, secret, secretKind })
      return failure === null ? { ok: true, value: null } : { ok: false, error: failure }
    })
    if (signedIn !== undefined) this.#left?.drop()
  }
}
