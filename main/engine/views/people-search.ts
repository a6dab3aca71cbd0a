import type { FoundPerson } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'

const shown = 20

/** Active people whose name or e-mail has a word that begins with each word of the query. */
export function searchPeople(core: Core, query: string): FoundPerson[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return [...core.world.people.values()]
    .filter((row) => row.is_active === 1 && row.id !== core.world.selfId)
    .filter((row) => {
      const parts = [...row.name.toLowerCase().split(/[\s.'’-]+/), row.email.toLowerCase()]
      return words.every((word) => parts.some((part) => part.startsWith(word)))
    })
    .sort((a, b) => a.is_bot - b.is_bot || a.name.localeCompare(b.name))
    .slice(0, shown)
    .map((row) => ({ ...core.world.person(row.id), email: row.email }))
}
