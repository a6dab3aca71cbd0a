import type { FoundPerson } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import { matchesName, nameWords } from '../model/names.ts'

const shown = 20

/** Active people whose name or e-mail has a word that begins with each word of the query. */
export function searchPeople(core: Core, query: string): FoundPerson[] {
  const words = nameWords(query)
  return [...core.world.people.values()]
    .filter((row) => row.is_active === 1 && row.id !== core.world.selfId)
    .filter((row) => matchesName(row, words))
    .sort((a, b) => a.is_bot - b.is_bot || a.name.localeCompare(b.name))
    .slice(0, shown)
    .map((row) => ({ ...core.world.person(row.id), email: row.email }))
}
