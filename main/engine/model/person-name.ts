import type { PersonName } from '#contract/values.ts'
import type { ReadAccountState } from './account-state.ts'

/** A person by name, for texts that `i18n/` makes; without a name if nobody with this id is known. */
export function personName(accountState: Pick<ReadAccountState, 'person'>, id: number): PersonName {
  return { id, name: accountState.person(id).name }
}
