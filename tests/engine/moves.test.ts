import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { MessageItem } from '#contract/messages.ts'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { Fault, FaultFor } from '#support/test-transport.ts'

async function world(options: { faultFor?: FaultFor; database?: string } = {}) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const { iris, noor, general, design } = people
  const ids: number[] = []
  for (const text of ['one', 'two', 'three']) {
    ids.push(await server.post(noor, { stream: general, topic: 'lunch' }, text))
    // Messages of the same second would be in one answer, and could not be distinguished by time.
    await server.clock.advance(1000)
  }
  const client = start(options)
  await client.online()
  const lunch = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
  await server.clock.until('the topic is here', () => lunch.texts().length === 3)
  const call = (name: 'messages.move' | 'topics.resolve' | 'outbox.cancel' | 'outbox.retry', input: object) =>
    client.engine.call(name, input as never) // each use passes the input of its call
  const move = (messageId: number, mode: string, to: { streamId?: number; topic?: string } = {}) =>
    call('messages.move', {
      messageId,
      streamId: to.streamId ?? general,
      topic: to.topic ?? 'supper',
      mode,
      notifyOld: false,
      notifyNew: false,
    })
  const at = (stream: number, topic: string) =>
    server.contents(iris, [
      ['stream', stream],
      ['topic', topic],
    ])
  const outbox = () => client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
  return { server, client, lunch, ids, call, move, at, outbox, ...people, general, design }
}

describe('moved messages', () => {
  it('update open views of both topics for one, later or all messages (§6.8 case 7) [M13] [M15]', async () => {
    // The view stays when one message moves, and follows when the later ones move as well.
    for (const [mode, title, shown, came] of [
      ['change_one', 'lunch', ['one', 'three'], ['two']],
      ['change_later', 'supper', ['two', 'three'], ['two', 'three']],
    ] as const) {
      const { server, client, lunch, ids, move, general, at } = await world()
      const supper = await client.openConversation({ kind: 'topic', streamId: general, topic: 'supper' })
      await move(ids[1] ?? 0, mode)
      await server.clock.until('they have moved', () => supper.texts().join() === came.join())
      await server.clock.until('the old place shows it', () => lunch.texts().join() === shown.join())
      expect(lunch.meta().title).toBe(title)
      expect(await at(general, 'supper')).toEqual(came)
      client.engine.close()
    }
    const { server, lunch, ids, move, design, at } = await world()
    await move(ids[0] ?? 0, 'change_all', { streamId: design })
    // The view moves with the topic.
    await server.clock.until('the view has followed', () => lunch.meta().streamName === 'design')
    expect(lunch.texts()).toEqual(['one', 'two', 'three'])
    expect(await at(design, 'supper')).toEqual(['one', 'two', 'three'])
  })

  it('show the pending move while offline, and move after a restart', async () => {
    const database = temporaryDatabase()
    let isDown = false
    const faultFor: FaultFor = () => (isDown ? { before: 'unreachable' } : undefined)
    const { server, client, lunch, ids, move, iris, general, at, outbox } = await world({ faultFor, database })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await move(ids[1] ?? 0, 'change_later')
    const changes = () => lunch.items().map((item) => (item as MessageItem).change?.topic ?? null)
    await server.clock.until('it shows', () => changes()[1] !== null)
    expect(changes()).toEqual([null, 'supper', 'supper'])
    expect((await outbox()).items()).toMatchObject([
      { what: { code: 'MOVE', values: { topic: 'supper' } }, title: 'lunch', canCancel: true },
    ])
    client.engine.close()
    isDown = false
    const next = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
    await next.online()
    const supper = await next.openConversation({ kind: 'topic', streamId: general, topic: 'supper' })
    await server.clock.until('they have moved', () => supper.texts().join() === 'two,three')
    expect(await at(general, 'lunch')).toEqual(['one'])
  })

  it('a refused move keeps its reason, and can be retried or discarded', async () => {
    const { server, ids, move, call, iris, at, general, outbox } = await world()
    const list = await outbox()
    const { context } = server.built
    context.write(() => {
      changeOrganizationSettings(context, { edit_topic_policy: 2 })
    })
    // The server publishes nothing, so the client still assumes the permission.
    const setRole = (role: number) => {
      context.sql('UPDATE user SET role = ? WHERE id = ?', [role, iris.id])
    }
    setRole(400)
    await move(ids[0] ?? 0, 'change_all')
    await server.clock.until('it was refused', () => list.items()[0]?.state === 'failed')
    expect(list.items()[0]).toMatchObject({
      what: { code: 'MOVE', values: { topic: 'supper' } },
      canRetry: true,
      canCancel: true,
    })
    const reason = list.items()[0]?.reason
    expect(reason).toMatchObject({
      kind: 'failed',
      reason: { code: 'TEXT', values: { text: expect.stringMatching(/permission/i) as unknown } },
    })
    setRole(100)
    await call('outbox.retry', { localId: list.items()[0]?.localId })
    await server.clock.until('it was carried out', () => list.items().length === 0)
    expect(await at(general, 'supper')).toEqual(['one', 'two', 'three'])
  })

  it('a lost answer causes no second move and no failure', async () => {
    let isLost = false
    const faultFor: FaultFor = (request) => (isLost && request.method === 'PATCH' ? { after: 'broken' } : undefined)
    const { server, ids, move, at, general, outbox } = await world({ faultFor })
    const list = await outbox()
    isLost = true
    await move(ids[1] ?? 0, 'change_one')
    await server.clock.until(
      'the server has it',
      () => server.built.context.tables.messages.get(ids[1] ?? 0, 1)?.topic === 'supper',
    )
    isLost = false
    await server.clock.until('nothing waits', () => list.items().length === 0)
    expect(await at(general, 'supper')).toEqual(['two'])
    expect(await at(general, 'lunch')).toEqual(['one', 'three'])
  })

  it('from a left stream appear without an event', async () => {
    const { server, client, call, iris, noor, general, design } = await world()
    await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["design"]' })
    const ids = [
      await server.post(noor, { stream: design, topic: 'plans' }, 'plan one'),
      await server.post(noor, { stream: design, topic: 'plans' }, 'plan two'),
    ]
    await server.post(noor, { stream: general, topic: 'supper' }, 'soup')
    const supper = await client.openConversation({ kind: 'topic', streamId: general, topic: 'supper' })
    await server.clock.until('it is shown', () => supper.texts().join() === 'soup')
    const plans = await client.openConversation({ kind: 'topic', streamId: design, topic: 'plans' })
    await server.clock.until('they are here', () => plans.texts().length === 2)
    await call('messages.move', {
      messageId: ids[0],
      streamId: general,
      topic: 'supper',
      mode: 'change_all',
      notifyOld: false,
      notifyNew: false,
    })
    await server.clock.until('they are shown', () => supper.texts().join() === 'plan one,plan two,soup')
  })

  it('from a left stream bring along later messages, of which there is no event [M13]', async () => {
    const { server, client, call, iris, noor, general, design } = await world()
    const had = await server.post(noor, { stream: design, topic: 'plans' }, 'plan one')
    await server.post(noor, { stream: general, topic: 'supper' }, 'soup')
    const supper = await client.openConversation({ kind: 'topic', streamId: general, topic: 'supper' })
    await server.clock.until('it is shown', () => supper.texts().join() === 'soup')
    await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["design"]' })
    await server.post(noor, { stream: design, topic: 'plans' }, 'plan two')
    await server.clock.advance(5_000)
    await call('messages.move', {
      messageId: had,
      streamId: general,
      topic: 'supper',
      mode: 'change_all',
      notifyOld: false,
      notifyNew: false,
    })
    await server.clock.until('they are shown', () => supper.texts().join() === 'plan one,soup,plan two')
  })

  it.each(['change_one', 'change_all'])(
    'from a left stream appear even if they were evicted meanwhile (%s)',
    async (mode) => {
      const database = temporaryDatabase()
      let isReachable = false
      const { server, client, call, iris, noor, general, design } = await world({
        database,
        faultFor: (request) => (request.method === 'PATCH' && !isReachable ? { before: 'broken' } : undefined),
      })
      await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["design"]' })
      const plan = await server.post(noor, { stream: design, topic: 'plans' }, 'plan')
      await server.post(noor, { stream: general, topic: 'supper' }, 'soup')
      const supper = await client.openConversation({ kind: 'topic', streamId: general, topic: 'supper' })
      await server.clock.until('it is shown', () => supper.texts().join() === 'soup')
      const plans = await client.openConversation({ kind: 'topic', streamId: design, topic: 'plans' })
      await server.clock.until('the plan is here', () => plans.texts().length === 1)
      await call('messages.move', {
        messageId: plan,
        streamId: general,
        topic: 'supper',
        mode,
        notifyOld: false,
        notifyNew: false,
      })
      await server.clock.advance(1_000)
      const file = new Database(database)
      file.prepare('DELETE FROM message WHERE id = ?').run(plan)
      file.close()
      isReachable = true
      await server.clock.until('both are shown', () => supper.texts().join() === 'plan,soup')
    },
  )

  it('an impossible move is refused with an error, and nothing is queued', async () => {
    const { ids, move, outbox } = await world()
    expect(await move(ids[0] ?? 0, 'change_one', { topic: 'x'.repeat(61) })).toMatchObject({
      ok: false,
      error: { code: 'TOPIC_TOO_LONG' },
    })
    expect(await move(ids[0] ?? 0, 'change_one', { topic: '  ' })).toMatchObject({ error: { code: 'TOPIC_MISSING' } })
    expect(await move(ids[0] ?? 0, 'change_one', { streamId: 999 })).toMatchObject({ error: { code: 'NO_STREAM' } })
    expect(await move(9_999, 'change_one')).toMatchObject({ error: { code: 'NO_MESSAGE' } })
    expect((await outbox()).items()).toEqual([])
  })
})

describe('resolving a topic', () => {
  it('is pending at once, reaches the server, and can be reverted', async () => {
    const { server, lunch, call, general, at } = await world()
    await call('topics.resolve', { streamId: general, topic: 'lunch', isResolved: true })
    await server.clock.until('it shows', () => lunch.meta().isResolved === true)
    await server.clock.until(
      'the server has it',
      () => lunch.meta().narrow.kind === 'topic' && lunch.texts().length >= 3,
    )
    await server.clock.advance(5_000)
    expect((await at(general, '✔ lunch')).slice(0, 3)).toEqual(['one', 'two', 'three'])
    expect(lunch.meta()).toMatchObject({ title: '✔ lunch', isResolved: true })
    await call('topics.resolve', { streamId: general, topic: '✔ lunch', isResolved: false })
    await server.clock.until('it is open again', () => lunch.meta().isResolved === false)
    await server.clock.advance(5_000)
    expect((await at(general, 'lunch')).slice(0, 3)).toEqual(['one', 'two', 'three'])
  })

  it('is undone before it is sent, any number of times, without a request [O3]', async () => {
    let isDown = false
    let patches = 0
    const { server, client, lunch, call, general, at } = await world({
      faultFor({ method }) {
        if (method === 'PATCH') patches += 1
        return isDown ? { before: 'unreachable' } : undefined
      },
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    for (let round = 0; round < 3; round += 1) {
      for (const isResolved of [true, false]) {
        await call('topics.resolve', { streamId: general, topic: 'lunch', isResolved })
        await server.clock.until('it shows', () => lunch.meta().isResolved === isResolved)
        const changed = lunch.items().map((item) => (item as MessageItem).change?.topic ?? null)
        expect(changed).toEqual(Array(3).fill(isResolved ? '✔ lunch' : null))
      }
    }
    isDown = false
    client.engine.signal('resume')
    await client.online()
    await server.clock.advance(60_000)
    expect({ at: await at(general, 'lunch'), patches }).toEqual({ at: ['one', 'two', 'three'], patches: 0 })
  })

  it('accepts the topic’s earlier name, also after the mark has arrived', async () => {
    const { server, lunch, call, general, at } = await world()
    const resolve = (isResolved: boolean) => call('topics.resolve', { streamId: general, topic: 'lunch', isResolved })
    await resolve(true)
    await server.clock.until('the view has followed', () => lunch.meta().title === '✔ lunch')
    await server.clock.advance(5_000)
    expect(await resolve(true)).toMatchObject({ ok: true })
    await server.clock.advance(5_000)
    expect((await at(general, '✔ lunch')).slice(0, 3)).toEqual(['one', 'two', 'three'])
    expect(await resolve(false)).toMatchObject({ ok: true })
    await server.clock.until('it is open again', () => lunch.meta().isResolved === false)
    await server.clock.advance(5_000)
    expect((await at(general, 'lunch')).slice(0, 3)).toEqual(['one', 'two', 'three'])
  })

  it.each<[string, Fault, boolean]>([
    ['is on its way', { answerDelayMs: 3_000 }, false],
    ['is on its way, and the queue lags', { answerDelayMs: 3_000 }, true],
    ['waits to be sent again, since its answer was lost', { after: 'broken' }, false],
    ['waits to be sent again, and the queue lags', { after: 'broken' }, true],
  ])('is reverted while the mark %s [O3]', async (_where, fault, isLagging) => {
    let patches = 0
    const { server, client, lunch, call, general, at } = await world({
      faultFor({ method, path }) {
        if (isLagging && path.includes('/events')) return { delayMs: 6_000 }
        if (method !== 'PATCH') return undefined
        patches += 1
        return patches === 1 ? fault : undefined
      },
    })
    const topic = () => (lunch.meta().narrow as { topic: string }).topic
    await call('topics.resolve', { streamId: general, topic: topic(), isResolved: true })
    await server.clock.until('the request is under way', () => patches === 1)
    await server.clock.advance(1000)
    expect((await at(general, '✔ lunch')).slice(0, 3)).toEqual(['one', 'two', 'three'])
    await call('topics.resolve', { streamId: general, topic: topic(), isResolved: false })
    await server.clock.until('it is open again', () => lunch.meta().isResolved === false)
    await server.clock.advance(120_000)
    expect((await at(general, 'lunch')).slice(0, 3)).toEqual(['one', 'two', 'three'])
    expect(lunch.meta()).toMatchObject({ title: 'lunch', isResolved: false })
    client.engine.close()
  })

  it('marks the new name if another person renames the topic before the mark is sent', async () => {
    let isDown = false
    const { server, lunch, call, ids, iris, general, at, outbox } = await world({
      faultFor: ({ method }) => (isDown && method === 'PATCH' ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    await call('topics.resolve', { streamId: general, topic: 'lunch', isResolved: true })
    const list = await outbox()
    await server.clock.until('it waits', () => list.items().length === 1)
    await server.call(iris, 'PATCH', `/messages/${ids[0] ?? 0}`, { topic: 'dinner', propagate_mode: 'change_all' })
    await server.clock.until(
      'the view has followed',
      () => lunch.meta().narrow.kind === 'topic' && list.items()[0]?.title === 'dinner',
    )
    await call('topics.resolve', { streamId: general, topic: 'dinner', isResolved: true })
    expect(list.items()).toHaveLength(1)
    isDown = false
    await server.clock.advance(120_000)
    expect((await at(general, '✔ dinner')).slice(0, 3)).toEqual(['one', 'two', 'three'])
  })
})
