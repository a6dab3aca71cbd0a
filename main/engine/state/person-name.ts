import type { PersonName } from '#contract/base/values.ts'
import type { ReadAccountState } from './account-state.ts'

/** Returns a person for texts of the catalogue; the name is null if the id is unknown. */
export function personName(accountState: Pick<ReadAccountState, 'person'>, id: number): PersonName {
  return { id, name: accountState.person(id).name }
}
