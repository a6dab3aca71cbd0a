import type { PersonName } from '#contract/values.ts'
import type { UserId } from '../values/ids.ts'
import type { ReadAccountState } from './account-state.ts'
import { personName } from './person-name.ts'

/** The people of a direct conversation as its title; none for notes to oneself. */
export function directTitle(accountState: ReadAccountState, userIds: readonly UserId[]): PersonName[] {
  return userIds.map((id) => personName(accountState, id))
}
