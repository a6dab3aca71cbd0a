import type { AccountSummary } from '#contract/accounts.ts'

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
