import type { PersonName } from '#contract/base/values.ts'
import type { UserId } from '../values/ids.ts'
import type { ReadAccountState } from './account-state.ts'
import { personName } from './person-name.ts'

/** Returns the other people of a direct conversation as its title, which is empty for notes to oneself. */
export function directTitle(accountState: ReadAccountState, userIds: readonly UserId[]): PersonName[] {
  return userIds.map((id) => personName(accountState, id))
}
