import { describe, expect, it } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import type { ReaderItem, ReadersMeta } from '#contract/streams.ts'
import { testWindow } from '#support/test-window.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'
import type { TestServer } from '#support/test-server.ts'

const levels = [237, 371, 500] as const
const isList = ({ path }: { path: string }) => path.endsWith('/members')

async function setUp(options: WorldOptions = {}) {
  let isDown = false
  const here = await setupWorld({
    ...options,
    faultFor: (request) => (isDown ? { before: 'unreachable' } : options.faultFor?.(request)),
  })
  const { client, server, general } = here
  const open = (narrow: Narrow, query = '') =>
    client.openView<{ item: ReaderItem; meta: ReadersMeta }>({ type: 'readers', narrow, query })
  type Opened = Awaited<ReturnType<typeof open>>
  const names = (view: Opened, part: ReaderItem['part'] = 'reader') =>
    view.items().flatMap((item) => (item.part === part ? [item.name] : []))
  /** Waits for the readers of these names; the order depends on who is present. */
  const has = (view: Opened, expected: readonly string[]) =>
    server.clock.until(
      `the list is ${expected.join()}`,
      () => names(view).toSorted().join() === expected.toSorted().join(),
      60_000,
    )
  const stream: Narrow = { kind: 'stream', streamId: general }
  return {
    ...here,
    open,
    names,
    has,
    stream,
    add: (userIds: readonly number[], streamId = general) =>
      done(server, client.engine.call('streams.addPeople', { streamId, userIds })),
    remove: (userId: number, streamId = general) =>
      done(server, client.engine.call('streams.removePerson', { streamId, userId })),
    offline: async () => {
      isDown = true
      client.engine.signal('resume')
      await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    },
    online: async () => {
      isDown = false
      client.engine.signal('resume')
      await client.online()
    },
  }
}

/** Awaits a call of the server: the clock runs until it is answered. */
async function done<T>(server: TestServer, call: Promise<T>): Promise<T> {
  let answer: { readonly value: T } | undefined
  void call.then((value) => (answer = { value }))
  await server.clock.until('the call is answered', () => answer !== undefined, 60_000)
  if (answer === undefined) throw new Error('no answer')
  return answer.value
}

describe.each(levels)('the subscribers of a stream at level %i', (featureLevel) => {
  it('are fetched once, and follow the events of other people', async () => {
    const { client, server, open, has, stream, noor, extra } = await setUp({ settings: { featureLevel } })
    const view = await open(stream)
    await has(view, ['Iris', 'Mei', 'Noor'])
    expect(view.meta()).toMatchObject({ kind: 'stream', total: 3, found: 3, list: 'current', canAdd: true })
    await server.ok(noor, 'DELETE', '/users/me/subscriptions', { subscriptions: ['general'] })
    await has(view, ['Iris', 'Mei'])
    await server.ok(noor, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
    await has(view, ['Iris', 'Mei', 'Noor'])
    await open(stream)
    expect(client.requests.filter(isList)).toHaveLength(1)
    // A stream that is only previewed can be looked at, but not changed.
    const preview = await open({ kind: 'stream', streamId: extra })
    await server.clock.until('it is known', () => preview.meta().total === 0)
    expect(preview.meta()).toMatchObject({ canAdd: false, found: 0 })
  })

  it('are added, with those whom the server does not let in', async () => {
    const { server, open, has, stream, add, mei, noor } = await setUp({ settings: { featureLevel } })
    const view = await open(stream)
    await has(view, ['Iris', 'Mei', 'Noor'])
    await server.ok(noor, 'DELETE', '/users/me/subscriptions', { subscriptions: ['general'] })
    await has(view, ['Iris', 'Mei'])
    expect(await add([noor.id, mei.id, 99_999])).toMatchObject({
      ok: true,
      value: { added: [{ id: noor.id }], already: [{ id: mei.id }], refused: [{ id: 99_999 }] },
    })
    await has(view, ['Iris', 'Mei', 'Noor'])
    expect(await add([noor.id])).toMatchObject({ ok: true, value: { added: [], already: [{ id: noor.id }] } })
    expect(await add([99_999])).toMatchObject({ ok: true, value: { refused: [{ id: 99_999, name: null }] } })
  })

  it('are removed by administrators, and not by members', async () => {
    const { open, has, stream, remove, noor, iris } = await setUp({ settings: { featureLevel } })
    const view = await open(stream)
    await has(view, ['Iris', 'Mei', 'Noor'])
    expect(view.items().map(({ isSelf, canRemove }) => [isSelf, canRemove])).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ])
    expect(view.items()[0]).toMatchObject({ id: iris.id, role: 'owner' })
    expect(await remove(noor.id)).toEqual({ ok: true, value: null })
    await has(view, ['Iris', 'Mei'])
    expect(await remove(noor.id)).toMatchObject({ ok: true })
  })

  it('cannot be changed by members without the right, and by guests', async () => {
    const { open, has, stream, remove, add, noor, extra } = await setUp({
      settings: { featureLevel },
      account: 'mei',
      before: (server, { mei }) => {
        server.built.context.tables.users.change(mei.id, { role: 600 })
      },
    })
    const view = await open(stream)
    await has(view, ['Iris', 'Mei', 'Noor'])
    expect(view.meta().canAdd).toBe(false)
    // Everyone may leave.
    expect(view.items().filter(({ canRemove }) => canRemove)).toMatchObject([{ name: 'Mei', isSelf: true }])
    expect((await remove(noor.id)).ok).toBe(false)
    expect((await add([noor.id])).ok).toBe(false)
    expect((await add([noor.id], extra)).ok).toBe(false)
  })
})

describe('the subscribers of a stream', () => {
  it('are removed by whom the stream’s group allows it', async () => {
    const { open, has, stream, remove, noor } = await setUp({
      account: 'mei',
      before: async (server, { iris, general }) => {
        const { user_groups: groups } = await server.call(iris, 'GET', '/user_groups')
        const members = (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:members')
        await server.ok(iris, 'PATCH', `/streams/${general}`, { can_remove_subscribers_group: members?.id })
      },
    })
    const view = await open(stream)
    await has(view, ['Iris', 'Mei', 'Noor'])
    expect(view.items().every(({ canRemove }) => canRemove)).toBe(true)
    expect(await remove(noor.id)).toMatchObject({ ok: true })
    await has(view, ['Iris', 'Mei'])
  })

  it('are shown from the disk at the next start and offline, and nothing can be changed then', async () => {
    const { client, open, has, names, stream, offline, online, add, remove, noor } = await setUp()
    const view = await open(stream)
    await has(view, ['Iris', 'Mei', 'Noor'])
    await offline()
    const again = await open(stream)
    expect(names(again)).toEqual(['Iris', 'Mei', 'Noor'])
    expect(again.meta()).toMatchObject({ list: 'offline', total: 3 })
    const unknown = await open({ kind: 'stream', streamId: 2 })
    expect(unknown.meta()).toMatchObject({ list: 'offline', total: null })
    const failed = (act: string) => ({ ok: false, error: { code: 'STREAM_OFFLINE', values: { act } } })
    expect(await add([noor.id])).toEqual(failed('add'))
    expect(await remove(noor.id)).toEqual(failed('remove'))
    await online()
    await client.online()
    // A list that could not be loaded is fetched when the server is reached again.
    await has(unknown, ['Iris', 'Mei', 'Noor'])
    expect(unknown.meta()).toMatchObject({ list: 'current' })
  })

  it('stay true if a person comes while the list is on its way', async () => {
    const { server, open, has, stream, noor } = await setUp({
      faultFor: (request) => (isList(request) ? { answerDelayMs: 5_000 } : undefined),
    })
    const view = await open(stream)
    await server.clock.advance(1_000)
    await server.ok(noor, 'DELETE', '/users/me/subscriptions', { subscriptions: ['general'] })
    await has(view, ['Iris', 'Mei'])
    await server.clock.advance(10_000)
    expect(view.meta()).toMatchObject({ total: 2, list: 'current' })
  })

  it('are searched by name, grow in steps, and survive hostile names', async () => {
    const hostile = ['\u202egnp.exe', `Z${'\u0301'.repeat(100)}`, '<b>Evil</b>', 'x'.repeat(100)]
    const { client, server, open, stream } = await setUp({
      before: (server, { general }) => {
        const { context } = server.built
        const people = [
          ...hostile,
          ...Array.from({ length: 500 }, (_, index) => `Bulk ${String(index).padStart(3, '0')}`),
        ]
        context.write(() => {
          for (const [index, fullName] of people.entries()) {
            const account = { deliveryEmail: `p${index}@many.example`, fullName, role: 400 }
            const id = context.tables.users.add({ ...account, apiKey: `key ${index}`, dateJoined: 1 }, 'test.example')
            context.tables.streams.subscribe(id, general, { color: '#336699' })
          }
        })
      },
    })
    const view = await open(stream)
    await server.clock.until('it is fetched', () => view.meta().total === 507)
    expect(view.items()).toHaveLength(200)
    expect(view.meta()).toMatchObject({ hasMore: true, found: 507 })
    await client.engine.call('views.more', { viewId: view.viewId, direction: 'older' }, testWindow)
    await server.clock.until('it has grown', () => view.items().length === 400)
    const found = await open(stream, 'bulk 04')
    expect(found.meta()).toMatchObject({ found: 10, total: 507, hasMore: false })
    expect((await open(stream, 'nobody at all')).meta()).toMatchObject({ found: 0, total: 507 })
    const evil = await open(stream, '<b>evil')
    expect(evil.items().map(({ name }) => name)).toEqual(['<b>Evil</b>'])
  })

  it('are refused by the server for a stream that the account cannot see', async () => {
    const { server, open, client } = await setUp()
    const view = await open({ kind: 'stream', streamId: 4_711 })
    await server.clock.until('it is refused', () => view.meta().list === 'refused')
    expect(view.meta()).toMatchObject({ stream: null, total: null, canAdd: false })
    expect(client.requests.filter(isList)).toHaveLength(1)
  })

  it('are kept for a bounded number of streams', async () => {
    const { server, open, iris, offline } = await setUp({
      before: async (server, { iris }) => {
        for (let index = 0; index < 25; index += 1) {
          await server.ok(iris, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: `bulk ${index}` }] })
        }
      },
    })
    const ids: number[] = []
    for (let index = 0; index < 25; index += 1) {
      const { stream_id: streamId } = await server.call(iris, 'GET', '/get_stream_id', { stream: `bulk ${index}` })
      ids.push(Number(streamId))
      const view = await open({ kind: 'stream', streamId: Number(streamId) })
      await server.clock.until('it is fetched', () => view.meta().total === 1)
    }
    await offline()
    const views = await Promise.all(ids.map((streamId) => open({ kind: 'stream', streamId })))
    expect(views.filter((view) => view.meta().total === 1)).toHaveLength(20)
    expect(views[0]?.meta().total).toBeNull()
  })
})

describe('the people of a topic', () => {
  it('are those who wrote in it, the latest first, and then the subscribers', async () => {
    const { server, open, has, names, general, noor, mei } = await setUp({
      before: async (server, { iris, noor, general }) => {
        await server.post(noor, { stream: general, topic: 'soup' }, 'one')
        await server.post(iris, { stream: general, topic: 'soup' }, 'two')
        await server.post(noor, { stream: general, topic: 'bread' }, 'three')
      },
    })
    const narrow: Narrow = { kind: 'topic', streamId: general, topic: 'soup' }
    const view = await open(narrow)
    await has(view, ['Iris', 'Mei', 'Noor'])
    await server.clock.until('the messages are here', () => names(view, 'participant').join() === 'Iris,Noor')
    expect(view.meta()).toMatchObject({ kind: 'topic', participants: 2, total: 3 })
    await server.post(mei, { stream: general, topic: 'soup' }, 'four')
    await server.clock.until('Mei took part', () => names(view, 'participant').join() === 'Mei,Iris,Noor')
    const found = await open(narrow, 'noor')
    expect([names(found, 'participant'), names(found)]).toEqual([['Noor'], ['Noor']])
    expect(view.items().filter(({ part, canRemove }) => part === 'participant' && canRemove)).toEqual([])
    expect(noor.id).toBeGreaterThan(0)
  })
})

describe('the people of a direct conversation', () => {
  it('are its people and the user, and cannot be changed', async () => {
    const { client, open, names, noor, mei } = await setUp()
    const view = await open({ kind: 'direct', userIds: [noor.id, mei.id] })
    expect(names(view)).toEqual(['Iris', 'Mei', 'Noor'])
    expect(view.meta()).toMatchObject({ kind: 'direct', stream: null, list: 'current', total: 3, canAdd: false })
    expect(view.items().some(({ canRemove }) => canRemove)).toBe(false)
    expect(client.requests.filter(isList)).toEqual([])
  })

  it('show who is present first', async () => {
    const { server, open, names, noor, mei } = await setUp()
    await server.ok(noor, 'POST', '/users/me/presence', { status: 'active', ping_only: false, new_user_input: true })
    const view = await open({ kind: 'direct', userIds: [noor.id, mei.id] })
    await server.clock.until('Noor is present', () => names(view)[0] === 'Noor' || names(view)[1] === 'Noor', 120_000)
    expect(view.items().find(({ id }) => id === noor.id)?.presence?.state).toBe('active')
    expect(names(view).at(-1)).toBe('Mei')
  })
})

describe('the read receipts of a message', () => {
  it('tell that the user hides the own ones, and leave out muted people', async () => {
    const { server, client, iris, noor, mei, general } = await setUp()
    const id = await server.post(iris, { stream: general, topic: 'a' }, 'read me')
    for (const reader of [noor, mei]) {
      await server.call(reader, 'POST', '/messages/flags', { messages: `[${id}]`, op: 'add', flag: 'read' })
    }
    const receipts = () => done(server, client.engine.call('messages.receipts', { messageId: id }))
    expect(await receipts()).toMatchObject({ value: { count: 2, people: [{ name: 'Mei' }, { name: 'Noor' }] } })
    await server.ok(iris, 'PATCH', '/settings', { send_read_receipts: false })
    await server.ok(iris, 'POST', `/users/me/muted_users/${mei.id}`)
    await server.clock.advance(1_000)
    expect(await receipts()).toMatchObject({ value: { count: 1, people: [{ name: 'Noor' }], isOwnHidden: true } })
    await server.ok(iris, 'PATCH', '/realm', { enable_read_receipts: false })
    await server.clock.advance(1_000)
    expect(await receipts()).toMatchObject({ ok: false, error: { code: 'NO_RECEIPTS' } })
  })
})
