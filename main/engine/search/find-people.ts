import type { FoundPerson } from '#contract/people.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { PresenceProjection } from '../projections/presences.ts'
import type { PersonRow } from '../store/directory.ts'

const shown = 20

/**
 * Searches people whose name or e-mail contains, for each word of the query, a word that begins with it; bots come
 * last. `withEverybody` includes the user and, at the end, deactivated people.
 */
export function searchPeople(
  { accountState }: ReadCore,
  presences: PresenceProjection,
  query: string,
  withEverybody: boolean,
): FoundPerson[] {
  const people: PersonRow[] = []
  const bots: PersonRow[] = []
  const inactive: PersonRow[] = []
  for (const row of accountState.peopleByName.find(query)) {
    if (!withEverybody && (row.is_active === 0 || row.id === accountState.selfId)) continue
    if (row.is_active === 0) inactive.push(row)
    else if (row.is_bot === 1) bots.push(row)
    else people.push(row)
    if (people.length === shown) break
  }
  return [...people, ...bots, ...inactive]
    .slice(0, shown)
    .map((row) => ({ ...accountState.person(row.id), email: row.email, presence: presences.stateOf(row.id) }))
}
