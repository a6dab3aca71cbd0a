import type { AccountSummary, StreamWord } from '#contract/accounts.ts'
import type { AppState } from '#contract/app.ts'
import type { Hours } from '#i18n/format.ts'

/**
 * Returns the name that tells an account's organization apart, or the user's e-mail address if two have the same name.
 * Returns null if there is only one account or if the account is unknown.
 */
export function organizationOf(
  accounts: readonly Pick<AccountSummary, 'id' | 'organization' | 'email'>[],
  accountId: string,
): string | null {
  const account = accounts.find(({ id }) => id === accountId)
  if (account === undefined || accounts.length < 2) return null
  const hasNamesake = accounts.some(({ id, organization }) => id !== accountId && organization === account.organization)
  return hasNamesake ? account.email : account.organization
}

/** Returns the hours of this computer's clock, by its language and region. */
export function systemHours(locale?: string): Hours {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true ? 12 : 24
}

/** Returns the hours of an account's clock, or those of the system if the account has no choice or is unknown. */
export function hoursOf(
  state: Pick<AppState, 'accounts'> | null,
  accountId: string | null,
  system = systemHours,
): Hours {
  const account = state?.accounts.find(({ id }) => id === accountId)
  if (account === undefined || account.clock === 'system') return system()
  return account.clock === '12' ? 12 : 24
}

/** Returns an account's word for its streams; `stream` if the account is unknown. */
export function streamWordOf(state: Pick<AppState, 'accounts'> | null, accountId: string | null): StreamWord {
  return state?.accounts.find(({ id }) => id === accountId)?.word ?? 'stream'
}
