import type { Accounts } from '#accounts/accounts.ts'
import type { CredentialService } from '#network/credentials.ts'
import { done, noAccount, type MainHandlers } from './handlers.ts'

export interface AccountCallParts {
  readonly accounts: Pick<Accounts, 'signIn' | 'signOut' | 'arrange' | 'retry'>
  readonly credentials: Pick<CredentialService, 'discover' | 'withPassword' | 'withApiKey'>
  /**
   * Called when the user retries: Skein may ask again for decisions that the user did not make, such as for a
   * certificate.
   */
  readonly onRetry: () => void
}

/** Answers the calls about the list of accounts. */
export function accountHandlers(
  parts: AccountCallParts,
): Pick<MainHandlers, Extract<keyof MainHandlers, `accounts.${string}`>> {
  const { accounts, credentials, onRetry } = parts
  return {
    'accounts.discover': async ({ server }) => {
      onRetry()
      return { ok: true, value: await credentials.discover(server) }
    },
    'accounts.signIn': async ({ server, email, secret, secretKind }) => {
      onRetry()
      const signedIn =
        secretKind === 'password'
          ? await credentials.withPassword(server, email, secret)
          : await credentials.withApiKey(server, email, secret)
      return { ok: true, value: await accounts.signIn(signedIn) }
    },
    'accounts.signOut': async ({ accountId }) => ((await accounts.signOut(accountId)) ? done : noAccount()),
    'accounts.arrange': ({ accountIds }) => {
      accounts.arrange(accountIds)
      return done
    },
    'accounts.retry': async ({ accountId }) => {
      onRetry()
      const outcome = await accounts.retry(accountId)
      return outcome === null ? noAccount() : { ok: true, value: outcome }
    },
  }
}
