import { describe, expect, it } from 'vitest'
import type { StreamItem, StreamSettingsMeta, StreamsMeta } from '#contract/streams.ts'
import type { NewStreamPrivacy, StreamFilter } from '#shared/stream-choices.ts'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import type { FaultFor } from '#support/test-transport.ts'
import type { Account, TestServer } from '#support/test-server.ts'
import type { TestClient } from '#support/test-client.ts'
import { testWindow } from '#support/test-window.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

const isSubscribing = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/users/me/subscriptions')
const isLeaving = ({ method, path }: { method: string; path: string }) =>
  method === 'DELETE' && path.endsWith('/users/me/subscriptions')

async function setUp(options: WorldOptions = {}) {
  const here = await setupWorld(options)
  const { client, server } = here
  const open = (filter: StreamFilter = 'all', text = '') =>
    client.openView<{ item: StreamItem; meta: StreamsMeta }>({ type: 'streams', filter, text })
  const view = await open()
  /** Awaits a call of the server: the clock runs until it is answered. */
  const done = async <T>(call: Promise<T>): Promise<T> => {
    let answer: { readonly value: T } | undefined
    void call.then((value) => (answer = { value }))
    await server.clock.until('the call is answered', () => answer !== undefined, 60_000)
    if (answer === undefined) throw new Error('no answer')
    // The views follow.
    await server.clock.advance(100)
    return answer.value
  }
  return {
    ...here,
    open,
    view,
    done,
    names: () => view.items().map(({ name }) => name),
    row: (streamId: number) => view.items().find((item) => item.streamId === streamId),
    join: (streamId: number) => done(client.engine.call('streams.join', { streamId })),
    leave: (streamId: number) => done(client.engine.call('streams.leave', { streamId })),
    create: (over: Partial<Parameters<typeof create>[1]> = {}) => done(create(client, over)),
  }
}

function create(
  client: TestClient,
  over: {
    localId?: string
    name?: string
    description?: string
    privacy?: NewStreamPrivacy
    posting?: 'everyone' | 'full_members' | 'moderators' | 'administrators'
    announce?: boolean
    userIds?: readonly number[]
  },
) {
  const usual = { name: 'gardens', description: '', privacy: 'public', posting: 'everyone' } as const
  return client.engine.call('streams.create', {
    localId: crypto.randomUUID(),
    ...usual,
    announce: false,
    userIds: [],
    ...over,
  })
}

const addStream = (server: TestServer, by: Account, name: string, form: Readonly<Record<string, string>> = {}) =>
  server.call(by, 'POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name }]), ...form })

async function idOf(server: TestServer, by: Account, name: string): Promise<number> {
  return Number((await server.call(by, 'GET', '/get_stream_id', { stream: name })).stream_id)
}

async function subscriptionsOf(server: TestServer, by: Account): Promise<string[]> {
  const { subscriptions } = await server.call(by, 'GET', '/users/me/subscriptions')
  return (subscriptions as { name: string }[]).map(({ name }) => name) // shape of GET /users/me/subscriptions
}

/** Names that test rendering, markup and sorting. */
const hostileNames = [
  '<img src=x onerror=alert(1)>',
  '\u202egnp.exe',
  'a\u2066b\u2069c',
  '**bold** `code` @**all**',
  '"; DROP TABLE stream; --',
  'e\u0301'.repeat(20),
  '\u0000',
  '\ud83d\ude00'.repeat(30),
  'line\nbreak',
  '\u200b',
  '../../etc/passwd',
  '%s%n{{name}}',
]

describe('the list of all streams', () => {
  it('contains subscribed and other streams, searches names before descriptions, and grows in steps', async () => {
    const { server, client, open } = await setUp({
      before: async (server, { noor }) => {
        await addStream(server, noor, 'zebra', {})
        await server.call(noor, 'POST', '/users/me/subscriptions', {
          subscriptions: JSON.stringify([{ name: 'apples', description: 'Not about a **zebra**\n\nat all' }]),
        })
        await addStream(server, noor, 'den', { invite_only: 'true' })
        for (let index = 0; index < 100; index += 1) await addStream(server, noor, `bulk ${index}`)
      },
      account: 'mei',
    })
    const all = await open()
    expect(all.meta()).toMatchObject({ total: 105, found: 105, hasMore: true })
    expect(all.items()).toHaveLength(60)
    expect((await open('joined')).items().map(({ name }) => name)).toEqual(['design', 'general'])
    expect((await open('others')).meta()).toMatchObject({ found: 103 })
    const zebra = await open('all', 'ZEBRA')
    expect(
      zebra.items().map(({ name, description, isSubscribed, canJoin }) => [name, description, isSubscribed, canJoin]),
    ).toEqual([
      ['zebra', '', false, true],
      ['apples', 'Not about a **zebra** at all', false, true],
    ])
    expect((await open('all', 'den')).items()).toEqual([])
    const bulk = await open('others', 'bulk')
    expect(bulk.items()[0]?.name).toBe('bulk 0')
    await client.engine.call('views.more', { viewId: bulk.viewId, direction: 'older' }, testWindow)
    await server.clock.until('the rest is listed', () => bulk.items().length === 100)
    expect(bulk.meta()).toMatchObject({ found: 100, hasMore: false })
  })

  it('reports who may join: neither guests, nor anybody for a private stream', async () => {
    const { row, general, extra, view } = await setUp({
      before: (server, { mei }) => {
        server.built.context.tables.users.change(mei.id, { role: 600 })
      },
      account: 'mei',
    })
    expect(row(general)).toMatchObject({ isSubscribed: true, canJoin: false })
    // A guest does not see the streams that others could join.
    expect(row(extra)).toBeUndefined()
    expect(view.meta().creation).toMatchObject({ public: false, private: false, subscribeOthers: false })
  })

  it('counts subscribers of the rows on screen, within the budget, and again after a change', async () => {
    const { client, server, row, general, extra, join } = await setUp()
    expect(row(general)?.subscribers).toBeNull()
    await client.engine.call('streams.look', { streamIds: [general, extra] })
    await server.clock.until('they are counted', () => row(extra)?.subscribers === 0)
    expect(row(general)?.subscribers).toBe(3)
    await join(extra)
    expect(row(extra)?.subscribers).toBeNull()
    await client.engine.call('streams.look', { streamIds: [extra] })
    await server.clock.until('it is counted again', () => row(extra)?.subscribers === 1)
    const many = Array.from({ length: 100 }, (_, index) => 10_000 + index)
    const asked = () => client.requests.filter(({ path }) => path.endsWith('/members')).length
    const before = asked()
    await client.engine.call('streams.look', { streamIds: many })
    await server.clock.advance(30_000)
    expect(asked() - before).toBeLessThanOrEqual(20)
  })
})

describe('joining and leaving', () => {
  it('takes effect at the server and in every list, and changes nothing when repeated', async () => {
    const { client, server, iris, row, extra, join, leave } = await setUp()
    expect(row(extra)).toMatchObject({ isSubscribed: false, canJoin: true })
    expect(await join(extra)).toEqual({ ok: true, value: null })
    expect(row(extra)).toMatchObject({ isSubscribed: true })
    expect(await subscriptionsOf(server, iris)).toContain('extra')
    const requests = client.requests.length
    expect(await join(extra)).toEqual({ ok: true, value: null })
    expect(client.requests.slice(requests).filter(isSubscribing)).toEqual([])
    expect(await leave(extra)).toEqual({ ok: true, value: null })
    expect(row(extra)).toMatchObject({ isSubscribed: false })
    expect(await subscriptionsOf(server, iris)).not.toContain('extra')
    expect(await leave(extra)).toEqual({ ok: true, value: null })
  })

  it('affects the intended stream even if another device has just renamed it', async () => {
    const { server, iris, extra, join } = await setUp({
      faultFor: ({ path }) => (path.endsWith('/events') ? { answerDelayMs: 5_000 } : undefined),
    })
    await server.call(iris, 'PATCH', `/streams/${extra}`, { new_name: 'renamed' })
    expect(await join(extra)).toMatchObject({ ok: true })
    expect(await subscriptionsOf(server, iris)).toContain('renamed')
    expect(await idOf(server, iris, 'extra')).toBeNaN()
  })

  it.each(['join', 'leave'] as const)('is looked up after a lost answer (%s)', async (act) => {
    const isMeant = act === 'join' ? isSubscribing : isLeaving
    const { server, iris, extra, general, join, leave } = await setUp({
      faultFor: (request) => (isMeant(request) ? { after: 'broken' } : undefined),
    })
    expect(await (act === 'join' ? join(extra) : leave(general))).toEqual({ ok: true, value: null })
    expect((await subscriptionsOf(server, iris)).includes(act === 'join' ? 'extra' : 'general')).toBe(act === 'join')
  })

  it('distinguishes a request that did not arrive from one of unknown outcome', async () => {
    let fault: FaultFor = () => undefined
    const { extra, join } = await setUp({ faultFor: (request) => fault(request) })
    fault = (request) => (isSubscribing(request) ? { before: 'broken' } : undefined)
    expect(await join(extra)).toEqual({ ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'join' } } })
    fault = (request) =>
      isSubscribing(request) || /\/users\/\d+\/subscriptions\//.test(request.path) ? { after: 'broken' } : undefined
    expect(await join(extra)).toEqual({ ok: false, error: { code: 'STREAM_OUTCOME_UNKNOWN', values: { act: 'join' } } })
  })

  it('removes a left private stream, also after a lost answer', async () => {
    let isLost = false
    const { server, mei, noor, client, leave } = await setUp({
      account: 'mei',
      faultFor: (request) => (isLost && isLeaving(request) ? { after: 'broken' } : undefined),
    })
    await addStream(server, noor, 'den', { invite_only: 'true', principals: JSON.stringify([noor.id, mei.id]) })
    const den = await idOf(server, noor, 'den')
    const list = await client.openView<{ item: StreamItem; meta: StreamsMeta }>({
      type: 'streams',
      filter: 'all',
      text: '',
    })
    await server.clock.until('it is listed', () =>
      list.items().some((item) => item.streamId === den && item.isSubscribed),
    )
    expect(list.items().find(({ streamId }) => streamId === den)).toMatchObject({ privacy: 'private' })
    isLost = true
    expect(await leave(den)).toEqual({ ok: true, value: null })
    await server.clock.until('it is gone', () => list.items().every(({ streamId }) => streamId !== den))
  })

  it('is refused offline with an error, without a request or a change', async () => {
    let isDown = false
    const { client, server, row, extra, general, join, leave, create } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    expect(await join(extra)).toEqual({ ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'join' } } })
    expect(await leave(general)).toEqual({ ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'leave' } } })
    expect(await create()).toEqual({ ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'create' } } })
    expect(client.requests.filter((request) => isSubscribing(request) || isLeaving(request))).toEqual([])
    expect([row(extra)?.isSubscribed, row(general)?.isSubscribed]).toEqual([false, true])
  })

  it('is refused for a private stream, also if it became private meanwhile', async () => {
    const { server, iris, mei, extra, join, row } = await setUp({
      account: 'mei',
      faultFor: ({ path }) => (path.endsWith('/events') ? { answerDelayMs: 20_000 } : undefined),
    })
    expect(row(extra)).toMatchObject({ canJoin: true })
    await server.call(iris, 'POST', '/users/me/subscriptions', { subscriptions: '[{"name":"extra"}]' })
    await server.call(iris, 'PATCH', `/streams/${extra}`, { is_private: 'true' })
    const answer = await join(extra)
    expect(answer).toMatchObject({ ok: false })
    expect(await subscriptionsOf(server, mei)).not.toContain('extra')
  })
})

describe('the creation of a stream', () => {
  it('makes the stream with its settings and subscribers, and knows it in the answer', async () => {
    const { server, iris, noor, client, row, create } = await setUp()
    const answer = await create({
      name: '  garden club ',
      description: 'About **plants**',
      privacy: 'private_shared',
      posting: 'moderators',
      userIds: [noor.id],
    })
    if (!answer.ok) throw new Error(answer.error.code)
    const { streamId } = answer.value
    expect(row(streamId)).toMatchObject({
      name: 'garden club',
      description: 'About **plants**',
      privacy: 'private',
      isSubscribed: true,
    })
    const { stream } = (await server.call(iris, 'GET', `/streams/${streamId}`)) as { stream: object }
    expect(stream).toMatchObject({ invite_only: true, history_public_to_subscribers: true, stream_post_policy: 4 })
    expect(await subscriptionsOf(server, noor)).toContain('garden club')
    expect(client.requests.filter(isSubscribing)).toHaveLength(1)
  })

  it.each([
    ['public', 'everyone', { invite_only: false, history_public_to_subscribers: true, stream_post_policy: 1 }],
    [
      'private_protected',
      'administrators',
      { invite_only: true, history_public_to_subscribers: false, stream_post_policy: 2 },
    ],
    ['public', 'full_members', { invite_only: false, stream_post_policy: 3 }],
    ['web_public', 'everyone', { is_web_public: true, invite_only: false }],
  ] as const)('makes a %s stream in which %s may post', async (privacy, posting, expected) => {
    const { server, iris, create } = await setUp({
      settings: { webPublicStreams: true },
      before: (server) => {
        const { context } = server.built
        context.write(() => {
          changeOrganizationSettings(context, { enable_spectator_access: true })
        })
      },
    })
    const answer = await create({ privacy, posting })
    if (!answer.ok) throw new Error(answer.error.code)
    const { stream } = await server.call(iris, 'GET', `/streams/${answer.value.streamId}`)
    expect(stream).toMatchObject(expected)
  })

  it('reports invalid input before any request', async () => {
    const { client, noor, create } = await setUp({
      account: 'mei',
      before: (server) => {
        const { context } = server.built
        context.write(() => {
          changeOrganizationSettings(context, { create_private_stream_policy: 2, invite_to_stream_policy: 2 })
        })
      },
    })
    const code = async (over: Parameters<typeof create>[0]) => {
      const answer = await create(over)
      return answer.ok ? 'ok' : [answer.error.code, 'values' in answer.error ? answer.error.values : null]
    }
    expect(await code({ name: ' \t ' })).toEqual(['STREAM_NAME_MISSING', null])
    expect(await code({ name: '😀'.repeat(61) })).toEqual(['STREAM_NAME_TOO_LONG', { length: 61, most: 60 }])
    expect(await code({ name: 'a\u0007b' })).toEqual(['STREAM_NAME_CHARACTER', { position: 2 }])
    expect(await code({ name: '\ud800' })).toEqual(['STREAM_NAME_CHARACTER', { position: 1 }])
    expect(await code({ name: 'GENERAL' })).toEqual(['STREAM_NAME_TAKEN', { name: 'GENERAL', isVisible: true }])
    expect(await code({ description: '😀'.repeat(1025) })).toEqual([
      'STREAM_DESCRIPTION_TOO_LONG',
      { length: 1025, most: 1024 },
    ])
    expect(await code({ description: 'a\0b' })).toEqual(['STREAM_DESCRIPTION_CHARACTER', null])
    expect(await code({ privacy: 'private_shared' })).toEqual(['STREAM_PRIVACY_REFUSED', { privacy: 'private' }])
    expect(await code({ privacy: 'web_public' })).toEqual(['STREAM_PRIVACY_REFUSED', { privacy: 'web_public' }])
    expect(await code({ userIds: [noor.id] })).toEqual(['STREAM_SUBSCRIBERS_REFUSED', null])
    expect(client.requests.filter(({ path }) => isSubscribing({ method: 'POST', path }))).toEqual([])
    expect(await code({ name: '😀'.repeat(60), description: '😀'.repeat(1024) })).toBe('ok')
  })

  it('reports a taken name that only the server knows, visible or not', async () => {
    const { server, noor, mei, create } = await setUp({
      account: 'mei',
      faultFor: ({ path }) => (path.endsWith('/events') ? { answerDelayMs: 20_000 } : undefined),
    })
    await addStream(server, noor, 'gardens')
    await addStream(server, noor, 'den', { invite_only: 'true' })
    expect(await create()).toMatchObject({ error: { code: 'STREAM_NAME_TAKEN', values: { isVisible: true } } })
    expect(await create({ name: 'Den' })).toMatchObject({
      error: { code: 'STREAM_NAME_TAKEN', values: { name: 'Den', isVisible: false } },
    })
    expect(await subscriptionsOf(server, mei)).toEqual(['general', 'design'])
  })

  it('stores hostile names unchanged, or refuses them with an error', async () => {
    const { row, create } = await setUp()
    for (const name of hostileNames) {
      const answer = await create({ name, description: name })
      if (answer.ok) expect(row(answer.value.streamId)?.name).toBe(name.trim())
      else expect(answer.error.code).toMatch(/^STREAM_|^TEXT$/)
    }
  }, 60_000)

  it('makes no duplicate after a lost answer: it looks the stream up, or repeats the call with the same id', async () => {
    let fault: FaultFor = () => undefined
    const { server, iris, create, client } = await setUp({ faultFor: (request) => fault(request) })
    fault = (request) => (isSubscribing(request) ? { after: 'broken' } : undefined)
    expect(await create({ name: 'first' })).toMatchObject({ ok: true })
    fault = (request) => {
      const asked = client.requests.filter(isSubscribing).length
      return isSubscribing(request) || (asked > 1 && request.path.endsWith('/get_stream_id'))
        ? { after: 'broken' }
        : undefined
    }
    const localId = crypto.randomUUID()
    expect(await create({ name: 'second', localId })).toEqual({
      ok: false,
      error: { code: 'STREAM_OUTCOME_UNKNOWN', values: { act: 'create' } },
    })
    fault = () => undefined
    await server.clock.advance(1_000)
    expect(await create({ name: 'other', localId: crypto.randomUUID() })).toMatchObject({ ok: true })
    const again = await create({ name: 'second', localId })
    // The event has come meanwhile, so the name is known as that of the stream that this call has made.
    expect(again).toMatchObject({ ok: true })
    expect((await subscriptionsOf(server, iris)).filter((name) => name === 'second')).toHaveLength(1)
  })
})

describe('the own settings of a stream', () => {
  it('have chosen and default values, change at once, also offline, and reach the server', async () => {
    let isDown = false
    const { client, server, iris, general } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const view = await client.openView<{ item: never; meta: StreamSettingsMeta }>({
      type: 'stream_settings',
      streamId: general,
    })
    expect(view.meta().stream).toMatchObject({
      name: 'general',
      isMuted: false,
      isPinned: false,
      notifications: {
        desktop_notifications: { chosen: null, usual: false },
        wildcard_mentions_notify: { chosen: null, usual: true },
      },
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await client.engine.call('streams.property', {
      streamId: general,
      change: { property: 'desktop_notifications', value: true },
    })
    await client.engine.call('streams.property', { streamId: general, change: { property: 'color', value: '#a1b2c3' } })
    const shown = () => view.meta().stream
    await server.clock.until('it is shown', () => shown()?.color === '#a1b2c3')
    expect(shown()?.notifications.desktop_notifications).toEqual({ chosen: true, usual: false })
    isDown = false
    client.engine.signal('resume')
    await server.clock.advance(20_000)
    const { subscriptions } = await server.call(iris, 'GET', '/users/me/subscriptions')
    expect(subscriptions).toContainEqual(
      expect.objectContaining({ stream_id: general, desktop_notifications: true, color: '#a1b2c3' }),
    )
  })

  it('are empty for a missing stream', async () => {
    const { client } = await setUp()
    const view = await client.openView<{ item: never; meta: StreamSettingsMeta }>({
      type: 'stream_settings',
      streamId: 987_654,
    })
    expect(view.meta()).toEqual({ stream: null })
  })
})
