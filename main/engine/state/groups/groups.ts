import type { GroupRow } from '../../store/organization.ts'
import type { ReadStore } from '../../store/store.ts'

/** A user group in memory. */
export interface Group extends GroupRow {
  /** The direct members, without those of subgroups. */
  readonly members: ReadonlySet<number>
  readonly subgroups: ReadonlySet<number>
}

/** The organization's groups with their transitive members. */
export class Groups {
  readonly #byId: ReadonlyMap<number, Group>
  readonly #effective = new Map<number, ReadonlySet<number>>()

  constructor(groups: readonly Group[]) {
    this.#byId = new Map(groups.map((group) => [group.id, group]))
  }

  get(id: number): Group | undefined {
    return this.#byId.get(id)
  }

  all(): Group[] {
    return [...this.#byId.values()]
  }

  /** Returns a system group by name, such as `role:moderators`. */
  system(name: string): Group | undefined {
    return this.all().find((group) => group.is_system === 1 && group.name === name)
  }

  /** Returns the effective members of a group: its own and those of all nested groups (wire-protocol.md §2.8). */
  effectiveMembers(id: number): ReadonlySet<number> {
    let found = this.#effective.get(id)
    if (found === undefined) {
      const people = new Set<number>()
      // The server could send a cycle.
      const seen = new Set<number>()
      const waiting = [id]
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (seen.has(next)) continue
        seen.add(next)
        const group = this.#byId.get(next)
        for (const person of group?.members ?? []) people.add(person)
        waiting.push(...(group?.subgroups ?? []))
      }
      found = people
      this.#effective.set(id, found)
    }
    return found
  }
}

/** Loads the stored groups. */
export function groupsOf(tables: ReadStore['organization']): Groups {
  const members = Map.groupBy(tables.members(), (row) => row.group_id)
  const subgroups = Map.groupBy(tables.subgroups(), (row) => row.group_id)
  return new Groups(
    tables.groups().map((row) => ({
      ...row,
      members: new Set(members.get(row.id)?.map((entry) => entry.person_id)),
      subgroups: new Set(subgroups.get(row.id)?.map((entry) => entry.subgroup_id)),
    })),
  )
}
