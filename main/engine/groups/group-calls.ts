import type { Failure, Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import type { GroupAct, GroupRights } from '#contract/people/groups.ts'
import type { MentionRole } from '#shared/group-choices.ts'
import {
  changeMembers,
  createGroup,
  deactivateGroup,
  deleteGroup,
  groupInUse,
  updateGroup,
  type MemberChange,
  type WireGroupChange,
} from '../api/groups.ts'
import { ApiError } from '../api/errors.ts'
import type { WireGroup } from '../api/resources/groups.ts'
import type { Core } from '../core/core.ts'
import { mentionSetting, systemNames, usesOf } from '../state/groups/group-names.ts'
import type { Group } from '../state/groups/groups.ts'
import { groupRights } from '../state/permissions/group-rights.ts'
import { arrival } from '../streams/server-change.ts'
import type { GroupId, UserId } from '../values/ids.ts'
import type { GroupSetting } from '../values/people.ts'
import { changeAtServer } from './group-change.ts'
import { endingOf, groupCreation } from './group-limits.ts'
import { problemOfDescription, problemOfName, problemOfTakenName } from './group-texts.ts'

const done = { ok: true, value: null } as const

/** The handlers of the calls that change groups at the server. Nothing waits in the outbox: the user sees a refusal. */
export function groupCalls(core: Core, { isOnline }: { readonly isOnline: () => boolean }) {
  const changes = new GroupChanges(core, isOnline)
  return {
    'groups.create': (input: EngineInput<'groups.create'>) => changes.create(input),
    'groups.update': (input: EngineInput<'groups.update'>) => changes.update(input),
    'groups.changeMembers': (input: EngineInput<'groups.changeMembers'>) => changes.changeMembers(input),
    'groups.end': (input: EngineInput<'groups.end'>) => changes.end(input),
  }
}

class GroupChanges {
  readonly #core: Core
  readonly #isOnline: () => boolean

  constructor(core: Core, isOnline: () => boolean) {
    this.#core = core
    this.#isOnline = isOnline
  }

  async create(wanted: EngineInput<'groups.create'>): Promise<Result<{ readonly groupId: GroupId }>> {
    const { api, accountState } = this.#core
    const limits = groupCreation(this.#core)
    const [name, description] = [wanted.name.trim(), wanted.description.trim()]
    const problem =
      (limits.isAllowed ? null : refused('create')) ??
      problemOfName(name, limits) ??
      problemOfDescription(description, limits) ??
      problemOfTakenName(name, accountState.groups, null) ??
      this.#problemOfConnection('create')
    if (problem !== null) return { ok: false, error: problem }
    const members = [...new Set(wanted.userIds)]
    const mentionedBy = this.#mentionedBy(wanted.mentionedBy) ?? null
    const named = (groups: readonly WireGroup[]) => groups.find((group) => isNamed(group, name))
    const result = await changeAtServer(this.#core, {
      act: 'create',
      ask: (options) => createGroup(api, { name, description, members, mentionedBy }, options),
      made: (groups) => named(groups) ?? null,
      explain: (groups) => nameTaken(named(groups), name),
    })
    if (!result.ok) return result
    const known = () => accountState.groups.all().find((group) => isNamed(group, name))
    await arrival(this.#core, () => known() !== undefined)
    const groupId = known()?.id ?? result.value?.id
    return groupId === undefined
      ? { ok: false, error: { code: 'GROUP_OUTCOME_UNKNOWN', values: { act: 'create' } } }
      : { ok: true, value: { groupId } }
  }

  async update(wanted: EngineInput<'groups.update'>): Promise<Result<null>> {
    const { api, accountState, capabilities } = this.#core
    const { groupId } = wanted
    const group = accountState.groups.get(groupId)
    if (group === undefined) return { ok: false, error: { code: 'GROUP_GONE' } }
    const limits = groupCreation(this.#core)
    const [name, description] = [wanted.name?.trim(), wanted.description?.trim()]
    const mentionedBy = this.#mentionedBy(wanted.mentionedBy)
    const change: WireGroupChange = {
      name: name === group.name ? undefined : name,
      description: description === group.description ? undefined : description,
      mentionedBy: mentionedBy === mentionSetting(group) ? undefined : mentionedBy,
    }
    const problem =
      (this.#rights(group).canEdit ? null : refused('change')) ??
      (change.name === undefined ? null : problemOfName(change.name, limits)) ??
      (change.description === undefined ? null : problemOfDescription(change.description, limits)) ??
      (change.name === undefined ? null : problemOfTakenName(change.name, accountState.groups, groupId))
    if (problem !== null) return { ok: false, error: problem }
    if (Object.values(change).every((value) => value === undefined)) return done
    const offline = this.#problemOfConnection('change')
    if (offline !== null) return { ok: false, error: offline }
    const result = await changeAtServer(this.#core, {
      act: 'change',
      ask: (options) => updateGroup(api, groupId, change, capabilities.groupSettingChanges, options),
      made(groups) {
        const now = groups.find(({ id }) => id === groupId)
        return now !== undefined && hasChange({ ...now, mentionedBy: now.can_mention_group }, change) ? true : null
      },
      explain: (groups) =>
        gone(groups, groupId) ??
        (change.name === undefined
          ? null
          : nameTaken(
              groups.find((other) => other.id !== groupId && isNamed(other, change.name ?? '')),
              change.name,
            )),
    })
    if (!result.ok) return result
    await arrival(this.#core, () => {
      const now = accountState.groups.get(groupId)
      return now === undefined || hasChange({ ...now, mentionedBy: mentionSetting(now) }, change)
    })
    return done
  }

  async changeMembers(wanted: EngineInput<'groups.changeMembers'>): Promise<Result<null>> {
    const { api, accountState } = this.#core
    const { groupId } = wanted
    const group = accountState.groups.get(groupId)
    if (group === undefined) return { ok: false, error: { code: 'GROUP_GONE' } }
    const change: MemberChange = {
      add: [...new Set(wanted.add)],
      remove: [...new Set(wanted.remove)],
      addSubgroups: [...new Set(wanted.addSubgroups)],
      removeSubgroups: [...new Set(wanted.removeSubgroups)],
    }
    const { add, remove, addSubgroups, removeSubgroups } = change
    if ([add, remove, addSubgroups, removeSubgroups].every((ids) => ids.length === 0)) return done
    const act = this.#actOf(change)
    const problem =
      this.#problemOfRights(group, change, act) ??
      this.#contradiction({ members: group.members, subgroups: group.subgroups }, change) ??
      this.#problemOfConnection(act)
    if (problem !== null) return { ok: false, error: problem }
    const result = await changeAtServer(this.#core, {
      act,
      ask: (options) => changeMembers(api, groupId, change, options),
      made(groups) {
        const now = groups.find(({ id }) => id === groupId)
        return now !== undefined && hasMembers(setsOf(now), change) ? true : null
      },
      explain: (groups) => {
        const now = groups.find(({ id }) => id === groupId)
        return gone(groups, groupId) ?? (now === undefined ? null : this.#contradiction(setsOf(now), change))
      },
    })
    if (!result.ok) return result
    await arrival(this.#core, () => {
      const now = accountState.groups.get(groupId)
      return now === undefined || hasMembers(now, change)
    })
    return done
  }

  async end({ groupId }: EngineInput<'groups.end'>): Promise<Result<null>> {
    const { api, accountState } = this.#core
    const group = accountState.groups.get(groupId)
    const act = endingOf(this.#core)
    if (group === undefined || (act === 'deactivate' && group.is_deactivated === 1)) return done
    const problem = (this.#rights(group).ending === null ? refused(act) : null) ?? this.#problemOfConnection(act)
    if (problem !== null) return { ok: false, error: problem }
    const hasEnded = (groups: readonly WireGroup[]) =>
      !groups.some(({ id, deactivated }) => id === groupId && !deactivated)
    const result = await changeAtServer(this.#core, {
      act,
      ask: (options) => (act === 'delete' ? deleteGroup : deactivateGroup)(api, groupId, options),
      made: (groups) => (hasEnded(groups) ? true : null),
      explain: (groups, error) => {
        if (error instanceof ApiError && error.code === groupInUse) return this.#inUse(groupId)
        return hasEnded(groups) ? { code: 'GROUP_GONE' } : null
      },
    })
    // Another device has ended the group meanwhile, which is what the user wants.
    if (!result.ok && result.error.code !== 'GROUP_GONE') return result
    await arrival(this.#core, () => accountState.groups.get(groupId)?.is_deactivated !== 0)
    return done
  }

  #rights(group: Group): GroupRights {
    const judge = this.#core.accountState.judge(this.#core.ports.clock.now())
    return groupRights(group, judge, endingOf(this.#core))
  }

  /** Users who may not change other members may still join and leave. */
  #actOf({ add, remove, addSubgroups, removeSubgroups }: MemberChange): 'join' | 'leave' | 'members' {
    const { selfId } = this.#core.accountState
    if (addSubgroups.length > 0 || removeSubgroups.length > 0) return 'members'
    const isOwn = (ids: readonly UserId[]) => ids.length === 1 && ids[0] === selfId
    if (isOwn(add) && remove.length === 0) return 'join'
    return isOwn(remove) && add.length === 0 ? 'leave' : 'members'
  }

  #problemOfRights(group: Group, change: MemberChange, act: GroupAct): Failure | null {
    const { selfId } = this.#core.accountState
    const rights = this.#rights(group)
    const others = (ids: readonly UserId[]) => ids.some((id) => id !== selfId)
    // A member who joins again, or leaves twice, is told that instead.
    const isOwnRefused =
      (change.add.includes(selfId) && !group.members.has(selfId) && !rights.canJoin) ||
      (change.remove.includes(selfId) && group.members.has(selfId) && !rights.canLeave)
    const isSubgroup = change.addSubgroups.length > 0 || change.removeSubgroups.length > 0
    const isRefused =
      isOwnRefused ||
      (others(change.add) && !rights.canAdd) ||
      (others(change.remove) && !rights.canRemove) ||
      (isSubgroup && !(rights.canEdit && this.#core.capabilities.subgroupChanges))
    return isRefused ? refused(act) : null
  }

  /** The failure if one of the added belongs to the group already, or one of the removed does not; null otherwise. */
  #contradiction({ members, subgroups }: Sets, change: MemberChange): Failure | null {
    const { accountState } = this.#core
    const person = (id: UserId | undefined) => (id === undefined ? null : { name: accountState.person(id).name })
    const group = (id: GroupId | undefined) =>
      id === undefined ? null : { name: accountState.groups.get(id)?.name ?? null }
    const present =
      person(change.add.find((id) => members.has(id))) ?? group(change.addSubgroups.find((id) => subgroups.has(id)))
    if (present !== null) return { code: 'GROUP_ALREADY_MEMBER', values: present }
    const absent =
      person(change.remove.find((id) => !members.has(id))) ??
      group(change.removeSubgroups.find((id) => !subgroups.has(id)))
    return absent === null ? null : { code: 'GROUP_NOT_MEMBER', values: absent }
  }

  /** The id of the system group whose members may mention a group; undefined if none is chosen or known. */
  #mentionedBy(role: MentionRole | undefined): GroupId | undefined {
    if (role === undefined || !this.#core.capabilities.mentionRights) return undefined
    return this.#core.accountState.groups.system(systemNames[role])?.id
  }

  #inUse(groupId: GroupId): Failure {
    const { groups, streams, organizationSettings } = this.#core.accountState
    const { organization } = organizationSettings
    return { code: 'GROUP_IN_USE', values: usesOf(groupId, { groups, streams, organization }) }
  }

  #problemOfConnection(act: GroupAct): Failure | null {
    return this.#isOnline() ? null : { code: 'GROUP_OFFLINE', values: { act } }
  }
}

/** Whether a group has what a change gives. */
function hasChange(
  group: { readonly name: string; readonly description: string; readonly mentionedBy: GroupSetting | null },
  change: WireGroupChange,
): boolean {
  return (
    group.name === (change.name ?? group.name) &&
    group.description === (change.description ?? group.description) &&
    group.mentionedBy === (change.mentionedBy ?? group.mentionedBy)
  )
}

interface Sets {
  readonly members: ReadonlySet<UserId>
  readonly subgroups: ReadonlySet<GroupId>
}

function setsOf(group: WireGroup): Sets {
  return { members: new Set(group.members), subgroups: new Set(group.direct_subgroup_ids) }
}

function hasMembers({ members, subgroups }: Sets, change: MemberChange): boolean {
  return (
    change.add.every((id) => members.has(id)) &&
    !change.remove.some((id) => members.has(id)) &&
    change.addSubgroups.every((id) => subgroups.has(id)) &&
    !change.removeSubgroups.some((id) => subgroups.has(id))
  )
}

function refused(act: GroupAct): Failure {
  return { code: 'GROUP_REFUSED', values: { act } }
}

function gone(groups: readonly WireGroup[], groupId: GroupId): Failure | null {
  return groups.some(({ id, deactivated }) => id === groupId && !deactivated) ? null : { code: 'GROUP_GONE' }
}

/** The server compares names without case. */
function isNamed(group: { readonly name: string }, name: string): boolean {
  return group.name.toLowerCase() === name.toLowerCase()
}

function nameTaken(other: WireGroup | undefined, name: string): Failure | null {
  return other === undefined ? null : { code: 'GROUP_NAME_TAKEN', values: { name, isDeactivated: other.deactivated } }
}
