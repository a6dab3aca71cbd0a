import type { AccountSummary } from '#contract/app-state.ts'

/** To which organization an account belongs, where there are several; equal names are told apart by the user's e-mail. */
export function organizationOf(
  accounts: readonly Pick<AccountSummary, 'id' | 'organization' | 'email'>[],
  accountId: string,
): string | null {
  const account = accounts.find(({ id }) => id === accountId)
  if (account === undefined || accounts.length < 2) return null
  const hasNamesake = accounts.some(({ id, organization }) => id !== accountId && organization === account.organization)
  return hasNamesake ? account.email : account.organization
}
