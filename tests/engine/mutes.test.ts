import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import type { TestServer } from '#support/test-server.ts'
import type { FaultFor } from '#support/test-transport.ts'
import type { MutedPeopleMeta, MutedPersonItem } from '#contract/people.ts'
import type { MessageItem } from '#contract/messages.ts'
import { setupWorld } from '#support/setup-world.ts'

async function setUp(options: { faultFor?: FaultFor; database?: string } = {}) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const { iris, noor, mei, general } = people
  await server.post(noor, { stream: general, topic: 'Noise' }, 'beep')
  await server.post(noor, { stream: general, topic: 'noise' }, '@**Iris** look')
  await server.post(mei, { stream: general, topic: 'lunch' }, 'soup?')
  await server.post(noor, { direct: [iris.id] }, 'psst')
  const client = start(options)
  await client.online()
  await server.clock.advance(5_000)
  const navigation = await client.openNavigation()
  const topic = (name: string) =>
    navigation.items().find((item) => item.kind === 'topic' && item.topic.toLowerCase() === name)
  const stream = () => navigation.items().find((item) => item.kind === 'stream' && item.streamId === general)
  const policy = (value: number) =>
    client.engine.call('topics.policy', { streamId: general, topic: 'noise', policy: value })
  const letTimePass = () => server.clock.advance(3_000)
  return { server, client, navigation, topic, stream, policy, letTimePass, ...people }
}

/** Opens the list of the muted people. @returns a function that returns their names */
async function openMuted(client: TestClient): Promise<() => (string | null)[]> {
  const view = await client.openView<{ item: MutedPersonItem; meta: MutedPeopleMeta }>({ type: 'muted_people' })
  return () => view.items().map(({ name }) => name)
}

const atServer = async (server: TestServer, account: { id: number; email: string; apiKey: string }) => {
  const state = await server.call(account, 'POST', '/register', {
    fetch_event_types: '["user_topic","muted_users","subscription"]',
  })
  return state as {
    user_topics: unknown[]
    muted_users: unknown[]
    subscriptions: { stream_id: number; is_muted: boolean }[]
  }
}

describe('a person who is already muted at the server', () => {
  it('is muted here, too, whatever the language of the server’s refusal', async () => {
    const { server, iris, noor, start } = await setupWorld({ engine: 'none' })
    let isLost = true
    const isMute = (path: string) => path.includes('/users/me/muted_users/')
    let areEventsSlow = false
    const client = start({
      faultFor: ({ path }) => {
        if (areEventsSlow && path.endsWith('/events')) return { answerDelayMs: 11_500 }
        return isMute(path) && isLost ? { after: 'broken' } : undefined
      },
      garble: ({ path }, response) =>
        isMute(path) && response.status === 400
          ? { ...response, body: response.body.replace('User already muted', 'Nutzer ist bereits stumm') }
          : response,
    })
    await client.online()
    const muted = await openMuted(client)
    areEventsSlow = true
    client.engine.signal('resume')
    await server.clock.advance(100)
    await client.engine.call('people.mute', { userId: noor.id, isMuted: true })
    const asked = () => client.requests.filter(({ path }) => isMute(path)).length
    await server.clock.until('its answer is lost', () => asked() === 1)
    isLost = false
    await server.clock.until('it is requested again', () => asked() === 2)
    for (let step = 0; step < 100; step += 1) {
      expect(muted()).toEqual(['Noor'])
      await server.clock.advance(100)
    }
    expect((await atServer(server, iris)).muted_users).toHaveLength(1)
  })
})

describe('a muted topic', () => {
  it('counts only mentions, ignores case, and is restored by unmuting [U10] [O1]', async () => {
    const { server, client, topic, stream, policy, letTimePass, iris, general } = await setUp()
    expect(client.status).toMatchObject({ unread: 4, mentions: 2 })
    expect(stream()).toMatchObject({ unread: 3 })
    await policy(1)
    await server.clock.until(
      'it is dimmed',
      () => topic('noise')?.kind === 'topic' && (topic('noise') as { isMuted: boolean }).isMuted,
    )
    expect(client.status).toMatchObject({ unread: 3, mentions: 2 })
    expect(stream()).toMatchObject({ unread: 1 })
    await letTimePass()
    expect((await atServer(server, iris)).user_topics).toMatchObject([
      { stream_id: general, topic_name: 'noise', visibility_policy: 1 },
    ])
    await policy(0)
    await letTimePass()
    expect(topic('noise')).toMatchObject({ isMuted: false, unread: 2 })
    expect(client.status).toMatchObject({ unread: 4 })
    expect((await atServer(server, iris)).user_topics).toEqual([])
  })

  it('is visible in a muted stream if unmuted or followed, and follows changes of other devices [M19]', async () => {
    const { server, client, topic, policy, letTimePass, iris, general } = await setUp()
    await client.engine.call('streams.property', {
      streamId: general,
      change: { property: 'is_muted', value: true },
    })
    await letTimePass()
    expect(topic('noise')).toMatchObject({ isMuted: true })
    expect(client.status).toMatchObject({ unread: 2 })
    await policy(3)
    await letTimePass()
    expect(topic('noise')).toMatchObject({ isMuted: false, policy: 3 })
    expect(client.status).toMatchObject({ unread: 3 })
    await server.setTopicPolicy(iris, { stream: general, topic: 'NOISE' }, 1)
    await letTimePass()
    expect(topic('noise')).toMatchObject({ isMuted: true, policy: 1 })
  })

  it('does not flicker while events report an earlier choice [M4]', async () => {
    let isSlow = false
    const slow: FaultFor = ({ method, path }) => {
      if (!isSlow) return undefined
      if (method === 'GET' && path.endsWith('/events')) return { answerDelayMs: 400 }
      return path.endsWith('/user_topics') ? { answerDelayMs: 300 } : undefined
    }
    const { server, topic, policy, iris } = await setUp({ faultFor: slow })
    const isMuted = () => (topic('noise') as { isMuted: boolean }).isMuted
    isSlow = true
    await server.clock.advance(100_000)
    await policy(1)
    await server.clock.until('it is dimmed', isMuted)
    await server.clock.advance(310)
    await policy(0)
    await server.clock.until('it is clear', () => !isMuted())
    const shown = new Set<boolean>()
    for (let step = 0; step < 200; step += 1) {
      await server.clock.advance(10)
      shown.add(isMuted())
    }
    expect([...shown]).toEqual([false])
    expect((await atServer(server, iris)).user_topics).toEqual([])
  })

  it('is queued offline and sent after a restart', async () => {
    const database = temporaryDatabase()
    let isDown = false
    const { server, client, topic, policy, letTimePass, iris } = await setUp({
      database,
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await policy(1)
    await policy(3)
    await policy(1)
    await server.clock.until('it is dimmed', () => (topic('noise') as { isMuted: boolean }).isMuted)
    client.engine.close()
    isDown = false
    const again = new TestClient(server, iris, { database }).start()
    expect(again.status).toMatchObject({ unread: 3 })
    await again.online()
    await letTimePass()
    expect((await atServer(server, iris)).user_topics).toMatchObject([{ visibility_policy: 1 }])
  })

  it('uses the deprecated call and list of servers below feature level 170', async () => {
    const { server, iris, noor, general, start } = await setupWorld({ engine: 'none' })
    await server.post(noor, { stream: general, topic: 'noise' }, 'beep')
    await server.setTopicPolicy(iris, { stream: general, topic: 'noise' }, 1)
    const old: FaultFor = () => undefined
    const client = start({
      faultFor: old,
      rewrite: (request, body) =>
        request.path.endsWith('/register')
          ? { ...body, svc_feature_level: 160, user_topics: undefined, muted_topics: [['general', 'noise', 5]] }
          : body,
    })
    await client.online()
    expect(client.status).toMatchObject({ unread: 0 })
    const choose = (policy: number) =>
      client.engine.call('topics.policy', { streamId: general, topic: 'noise', policy })
    expect(await choose(3)).toMatchObject({ error: { code: 'FEATURE_MISSING', values: { feature: 'follow_topics' } } })
    expect(await choose(2)).toMatchObject({ error: { code: 'FEATURE_MISSING', values: { feature: 'unmute_topics' } } })
    await choose(0)
    await server.clock.advance(3_000)
    expect(
      client.requests.filter((request) => request.path.endsWith('/muted_topics')).map((request) => request.form),
    ).toMatchObject([{ op: 'remove', topic: 'noise' }])
    expect((await atServer(server, iris)).user_topics).toEqual([])
  })
})

describe('a muted person', () => {
  it('has no unread messages and hidden texts, and reappears as read when unmuted', async () => {
    const { server, client, navigation, letTimePass, iris, noor } = await setUp()
    const window = await client.openConversation({ kind: 'direct', userIds: [noor.id] })
    const item = () => window.items()[0] as MessageItem
    const mute = (isMuted: boolean) => client.engine.call('people.mute', { userId: noor.id, isMuted })
    await mute(true)
    await server.clock.until('the text is hidden', () => item().isHidden)
    expect(client.status).toMatchObject({ unread: 1 })
    await letTimePass()
    expect((await atServer(server, iris)).muted_users).toMatchObject([{ id: noor.id }])
    expect(navigation.items().find((entry) => entry.kind === 'direct')).toMatchObject({ isMuted: true, unread: 0 })
    await server.post(noor, { direct: [iris.id] }, 'still there?')
    await letTimePass()
    expect(client.status).toMatchObject({ unread: 1 })
    expect(client.notifications).toHaveLength(0)
    expect((await openMuted(client))()).toEqual(['Noor'])
    await mute(false)
    await letTimePass()
    expect(item()).toMatchObject({ isHidden: false, isRead: true })
    expect(client.status).toMatchObject({ unread: 1 })
    expect(await mute(true)).toMatchObject({ ok: true })
    expect(await client.engine.call('people.mute', { userId: iris.id, isMuted: true })).toMatchObject({
      error: { code: 'MUTE_SELF' },
    })
  })

  it('follows the list of other devices, and a repeated mute is no failure [O2]', async () => {
    const { server, client, letTimePass, iris, noor, mei } = await setUp({
      faultFor: (request) => (request.path.includes('/muted_users/') ? { after: 'broken' } : undefined),
    })
    const muted = await openMuted(client)
    await client.engine.call('people.mute', { userId: noor.id, isMuted: true })
    await server.clock.advance(20_000)
    await server.call(iris, 'POST', `/users/me/muted_users/${mei.id}`)
    await letTimePass()
    expect(muted()).toEqual(['Mei', 'Noor'])
  })
})
