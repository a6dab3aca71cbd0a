import type { FoundGroup, GroupCard, GroupEntry, GroupItem, GroupRights } from '#contract/people/groups.ts'
import { fixture, iris, long, mei, noor, seconds, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const none: GroupRights = {
  canEdit: false,
  canAdd: false,
  canRemove: false,
  canJoin: false,
  canLeave: false,
  ending: null,
}
const all: GroupRights = { ...none, canEdit: true, canAdd: true, canRemove: true, canLeave: true, ending: 'delete' }

const listed = (groupId: number, name: string, over: Partial<GroupItem> = {}): GroupItem => ({
  key: `group:${groupId}`,
  kind: 'listed_group',
  groupId,
  name,
  role: null,
  description: '',
  memberCount: 3,
  isSystem: false,
  isDeactivated: false,
  isMember: false,
  rights: none,
  ...over,
})

const system = (groupId: number, role: NonNullable<GroupItem['role']>, memberCount: number) =>
  listed(groupId, `role:${role}`, { role, isSystem: true, memberCount, isMember: role !== 'owners' })

const items: readonly GroupItem[] = [
  listed(21, 'night shift', {
    rights: { ...none, canJoin: true },
    description: 'Who answers at night',
    memberCount: 1,
  }),
  listed(20, 'release crew', {
    isMember: true,
    rights: all,
    memberCount: 240,
    description: 'Who decides that a release is ready, writes its notes, and answers for a week.',
  }),
  listed(22, `a name ${'that goes on '.repeat(9)}`, { description: `شكرا جزيلا ${'على التقرير '.repeat(20)}` }),
  listed(23, '\u202egnp.exe <b>bold</b>', { description: '[x](javascript:alert(1))', memberCount: 0 }),
  system(2, 'administrators', 2),
  system(3, 'moderators', 4),
  system(5, 'members', 38),
  system(6, 'everyone', 40),
]

const groups = { items, meta: { found: items.length, hasDeactivated: true } }

const card: GroupCard = {
  groupId: 20,
  name: 'release crew',
  role: null,
  description:
    'Who decides that a release is ready, writes its notes, and answers for a week.\n<b>Evil \u202e</b> and-a-word-that-is-far-too-long-for-a-line-of-this-dialog-and-goes-on',
  isSystem: false,
  isDeactivated: false,
  memberCount: 240,
  self: iris,
  leavesForGood: true,
  creator: noor,
  createdAt: seconds - 86_400 * 40,
  mentionedBy: { kind: 'role', role: 'everyone' },
  rights: all,
  hasSubgroupChanges: true,
  uses: { supergroups: ['everyone on call'], streams: ['release-notes'], groups: [], isInOrganization: false },
  others: [noor.id, mei.id, 97],
}

const entries: readonly GroupEntry[] = [
  { key: 'subgroup:21', kind: 'subgroup', groupId: 21, name: 'night shift', role: null, memberCount: 12 },
  {
    key: 'member:2',
    kind: 'member',
    person: { ...noor, email: 'noor@alder.example', presence: 'active' },
    isDirect: true,
  },
  {
    key: 'member:3',
    kind: 'member',
    person: { ...mei, email: `a-long-address-${'of-mei'.repeat(12)}@alder.example`, presence: 'idle' },
    isDirect: true,
  },
  {
    key: 'member:7',
    kind: 'member',
    person: { ...long, email: 'max@alder.example', presence: 'offline' },
    isDirect: false,
  },
  {
    key: 'member:98',
    kind: 'member',
    person: {
      ...mei,
      id: 98,
      name: 'Left the organization \u202e long ago',
      isActive: false,
      email: 'left@alder.example',
      presence: null,
    },
    isDirect: true,
  },
]

const group = { items: entries, meta: { group: card, found: 240 } }

const found: readonly FoundGroup[] = [
  { kind: 'group', groupId: 20, name: 'release crew', memberCount: 240, isNear: false },
  { kind: 'group', groupId: 2, name: `reviewers ${'of all '.repeat(20)}`, memberCount: 1204, isNear: false },
]

const systemCard: GroupCard = {
  ...card,
  name: 'role:moderators',
  role: 'moderators',
  isSystem: true,
  creator: null,
  createdAt: null,
  mentionedBy: null,
  rights: none,
  uses: null,
  others: null,
}

/** The list of all groups, a group with its forms and questions, and a system group. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'all-groups': { fixture: fixture({ views: { groups, group } }), opens: 'nothing' },
  'no-such-groups': { fixture: fixture({ views: { groups: { items: [] } } }), opens: 'nothing' },
  'creating-groups': { fixture: fixture({ views: { groups, group } }), opens: 'nothing' },
  'editing-of-groups': { fixture: fixture({ views: { groups, group } }), opens: 'nothing' },
  'members-of-groups': { fixture: fixture({ views: { groups, group } }), opens: 'nothing' },
  'ending-of-groups': { fixture: fixture({ views: { groups, group } }), opens: 'nothing' },
  'system-of-groups': {
    fixture: fixture({ views: { groups, group: { ...group, meta: { group: systemCard, found: 5 } } } }),
    opens: 'nothing',
  },
  'group-card': { fixture: fixture({ groups: found, views: { group } }), opens: 'conversation' },
}
