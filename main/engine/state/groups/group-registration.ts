import { clientLimits } from '#shared/client-limits.ts'
import type { groupsWire, WireGroup } from '../../api/resources/groups.ts'
import type { GroupId } from '../../values/ids.ts'
import type { GroupRow } from '../../store/organization.ts'
import type { Store } from '../../store/store.ts'
import type { Change } from '../changes.ts'
import { isSame, batches, longList, type AnswerWith, type Takeover } from '../long-list.ts'
import type { ReadAccountState } from '../account-state.ts'
import { groupRow } from './group-reducers.ts'
import type { Group } from './groups.ts'

/** A batch has many members, because they are only numbers. */
const membersAtOnce = 2000

/** A group of a registration; its members come in separate batches. */
interface RegisteredGroup extends GroupRow {
  readonly subgroups: readonly number[]
}

type GroupBatch =
  | { readonly kind: 'groups'; readonly rows: readonly RegisteredGroup[] }
  | { readonly kind: 'members'; readonly groupId: GroupId; readonly ids: readonly number[] }

/** The groups of a registration, followed by the members of each. */
export const groupsList = longList({
  name: 'groups',
  read: (answer: AnswerWith<typeof groupsWire>) => groupBatches(answer.realm_user_groups),
  open: ({ store, accountState }): Takeover<GroupBatch> => {
    const registration = new GroupRegistration(store, accountState)
    return {
      take: (batch) =>
        batch.kind === 'groups' ? registration.take(batch.rows) : registration.takeMembers(batch.groupId, batch.ids),
      finish: () => registration.finish(),
    }
  },
})

function* groupBatches(groups: readonly WireGroup[]): Generator<GroupBatch, void, void> {
  yield* batches(groups, (part) => ({
    kind: 'groups' as const,
    rows: part.map((group) => ({ ...groupRow(group), subgroups: group.direct_subgroup_ids })),
  }))
  let mostMembers = clientLimits.registeredMembers.most
  for (const group of groups) {
    const members = group.members.slice(0, mostMembers)
    mostMembers -= members.length
    yield* batches(members, (ids) => ({ kind: 'members' as const, groupId: group.id, ids }), membersAtOnce)
  }
}

/**
 * Takes the groups of a registration over: it writes only differences, and removes groups that no batch contained
 * (Q6).
 */
class GroupRegistration {
  readonly #store: Store
  readonly #accountState: ReadAccountState
  readonly #groups = new Map<number, Group & { readonly members: Set<number> }>()
  #isOther = false

  constructor(store: Store, accountState: ReadAccountState) {
    this.#store = store
    this.#accountState = accountState
  }

  /** Returns the change that stores rows which differ from the known ones; null if there are none. */
  take(rows: readonly RegisteredGroup[]): (() => Change[]) | null {
    const { organization } = this.#store
    const other = rows.flatMap(({ subgroups, ...row }) => {
      const known = this.#accountState.groups.get(row.id)
      const earlier = this.#groups.get(row.id)
      this.#groups.set(row.id, { ...row, members: new Set(), subgroups: new Set(subgroups) })
      const isKnown = known !== undefined && isSame(row, known) && isSameSet(new Set(subgroups), known.subgroups)
      if (isKnown && earlier === undefined) return []
      return [{ row, subgroups, before: [...(known?.subgroups ?? []), ...(earlier?.subgroups ?? [])] }]
    })
    if (other.length === 0) return null
    this.#isOther = true
    return () => {
      for (const { row, subgroups, before } of other) {
        organization.putGroup(row)
        organization.changeSubgroups('remove', row.id, before)
        organization.changeSubgroups('add', row.id, subgroups)
      }
      return []
    }
  }

  /**
   * Returns the change that stores new members of a group, whose row an earlier batch contained; null if there are
   * none.
   */
  takeMembers(groupId: GroupId, ids: readonly number[]): (() => Change[]) | null {
    const members = this.#groups.get(groupId)?.members
    const known = this.#accountState.groups.get(groupId)?.members
    const added = ids.filter((id) => known?.has(id) !== true)
    for (const id of ids) members?.add(id)
    if (added.length === 0) return null
    this.#isOther = true
    return () => {
      this.#store.organization.changeMembers('add', groupId, added)
      return []
    }
  }

  /** Removes groups and members that the snapshot lacks. */
  finish(): Change[] {
    const { organization } = this.#store
    const missing: GroupId[] = []
    for (const known of this.#accountState.groups.all()) {
      const group = this.#groups.get(known.id)
      if (group === undefined) {
        missing.push(known.id)
        continue
      }
      const gone = [...known.members].filter((id) => !group.members.has(id))
      if (gone.length === 0) continue
      organization.changeMembers('remove', known.id, gone)
      this.#isOther = true
    }
    if (missing.length > 0) {
      organization.removeGroups(missing)
      this.#isOther = true
    }
    return this.#isOther ? [{ kind: 'groups', all: [...this.#groups.values()] }] : []
  }
}

function isSameSet(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id))
}
