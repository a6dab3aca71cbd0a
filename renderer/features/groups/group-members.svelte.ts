import type { PersonName } from '#contract/base/values.ts'
import type { FormTexts } from '#contract/drafts.ts'
import type { GroupEntry, GroupName } from '#contract/people/groups.ts'
import type { GroupId } from '#shared/ids.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'

export interface GroupMembersPorts {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly accountId: string
  readonly groupId: GroupId
}

/** The changes of a group's members and subgroups, which are made in one step. A refusal keeps them. */
export class GroupMembers {
  readonly #ports: GroupMembersPorts
  added = $state.raw<readonly PersonName[]>([])
  removed = $state.raw<readonly PersonName[]>([])
  addedGroups = $state.raw<readonly GroupName[]>([])
  removedGroups = $state.raw<readonly GroupName[]>([])
  readonly submission = new Submission()

  constructor(ports: GroupMembersPorts) {
    this.#ports = ports
  }

  get isEmpty(): boolean {
    return [this.added, this.removed, this.addedGroups, this.removedGroups].every((list) => list.length === 0)
  }

  /** The changes, which are kept if the form is abandoned. */
  get texts(): FormTexts {
    const { added, removed, addedGroups, removedGroups, isEmpty } = this
    return { changes: isEmpty ? '' : JSON.stringify({ added, removed, addedGroups, removedGroups }) }
  }

  /** Restores the changes of an abandoned form. */
  fill({ changes }: FormTexts): void {
    const none: Changes = { added: [], removed: [], addedGroups: [], removedGroups: [] }
    // Only `texts` writes this text.
    const kept = changes === undefined || changes === '' ? none : (JSON.parse(changes) as Changes)
    this.added = kept.added
    this.removed = kept.removed
    this.addedGroups = kept.addedGroups
    this.removedGroups = kept.removedGroups
  }

  /** Chooses people to be added. A person who was to be removed stays a member instead. */
  addPeople(people: readonly PersonName[]): void {
    for (const { id, name } of people) {
      if (this.removed.some((person) => person.id === id)) this.keepPerson(id)
      else if (!this.added.some((person) => person.id === id)) this.added = [...this.added, { id, name }]
    }
  }

  /** Chooses groups to be added as subgroups. */
  addGroups(groups: readonly GroupName[]): void {
    for (const { groupId, name, role } of groups) {
      if (this.removedGroups.some((group) => group.groupId === groupId)) this.keepGroup(groupId)
      else if (!this.addedGroups.some((group) => group.groupId === groupId)) {
        this.addedGroups = [...this.addedGroups, { groupId, name, role }]
      }
    }
  }

  /** Whether an entry of the group is chosen for removal. */
  isRemoved(entry: GroupEntry): boolean {
    return entry.kind === 'member'
      ? this.removed.some(({ id }) => id === entry.person.id)
      : this.removedGroups.some(({ groupId }) => groupId === entry.groupId)
  }

  /** Chooses a member or a subgroup for removal. */
  remove(entry: GroupEntry): void {
    if (this.isRemoved(entry)) return
    if (entry.kind === 'member') {
      const { id, name } = entry.person
      this.removed = [...this.removed, { id, name }]
    } else {
      const { groupId, name, role } = entry
      this.removedGroups = [...this.removedGroups, { groupId, name, role }]
    }
  }

  /** Takes a person out of the choice. */
  keepPerson(id: PersonName['id']): void {
    this.added = this.added.filter((person) => person.id !== id)
    this.removed = this.removed.filter((person) => person.id !== id)
  }

  /** Takes a group out of the choice. */
  keepGroup(id: GroupId): void {
    this.addedGroups = this.addedGroups.filter(({ groupId }) => groupId !== id)
    this.removedGroups = this.removedGroups.filter(({ groupId }) => groupId !== id)
  }

  /** Makes the changes, all of them or none. @returns whether that succeeded */
  async save(): Promise<boolean> {
    const { submission, added, removed, addedGroups, removedGroups } = this
    if (submission.isPending) return false
    if (this.isEmpty) return true
    submission.failure = null
    const { calls, accountId, groupId } = this.#ports
    const result = await submission.run(() =>
      calls.askOf(accountId, 'groups.changeMembers', {
        groupId,
        add: added.map(({ id }) => id),
        remove: removed.map(({ id }) => id),
        addSubgroups: addedGroups.map((group) => group.groupId),
        removeSubgroups: removedGroups.map((group) => group.groupId),
      }),
    )
    return result !== undefined
  }
}

interface Changes {
  readonly added: readonly PersonName[]
  readonly removed: readonly PersonName[]
  readonly addedGroups: readonly GroupName[]
  readonly removedGroups: readonly GroupName[]
}
