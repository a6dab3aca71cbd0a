import { describe, expect, it } from 'vitest'
import { clientLimits } from '#shared/client-limits.ts'
import { audienceOf, groupName, mentionSetting, usesOf } from '#engine/state/groups/group-names.ts'
import { Groups, type Group } from '#engine/state/groups/groups.ts'
import { readSettings } from '#engine/store/documents/organization-settings.ts'

const group = (id: number, name: string, over: Partial<Group> = {}): Group => ({
  id,
  name,
  description: '',
  is_system: 0,
  is_deactivated: 0,
  mention_setting: '6',
  facts: '{}',
  members: new Set(),
  subgroups: new Set(),
  ...over,
})

const anonymous = (...ids: number[]) => ({ direct_members: [1, 2], direct_subgroups: ids })

const groups = new Groups([
  group(6, 'role:everyone', { is_system: 1 }),
  group(9, 'role:of the future', { is_system: 1 }),
  group(20, 'crew'),
  group(21, 'team', { subgroups: new Set([20]) }),
  group(22, 'board', { mention_setting: '20' }),
  group(23, 'guild', { facts: JSON.stringify({ can_manage_group: anonymous(20) }) }),
  group(24, 'former', { mention_setting: '20', is_deactivated: 1 }),
  group(25, 'other', { facts: JSON.stringify({ creator_id: 20, date_created: 20 }) }),
])

describe('the name of a group', () => {
  it('is its role for a system group that is known', () => {
    expect([6, 9, 20].map((id) => groupName(groups.get(id) ?? group(id, '')))).toEqual([
      { groupId: 6, name: 'role:everyone', role: 'everyone' },
      { groupId: 9, name: 'role:of the future', role: null },
      { groupId: 20, name: 'crew', role: null },
    ])
    // Only the server makes system groups.
    expect(groupName(group(30, 'role:owners')).role).toBeNull()
  })
})

describe('the people whom a setting names', () => {
  it('are a role, a group, or some people and groups', () => {
    expect(audienceOf(6, groups)).toEqual({ kind: 'role', role: 'everyone' })
    expect(audienceOf(20, groups)).toEqual({ kind: 'group', name: 'crew' })
    expect(audienceOf(anonymous(20), groups)).toEqual({ kind: 'some', people: 2, groups: 1 })
    expect([audienceOf(99, groups), audienceOf(null, groups)]).toEqual([null, null])
    expect(mentionSetting({ mention_setting: '"damaged"' })).toBeNull()
  })
})

describe('the uses of a group', () => {
  const streams = (names: Readonly<Record<string, object>>) =>
    new Map(
      Object.entries(names).map(([name, facts], index) => [
        index,
        { name, facts: JSON.stringify(facts), is_archived: name === 'attic' ? 1 : 0 },
      ]),
    )
  const { organization } = readSettings({})

  it('are the groups, streams and settings that name it', () => {
    const known = streams({
      design: { can_send_message_group: 20 },
      den: { can_subscribe_group: anonymous(20) },
      attic: { can_send_message_group: 20 },
      hall: { can_send_message_group: 6 },
    })
    expect(usesOf(20, { groups, streams: known, organization })).toEqual({
      supergroups: ['team'],
      streams: ['design', 'den'],
      groups: ['board', 'guild'],
      isInOrganization: false,
    })
    const settings = { ...organization, can_create_groups: 20, waiting_period_threshold: 20 }
    expect(usesOf(20, { groups, streams: new Map(), organization: settings }).isInOrganization).toBe(true)
    const other = { ...organization, waiting_period_threshold: 25 }
    expect(usesOf(25, { groups, streams: new Map(), organization: other }).isInOrganization).toBe(false)
  })

  it('are named up to a limit', () => {
    const many = streams(
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`s${index}`, { can_send_message_group: 20 }])),
    )
    expect(usesOf(20, { groups, streams: many, organization }).streams).toHaveLength(clientLimits.groupUses.most)
  })
})
