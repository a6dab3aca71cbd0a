import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import { notificationText } from '#support/notification-text.ts'
import { testWindow } from '#support/test-window.ts'

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
    expect(client.logs.filter((line) => line.includes('notification of message')).at(-1)).toContain('no (NOTHING_ASKS)')
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
