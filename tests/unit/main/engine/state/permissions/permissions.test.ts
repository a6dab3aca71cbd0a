import { describe, expect, it } from 'vitest'
import { Groups } from '#engine/state/groups/groups.ts'
import { Judge } from '#engine/state/permissions/judge.ts'
import {
  joinRefusal,
  mayAddSubscribers,
  mayDeleteMessage,
  mayEditContent,
  mayMove,
  mayPost,
  mayRemoveSubscribers,
  mayWriteTo,
  permissionsOf,
} from '#engine/state/permissions/permissions.ts'
import type { DecidingMessage as Changed, DecidingStream } from '#engine/state/permissions/rights.ts'
import { roles } from '#engine/values/people.ts'
import type { PersonRow } from '#engine/store/directory.ts'
import { readSettings } from '#engine/store/documents/organization-settings.ts'
import { writeStreamFacts } from '#engine/store/documents/stream-facts.ts'

const day = 86_400
const now = 100 * day
const names = ['role:nobody', 'role:owners', 'role:administrators', 'role:moderators', 'role:members', 'role:everyone']
const [nobody, , administrators, , members, everyone] = names.map((_name, index) => index + 1) as [
  ...[number, number, number, number, number, number],
]
const groups = new Groups(
  names.map((name, index) => ({
    id: index + 1,
    name,
    description: '',
    is_system: 1,
    is_deactivated: 0,
    mention_setting: '0',
    facts: '{}',
    members: new Set<number>(),
    subgroups: new Set<number>(),
  })),
)
const me = { direct_members: [1], direct_subgroups: [] }
type Known = Pick<PersonRow, 'role' | 'joined_at' | 'is_bot' | 'is_active' | 'bot_owner_id'>
const person = (over: Partial<Known> = {}): Known => ({
  role: roles.member,
  joined_at: 0,
  is_bot: 0,
  is_active: 1,
  bot_owner_id: null,
  ...over,
})
const people = new Map([
  [2, person()],
  [3, person({ role: roles.guest })],
  [8, person({ is_bot: 1, bot_owner_id: 1 })],
  [9, person({ is_bot: 1, bot_owner_id: 2 })],
])

const judge = (role: number, organization: Record<string, unknown> = {}, featureLevel = 500) =>
  new Judge(
    { selfId: 1, role, joinedAt: 0, serverNow: now, featureLevel, hasWebPublicStreams: true },
    readSettings({ organization }).organization,
    groups,
    people,
  )

const stream = (facts: Record<string, unknown> = {}, over: Partial<DecidingStream> = {}): DecidingStream => ({
  post_policy: 1,
  is_archived: 0,
  facts: writeStreamFacts(facts),
  ...over,
})

const message = (over: Partial<Changed> = {}): Changed => ({
  senderId: 2,
  timestamp: now - 10,
  stream: stream(),
  ...over,
})

/** The permitted roles. */
const who = (may: (role: number) => boolean) => Object.values(roles).filter(may)

describe('deleting by groups', () => {
  it('of others’ messages follows the organization’s group, and otherwise needs an administrator', () => {
    expect(who((role) => mayDeleteMessage(message(), judge(role)))).toEqual([100, 200])
    const all = { can_delete_any_message_group: everyone }
    // Guests are excluded, since the setting does not allow everybody.
    expect(who((role) => mayDeleteMessage(message(), judge(role, all)))).toEqual([100, 200, 300, 400])
    expect(who((role) => mayDeleteMessage(message(), judge(role, { can_delete_any_message_group: me })))).toEqual([
      ...[100, 200, 300, 400],
    ])
    expect(who((role) => mayDeleteMessage(message(), judge(role, { can_delete_any_message_group: nobody })))).toEqual(
      [],
    )
  })

  it('is also granted by the stream’s group, including guests', () => {
    const there = message({ stream: stream({ can_delete_any_message_group: me }) })
    const nobodyElse = { can_delete_any_message_group: nobody }
    expect(who((role) => mayDeleteMessage(there, judge(role, nobodyElse)))).toEqual([100, 200, 300, 400, 600])
  })

  it('of own messages has a time limit, of others’ messages has none', () => {
    const old = { timestamp: now - 1000 }
    const limit = { message_content_delete_limit_seconds: 600 }
    const own = { ...limit, can_delete_any_message_group: nobody, can_delete_own_message_group: everyone }
    expect(mayDeleteMessage(message({ senderId: 1 }), judge(roles.guest, own))).toBe(true)
    expect(mayDeleteMessage(message({ senderId: 1, ...old }), judge(roles.member, own))).toBe(false)
    expect(mayDeleteMessage(message(old), judge(roles.member, { ...limit, can_delete_any_message_group: me }))).toBe(
      true,
    )
  })

  it('of own messages follows the organization’s group or the stream’s', () => {
    const strict = { can_delete_any_message_group: nobody, can_delete_own_message_group: nobody }
    expect(mayDeleteMessage(message({ senderId: 1 }), judge(roles.member, strict))).toBe(false)
    const there = stream({ can_delete_own_message_group: members })
    expect(mayDeleteMessage(message({ senderId: 1, stream: there }), judge(roles.member, strict))).toBe(true)
    expect(mayDeleteMessage(message({ senderId: 1, stream: undefined }), judge(roles.member, strict))).toBe(false)
  })

  it('of a bot’s messages counts as own for its owner, by groups and by policies', () => {
    const own = { can_delete_any_message_group: nobody, can_delete_own_message_group: everyone }
    expect(mayDeleteMessage(message({ senderId: 8 }), judge(roles.member, own))).toBe(true)
    expect(mayDeleteMessage(message({ senderId: 9 }), judge(roles.member, own))).toBe(false)
    expect(mayDeleteMessage(message({ senderId: 8 }), judge(roles.member, {}, 237))).toBe(true)
    expect(mayDeleteMessage(message({ senderId: 9 }), judge(roles.member, {}, 237))).toBe(false)
  })

  it('by an unknown group is left to the server', () => {
    expect(mayDeleteMessage(message(), judge(roles.member, { can_delete_any_message_group: 77 }))).toBe(true)
  })
})

describe('moving by groups', () => {
  it('between streams excludes guests by the organization’s group, but not by the stream’s', () => {
    const may = (organization: Record<string, unknown>, changed = message()) =>
      who((role) => mayMove(changed, 'stream', judge(role, organization)))
    expect(may({ can_move_messages_between_channels_group: everyone })).toEqual([100, 200, 300, 400])
    expect(may({ can_move_messages_between_channels_group: administrators })).toEqual([100, 200])
    const there = message({ stream: stream({ can_move_messages_out_of_channel_group: everyone }) })
    expect(may({ can_move_messages_between_channels_group: nobody }, there)).toEqual([100, 200, 300, 400, 600])
  })

  it('between topics follows either group, but not the stream’s group for moving out', () => {
    const may = (facts: Record<string, unknown>) =>
      mayMove(
        message({ stream: stream(facts) }),
        'topic',
        judge(roles.member, { can_move_messages_between_topics_group: nobody }),
      )
    expect(may({})).toBe(false)
    expect(may({ can_move_messages_within_channel_group: me })).toBe(true)
    expect(may({ can_move_messages_out_of_channel_group: me })).toBe(false)
  })

  it('to resolve has a separate permission if the server has one, and no time limit here', () => {
    const old = message({ timestamp: now - 30 * day })
    const strict = { can_move_messages_between_topics_group: nobody, move_messages_within_stream_limit_seconds: 600 }
    expect(mayMove(old, 'resolve', judge(roles.member, strict))).toBe(false)
    expect(mayMove(old, 'resolve', judge(roles.member, { ...strict, can_resolve_topics_group: everyone }))).toBe(true)
    const there = { ...old, stream: stream({ can_resolve_topics_group: me }) }
    expect(mayMove(there, 'resolve', judge(roles.guest, { ...strict, can_resolve_topics_group: nobody }))).toBe(true)
    expect(mayMove(old, 'topic', judge(roles.member, { ...strict, can_resolve_topics_group: everyone }))).toBe(false)
  })

  it('to resolve needs the permission to change topics before level 367', () => {
    const may = (organization: Record<string, unknown>) =>
      who((role) => permissionsOf(judge(role, organization)).resolveTopics)
    expect(may({ can_move_messages_between_topics_group: administrators })).toEqual([100, 200])
    expect(may({ edit_topic_policy: 2 })).toEqual([100, 200])
    expect(may({ can_move_messages_between_topics_group: nobody, can_resolve_topics_group: members })).toEqual([
      ...[100, 200, 300, 400],
    ])
    // Settings that the server lacks have their default.
    expect(may({})).toEqual([100, 200, 300, 400, 600])
  })

  it('follows the policies and limits of older servers', () => {
    const policy = { edit_topic_policy: 4, move_messages_within_stream_limit_seconds: 600 }
    expect(who((role) => mayMove(message(), 'topic', judge(role, policy)))).toEqual([100, 200, 300])
    expect(who((role) => mayMove(message(), 'resolve', judge(role, policy)))).toEqual([100, 200, 300])
    const limited = { move_messages_within_stream_limit_seconds: 600 }
    expect(who((role) => mayMove(message({ timestamp: now - day }), 'topic', judge(role, limited)))).toEqual([
      ...[100, 200, 300],
    ])
  })
})

describe('writing by groups', () => {
  it('in a stream follows its group rather than its posting policy', () => {
    expect(who((role) => mayPost(stream({ can_send_message_group: administrators }), judge(role)))).toEqual([100, 200])
    const narrower = stream({ can_send_message_group: me }, { post_policy: 2 })
    expect(mayPost(narrower, judge(roles.guest))).toBe(true)
    expect(mayPost(stream({ can_send_message_group: 77 }), judge(roles.guest))).toBe(true)
  })

  it('to people needs one permitted recipient, except to oneself and to bots', () => {
    const strict = { direct_message_permission_group: administrators }
    expect(mayWriteTo([2], judge(roles.member, strict))).toBe(false)
    expect(mayWriteTo([2], judge(roles.administrator, strict))).toBe(true)
    expect([mayWriteTo([], judge(roles.guest, strict)), mayWriteTo([8, 9], judge(roles.guest, strict))]).toEqual([
      true,
      true,
    ])
    const withGuest = { direct_message_permission_group: { direct_members: [3], direct_subgroups: [] } }
    expect([mayWriteTo([3], judge(roles.member, withGuest)), mayWriteTo([2], judge(roles.member, withGuest))]).toEqual([
      true,
      false,
    ])
    // An unknown user may be permitted.
    expect(mayWriteTo([55], judge(roles.member, strict))).toBe(true)
    expect(mayWriteTo([2], judge(roles.member, { private_message_policy: 2 }))).toBe(false)
  })

  it('for adding subscribers follows the organization’s group or the stream’s', () => {
    const strict = { can_add_subscribers_group: nobody }
    expect(mayAddSubscribers(stream(), judge(roles.member, strict))).toBe(false)
    expect(mayAddSubscribers(stream({ can_add_subscribers_group: me }), judge(roles.member, strict))).toBe(true)
    expect(mayAddSubscribers(stream(), judge(roles.member))).toBe(true)
  })

  it('for removing subscribers follows the stream’s groups, of which that of its administration counts from level 349', () => {
    const [older, newer] = [348, 349]
    const may = (facts: Record<string, unknown>, level: number) =>
      who((role) => mayRemoveSubscribers(stream(facts), judge(role, {}, level)))
    expect(may({}, newer)).toEqual([100, 200])
    expect(may({ can_remove_subscribers_group: members }, older)).toEqual([100, 200, 300, 400])
    expect(may({ can_administer_channel_group: me }, older)).toEqual([100, 200])
    // A guest has no part in an administration, even if the setting names them.
    expect(may({ can_administer_channel_group: me }, newer)).toEqual([100, 200, 300, 400])
    expect(may({ can_remove_subscribers_group: me }, older)).toEqual([100, 200, 300, 400, 600])
  })

  it('and all other permissions follow the groups of the server', () => {
    const asked = permissionsOf(
      judge(roles.guest, {
        can_mention_many_users_group: everyone,
        can_create_public_channel_group: everyone,
        can_create_private_channel_group: everyone,
        can_create_web_public_channel_group: everyone,
        can_invite_users_group: everyone,
        can_add_custom_emoji_group: everyone,
        can_create_groups: everyone,
        can_move_messages_between_topics_group: nobody,
        can_resolve_topics_group: everyone,
        direct_message_initiator_group: nobody,
      }),
    )
    expect(
      Object.entries(asked)
        .filter(([, isGranted]) => isGranted)
        .map(([name]) => name),
    ).toEqual([...['isGuest', 'resolveTopics', 'mentionManyPeople']])
    const wildcard = { can_mention_many_users_group: administrators, wildcard_mention_policy: 1 }
    expect(who((role) => permissionsOf(judge(role, wildcard)).mentionManyPeople)).toEqual([100, 200])
  })
})

it('nothing can be changed in an archived stream, whatever the role', () => {
  const archived = stream({ can_delete_any_message_group: me }, { is_archived: 1 })
  const there = message({ senderId: 1, stream: archived })
  const owner = judge(roles.owner)
  expect([
    mayPost(archived, owner),
    mayEditContent(there, owner),
    mayDeleteMessage(there, owner),
    mayMove(there, 'topic', owner),
    mayAddSubscribers(archived, owner),
    mayRemoveSubscribers(archived, owner),
  ]).toEqual([false, false, false, false, false, false])
})

describe('joining a stream', () => {
  const stream = (over: { is_private?: number; is_archived?: number; facts?: Record<string, unknown> } = {}) => ({
    is_private: over.is_private ?? 0,
    is_archived: over.is_archived ?? 0,
    facts: writeStreamFacts(over.facts ?? {}),
  })

  it('is open to everybody except guests if the stream is not private', () => {
    expect(joinRefusal(stream(), judge(roles.member))).toBeNull()
    expect(joinRefusal(stream(), judge(roles.guest))).toBe('guest')
    expect(joinRefusal(stream({ is_private: 1 }), judge(roles.owner))).toBe('private')
    expect(joinRefusal(stream({ is_private: 1 }), judge(roles.guest))).toBe('guest')
    expect(joinRefusal(stream({ is_archived: 1 }), judge(roles.owner))).toBe('archived')
  })

  it('is open to members of its groups (levels 342 and 357), and left to the server for unknown groups', () => {
    const withGroup = (name: string, group: unknown) => stream({ is_private: 1, facts: { [name]: group } })
    expect(joinRefusal(withGroup('can_subscribe_group', me), judge(roles.member))).toBeNull()
    expect(joinRefusal(withGroup('can_subscribe_group', me), judge(roles.guest))).toBe('guest')
    expect(joinRefusal(withGroup('can_add_subscribers_group', me), judge(roles.member))).toBeNull()
    expect(joinRefusal(withGroup('can_add_subscribers_group', me), judge(roles.guest))).toBe('guest')
    expect(joinRefusal(withGroup('can_subscribe_group', nobody), judge(roles.member))).toBe('private')
    expect(joinRefusal(withGroup('can_subscribe_group', 987), judge(roles.member))).toBeNull()
  })
})
