import type { RouteStorage } from '../../state/routes/last-routes.ts'
import { StoredJson } from '../../state/stored-json.ts'

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
