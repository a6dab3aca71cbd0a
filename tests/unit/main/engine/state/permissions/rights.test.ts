import { describe, expect, it } from 'vitest'
import type { RightRefusal } from '#contract/people/rights.ts'
import {
  actNames,
  type ActName,
  groupActs,
  messageActs,
  personActs,
  streamActs,
} from '#shared/organization/right-choices.ts'
import { Groups, type Group } from '#engine/state/groups/groups.ts'
import { Judge } from '#engine/state/permissions/judge.ts'
import {
  isAllowed,
  refusalOf,
  type Act,
  type DecidingGroup,
  type DecidingMessage,
  type DecidingPerson,
  type DecidingStream,
} from '#engine/state/permissions/rights.ts'
import { readSettings } from '#engine/store/documents/organization-settings.ts'
import { writeGroupFacts } from '#engine/store/documents/group-facts.ts'
import { writeStreamFacts } from '#engine/store/documents/stream-facts.ts'
import type { GroupSetting } from '#engine/values/people.ts'
import { roles } from '#engine/values/people.ts'
import {
  circleGroups,
  decidesAt,
  hasAlways,
  isOf,
  paperRights,
  triers,
  type Circle,
  type Deciding,
  type PaperGroup,
  type Trier,
} from '#support/paper-rights.ts'

const day = 86_400
const now = 100 * day
const waitingDays = 3

const ids: Readonly<Record<Trier, number>> = {
  owner: 1,
  administrator: 2,
  moderator: 3,
  member: 4,
  newcomer: 5,
  guest: 6,
}
const roleOf = (trier: Trier) => roles[trier === 'newcomer' ? 'member' : trier]
const other = { id: 11, role: roles.member, is_bot: 0, bot_owner_id: null, is_active: 1, joined_at: 0 }
const botOf = (trier: Trier) => ({ ...other, id: 20 + ids[trier], is_bot: 1, bot_owner_id: ids[trier] })
const people = new Map(
  [
    ...triers.map((trier) => ({
      ...other,
      id: ids[trier],
      role: roleOf(trier),
      joined_at: trier === 'newcomer' ? now : 0,
    })),
    ...triers.map(botOf),
    other,
    { ...other, id: 12, role: roles.owner },
  ].map((person) => [person.id, person] as const),
)

const emptyGroup = { description: '', is_deactivated: 0, mention_setting: '0', facts: '{}' }
const named = (id: number, name: string, over: Partial<Group> = {}): Group => ({
  ...emptyGroup,
  id,
  name,
  is_system: 0,
  members: new Set(),
  subgroups: new Set(),
  ...over,
})
const circleIds = Object.fromEntries(Object.keys(circleGroups).map((circle, index) => [circle, 31 + index])) as Record<
  Circle,
  number
> // one entry for each circle
const crew = named(50, 'crew', { members: new Set([ids.moderator, ids.guest]) })
const groups = new Groups([
  ...Object.entries(circleGroups).map(([circle, name]) => named(circleIds[circle as Circle], name, { is_system: 1 })),
  crew,
  named(51, 'all crews', { subgroups: new Set([crew.id]) }),
])

interface Given {
  readonly organization?: Readonly<Record<string, unknown>>
  readonly stream?: Readonly<Record<string, unknown>>
  readonly posting?: number
  readonly group?: Readonly<Record<string, unknown>>
}

function judge(trier: Trier, level: number, organization: Readonly<Record<string, unknown>> = {}): Judge {
  return new Judge(
    {
      selfId: ids[trier],
      role: roleOf(trier),
      joinedAt: people.get(ids[trier])?.joined_at ?? 0,
      serverNow: now,
      featureLevel: level,
      hasWebPublicStreams: true,
    },
    readSettings({
      organization: { waiting_period_threshold: waitingDays, enable_spectator_access: true, ...organization },
    }).organization,
    groups,
    people,
  )
}

const streamOf = (
  facts: Readonly<Record<string, unknown>> = {},
  over: Partial<DecidingStream> = {},
): DecidingStream => ({
  is_archived: 0,
  is_private: 0,
  is_subscribed: 1,
  is_web_public: 0,
  facts: writeStreamFacts(facts),
  ...over,
})

const isIn = <T extends string>(names: readonly T[], name: string): name is T => names.some((known) => known === name)

/** The act on a thing as it should be. */
function actOf(act: ActName, trier: Trier, given: Given = {}): Act {
  if (isIn(streamActs, act)) {
    const over = act === 'unarchive_stream' ? { is_archived: 1 } : {}
    return { act, stream: streamOf(given.stream, { post_policy: given.posting ?? 1, ...over }) }
  }
  if (isIn(messageActs, act)) {
    const isOwn = act === 'edit_message' || act === 'delete_own_message'
    const senderId = isOwn ? ids[trier] : other.id
    return { act, message: { senderId, timestamp: now - 10, stream: streamOf(given.stream) } }
  }
  if (isIn(groupActs, act)) return { act, group: groupOf(given.group) }
  if (isIn(personActs, act)) return { act, person: act === 'manage_bot' ? { ...other, is_bot: 1 } : other }
  return act === 'remove_emoji' ? { act, authorId: other.id } : { act }
}

function groupOf(facts: Readonly<Record<string, unknown>> = {}, over: Partial<Group> = {}): DecidingGroup {
  return named(60, 'readers', { facts: writeGroupFacts(facts), ...over })
}

interface Value {
  readonly title: string
  readonly value: GroupSetting
  readonly has: (trier: Trier) => boolean
}

const values: readonly Value[] = [
  ...(Object.keys(circleGroups) as Circle[]).map((circle) => ({
    title: circle,
    value: circleIds[circle],
    has: (trier: Trier) => isOf(trier, circle),
  })),
  { title: 'a group', value: crew.id, has: (trier) => trier === 'moderator' || trier === 'guest' },
  { title: 'a group in a group', value: 51, has: (trier) => trier === 'moderator' || trier === 'guest' },
  {
    title: 'people and a group',
    value: { direct_members: [ids.newcomer, ids.guest], direct_subgroups: [circleIds.owners] },
    has: (trier) => ['newcomer', 'guest', 'owner'].includes(trier),
  },
]

function valuesOf({ admitsEveryone, needsSomebody, only }: PaperGroup): readonly Value[] {
  return values.filter(({ title }) =>
    only === undefined
      ? (admitsEveryone || title !== 'everyone') && (needsSomebody !== true || title !== 'nobody')
      : isIn(only, title),
  )
}

/** Each group setting of the organization gives its right to nobody. */
function nobodyElse(level: number): Readonly<Record<string, unknown>> {
  const all = Object.values(paperRights).flatMap((right) => right.by)
  return Object.fromEntries(
    all
      .filter((deciding) => deciding.kind === 'organization' && level >= deciding.from)
      .map(({ name }) => [name, circleIds.nobody]),
  )
}

const cases = actNames.flatMap((act) => {
  const levels = [237, 371, 500, ...paperRights[act].by.flatMap(thresholds)]
  return [...new Set(levels)].sort((a, b) => a - b).map((level) => [act, level] as const)
})

function thresholds(deciding: Deciding): number[] {
  const at = [...('from' in deciding ? [deciding.from] : []), ...(deciding.below === undefined ? [] : [deciding.below])]
  // Below level 237 there are no other rights, and no client asks.
  return at.flatMap((level) => [level - 1, level]).filter((level) => level >= 237)
}

const mayBe = (act: Act, trier: Trier, level: number, organization: Readonly<Record<string, unknown>>) =>
  isAllowed(act, judge(trier, level, { ...nobodyElse(level), ...organization }))

describe('the right to', () => {
  it.each(cases)('%s at level %i is that of the papers, by each value of each setting', (act, level) => {
    const right = paperRights[act]
    if (act === 'unarchive_stream' && level < 388) {
      expect(triers.filter((trier) => mayBe(actOf(act, trier), trier, level, {}))).toEqual([])
      return
    }
    const prerequisite =
      act === 'create_web_public_stream'
        ? { can_create_public_channel_group: level < 264 ? undefined : circleIds.everyone }
        : act === 'replace_builtin_emoji'
          ? { can_add_custom_emoji_group: level < 307 ? undefined : circleIds.administrators }
          : {}
    const expected = (has: (trier: Trier) => boolean) =>
      triers.filter((trier) => hasAlways(right, trier, level) || has(trier))
    const found = (given: Given, isMember = false) =>
      triers.filter((trier) => {
        const asked = actOf(act, trier, given)
        const whole = 'group' in asked ? { ...asked, isMember } : asked
        return mayBe(whole, trier, level, { ...prerequisite, ...given.organization })
      })

    const deciding = right.by.filter((setting) => decidesAt(setting, level))
    for (const setting of deciding) {
      const isGuestToo = !('admitsEveryone' in setting) || setting.admitsEveryone
      switch (setting.kind) {
        case 'policy':
          for (const [number, circle] of Object.entries(setting.numbers)) {
            const given = { organization: { [setting.name]: Number(number) } }
            const granted = (trier: Trier) => isOf(trier, circle)
            const isForAll = setting.isForOwnGroups !== true
            expect([number, found(given, true)]).toEqual([number, expected(granted)])
            expect([number, found(given)]).toEqual([
              number,
              expected((trier) => granted(trier) && (isForAll || isOf(trier, 'moderators'))),
            ])
          }
          break
        case 'posting':
          for (const [number, circle] of Object.entries(setting.numbers)) {
            expect([number, found({ posting: Number(number) })]).toEqual([
              number,
              expected((trier) => isOf(trier, circle)),
            ])
          }
          break
        default:
          for (const { title, value, has } of valuesOf(setting)) {
            const at = setting.kind
            const given = { [at]: { [setting.name]: value } }
            expect([title, found(given)]).toEqual([
              title,
              expected((trier) => has(trier) && (isGuestToo || trier !== 'guest')),
            ])
          }
      }
    }
    if (deciding.length === 0) expect(found({})).toEqual(expected(() => false))
  })

  it('anything depends on no setting before its level', () => {
    for (const act of actNames) {
      for (const setting of paperRights[act].by) {
        if (setting.kind !== 'stream' || setting.from < 238) continue
        const level = setting.from - 1
        const facts = { [setting.name]: circleIds.everyone }
        // A server does not send a setting before its level; a client would not believe it.
        if (setting.name === 'can_send_message_group' || setting.name === 'can_create_topic_group') continue
        expect(triers.filter((trier) => mayBe(actOf(act, trier, { stream: facts }), trier, level, {}))).toEqual(
          triers.filter((trier) => mayBe(actOf(act, trier), trier, level, {})),
        )
      }
    }
  })
})

const nobody = { direct_members: [], direct_subgroups: [] }
const bot: DecidingPerson = botOf('member')
const message = (over: Partial<DecidingMessage> = {}): DecidingMessage => ({
  senderId: ids.member,
  timestamp: now - 10,
  stream: streamOf(),
  ...over,
})

describe('a refusal', () => {
  it.each<[string, Trier, number, Readonly<Record<string, unknown>>, Act, RightRefusal | null]>([
    ['names the role', 'member', 237, {}, { act: 'edit_organization' }, { code: 'role', least: 'administrator' }],
    ['names the role of owners', 'administrator', 237, {}, { act: 'edit_domains' }, { code: 'role', least: 'owner' }],
    [
      'names the role of a policy',
      'member',
      237,
      { create_public_stream_policy: 4 },
      { act: 'create_public_stream' },
      { code: 'role', least: 'moderator' },
    ],
    [
      'names the role of a system group',
      'member',
      500,
      { can_create_public_channel_group: circleIds.moderators },
      { act: 'create_public_stream' },
      { code: 'role', least: 'moderator' },
    ],
    [
      'names the group',
      'member',
      500,
      { can_create_public_channel_group: crew.id },
      { act: 'create_public_stream' },
      { code: 'not_in_group', group: 'crew' },
    ],
    [
      'names no group that has no name',
      'member',
      500,
      { can_create_public_channel_group: nobody },
      { act: 'create_public_stream' },
      { code: 'not_in_group', group: null },
    ],
    [
      'says that guests never can, whatever the group',
      'guest',
      500,
      { can_create_public_channel_group: crew.id },
      { act: 'create_public_stream' },
      { code: 'role', least: 'member' },
    ],
    [
      'says that nobody may',
      'owner',
      500,
      { can_add_custom_emoji_group: circleIds.nobody },
      { act: 'add_emoji' },
      { code: 'nobody' },
    ],
    [
      'tells the days until somebody is a full member',
      'newcomer',
      237,
      { create_public_stream_policy: 3 },
      { act: 'create_public_stream' },
      { code: 'waiting_period', days: waitingDays },
    ],
    [
      'tells a guest no days',
      'guest',
      237,
      { create_public_stream_policy: 3 },
      { act: 'create_public_stream' },
      { code: 'role', least: 'member' },
    ],
    [
      'tells the limit of deleting',
      'member',
      237,
      { message_content_delete_limit_seconds: 9 },
      { act: 'delete_own_message', message: message() },
      { code: 'time_limit', seconds: 9 },
    ],
    [
      'does not know a limit at its last second',
      'member',
      237,
      { message_content_delete_limit_seconds: 10 },
      { act: 'delete_own_message', message: message() },
      null,
    ],
    [
      'spares moderators the limit of moving',
      'moderator',
      237,
      { move_messages_within_stream_limit_seconds: 9 },
      { act: 'rename_topic', message: message() },
      null,
    ],
    [
      'tells members the limit of moving',
      'member',
      237,
      { move_messages_between_streams_limit_seconds: 9 },
      { act: 'move_to_stream', message: message() },
      { code: 'time_limit', seconds: 9 },
    ],
    [
      'lets an edit arrive 20 seconds late',
      'member',
      237,
      { message_content_edit_limit_seconds: 60 },
      { act: 'edit_message', message: message({ timestamp: now - 80 }) },
      null,
    ],
    [
      'tells the limit of editing without those seconds',
      'member',
      237,
      { message_content_edit_limit_seconds: 60 },
      { act: 'edit_message', message: message({ timestamp: now - 81 }) },
      { code: 'time_limit', seconds: 60 },
    ],
    [
      'asks for a subscription',
      'administrator',
      237,
      {},
      { act: 'edit_stream_privacy', stream: streamOf({}, { is_private: 1, is_subscribed: 0 }) },
      { code: 'needs_subscription' },
    ],
    [
      'asks for a subscription before somebody adds others',
      'administrator',
      237,
      {},
      { act: 'add_subscribers', stream: streamOf({}, { is_private: 1, is_subscribed: 0 }) },
      { code: 'needs_subscription' },
    ],
    [
      'is that the stream is archived',
      'owner',
      500,
      {},
      { act: 'edit_stream', stream: streamOf({}, { is_archived: 1 }) },
      { code: 'archived' },
    ],
    [
      'is that the stream is not archived',
      'owner',
      500,
      {},
      { act: 'unarchive_stream', stream: streamOf() },
      { code: 'not_archived' },
    ],
    [
      'names the level',
      'owner',
      387,
      {},
      { act: 'unarchive_stream', stream: streamOf({}, { is_archived: 1 }) },
      { code: 'level', from: 388 },
    ],
    [
      'names the setting that is off',
      'member',
      237,
      { enable_read_receipts: false },
      { act: 'see_read_receipts' },
      { code: 'setting_off', setting: 'enable_read_receipts' },
    ],
    [
      'names the setting that forbids',
      'moderator',
      237,
      { name_changes_disabled: true },
      { act: 'change_own_name' },
      { code: 'setting_off', setting: 'name_changes_disabled' },
    ],
    ['spares administrators', 'administrator', 237, { name_changes_disabled: true }, { act: 'change_own_name' }, null],
    [
      'is that a message is somebody else’s',
      'owner',
      500,
      {},
      { act: 'edit_message', message: message({ senderId: other.id }) },
      { code: 'not_own' },
    ],
    [
      'does not concern a bot of the account at level 237',
      'member',
      237,
      {},
      { act: 'delete_own_message', message: message({ senderId: bot.id }) },
      null,
    ],
    [
      'does not concern a bot of the account later',
      'member',
      500,
      { can_delete_own_message_group: circleIds.members },
      { act: 'delete_own_message', message: message({ senderId: bot.id }) },
      null,
    ],
    [
      'concerns the bot of another',
      'moderator',
      500,
      { can_delete_own_message_group: circleIds.members },
      { act: 'delete_own_message', message: message({ senderId: bot.id }) },
      { code: 'not_own' },
    ],
    ['does not concern an own bot', 'member', 237, {}, { act: 'manage_bot', person: bot }, null],
    ['does not concern an own emoji', 'member', 237, {}, { act: 'remove_emoji', authorId: ids.member }, null],
    [
      'is that a group is the system’s',
      'owner',
      500,
      {},
      { act: 'manage_group', group: groupOf({}, { is_system: 1 }) },
      { code: 'fixed_group' },
    ],
    [
      'is that a group is out of use',
      'owner',
      500,
      {},
      { act: 'add_members', group: groupOf({}, { is_deactivated: 1 }) },
      { code: 'fixed_group' },
    ],
    [
      'protects owners from administrators',
      'administrator',
      237,
      {},
      { act: 'change_role', person: { ...other, role: roles.owner } },
      { code: 'role', least: 'owner' },
    ],
    [
      'keeps administrators from making owners',
      'administrator',
      237,
      {},
      { act: 'change_role', person: other, toRole: roles.owner },
      { code: 'role', least: 'owner' },
    ],
  ])('%s', (_title, trier, level, organization, act, expected) => {
    expect(refusalOf(act, judge(trier, level, organization))).toEqual(expected)
  })

  it('keeps the last owner', () => {
    const alone = new Map([...people].filter(([id, { role }]) => role !== roles.owner || id === ids.owner))
    const { asking, settings } = judge('owner', 237)
    const lonely = new Judge(asking, settings, groups, alone)
    expect(refusalOf({ act: 'deactivate_self' }, lonely)).toEqual({ code: 'last_owner' })
    expect(refusalOf({ act: 'deactivate_self' }, judge('owner', 237))).toBeNull()
    const self = { id: ids.owner, role: roles.owner, is_bot: 0, bot_owner_id: null }
    expect(refusalOf({ act: 'change_role', person: self, toRole: roles.member }, lonely)).toEqual({
      code: 'last_owner',
    })
  })
})
