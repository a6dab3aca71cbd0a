import { describe, expect, it } from 'vitest'
import { decideNotification, type Candidate } from '#engine/notifications/decide.ts'
import { readUserSettings } from '#engine/store/documents/user-settings.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import { notificationText } from '#support/notification-text.ts'
import { testWindow } from '#support/test-window.ts'

const inStream: Candidate = {
  isOwn: false,
  isSenderMuted: false,
  wasNotified: false,
  isRead: false,
  isDirect: false,
  flags: [],
  topicPolicy: 0,
  isStreamMuted: false,
  stream: { desktop: null, audible: null, wildcard: null },
}
const direct: Candidate = { ...inStream, isDirect: true, stream: null }
const wantsStream = { stream: { desktop: true, audible: null, wildcard: null } }

describe('the decision about a notification (wire-protocol.md §2.4.6)', () => {
  it.each<[string, Candidate, Record<string, unknown>, boolean, string]>([
    ['an own message', { ...direct, isOwn: true }, {}, false, '1'],
    ['a muted sender, even with a mention', { ...inStream, isSenderMuted: true, flags: ['mentioned'] }, {}, false, '1'],
    ['an earlier notified message', { ...direct, wasNotified: true }, {}, false, '1'],
    ['a read message', { ...direct, isRead: true }, {}, false, '1'],
    ['a mention in a muted topic', { ...inStream, flags: ['mentioned'], topicPolicy: 1 }, {}, true, '7'],
    ['a followed topic in a muted stream', { ...inStream, topicPolicy: 3, isStreamMuted: true }, {}, true, '5'],
    ['a muted topic', { ...inStream, ...wantsStream, topicPolicy: 1 }, {}, false, '3'],
    ['a muted stream', { ...inStream, ...wantsStream, isStreamMuted: true }, {}, false, '3'],
    [
      'an unmuted topic in a muted stream',
      { ...inStream, ...wantsStream, isStreamMuted: true, topicPolicy: 2 },
      {},
      true,
      '4',
    ],
    [
      'a wildcard mention in a muted stream',
      { ...inStream, flags: ['wildcard_mentioned'], isStreamMuted: true },
      {},
      false,
      '3',
    ],
    ['a stream with notifications turned on', { ...inStream, ...wantsStream }, {}, true, '4'],
    ['a stream by the user’s setting', inStream, { enable_stream_desktop_notifications: true }, true, '4'],
    [
      'a stream with notifications turned off, despite the setting',
      { ...inStream, stream: { desktop: false, audible: null, wildcard: null } },
      { enable_stream_desktop_notifications: true },
      false,
      '9',
    ],
    [
      'a followed topic with notifications turned off',
      { ...inStream, topicPolicy: 3 },
      { enable_followed_topic_desktop_notifications: false },
      false,
      '9',
    ],
    ['a direct message', direct, {}, true, '7'],
    ['a direct message with all notifications turned off', direct, { enable_desktop_notifications: false }, false, '6'],
    ['an alert word', { ...inStream, flags: ['has_alert_word'] }, {}, true, '7'],
    ['a mention', { ...inStream, flags: ['mentioned'] }, {}, true, '7'],
    ['a wildcard mention', { ...inStream, flags: ['wildcard_mentioned'] }, {}, true, '8'],
    [
      'a wildcard mention in a stream that turns it off',
      { ...inStream, flags: ['wildcard_mentioned'], stream: { desktop: null, audible: null, wildcard: false } },
      {},
      false,
      '9',
    ],
    [
      'a wildcard mention in a followed topic',
      {
        ...inStream,
        flags: ['wildcard_mentioned'],
        topicPolicy: 3,
        stream: { desktop: null, audible: null, wildcard: false },
      },
      { enable_followed_topic_desktop_notifications: false },
      true,
      '9',
    ],
    ...[true, false].map((isOn): [string, Candidate, Record<string, unknown>, boolean, string] => [
      `a mention of everybody in a followed topic, by the setting ${isOn}`,
      { ...inStream, topicPolicy: 3, flags: ['wildcard_mentioned'] },
      {
        wildcard_mentions_notify: false,
        enable_followed_topic_desktop_notifications: false,
        enable_followed_topic_wildcard_mentions_notify: isOn,
      },
      isOn,
      '9',
    ]),
    ['a plain message', inStream, {}, false, '9'],
  ])('is made for %s', (_, candidate, settings, shows, step) => {
    const decision = decideNotification(candidate, readUserSettings(settings))
    expect([decision.shows, decision.reason.split(':')[0]]).toEqual([shows, step])
  })

  it.each<[string, Candidate, Record<string, unknown>, boolean]>([
    ['a direct message has a sound', direct, {}, true],
    ['a message has no sound if sounds are turned off', direct, { enable_sounds: false }, false],
    ['a message has no sound if the sound “none” is chosen', direct, { notification_sound: 'none' }, false],
    ['a stream has notifications without a sound', { ...inStream, ...wantsStream }, {}, false],
    [
      'a stream has a sound if the account wants it',
      { ...inStream, ...wantsStream },
      { enable_stream_audible_notifications: true },
      true,
    ],
    ['a followed topic has a sound', { ...inStream, topicPolicy: 3 }, {}, true],
    [
      'a followed topic has no sound if it is turned off',
      { ...inStream, topicPolicy: 3 },
      { enable_followed_topic_audible_notifications: false },
      false,
    ],
    [
      'a stream has a sound if its sound is turned on',
      { ...inStream, stream: { desktop: true, audible: true, wildcard: null } },
      {},
      true,
    ],
  ])('includes the sound: %s', (_, candidate, settings, sounds) => {
    expect(decideNotification(candidate, readUserSettings(settings)).sounds).toBe(sounds)
  })
})

async function world(database?: string) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const { iris, noor } = people
  await server.post(noor, { direct: [iris.id] }, 'before this computer knew the account')
  const client = start(database === undefined ? {} : { database })
  await client.online()
  await server.clock.advance(5_000)
  const whisper = (text: string) => server.post(noor, { direct: [iris.id] }, text)
  const letTimePass = () => server.clock.advance(2_000)
  const bodies = () => client.notifications.map(notificationText)
  return { server, client, whisper, letTimePass, bodies, ...people }
}

describe('notifications', () => {
  it('report each new message once, with its target and a reply target', async () => {
    const { server, client, whisper, letTimePass, noor, general } = await world()
    expect(client.notifications).toEqual([])
    const first = await whisper('are   you\nthere?')
    const second = await server.post(noor, { stream: general, topic: 'lunch' }, '@**Iris** soup')
    await server.post(noor, { stream: general, topic: 'lunch' }, 'no news')
    await letTimePass()
    expect(client.notifications).toEqual([
      {
        messageIds: [first],
        content: {
          kind: 'message',
          sender: { id: noor.id, name: 'Noor' },
          place: { kind: 'direct' },
          text: { code: 'TEXT', values: { text: 'are you there?' } },
        },
        destination: { kind: 'direct', userIds: [noor.id] },
        isSilent: false,
        canReply: true,
      },
      {
        messageIds: [second],
        content: {
          kind: 'message',
          sender: { id: noor.id, name: 'Noor' },
          place: { kind: 'topic', stream: 'general', topic: 'lunch' },
          text: { code: 'TEXT', values: { text: '@Iris soup' } },
        },
        destination: { kind: 'topic', streamId: general, topic: 'lunch' },
        isSilent: false,
        canReply: true,
      },
    ])
    expect(client.logs.filter((line) => line.includes('notification of message')).at(-1)).toContain(
      'no (9: nothing asks for it)',
    )
  })

  it('are not repeated after a restart, and report messages from before it', async () => {
    const database = temporaryDatabase()
    const { server, client, whisper, letTimePass, iris } = await world(database)
    await whisper('one')
    await letTimePass()
    client.engine.close()
    await whisper('two')
    server.built.context.events.removeAll()
    const again = new TestClient(server, iris, { database }).start()
    await again.online()
    await server.clock.advance(10_000)
    expect(again.notifications.map(notificationText)).toEqual(['two'])
  })

  it('of an absence are one summary without messages older than a day', async () => {
    const database = temporaryDatabase()
    const { server, client, whisper, iris, noor } = await world(database)
    client.engine.close()
    await whisper('old')
    await server.clock.sleep(25 * 3_600_000)
    for (let index = 0; index < 7; index += 1) await whisper(`m${index}`)
    const again = new TestClient(server, iris, { database }).start()
    await again.online()
    await server.clock.advance(10_000)
    expect(again.notifications).toMatchObject([
      {
        content: {
          kind: 'summary',
          count: 7,
          organization: 'Test',
          senders: [{ id: noor.id, name: 'Noor' }],
          others: 0,
        },
        canReply: false,
        messageIds: { length: 7 },
      },
    ])
  })

  it('are withdrawn when the message is read elsewhere, read here or deleted', async () => {
    const { server, client, whisper, letTimePass, iris, noor } = await world()
    const ids = [await whisper('a'), await whisper('b'), await whisper('c')]
    await letTimePass()
    await server.call(iris, 'POST', '/messages/flags', { messages: JSON.stringify([ids[0]]), op: 'add', flag: 'read' })
    await letTimePass()
    expect(client.withdrawn).toEqual([ids[0]])
    await client.engine.call('messages.markRead', { messageIds: ids.slice(1, 2) })
    expect(client.withdrawn).toEqual(ids.slice(0, 2))
    await server.call(noor, 'DELETE', `/messages/${ids[2]}`)
    await letTimePass()
    expect(client.withdrawn).toEqual(ids)
  })

  it('are omitted for the conversation on screen, and hide the text if the user chose that', async () => {
    const { server, client, whisper, letTimePass, bodies, iris, noor, mei } = await world()
    await client.openConversation({ kind: 'direct', userIds: [noor.id] }, 'newest')
    client.engine.signal('focused')
    await whisper('seen')
    await server.post(mei, { direct: [iris.id] }, 'not seen')
    await letTimePass()
    expect(bodies()).toEqual(['not seen'])
    const query = { type: 'conversation', narrow: { kind: 'direct', userIds: [mei.id] }, anchor: 'newest' } as const
    const ahead = await client.openView({ ...query, isAhead: true })
    await server.post(mei, { direct: [iris.id] }, 'opened, but not shown')
    await letTimePass()
    expect(bodies()).toEqual(['not seen', 'opened, but not shown'])
    await client.engine.call('views.look', { viewId: ahead.viewId, first: null, last: null }, testWindow)
    await server.post(mei, { direct: [iris.id] }, 'shown now')
    await letTimePass()
    expect(bodies()).toEqual(['not seen', 'opened, but not shown'])
    client.engine.signal('blurred')
    await server.call(iris, 'PATCH', '/settings', { pm_content_in_desktop_notifications: 'false' })
    await letTimePass()
    await whisper('secret')
    await letTimePass()
    expect(bodies().at(-1)).toBeNull()
    expect(bodies()).toHaveLength(3)
  })

  it('leave the count at the icon to desktop_icon_count_display [U10]', async () => {
    const { server, client, letTimePass, iris, noor, general } = await world()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
    await server.post(noor, { stream: general, topic: 'lunch' }, '@**Iris**')
    await server.setTopicPolicy(iris, { stream: general, topic: 'lunch' }, 3)
    const badges: number[] = []
    for (const display of ['1', '2', '3', '4']) {
      await server.call(iris, 'PATCH', '/settings', { desktop_icon_count_display: display })
      await letTimePass()
      badges.push(client.status?.badge ?? -1)
    }
    // One direct message, one mention, one plain message in a followed topic.
    expect(badges).toEqual([3, 3, 2, 0])
  })
})
