import type { AccountSummary } from '#contract/accounts.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Input } from '#contract/calls.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'
import type { RouteStorage } from '../../state/routes/last-routes.ts'
import { StoredJson } from '../../state/stored-json.ts'

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

/** The texts of the form for another account, without the secret, which is never stored. */
export interface SignInTexts {
  readonly server: string
  readonly email: string
}

const nothing: SignInTexts = { server: '', email: '' }

/** The key of the only form that belongs to no account yet. */
const owner = 'new'

/** Keeps the server and the name of an unsubmitted sign-in form on this computer until an account is signed in. */
export class LeftSignIn {
  readonly #stored: StoredJson<SignInTexts>
  /** The texts in memory, which remain if the storage is full or broken. */
  #texts: SignInTexts

  constructor(storage: RouteStorage) {
    this.#stored = new StoredJson(storage, 'signing-in', readTexts)
    this.#texts = this.#stored.get(owner)
  }

  get texts(): SignInTexts {
    return this.#texts
  }

  keep({ server, email }: SignInTexts): void {
    this.#texts = { server, email }
    this.#stored.set(owner, this.#texts)
  }

  /** Drops the texts after the account is signed in. */
  drop(): void {
    this.#texts = nothing
    this.#stored.forget(owner)
  }
}

function readTexts(stored: unknown): SignInTexts {
  if (typeof stored !== 'object' || stored === null) return nothing
  const { server, email } = stored as Partial<Record<keyof SignInTexts, unknown>>
  return typeof server === 'string' && typeof email === 'string' ? { server, email } : nothing
}
