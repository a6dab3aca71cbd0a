import type { Accounts } from '#accounts/accounts.ts'
import { addEmoji } from '#accounts/organization-pictures.ts'
import { noAccount, type MainHandlers } from './handlers.ts'

export interface OrganizationCallParts {
  readonly accounts: Pick<Accounts, 'running'>
}

/** Answers the calls about the organization's pictures, which main sends as files. */
export function organizationHandlers({
  accounts,
}: OrganizationCallParts): Pick<MainHandlers, Extract<keyof MainHandlers, `organization.${string}`>> {
  return {
    'organization.addEmoji': ({ accountId, name, file }) => {
      const account = accounts.running(accountId)
      return account === undefined ? noAccount() : addEmoji(account, name, file)
    },
  }
}
