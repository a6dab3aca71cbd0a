import type { GroupItem, GroupsMeta } from '#contract/people/groups.ts'
import type { QueryOf } from '#contract/views.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { systemRoles } from '#shared/group-choices.ts'
import { NameQuery, foldName } from '#shared/name-query.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { groupCreation, endingOf } from '../../groups/group-limits.ts'
import type { Change } from '../../state/changes.ts'
import { groupName } from '../../state/groups/group-names.ts'
import type { Group } from '../../state/groups/groups.ts'
import { groupRights } from '../../state/permissions/group-rights.ts'
import { oneLine } from '../streams.ts'
import type { View } from '../view.ts'

const perStep = clientLimits.listStep.most
const longest = clientLimits.groupLine.most

/** The view of the organization's groups that pass a filter and a search. */
export class GroupsView implements View<'groups'> {
  readonly #core: ReadCore
  readonly #onDirty: () => void
  readonly #filter: QueryOf<'groups'>['filter']
  readonly #query: NameQuery
  #shown = perStep

  constructor(core: ReadCore, { filter, text }: Pick<QueryOf<'groups'>, 'filter' | 'text'>, onDirty: () => void) {
    this.#core = core
    this.#onDirty = onDirty
    this.#filter = filter
    this.#query = new NameQuery(text, clientLimits.nameWords.most)
  }

  isAffected({ kind }: Change): boolean {
    return kind === 'groups' || kind === 'people' || kind === 'organization'
  }

  compute(): { items: GroupItem[]; meta: GroupsMeta } {
    const { accountState, ports } = this.#core
    const all = accountState.groups.all()
    const judge = accountState.judge(ports.clock.now())
    const ending = endingOf(this.#core)
    const found = all.flatMap((group) => this.#found(group)).sort(compare)
    const items = found.slice(0, this.#shown).map(({ group }): GroupItem => {
      const name = groupName(group)
      return {
        key: `group:${group.id}`,
        kind: 'listed_group',
        ...name,
        description: name.role === null ? oneLine(group.description, longest) : '',
        memberCount: accountState.groups.effectiveMembers(group.id).size,
        isSystem: group.is_system === 1,
        isDeactivated: group.is_deactivated === 1,
        isMember: accountState.groups.effectiveMembers(group.id).has(accountState.selfId),
        rights: groupRights(group, judge, ending),
      }
    })
    const creation = groupCreation(this.#core)
    return {
      items,
      meta: {
        found: found.length,
        hasMore: found.length > this.#shown,
        hasDeactivated: all.some(({ is_deactivated }) => is_deactivated === 1),
        self: { id: accountState.selfId, name: accountState.person(accountState.selfId).name },
        creation,
      },
    }
  }

  /** Returns the group with its position in the list; nothing if it does not pass. */
  #found(group: Group): readonly Found[] {
    const { role } = groupName(group)
    // These two have no members of their own: only settings use them.
    if (role === 'nobody' || role === 'internet' || !this.#passes(group)) return []
    const name = foldedName(group)
    const rank = this.#query.isEmpty ? 0 : this.#query.matches(name) ? this.#query.rank(name) : null
    if (rank === null && !this.#query.matches(foldedDescription(group))) return []
    const section = group.is_system === 1 ? 1 : 0
    return [{ group, name, section, rank: rank ?? 3, size: role === null ? 0 : systemRoles.indexOf(role) }]
  }

  #passes(group: Group): boolean {
    if (this.#filter === 'deactivated') return group.is_deactivated === 1
    if (group.is_deactivated === 1) return false
    if (this.#filter === 'all') return true
    // Everybody is in some system group.
    const { groups, selfId } = this.#core.accountState
    return group.is_system === 0 && groups.effectiveMembers(group.id).has(selfId)
  }

  /** Shows more groups. */
  more(): void {
    this.#shown += perStep
    this.#onDirty()
  }
}

interface Found {
  readonly group: Group
  readonly name: string
  /** Groups of people precede system groups. */
  readonly section: number
  readonly rank: number
  /** The position of a system group among them. */
  readonly size: number
}

function compare(a: Found, b: Found): number {
  return (
    a.section - b.section ||
    a.rank - b.rank ||
    a.size - b.size ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : a.group.id - b.group.id)
  )
}

/** Caches of folded texts, which live as long as the groups in memory. */
const names = new WeakMap<object, string>()
const descriptions = new WeakMap<object, string>()

function foldedName(group: Group): string {
  return folded(names, group, group.name.replace(/^role:/, ''))
}

function foldedDescription(group: Group): string {
  return folded(descriptions, group, `${group.name}\n${group.description}`)
}

function folded(kept: WeakMap<object, string>, group: Group, text: string): string {
  const known = kept.get(group)
  if (known !== undefined) return known
  const made = foldName(text)
  kept.set(group, made)
  return made
}
