import { describe, expect, it } from 'vitest'
import { roles, type GroupSetting } from '#engine/values/people.ts'
import { isAny, isInGroupOf, type GuestRule, type Member } from '#engine/state/groups/group-membership.ts'
import { Groups, type Group } from '#engine/state/groups/groups.ts'

function group(id: number, name: string, members: readonly number[], subgroups: readonly number[], over = {}): Group {
  const sets = { members: new Set(members), subgroups: new Set(subgroups) }
  return {
    id,
    name,
    description: '',
    is_system: 0,
    is_deactivated: 0,
    mention_setting: '0',
    facts: '{}',
    ...sets,
    ...over,
  }
}

const system = (id: number, name: string, members: readonly number[] = [], subgroups: readonly number[] = []) =>
  group(id, name, members, subgroups, { is_system: 1 })

const groups = new Groups([
  system(1, 'role:owners'),
  system(2, 'role:administrators', [], [1]),
  system(3, 'role:moderators', [], [2]),
  system(4, 'role:fullmembers', [], [3]),
  system(5, 'role:members', [], [4]),
  system(6, 'role:everyone', [], [5]),
  system(7, 'role:nobody'),
  system(8, 'role:internet', [], [6]),
  system(9, 'role:of the future', [21], []),
  group(20, 'crew', [11], [21]),
  group(21, 'night crew', [12], [20]),
  group(22, 'with moderators', [], [3]),
  group(23, 'with somebody unknown', [], [99]),
  group(24, 'former crew', [14], [], { is_deactivated: 1 }),
  group(25, 'with a former crew', [], [24]),
])

type Asked = Partial<Pick<Member, 'id' | 'isFullMember'>> & { readonly rule?: GuestRule }

function holds(setting: GroupSetting, role: number, asked: Asked = {}): boolean | undefined {
  const { id = 1, isFullMember = true, rule = 'guests too' } = asked
  return isInGroupOf(setting, { id, role, isFullMember }, groups, rule)
}

describe('membership in the group of a setting', () => {
  it.each<[name: string, id: number, allowed: readonly number[]]>([
    ['role:owners', 1, [100]],
    ['role:administrators', 2, [100, 200]],
    ['role:moderators', 3, [100, 200, 300]],
    ['role:fullmembers', 4, [100, 200, 300, 400, 600]],
    ['role:members', 5, [100, 200, 300, 400]],
    ['role:everyone', 6, [100, 200, 300, 400, 600]],
    ['role:nobody', 7, []],
    ['role:internet', 8, [100, 200, 300, 400, 600]],
  ])('of %s follows from the role, whatever its list is', (_name, id, allowed) => {
    expect(Object.values(roles).filter((role) => holds(id, role))).toEqual(allowed)
    expect(Object.values(roles).filter((role) => holds({ direct_members: [], direct_subgroups: [id] }, role))).toEqual(
      allowed,
    )
  })

  it('of full members excludes new members', () => {
    expect(holds(4, roles.member, { isFullMember: false })).toBe(false)
  })

  it('excludes guests if the setting does not allow everybody', () => {
    expect(holds(6, roles.guest, { rule: 'never guests' })).toBe(false)
    expect(holds({ direct_members: [1], direct_subgroups: [] }, roles.guest, { rule: 'never guests' })).toBe(false)
    expect(holds({ direct_members: [1], direct_subgroups: [] }, roles.guest)).toBe(true)
  })

  it('is direct or through subgroups, even if these form a cycle', () => {
    expect(holds(20, roles.member, { id: 11 })).toBe(true)
    expect(holds(20, roles.member, { id: 12 })).toBe(true)
    expect(holds(20, roles.member, { id: 13 })).toBe(false)
    expect(holds(22, roles.moderator)).toBe(true)
    expect(holds(22, roles.member)).toBe(false)
    expect(holds({ direct_members: [13], direct_subgroups: [21] }, roles.guest, { id: 13 })).toBe(true)
  })

  it('in a deactivated group counts if a setting still names it, as at the server', () => {
    expect(holds(24, roles.member, { id: 14 })).toBe(true)
    expect(holds(25, roles.member, { id: 14 })).toBe(true)
    expect(holds(25, roles.member, { id: 15 })).toBe(false)
  })

  it('in a system group of an unknown name follows its list', () => {
    expect(holds(9, roles.member, { id: 21 })).toBe(true)
    expect(holds(9, roles.owner, { id: 22 })).toBe(false)
  })

  it('in an unknown group is undecided, unless another group decides', () => {
    expect(holds(99, roles.owner)).toBeUndefined()
    expect(holds(23, roles.owner)).toBeUndefined()
    expect(holds({ direct_members: [], direct_subgroups: [99, 6] }, roles.guest)).toBe(true)
    expect([isAny(false, undefined), isAny(undefined, true), isAny(false, false), isAny()]).toEqual([
      undefined,
      true,
      false,
      false,
    ])
  })
})
