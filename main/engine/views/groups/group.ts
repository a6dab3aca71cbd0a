import type { GroupCard, GroupEntry, GroupMeta } from '#contract/people/groups.ts'
import type { QueryOf } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { NameQuery, foldName } from '#shared/name-query.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { endingOf, groupCreation } from '../../groups/group-limits.ts'
import type { PresenceProjection } from '../../projections/presences.ts'
import type { Change } from '../../state/changes.ts'
import { audienceOf, groupName, mentionSetting, usesOf } from '../../state/groups/group-names.ts'
import type { Group } from '../../state/groups/groups.ts'
import { groupRights, leavesForGood } from '../../state/permissions/group-rights.ts'
import type { PersonRow } from '../../store/directory.ts'
import { readGroupFacts } from '../../store/documents/group-facts.ts'
import type { GroupId, UserId } from '../../values/ids.ts'
import type { View } from '../view.ts'

/** The parts of the engine that the view needs. */
export interface GroupParts {
  readonly core: ReadCore
  readonly presences: PresenceProjection
}

/** The view of a group: its card, and the subgroups and members that match a search. */
export class GroupView implements View<'group'> {
  readonly #core: ReadCore
  readonly #presences: PresenceProjection
  readonly #groupId: GroupId
  readonly #text: string

  constructor(parts: GroupParts, { groupId, text }: Pick<QueryOf<'group'>, 'groupId' | 'text'>) {
    this.#core = parts.core
    this.#presences = parts.presences
    this.#groupId = groupId
    this.#text = text
  }

  isAffected({ kind }: Change): boolean {
    return kind === 'groups' || kind === 'people' || kind === 'organization' || kind === 'streams'
  }

  showsPresenceOf(people: ReadonlySet<UserId>): boolean {
    const members = this.#core.accountState.groups.effectiveMembers(this.#groupId)
    return [...people].some((id) => members.has(id))
  }

  compute(): { items: GroupEntry[]; meta: GroupMeta } {
    const { accountState } = this.#core
    const creation = groupCreation(this.#core)
    const group = accountState.groups.get(this.#groupId)
    if (group === undefined) return { items: [], meta: { group: null, found: 0, creation } }
    const members = accountState.groups.effectiveMembers(group.id)
    const subgroups = this.#subgroups(group)
    const people = [...accountState.peopleByName.find(this.#text)]
      .filter(({ id }) => members.has(id))
      .sort((a, b) => order(a) - order(b))
    const items = [
      ...subgroups.slice(0, clientLimits.subgroupsListed.most).map((each) => this.#subgroup(each)),
      ...people.slice(0, clientLimits.groupMembers.most).map((row) => this.#member(row, group)),
    ]
    const found = subgroups.length + people.length
    return { items, meta: { group: this.#card(group, members), found, creation } }
  }

  #card(group: Group, members: ReadonlySet<UserId>): GroupCard {
    const { accountState, ports, capabilities } = this.#core
    const judge = accountState.judge(ports.clock.now())
    const facts = readGroupFacts(group.facts)
    const rights = groupRights(group, judge, endingOf(this.#core))
    const { groups, streams, organizationSettings } = accountState
    const named = (id: UserId) => ({ id, name: accountState.person(id).name })
    return {
      ...groupName(group),
      description: group.description,
      isSystem: group.is_system === 1,
      isDeactivated: group.is_deactivated === 1,
      memberCount: members.size,
      self: named(accountState.selfId),
      leavesForGood: leavesForGood(group, judge),
      creator: facts.creator_id == null ? null : named(facts.creator_id),
      createdAt: facts.date_created ?? null,
      mentionedBy: group.is_system === 1 ? null : audienceOf(mentionSetting(group), groups),
      rights,
      hasSubgroupChanges: capabilities.subgroupChanges,
      uses:
        rights.ending === null
          ? null
          : usesOf(group.id, { groups, streams, organization: organizationSettings.organization }),
      others: this.#others(members),
    }
  }

  /** The recipients of a message to all members; null if they are too many. */
  #others(members: ReadonlySet<UserId>): UserId[] | null {
    const { people, selfId } = this.#core.accountState
    const { most } = clientLimits.groupWriting
    // The members include the user.
    if (members.size > most + 1) return null
    const others = [...members].filter((id) => id !== selfId && people.get(id)?.is_active === 1)
    return others.length > most ? null : others.sort((a, b) => a - b)
  }

  /** The known subgroups whose names match, by name. */
  #subgroups(group: Group): Group[] {
    const query = new NameQuery(this.#text, clientLimits.nameWords.most)
    return [...group.subgroups]
      .flatMap((id) => {
        const subgroup = this.#core.accountState.groups.get(id)
        return subgroup === undefined ? [] : [{ subgroup, name: foldName(subgroup.name) }]
      })
      .filter(({ name }) => query.matches(name))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.subgroup.id - b.subgroup.id))
      .map(({ subgroup }) => subgroup)
  }

  #subgroup(group: Group): GroupEntry {
    const memberCount = this.#core.accountState.groups.effectiveMembers(group.id).size
    return { key: `subgroup:${group.id}`, kind: 'subgroup', ...groupName(group), memberCount }
  }

  #member(row: PersonRow, group: Group): GroupEntry {
    const presence = this.#presences.stateOf(row.id)
    const person = { ...this.#core.accountState.person(row.id), email: row.email, presence }
    return { key: `member:${row.id}`, kind: 'member', person, isDirect: group.members.has(row.id) }
  }
}

/** Bots and deactivated people come last. */
function order({ is_active, is_bot }: PersonRow): number {
  return is_active === 0 ? 2 : is_bot
}
