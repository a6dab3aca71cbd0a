import { describe, expect, it } from 'vitest'
import { Groups, type Group } from '#engine/state/groups/groups.ts'
import { groupRights, leavesForGood } from '#engine/state/permissions/group-rights.ts'
import { Judge } from '#engine/state/permissions/judge.ts'
import { readSettings } from '#engine/store/documents/organization-settings.ts'
import { roles } from '#engine/values/people.ts'

const selfId = 1
const [nobody, owners, members, everyone] = [1, 2, 3, 4] as const

function group(over: Partial<Group> = {}): Group {
  const sets = { members: new Set<number>(), subgroups: new Set<number>() }
  const flags = { is_system: 0, is_deactivated: 0 }
  return { id: 20, name: 'crew', description: '', mention_setting: '4', facts: '{}', ...flags, ...sets, ...over }
}

const system = (id: number, name: string) => group({ id, name, is_system: 1 })
const systemGroups = [
  system(nobody, 'role:nobody'),
  system(owners, 'role:owners'),
  system(members, 'role:members'),
  system(everyone, 'role:everyone'),
]

interface Asked {
  readonly role?: number
  readonly organization?: Record<string, unknown>
  readonly facts?: Record<string, unknown>
  readonly over?: Partial<Group>
}

function asked({ role = roles.member, organization = {}, facts = {}, over = {} }: Asked) {
  const one = group({ facts: JSON.stringify(facts), ...over })
  const settings = readSettings({ organization }).organization
  const judge = new Judge(
    { selfId, role, joinedAt: 0, serverNow: 1, featureLevel: 500, hasWebPublicStreams: true },
    settings,
    new Groups([...systemGroups, one]),
    new Map(),
  )
  return { one, judge }
}

function rights(given: Asked): string {
  const { one, judge } = asked(given)
  const { canEdit, canAdd, canRemove, canJoin, canLeave, ending } = groupRights(one, judge, 'delete')
  const named = { edit: canEdit, add: canAdd, remove: canRemove, join: canJoin, leave: canLeave, end: ending !== null }
  return Object.entries(named)
    .flatMap(([name, is]) => (is ? [name] : []))
    .join(' ')
}

const inside = { members: new Set([selfId]) }
const me = { direct_members: [selfId], direct_subgroups: [] }
/** The organization of a server from level 299 on. */
const newer = { can_manage_all_groups: owners, can_create_groups: members }

describe('the rights in a group', () => {
  it.each<[string, Asked, string]>([
    ['to a member of the group', { over: inside }, 'edit add remove leave end'],
    ['to a moderator', { role: roles.moderator }, 'edit add remove join end'],
    ['not to other members', {}, ''],
    ['not to a guest in the group', { role: roles.guest, over: inside }, ''],
    ['not against the policy', { organization: { user_group_edit_policy: 2 }, over: inside }, ''],
    [
      'to an administrator whom the policy requires',
      { role: roles.administrator, organization: { user_group_edit_policy: 2 } },
      'edit add remove join end',
    ],
    ['not in a deactivated group', { role: roles.owner, over: { ...inside, is_deactivated: 1 } }, ''],
    ['not in a system group', { role: roles.owner, over: { is_system: 1 } }, ''],
  ])('belong below level 299 %s', (_to, given, expected) => {
    expect(rights(given)).toBe(expected)
  })

  it.each<[string, Asked, string]>([
    ['to those who manage all groups', { role: roles.owner }, 'edit add remove join end'],
    ['not to members of the group', { over: inside }, ''],
    ['to those who manage the group', { facts: { can_manage_group: me } }, 'edit add remove join end'],
    ['to add and thereby to join', { facts: { can_add_members_group: members } }, 'add join'],
    ['to remove and thereby to leave', { facts: { can_remove_members_group: me }, over: inside }, 'remove leave'],
    ['to join', { facts: { can_join_group: members } }, 'join'],
    ['to leave', { facts: { can_leave_group: everyone }, over: inside }, 'leave'],
    ['not to leave a group without being in it', { facts: { can_leave_group: everyone } }, ''],
    ['not to a guest', { role: roles.guest, facts: { can_join_group: everyone, can_manage_group: me } }, ''],
    ['if their group is unknown here', { facts: { can_manage_group: 99 } }, 'edit add remove join end'],
    ['not in a system group', { role: roles.owner, over: { is_system: 1 } }, ''],
  ])('belong from level 299 on %s', (_to, given, expected) => {
    expect(rights({ ...given, organization: newer })).toBe(expected)
  })
})

describe('a user who leaves a group', () => {
  it('leaves for good if only others could add the user again', () => {
    const forGood = (given: Asked) => {
      const { one, judge } = asked({ ...given, over: inside })
      return leavesForGood(one, judge)
    }
    expect(forGood({})).toBe(true)
    expect(forGood({ role: roles.moderator })).toBe(false)
    expect(forGood({ organization: newer, facts: { can_leave_group: everyone } })).toBe(true)
    expect(forGood({ organization: newer, facts: { can_leave_group: everyone, can_join_group: members } })).toBe(false)
  })
})
