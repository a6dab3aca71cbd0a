import type { PersonName } from '#contract/base/values.ts'
import type { FormTexts } from '#contract/drafts.ts'
import type { GroupCard } from '#contract/people/groups.ts'
import { mentionRoles, type MentionRole } from '#shared/group-choices.ts'
import type { GroupId } from '#shared/ids.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'

/** The part of the form that a refusal concerns. */
export type GroupFormPart = 'name' | 'description' | 'all'

/** The choice of who may mention the group: a system group, or the present people if these are others. */
export type MentionChoice = MentionRole | 'present'

export interface GroupFormPorts {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly accountId: string
  /** The account's own user, who is a member of a new group at first. */
  readonly self: PersonName
  /** The group that is changed; null for a new one. */
  readonly group: Pick<GroupCard, 'groupId' | 'name' | 'description' | 'mentionedBy'> | null
}

/** The form for a new group or for a change of one. A refusal keeps its contents. */
export class GroupForm {
  readonly #ports: GroupFormPorts
  name = $state('')
  description = $state('')
  mentionedBy = $state.raw<MentionChoice>('everyone')
  /** The first members of a new group. */
  people = $state.raw<readonly PersonName[]>([])
  readonly submission = new Submission()

  constructor(ports: GroupFormPorts) {
    this.#ports = ports
    const { group, self } = ports
    if (group === null) {
      this.people = [self]
      return
    }
    this.name = group.name
    this.description = group.description
    const role = group.mentionedBy?.kind === 'role' ? group.mentionedBy.role : null
    this.mentionedBy = mentionRoles.find((other) => other === role) ?? 'present'
  }

  get self(): PersonName {
    return this.#ports.self
  }

  /** Whether the user is one of the first members. */
  get hasSelf(): boolean {
    return this.people.some(({ id }) => id === this.self.id)
  }

  /** The contents of the form, which are kept if it is abandoned. */
  get texts(): FormTexts {
    const { name, description, mentionedBy, people } = this
    return { name, description, mentionedBy, people: JSON.stringify(people) }
  }

  /** Restores the contents of an abandoned form. */
  fill({ name, description, mentionedBy, people }: FormTexts): void {
    this.name = name ?? ''
    this.description = description ?? ''
    this.mentionedBy = mentionRoles.find((other) => other === mentionedBy) ?? this.mentionedBy
    // Only `texts` writes this text.
    this.people = JSON.parse(people ?? '[]') as readonly PersonName[]
  }

  /** Adds people to the first members, each of them once. */
  addPeople(people: readonly PersonName[]): void {
    const others = people.filter(({ id }) => !this.people.some((person) => person.id === id))
    this.people = [...this.people, ...others.map(({ id, name }) => ({ id, name }))]
  }

  removePerson(id: PersonName['id']): void {
    this.people = this.people.filter((person) => person.id !== id)
  }

  /** The part that the refusal concerns, which shows it; null without one. */
  get refused(): GroupFormPart | null {
    switch (this.submission.failure?.code) {
      case undefined:
        return null
      case 'GROUP_NAME_MISSING':
      case 'GROUP_NAME_TOO_LONG':
      case 'GROUP_NAME_CHARACTER':
      case 'GROUP_NAME_RESERVED':
      case 'GROUP_NAME_TAKEN':
        return 'name'
      case 'GROUP_DESCRIPTION_TOO_LONG':
      case 'GROUP_DESCRIPTION_CHARACTER':
        return 'description'
      default:
        return 'all'
    }
  }

  /** Creates or changes the group. @returns its id; null if it was refused, or while another call is in progress */
  async submit(): Promise<GroupId | null> {
    const { submission } = this
    if (submission.isPending) return null
    submission.failure = null
    const { group } = this.#ports
    if (group === null) return (await submission.run(() => this.#create()))?.groupId ?? null
    const result = await submission.run(() => this.#update(group.groupId))
    return result === undefined ? null : group.groupId
  }

  #create() {
    const { calls, accountId } = this.#ports
    const { name, description, people, mentionedBy } = this
    return calls.askOf(accountId, 'groups.create', {
      name,
      description,
      userIds: people.map(({ id }) => id),
      mentionedBy: mentionedBy === 'present' ? 'everyone' : mentionedBy,
    })
  }

  #update(groupId: GroupId) {
    const { calls, accountId } = this.#ports
    const { name, description, mentionedBy } = this
    const mention = mentionedBy === 'present' ? {} : { mentionedBy }
    return calls.askOf(accountId, 'groups.update', { groupId, name, description, ...mention })
  }
}
