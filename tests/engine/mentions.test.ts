import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { modelOf } from '#support/model.ts'
import { setupWorld } from '#support/setup-world.ts'
import type { FaultFor } from '#support/test-transport.ts'

async function world(options: { faultFor?: FaultFor } = {}) {
  const { server, people, start } = await setupWorld({ engine: 'none', server: { database: temporaryDatabase() } })
  const { iris, noor, general } = people
  const database = temporaryDatabase()
  const connect = async (file = database, epoch = 1) => {
    const client = start({ ...options, database: file, engineEpoch: epoch })
    await client.online()
    await server.clock.advance(10_000)
    return client
  }
  const post = (topic: string, text: string) => server.post(noor, { stream: general, topic }, text)
  const choose = (topic: string, policy: number) => server.setTopicPolicy(iris, { stream: general, topic }, policy)
  const muteStream = (isMuted: boolean) =>
    server.call(iris, 'POST', '/users/me/subscriptions/properties', {
      subscription_data: JSON.stringify([{ stream_id: general, property: 'is_muted', value: isMuted }]),
    })
  const letTimePass = () => server.clock.advance(3_000)
  return { server, database, connect, post, choose, muteStream, letTimePass, ...people }
}

describe('mentions', () => {
  it('by wildcard count unless muted, personal ones always, from events and from a registration [U10] [U12]', async () => {
    const { connect, post, choose, muteStream, letTimePass } = await world()
    await choose('noise', 1)
    const fromEvents = await connect()
    await post('noise', '@**all** beep')
    await post('noise', '@**topic** beep')
    await post('noise', '@**Iris** look')
    await post('lunch', '@**all** soup')
    await letTimePass()
    const registered = await connect(temporaryDatabase(), 2)
    const both = [fromEvents, registered]
    const counts = () => both.map((client) => [client.status?.mentions, client.status?.badge])
    expect(counts()).toEqual([
      [2, 2],
      [2, 2],
    ])
    const navigation = await fromEvents.openNavigation()
    const noise = () => navigation.items().find((item) => item.kind === 'topic' && item.topic === 'noise')
    expect(noise()).toMatchObject({ unread: 3, mentions: 1 })
    await choose('noise', 0)
    await letTimePass()
    // The topic wildcard mentions participants, and Iris is not one.
    expect(noise()).toMatchObject({ unread: 3, mentions: 2 })
    expect(counts()).toEqual([
      [3, 4],
      [3, 4],
    ])
    await muteStream(true)
    await letTimePass()
    expect(counts()).toEqual([
      [1, 1],
      [1, 1],
    ])
    await choose('lunch', 2)
    await letTimePass()
    expect(counts()).toEqual([
      [2, 2],
      [2, 2],
    ])
  })

  it('are stored equally from events and from a registration [U12]', async () => {
    const { database, connect, post, choose, letTimePass } = await world()
    await choose('noise', 1)
    await connect()
    for (const topic of ['noise', 'lunch']) {
      await post(topic, '@**all** one')
      await post(topic, '@**Iris** two')
      await post(topic, '@**Iris** and @**all** three')
      await post(topic, 'four')
    }
    await letTimePass()
    const fresh = temporaryDatabase()
    await connect(fresh, 2)
    const unread = (file: string) =>
      (modelOf(file).unread as { message_id: number; mention: number }[]).map((row) => row.mention)
    expect(unread(database)).toEqual([2, 1, 3, 0, 2, 1, 3, 0])
    expect(unread(fresh)).toEqual(unread(database))
  })

  it('of muted conversations keep their kind across a registration [U12]', async () => {
    const { server, connect, post, choose, letTimePass } = await world()
    await choose('noise', 1)
    const client = await connect()
    await post('noise', '@**all** beep')
    await letTimePass()
    client.engine.close()
    await server.stop()
    await server.start({ forgetQueues: true })
    const again = await connect()
    expect(again.status?.mentions).toBe(0)
    await choose('noise', 0)
    await letTimePass()
    expect(again.status?.mentions).toBe(1)
  })

  it('of uncached messages are fetched once, so that muting can distinguish them [U12]', async () => {
    const { connect, post, choose, letTimePass } = await world({
      // Only the request for mentions caches messages of the stream.
      faultFor: (request) =>
        request.path.endsWith('/messages') && !(request.form.narrow ?? '').includes('mentioned')
          ? { status: 400 }
          : undefined,
    })
    await post('noise', '@**all** beep')
    await post('noise', '@**Iris** look')
    const client = await connect()
    expect(client.status?.mentions).toBe(2)
    expect(client.requests.filter((request) => (request.form.narrow ?? '').includes('mentioned'))).toHaveLength(1)
    await choose('noise', 1)
    await letTimePass()
    expect(client.status?.mentions).toBe(1)
  })

  it('that are unread again have their previous kind, muted or not [U10] [U12]', async () => {
    const { server, connect, post, choose, letTimePass, iris } = await world()
    await choose('noise', 1)
    const client = await connect()
    const everybody = await post('noise', '@**all** beep')
    const direct = await post('noise', '@**Iris** look')
    const flag = (op: string) =>
      server.call(iris, 'POST', '/messages/flags', {
        messages: JSON.stringify([everybody, direct]),
        op,
        flag: 'read',
      })
    await letTimePass()
    await flag('add')
    await letTimePass()
    expect(client.status).toMatchObject({ unread: 0, mentions: 0 })
    await flag('remove')
    await letTimePass()
    expect(client.status).toMatchObject({ unread: 1, mentions: 1 })
    await choose('noise', 0)
    await letTimePass()
    expect(client.status).toMatchObject({ unread: 2, mentions: 2 })
  })

  it('that the user marks as unread count at once, also offline [U10]', async () => {
    let isAway = false
    const { connect, post, letTimePass, server, iris, general } = await world({
      faultFor: () => (isAway ? { before: 'unreachable' } : undefined),
    })
    const client = await connect()
    const id = await post('lunch', '@**Iris** look')
    await server.call(iris, 'POST', '/messages/flags', { messages: JSON.stringify([id]), op: 'add', flag: 'read' })
    await letTimePass()
    expect(client.status).toMatchObject({ unread: 0, mentions: 0 })
    isAway = true
    await client.engine.call('messages.markUnread', {
      narrow: { kind: 'topic', streamId: general, topic: 'lunch' },
      fromId: id,
    })
    await letTimePass()
    expect(client.status).toMatchObject({ unread: 1, mentions: 1 })
  })

  it('that an edit adds or removes count by the flags of the edit [U12]', async () => {
    const { server, connect, post, letTimePass, noor, general } = await world()
    const client = await connect()
    const id = await post('lunch', 'soup')
    const edit = (content: string) => server.call(noor, 'PATCH', `/messages/${id}`, { content })
    await letTimePass()
    expect(client.status?.mentions).toBe(0)
    await edit('@**Iris** soup')
    await letTimePass()
    expect(client.status?.mentions).toBe(1)
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    expect(window.items()).toMatchObject([{ flags: ['mentioned'] }])
    await edit('soup again')
    await letTimePass()
    expect(client.status?.mentions).toBe(0)
    expect(window.items()).toMatchObject([{ flags: [] }])
  })

  it('by wildcard in a muted topic do not notify, but personal ones do [U10]', async () => {
    const { connect, post, choose, letTimePass } = await world()
    await choose('noise', 1)
    const client = await connect()
    await post('noise', '@**all** beep')
    await letTimePass()
    expect(client.notifications).toEqual([])
    await post('noise', '@**Iris** look')
    await letTimePass()
    expect(client.notifications).toHaveLength(1)
  })
})
