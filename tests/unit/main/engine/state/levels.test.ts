import { describe, expect, it } from 'vitest'
import { applyEvent, decodeEvent } from '#engine/state/events.ts'
import { RegisterApplication } from '#engine/state/apply-register.ts'
import { mayDeleteMessage, mayMove, mayPost, mayWriteTo } from '#engine/state/permissions/permissions.ts'
import { readRegister, registerBatches, registerHead } from '#engine/state/registration.ts'
import { topicsPolicyOf } from '#engine/state/topics/topics-policy.ts'
import { AccountState } from '#engine/state/account-state.ts'
import { openStore } from '#engine/store/store.ts'
import { temporaryDatabase } from '#support/files.ts'
import { deletionAt, eventsAt, levels, registrationAt, type Level } from '#support/levels.ts'
import { memoryParts } from '#engine/state/slices.ts'
import { defaultStreams, streamGroups } from '#engine/state/organization/default-streams.ts'
import { bots, botsOf } from '#engine/state/organization/bots.ts'
import { customEmoji } from '#engine/state/emoji/custom-emoji.ts'
import { statuses } from '#engine/state/directory/statuses.ts'

const now = 1_000_000

/** An account that has registered with the organization of `registrationAt`. */
function registered(level: Level, nameOfLevel?: string) {
  const body = JSON.stringify(registrationAt(level, nameOfLevel))
  const state = readRegister({ status: 200, headers: {}, body })
  const store = openStore(temporaryDatabase())
  const accountState = new AccountState(store, memoryParts)
  const commit = (change: () => Parameters<AccountState['apply']>[0]) => {
    let changes: Parameters<AccountState['apply']>[0] = []
    store.transaction(() => (changes = change()))
    accountState.apply(changes)
  }
  const head = registerHead(state)
  const application = new RegisterApplication(store, accountState, head)
  commit(() => application.begin(now))
  for (const batch of registerBatches(state)) {
    const change = application.take(batch)
    if (change !== null) commit(change)
  }
  commit(() => application.finish(now, 600_000))
  let id = 0
  const deliver = (value: object) => {
    const event = decodeEvent({ ...value, id: (id += 1) })
    if (event === undefined) throw new Error('this is no event')
    expect(event.type, JSON.stringify(value)).not.toBe('unexpected')
    const serverOrigin = 'https://chat.example'
    commit(() => applyEvent({ store, accountState, epoch: accountState.epoch, serverOrigin, now }, event))
  }
  return { store, accountState, head, deliver }
}

const shownStream = { id: 4, name: 'general', first_message_id: 11, is_subscribed: 1, is_archived: 0 }

describe.each(levels)('the account state at feature level %i', (level) => {
  it('takes a registration completely, whatever form its parts have, in both dialects', () => {
    for (const name of ['zulip_feature_level', 'svc_feature_level']) {
      const { store, accountState, head } = registered(level, name)
      expect(accountState.organization).toMatchObject({ featureLevel: level, realmUri: 'https://chat.example' })
      expect(accountState.streams.get(4)).toMatchObject(shownStream)
      expect([...accountState.of(defaultStreams)]).toEqual([4])
      expect(accountState.of(streamGroups)).toMatchObject([{ id: 1, streams: [4] }])
      expect(botsOf(accountState.of(bots), accountState.people)).toMatchObject([
        { user_id: 7, full_name: 'Builder', bot_type: 1, owner_id: 1 },
      ])
      expect(accountState.groups.all()).toHaveLength(7)
      expect(accountState.of(customEmoji).get('5')).toMatchObject({ name: 'boat', is_deactivated: 0 })
      expect(accountState.of(statuses).get(7)).toMatchObject({ text: 'roasting' })
      expect(accountState.presence.lastActive(7)).toBe(900)
      expect(head.idleTimeoutSeconds).toBe(level < 481 ? null : 43_200)
      expect(store.unread.all()).toMatchObject([
        { message_id: 11, conversation: level < 334 ? 'topic:4:(no topic)' : 'topic:4:' },
      ])
      expect(accountState.topicName('')).toBe('general chat')
      store.close()
    }
  })

  it('decides the permissions of the own account by policies or groups', () => {
    const { store, accountState } = registered(level)
    const judge = accountState.judge(now)
    const stream = accountState.streams.get(4)
    if (stream === undefined) throw new Error('the stream is known')
    const message = (senderId: number) => ({ senderId, timestamp: judge.asking.serverNow - 10, stream })
    // The policy allows moderators; from level 281 on, one user’s own group may delete any message.
    expect(mayDeleteMessage(message(2), judge)).toBe(level >= 281)
    expect(mayDeleteMessage(message(1), judge)).toBe(level >= 281)
    // Moderators may, and from level 396 on everybody by the stream’s group.
    expect(mayMove(message(2), 'topic', judge)).toBe(level >= 396)
    expect(mayMove(message(2), 'resolve', judge)).toBe(level >= 367)
    expect(mayMove(message(2), 'stream', judge)).toBe(false)
    expect(mayPost(stream, judge)).toBe(true)
    expect(mayWriteTo([2], judge)).toBe(true)
    expect(accountState.permissions(now).mentionManyPeople).toBe(false)
    expect(topicsPolicyOf(accountState, 4)).toBe(level < 404 ? 'allow_empty_topic' : 'empty_topic_only')
    store.close()
  })

  it('takes events in the forms of the level', () => {
    const { store, accountState, deliver } = registered(level)
    for (const event of eventsAt(level)) deliver(event)
    expect(accountState.organizationSettings.organization.allow_edit_history).toBe(false)
    expect(accountState.organization?.maxUploadBytes).toBe((level < 306 ? 10 : 20) * 1024 * 1024)
    expect(accountState.organizationSettings.organization).toMatchObject(
      level < 291 ? { delete_own_message_policy: 2 } : { can_delete_own_message_group: 92 },
    )
    expect(accountState.streams.get(4)).toMatchObject({
      name: 'hall',
      first_message_id: level < 256 ? 11 : 12,
      is_archived: level < 315 ? 0 : 1,
    })
    const stream = accountState.streams.get(4)
    expect(stream === undefined ? null : mayPost(stream, accountState.judge(now))).toBe(false)
    expect([...accountState.of(defaultStreams)]).toEqual([4])
    expect(botsOf(accountState.of(bots), accountState.people).map((bot) => bot.user_id)).toEqual([7, 8])
    expect([...accountState.of(customEmoji).values()].map(({ id, is_deactivated }) => [id, is_deactivated])).toEqual([
      ['5', 1],
      ['6', 0],
    ])
    const mention = level < 258 ? 91 : { direct_members: [], direct_subgroups: [91] }
    expect(JSON.parse(accountState.groups.get(93)?.mention_setting ?? '')).toEqual(mention)
    expect(accountState.presence.lastActive(7)).toBe(990)
    expect(store.lists.attachments()).toMatchObject([{ id: 3, created_at: 1_700_000_000, messages: '[11]' }])
    const joined = level < 475 ? '2020-01-01T00:00:00Z' : '2021-01-01T00:00:00Z'
    expect(accountState.people.get(1)?.joined_at).toBe(Date.parse(joined) / 1000)
    store.close()
  })

  it('drops the unread messages of a deleted stream, unless the level calls archiving a deletion', () => {
    const { store, accountState, deliver } = registered(level)
    expect(store.unread.all()).toHaveLength(1)
    deliver(deletionAt(level))
    const isArchived = level >= 315 && level < 378
    expect([accountState.streams.get(4)?.is_archived, store.unread.all().length]).toEqual(
      isArchived ? [1, 1] : [undefined, 0],
    )
    store.close()
  })

  it('drops the unread messages of a stream when the account loses its access', () => {
    const { store, accountState, deliver } = registered(level)
    deliver({ type: 'stream', op: 'update', stream_id: 4, name: 'general', property: 'invite_only', value: true })
    deliver({ type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 4, name: 'general' }] })
    deliver({ type: 'realm_user', op: 'update', person: { user_id: 1, role: 400 } })
    deliver(deletionAt(level))
    expect([accountState.streams.has(4), store.unread.all()]).toEqual([false, []])
    store.close()
  })
})
