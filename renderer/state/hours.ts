import type { AppState } from '#contract/app.ts'
import type { Hours } from '#i18n/format.ts'

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
