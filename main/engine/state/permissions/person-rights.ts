import type { RightRefusal } from '#contract/people/rights.ts'
import { personRoles, type BotType, type PersonRole } from '#shared/directory-choices.ts'
import type { PersonRow } from '../../store/directory.ts'
import { roleOf, roles } from '../../values/people.ts'
import type { AccountState } from '../account-state.ts'
import { bots } from '../organization/bots.ts'
import type { Judge } from './judge.ts'
import { isAllowed, refusalOf } from './rights.ts'

/** The rights over a person or bot; each refusal is null if the account has the right. */
export interface PersonRefusals {
  readonly edit: RightRefusal | null
  /** Of deactivating an active account, or reactivating a deactivated one. */
  readonly activity: RightRefusal | null
  /** Of giving each of the roles. */
  readonly roles: Readonly<Record<PersonRole, RightRefusal | null>>
}

/** Returns the rights of the account over a person or bot. */
export function personRefusals(person: PersonRow, judge: Judge): PersonRefusals {
  const ofRole = (role: PersonRole) =>
    roleOf(person.role) === role ? null : refusalOf({ act: 'change_role', person, toRole: roles[role] }, judge)
  const byRole = Object.fromEntries(personRoles.map((role) => [role, ofRole(role)]))
  return {
    edit: refusalOf({ act: 'edit_person', person }, judge),
    activity: refusalOf({ act: person.is_active === 1 ? 'deactivate_person' : 'reactivate_person', person }, judge),
    roles: byRole as Record<PersonRole, RightRefusal | null>, // The entries have the names of `personRoles`.
  }
}

/**
 * Returns whether the account may change a person or bot, at least in part. The bots of the server itself are not among
 * those that it lists for the account.
 */
export function canManage(person: PersonRow, judge: Judge, accountState: Pick<AccountState, 'of'>): boolean {
  if (person.is_bot === 1) {
    const isListed = accountState.of(bots).some(({ user_id: id }) => id === person.id)
    return isListed && isAllowed({ act: 'manage_bot', person }, judge)
  }
  if (isAllowed({ act: 'edit_person', person }, judge)) return true
  return isAllowed({ act: person.is_active === 1 ? 'deactivate_person' : 'reactivate_person', person }, judge)
}

/** Returns the types of bots that the account may create. Only the service itself runs outgoing webhooks. */
export function creatableBots(judge: Judge, isUpstream: boolean): readonly BotType[] {
  const all = isAllowed({ act: 'create_generic_bot' }, judge)
  const incoming = isAllowed({ act: 'create_incoming_bot' }, judge)
  return [
    ...(all ? (['generic'] as const) : []),
    ...(all || incoming ? (['incoming'] as const) : []),
    ...(all && isUpstream ? (['outgoing'] as const) : []),
  ]
}
