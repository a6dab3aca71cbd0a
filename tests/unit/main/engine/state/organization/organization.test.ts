import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { applyEvent, decodeEvent } from '#engine/state/events.ts'
import { Groups, groupsOf } from '#engine/state/groups/groups.ts'
import { Judge } from '#engine/state/permissions/judge.ts'
import {
  mayDeleteMessage,
  mayEditContent,
  mayPost,
  permissionsOf,
  type Permissions,
} from '#engine/state/permissions/permissions.ts'
import type { DecidingStream } from '#engine/state/permissions/rights.ts'
import { Presence, Typing } from '#engine/state/presence/presence.ts'
import { roles } from '#engine/values/people.ts'
import { readSubmessages } from '#engine/values/submessages.ts'
import { AccountState } from '#engine/state/account-state.ts'
import {
  readSettings,
  settingsOfRegister,
  withChanges,
  type OrganizationSettings,
} from '#engine/store/documents/organization-settings.ts'
import { openStore } from '#engine/store/store.ts'
import { temporaryDatabase } from '#support/files.ts'
import { memoryParts } from '#engine/state/slices.ts'
import { statuses } from '#engine/state/directory/statuses.ts'

const group = (id: number, members: number[], subgroups: number[], name = `group ${id}`) => ({
  type: 'user_group',
  op: 'add',
  group: { id, name, description: '', members, direct_subgroup_ids: subgroups, is_system_group: false },
})

const user = (user_id: number) => ({ user_id, full_name: `Person ${user_id}`, email: `p${user_id}@x`, is_active: true })

const message = {
  id: 9,
  type: 'stream',
  sender_id: 2,
  content: '<p>/poll</p>',
  display_recipient: 'general',
  stream_id: 4,
  subject: 'lunch',
  timestamp: 1000,
}

const submessage = (id: number, content: string) => ({
  type: 'submessage',
  message_id: 9,
  submessage_id: id,
  sender_id: 3,
  msg_type: 'widget',
  content,
})

/** One of each kind of event that this model has beyond messages, in an order in which a server could send them. */
const events: readonly Record<string, unknown>[] = [
  { type: 'realm_user', op: 'add', person: user(2) },
  { type: 'realm_user', op: 'add', person: user(3) },
  { type: 'realm_user', op: 'update', person: { user_id: 2, custom_profile_field: { id: 5, value: 'x' } } },
  { type: 'realm_user', op: 'update', person: { user_id: 2, new_email: 'other@x' } },
  { type: 'stream', op: 'create', streams: [{ stream_id: 4, name: 'general' }] },
  { type: 'subscription', op: 'add', subscriptions: [{ stream_id: 4, name: 'general', color: '#123456' }] },
  { type: 'message', flags: [], message },
  submessage(31, '{"type":"vote"}'),
  submessage(30, '{"widget_type":"poll"}'),
  group(7, [2], []),
  group(8, [], [7]),
  { type: 'user_group', op: 'add_members', group_id: 7, user_ids: [3, 2] },
  { type: 'user_group', op: 'remove_members', group_id: 7, user_ids: [2] },
  { type: 'user_group', op: 'add_subgroups', group_id: 7, direct_subgroup_ids: [8] },
  { type: 'user_group', op: 'remove_subgroups', group_id: 7, direct_subgroup_ids: [8] },
  { type: 'user_group', op: 'update', group_id: 7, data: { name: 'crew' } },
  { type: 'user_group', op: 'remove', group_id: 8 },
  { type: 'custom_profile_fields', fields: [{ id: 6, type: 1, name: 'Desk' }] },
  { type: 'realm_linkifiers', realm_linkifiers: [{ id: 1, pattern: 'a', url_template: 'https://x/{a}' }] },
  { type: 'default_streams', default_streams: [{ stream_id: 4 }] },
  { type: 'alert_words', alert_words: ['fire', 'fire'] },
  { type: 'user_status', user_id: 2, status_text: 'here' },
  { type: 'user_status', user_id: 2, emoji_name: 'house', emoji_code: '1f3e0', reaction_type: 'unicode_emoji' },
  {
    type: 'scheduled_messages',
    op: 'add',
    scheduled_messages: [
      {
        scheduled_message_id: 1,
        type: 'private',
        to: [3],
        content: 'later',
        rendered_content: '<p>later</p>',
        scheduled_delivery_timestamp: 2000,
      },
    ],
  },
  { type: 'realm', op: 'update', property: 'edit_topic_policy', value: 4 },
  { type: 'realm', op: 'update_dict', property: 'default', data: { message_content_edit_limit_seconds: 60 } },
  { type: 'realm_user', op: 'remove', person: { user_id: 3, full_name: 'Person 3' } },
]

function setUp(path = ':memory:') {
  const store = openStore(path)
  const accountState = new AccountState(store, memoryParts)
  const apply = (event: Record<string, unknown>) => {
    const decoded = decodeEvent({ ...event, id: 1 })
    if (decoded === undefined || decoded.type === 'unexpected') throw new Error(`not read: ${JSON.stringify(event)}`)
    const context = { store, accountState, epoch: 1, serverOrigin: 'https://x.example', now: 1_000_000 }
    accountState.apply(store.transaction(() => applyEvent(context, decoded)))
  }
  return { store, accountState, apply }
}

/** The whole file as text. */
function dump(path: string): string {
  const reader = new Database(path, { readonly: true })
  const names = reader.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
  const text = names.all().map(({ name }) => `${name} ${JSON.stringify(reader.prepare(`SELECT * FROM ${name}`).all())}`)
  reader.close()
  return text.join('\n')
}

describe('the reducers of the organization', () => {
  it('change nothing when an event is repeated [Q2]', () => {
    const path = temporaryDatabase()
    const { store, apply } = setUp(path)
    for (const event of events) {
      apply(event)
      const once = dump(path)
      apply(event)
      expect([event, dump(path)]).toEqual([event, once])
    }
    store.close()
  })

  it('keep the submessages of a poll sorted by id, each once', () => {
    const { store, apply } = setUp()
    for (const event of events.slice(0, 9)) apply(event)
    apply(submessage(31, '{"type":"vote"}'))
    expect(readSubmessages(store.messages.get(9)?.submessages ?? '').map((part) => part.id)).toEqual([30, 31])
    store.close()
  })

  it('take each part of a status separately, and drop an empty one [O2]', () => {
    const { accountState, apply } = setUp()
    apply({ type: 'user_status', user_id: 2, status_text: 'here', away: true })
    apply({ type: 'user_status', user_id: 2, emoji_name: 'house', emoji_code: '1f3e0', reaction_type: 'unicode_emoji' })
    expect(accountState.of(statuses).get(2)).toMatchObject({ text: 'here', emoji_name: 'house', is_away: 1 })
    apply({ type: 'user_status', user_id: 2, emoji_name: '', emoji_code: '', reaction_type: '' })
    expect(accountState.of(statuses).get(2)).toMatchObject({ text: 'here', emoji_name: '' })
    apply({ type: 'user_status', user_id: 2, status_text: '', away: false })
    expect(accountState.of(statuses).has(2)).toBe(false)
  })

  it('ignore events of an unknown group', () => {
    const { accountState, apply } = setUp()
    apply({ type: 'user_group', op: 'add_members', group_id: 99, user_ids: [1] })
    expect(accountState.groups.all()).toEqual([])
  })

  it('keep presence and typing in memory only, and let typing expire [O5]', () => {
    const path = temporaryDatabase()
    const { store, accountState, apply } = setUp(path)
    const before = dump(path)
    apply({
      type: 'presence',
      user_id: 2,
      server_timestamp: 1000.5,
      presence: { website: { client: 'website', status: 'active', timestamp: 990, pushable: false } },
    })
    apply({
      type: 'typing',
      op: 'start',
      sender: { user_id: 2, email: 'p2@x' },
      recipients: [{ user_id: 2 }, { user_id: 0 }],
    })
    expect(dump(path)).toBe(before)
    expect(accountState.presence.stateOf(2, accountState.serverSeconds(1_000_000), 200)).toBe('active')
    expect(accountState.typing.in('direct:2', 1_000_001)).toEqual([2])
    expect(accountState.typing.in('direct:2', 1_000_000 + 45_000)).toEqual([])
    apply({ type: 'typing', op: 'stop', sender: { user_id: 2 }, recipients: [{ user_id: 2 }] })
    expect(accountState.typing.in('direct:2', 1_000_001)).toEqual([])
    store.close()
  })
})

describe('groups', () => {
  it('have the members of their subgroups at any depth, and tolerate a cycle', () => {
    const { store, apply } = setUp()
    apply(group(1, [10], [2]))
    apply(group(2, [11], [3]))
    apply(group(3, [12], [1]))
    const groups = groupsOf(store.organization)
    expect([...groups.effectiveMembers(1)].sort()).toEqual([10, 11, 12])
    expect([...groups.effectiveMembers(99)]).toEqual([])
    store.close()
  })
})

describe('presence', () => {
  it('follows the newest timestamps, by the server’s clock', () => {
    const presence = new Presence()
    presence.replace(new Map([[1, { activeAt: 100, idleAt: 150 }]]))
    expect(presence.stateOf(1, 200, 200)).toBe('active')
    expect(presence.stateOf(1, 320, 200)).toBe('idle')
    expect(presence.stateOf(1, 360, 200)).toBe('offline')
    presence.note(1, { activeAt: 340, idleAt: null })
    presence.note(1, { activeAt: 90, idleAt: 90 })
    expect(presence.stateOf(1, 360, 200)).toBe('active')
    expect(presence.lastActive(1)).toBe(340)
    expect([presence.stateOf(2, 360, 200), presence.lastActive(2)]).toEqual(['offline', null])
  })
})

describe('typing', () => {
  it('lists typing users of a conversation, sorted by their start', () => {
    const typing = new Typing()
    typing.start('topic:1:a', 5, 100)
    typing.start('topic:1:a', 3, 200)
    expect(typing.in('topic:1:a', 50)).toEqual([5, 3])
    expect(typing.in('topic:1:a', 150)).toEqual([3])
    typing.clear()
    expect(typing.in('topic:1:a', 50)).toEqual([])
  })
})

describe('settings of the organization', () => {
  it('come from the registration by their prefix, and ignore invalid values', () => {
    const settings = settingsOfRegister({
      realm_edit_topic_policy: 4,
      realm_mandatory_topics: 'yes',
      server_presence_ping_interval_seconds: 30,
      password_min_length: 8,
    })
    expect(settings.organization).toMatchObject({ edit_topic_policy: 4, mandatory_topics: false })
    expect(settings.server).toMatchObject({ presence_ping_interval_seconds: 30, password_min_length: 8 })
    const changed = withChanges(settings, { edit_topic_policy: 'all', mandatory_topics: true, unheard_of: 1 })
    expect(changed.organization).toMatchObject({ edit_topic_policy: 4, mandatory_topics: true })
    expect(changed.organization).not.toHaveProperty('unheard_of')
  })
})

describe('permissions [O4]', () => {
  const day = 86_400
  const settings = readSettings({}).organization
  const judge = (role: number, over: Partial<OrganizationSettings> = {}, joinedAt: number | null = 0) => {
    const asking = { selfId: 1, role, joinedAt, serverNow: 100 * day, featureLevel: 500, hasWebPublicStreams: true }
    return new Judge(asking, { ...settings, ...over }, new Groups([]), new Map())
  }

  it.each<[policy: number, allowed: readonly number[]]>([
    [1, [roles.owner, roles.administrator, roles.moderator, roles.member]],
    [2, [roles.owner, roles.administrator]],
    [3, [roles.owner, roles.administrator, roles.moderator, roles.member]],
    [4, [roles.owner, roles.administrator, roles.moderator]],
    [5, [roles.owner, roles.administrator, roles.moderator, roles.member, roles.guest]],
    [6, []],
    [7, [roles.owner]],
  ])('by policy %i are granted to roles %j', (policy, allowed) => {
    const may = Object.values(roles).filter(
      (role) => permissionsOf(judge(role, { edit_topic_policy: policy })).editTopics,
    )
    expect(may).toEqual(allowed)
  })

  it('of full members apply after the organization’s waiting period, but at once for moderators and above', () => {
    const strict = { edit_topic_policy: 3, waiting_period_threshold: 10 }
    const may = (role: number, joinedAt: number | null) => permissionsOf(judge(role, strict, joinedAt)).editTopics
    expect([may(roles.member, 95 * day), may(roles.member, 90 * day), may(roles.moderator, 99 * day)]).toEqual([
      false,
      true,
      true,
    ])
    expect(may(roles.guest, 0)).toBe(false)
  })

  it('for wildcard mentions follow a separate table', () => {
    const may = (policy: number, role: number) =>
      permissionsOf(judge(role, { wildcard_mention_policy: policy })).mentionManyPeople
    const table: Record<number, readonly number[]> = {
      1: [100, 200, 300, 400, 600],
      2: [100, 200, 300, 400],
      3: [100, 200, 300, 400],
      5: [100, 200],
      6: [],
      7: [100, 200, 300],
    }
    for (const [policy, allowed] of Object.entries(table)) {
      expect([policy, Object.values(roles).filter((role) => may(Number(policy), role))]).toEqual([policy, allowed])
    }
  })

  it('for posting follow the stream’s posting policy', () => {
    const stream = (policy: number): DecidingStream => ({ post_policy: policy, is_archived: 0, facts: '{}' })
    const may = (policy: number) => Object.values(roles).filter((role) => mayPost(stream(policy), judge(role)))
    expect([may(1).length, may(2), may(4)]).toEqual([5, [100, 200], [100, 200, 300]])
  })

  it('for editing and deleting end with the organization’s time limits', () => {
    const own = { senderId: 1, timestamp: 100 * day - 500, stream: undefined }
    const limits = { message_content_edit_limit_seconds: 600, message_content_delete_limit_seconds: 400 }
    const member = (over: Partial<OrganizationSettings> = {}) => judge(roles.member, over)
    expect(mayEditContent(own, member(limits))).toBe(true)
    expect(mayEditContent({ ...own, timestamp: own.timestamp - 200 }, member(limits))).toBe(false)
    expect(mayEditContent({ ...own, senderId: 2 }, member(limits))).toBe(false)
    expect(mayEditContent(own, member({ ...limits, allow_message_editing: false }))).toBe(false)
    expect(mayDeleteMessage(own, member(limits))).toBe(false)
    expect(mayDeleteMessage(own, judge(roles.administrator, limits))).toBe(true)
    expect(mayDeleteMessage(own, member())).toBe(true)
    expect(mayDeleteMessage(own, member({ delete_own_message_policy: 2 }))).toBe(false)
  })

  it('are complete for an owner, and few for a guest', () => {
    const granted = (role: number) =>
      Object.entries(permissionsOf(judge(role)) satisfies Permissions)
        .filter(([, isGranted]) => isGranted)
        .map(([name]) => name)
    expect(granted(roles.owner)).not.toContain('isGuest')
    expect(granted(roles.guest).toSorted()).toEqual([
      ...['editTopics', 'isGuest', 'mentionManyPeople', 'resolveTopics', 'writeDirectly'],
    ])
  })
})
