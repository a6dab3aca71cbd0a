import type { Result } from '#contract/base/failures.ts'
import type { Accounts } from '#accounts/accounts.ts'
import { done, noAccount, type MainHandlers } from './handlers.ts'

export interface OwnAccountCallParts {
  readonly accounts: Pick<Accounts, 'own' | 'running' | 'signOut'>
}

type Running = NonNullable<ReturnType<Accounts['running']>>

/** Answers the calls about an own account that carry its password, its key or its picture. */
export function ownAccountHandlers({
  accounts,
}: OwnAccountCallParts): Pick<MainHandlers, Extract<keyof MainHandlers, `account.${string}`>> {
  const { own } = accounts
  const of = <T>(accountId: string, change: (account: Running) => Promise<Result<T>>): Promise<Result<T>> => {
    const account = accounts.running(accountId)
    return account === undefined ? Promise.resolve(noAccount()) : change(account)
  }
  return {
    'account.setPicture': ({ accountId, data }) => of(accountId, (account) => own.setPicture(account, data)),
    'account.removePicture': ({ accountId }) => of(accountId, (account) => own.removePicture(account)),
    'account.changePassword': ({ accountId, current, wanted }) =>
      of(accountId, (account) => own.changePassword(account, { current, wanted })),
    'account.showKey': ({ accountId }) => of(accountId, (account) => Promise.resolve(own.showKey(account))),
    'account.replaceKey': ({ accountId }) => of(accountId, (account) => own.replaceKey(account)),
    'account.deactivate': ({ accountId }) =>
      of(accountId, async (account) => {
        const result = await own.deactivate(account)
        if (!result.ok) return result
        // The server has ended the account's sessions, so that nothing of it remains here.
        await accounts.signOut(accountId)
        return done
      }),
  }
}
