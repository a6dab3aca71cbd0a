import { describe, expect, it } from 'vitest'
import type { MovePlan } from '#contract/moves.ts'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { TestServer } from '#support/test-server.ts'
import type { FaultFor } from '#support/test-transport.ts'

async function world({ before, faultFor }: { before?: (server: TestServer) => void; faultFor?: FaultFor } = {}) {
  const { server, people } = await setupWorld({ engine: 'none' })
  const { noor, mei, general } = people
  before?.(server)
  const ids: number[] = []
  for (const text of ['one', 'two', 'three']) {
    ids.push(await server.post(mei, { stream: general, topic: 'lunch' }, text))
    await server.clock.advance(1000)
  }
  await server.post(mei, { stream: general, topic: 'supper' }, 'there already')
  const client = new TestClient(server, noor, faultFor === undefined ? {} : { faultFor }).start()
  await client.online()
  const lunch = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
  await server.clock.until('the topic is here', () => lunch.texts().length === 3)
  const plan = async (messageId: number | null, to: { streamId?: number; topic?: string } = {}) => {
    const result = await client.engine.call('moves.plan', {
      messageId,
      from: { streamId: general, topic: 'lunch' },
      to: { streamId: to.streamId ?? general, topic: to.topic ?? 'supper' },
    })
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.value
  }
  return { server, client, lunch, ids, plan, ...people }
}

describe('the plan of a move', () => {
  it('counts the messages that move, and reports an existing target topic', async () => {
    const { ids, plan } = await world()
    expect(await plan(ids[1] ?? 0)).toMatchObject({
      from: { streamName: 'general', topic: 'lunch' },
      to: { streamName: 'general', topic: 'supper' },
      isNewTopic: false,
      isSame: false,
      counts: {
        change_one: { count: 1, isAll: true },
        change_later: { count: 2, isAll: true },
        change_all: { count: 3, isAll: true },
      },
      problems: { change_one: null, change_later: null, change_all: null },
      readers: null,
    })
    expect(await plan(null, { topic: ' Tea ' })).toMatchObject({ to: { topic: 'Tea' }, isNewTopic: true })
    // Only the case differs, so there is no other topic.
    expect(await plan(null, { topic: 'Lunch' })).toMatchObject({ isNewTopic: true, isSame: false })
    expect(await plan(null, { topic: 'lunch' })).toMatchObject({ isSame: true })
  })

  it('marks its counts as incomplete if messages may be missing from the cache', async () => {
    let isDown = false
    const { server, client, ids, plan } = await world({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    expect((await plan(ids[1] ?? 0))?.counts).toEqual({
      change_one: { count: 1, isAll: true },
      change_later: { count: 2, isAll: false },
      change_all: { count: 3, isAll: false },
    })
  })

  it('reports the readers of an unjoined private stream with a hidden history', async () => {
    const secret = { id: 0 }
    const { ids, plan, extra } = await world({
      before(server) {
        const { context } = server.built
        context.write(() => {
          const { streams, users } = context.tables
          secret.id = streams.add({ name: 'secret', description: '', renderedDescription: '', dateCreated: 1 })
          context.sql('UPDATE stream SET invite_only = 1, history_public_to_subscribers = 0 WHERE id = ?', [secret.id])
          for (const user of users.all()) streams.subscribe(user.id, secret.id, { color: '#336699' })
        })
      },
    })
    expect(await plan(ids[0] ?? 0, { streamId: secret.id })).toMatchObject({
      readers: { before: 'organization', after: 'subscribers' },
      isHistoryHidden: true,
      isSubscribed: true,
    })
    expect(await plan(ids[0] ?? 0, { streamId: extra })).toMatchObject({
      readers: { before: 'organization', after: 'organization' },
      isHistoryHidden: false,
      isSubscribed: false,
    })
  })

  it('names the missing permission and the age limit', async () => {
    const noRight = await world({
      before({ built: { context } }) {
        context.write(() => {
          changeOrganizationSettings(context, { edit_topic_policy: 2 })
        })
      },
    })
    expect((await noRight.plan(noRight.ids[0] ?? 0))?.problems.change_one).toEqual({
      code: 'NOT_ALLOWED',
      values: { act: 'move_topic' },
    })
    noRight.client.engine.close()

    const late = await world({
      before({ built: { context } }) {
        context.write(() => {
          changeOrganizationSettings(context, { move_messages_within_stream_limit_seconds: 3600 })
        })
      },
    })
    await late.server.clock.advance(3_598_000)
    const { problems } = (await late.plan(late.ids[2] ?? 0)) as MovePlan
    expect(problems.change_one).toBeNull()
    expect(problems.change_all).toEqual({ code: 'MOVE_TOO_OLD', values: { limit: 3600, isWhole: true } })
    expect((await late.plan(late.ids[0] ?? 0))?.problems.change_later).toEqual({
      code: 'MOVE_TOO_OLD',
      values: { limit: 3600, isWhole: false },
    })
  })

  it('counts the code points of a topic, so that sixty emoji are allowed', async () => {
    const { ids, plan } = await world()
    expect((await plan(ids[0] ?? 0, { topic: '🐙'.repeat(60) }))?.problems.change_one).toBeNull()
    expect((await plan(ids[0] ?? 0, { topic: '🐙'.repeat(61) }))?.problems.change_one).toEqual({
      code: 'TOPIC_TOO_LONG',
      values: { most: 60 },
    })
  })

  it('ends when the message is deleted or the stream archived', async () => {
    const { server, lunch, ids, plan, iris, design } = await world()
    await server.ok(iris, 'DELETE', `/messages/${ids[0] ?? 0}`)
    await server.clock.until('it is gone', () => lunch.texts().length === 2)
    expect(await plan(ids[0] ?? 0)).toBeNull()
    await server.ok(iris, 'DELETE', `/streams/${design}`)
    await server.clock.advance(5_000)
    const to = await plan(ids[1] ?? 0, { streamId: design })
    expect(to?.problems.change_one?.code).toMatch(/NO_STREAM|STREAM_ARCHIVED/)
  })
})

describe('the targets of a move', () => {
  it('are found by name among a thousand streams, subscribed ones first', async () => {
    const { client } = await world({
      before(server) {
        const { context } = server.built
        context.write(() => {
          for (let index = 0; index < 1_000; index += 1) {
            context.tables.streams.add({
              name: `design ${index}`,
              description: '',
              renderedDescription: '',
              dateCreated: 1,
            })
          }
        })
      },
    })
    const result = await client.engine.call('moves.streams', { query: 'design' })
    const names = (result.ok ? result.value : []).map(({ streamName }) => streamName)
    expect(names[0]).toBe('design')
    expect(names).toHaveLength(20)
    const exact = await client.engine.call('moves.streams', { query: 'DESIGN 812' })
    expect(exact).toMatchObject({ ok: true, value: [{ streamName: 'design 812' }] })
  })

  it('leave out streams that the user may not write to', async () => {
    const { client, extra } = await world({
      before(server) {
        server.built.context.sql("UPDATE stream SET stream_post_policy = 2 WHERE name = 'extra'", [])
      },
    })
    const result = await client.engine.call('moves.streams', { query: '' })
    const ids = (result.ok ? result.value : []).map(({ streamId }) => streamId)
    expect(ids).not.toContain(extra)
    expect(ids).toHaveLength(2)
  })

  it('include the topics of the stream, which are fetched for them', async () => {
    const { server, client, general } = await world()
    const topics = async (query: string) => {
      const result = await client.engine.call('moves.topics', { streamId: general, query })
      return (result.ok ? result.value : []).map(({ name }) => name)
    }
    expect(await topics('')).toEqual(['supper', 'lunch'])
    expect(await topics('LUN')).toEqual(['lunch'])
    await server.clock.advance(2_000)
    expect(client.requests.some(({ path }) => path.endsWith(`/users/me/${general}/topics`))).toBe(true)
  })
})

describe('a whole topic', () => {
  it('is renamed, and merged with an existing one', async () => {
    const { server, client, lunch, general, noor } = await world()
    const from = { streamId: general, topic: 'lunch' }
    const to = { streamId: general, topic: 'supper' }
    const moved = await client.engine.call('moves.topic', { from, to, notifyOld: false, notifyNew: false })
    expect(moved).toMatchObject({ ok: true })
    await server.clock.until('it was moved', () => lunch.meta().title === 'supper')
    expect(
      await server.contents(noor, [
        ['stream', general],
        ['topic', 'supper'],
      ]),
    ).toEqual(['one', 'two', 'three', 'there already'])
    const again = await client.engine.call('moves.topic', { from, to, notifyOld: false, notifyNew: false })
    expect(again).toMatchObject({ ok: false, error: { code: 'NO_MESSAGE' } })
  })
})
