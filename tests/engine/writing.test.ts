import { describe, expect, it } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

const isAsking = ({ path }: { path: string }) => /\/users\/\d+\/subscriptions\/\d+$/.test(path)

async function setUp(options: WorldOptions = {}) {
  let isDown = false
  const here = await setupWorld({ ...options, faultFor: () => (isDown ? { before: 'unreachable' } : undefined) })
  const { client, server, general } = here
  /** Awaits a call of the server: the clock runs until it is answered. */
  const done = async <T>(call: Promise<T>): Promise<T> => {
    let answer: { readonly value: T } | undefined
    void call.then((value) => (answer = { value }))
    await server.clock.until('the call is answered', () => answer !== undefined, 60_000)
    if (answer === undefined) throw new Error('no answer')
    return answer.value
  }
  const soup: Narrow = { kind: 'topic', streamId: general, topic: 'soup' }
  const warnings = async (content: string, narrow: Narrow = soup) => {
    const result = await done(client.engine.call('writing.warnings', { narrow, content }))
    if (!result.ok) throw new Error(result.error.code)
    return result.value
  }
  const offline = async () => {
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
  }
  const leaves = (who: typeof here.noor) =>
    server.ok(who, 'DELETE', '/users/me/subscriptions', { subscriptions: ['general'] })
  return { ...here, done, warnings, offline, leaves }
}

describe('the warnings before sending', () => {
  it('name mentioned people who are not subscribed, by name and by id, but no mentions in code', async () => {
    const { warnings, leaves, noor } = await setUp()
    await leaves(noor)
    expect((await warnings('@**Noor** and @**Mei**, see')).notReading).toMatchObject([{ id: noor.id, name: 'Noor' }])
    expect((await warnings(`@**whatever|${noor.id}** @**Noor**`)).notReading).toMatchObject([{ id: noor.id }])
    const none = ['@_**Noor**', '`@**Noor**`', '```\n@**Noor**\n```', '@**Iris**', '@**Nobody** @**x|99999999999**', '']
    for (const content of none) expect((await warnings(content)).notReading).toEqual([])
    const direct: Narrow = { kind: 'direct', userIds: [noor.id] }
    expect((await warnings('@**Noor**', direct)).notReading).toEqual([])
  })

  it('ask about a person once in a while, and never offline', async () => {
    const { warnings, client, leaves, noor, server, offline } = await setUp()
    await leaves(noor)
    for (let round = 0; round < 5; round += 1) await warnings(`@**Noor** ${round}`)
    expect(client.requests.filter(isAsking)).toHaveLength(1)
    await server.clock.advance(61_000)
    await warnings('@**Noor**')
    expect(client.requests.filter(isAsking)).toHaveLength(2)
    await offline()
    await server.clock.advance(61_000)
    expect((await warnings('@**Noor** @**Mei**')).notReading).toEqual([])
    expect(client.requests.filter(isAsking)).toHaveLength(2)
  })

  it('look up twenty of a thousand mentioned people', async () => {
    const { warnings, client } = await setUp({
      before: ({ built: { context } }) => {
        context.write(() => {
          for (let index = 0; index < 1000; index += 1) {
            const person = { deliveryEmail: `p${index}@many.example`, fullName: `Person ${index}` }
            const rest = { role: 400, apiKey: `key ${index}`, dateJoined: 1 }
            context.tables.users.add({ ...person, ...rest }, 'test.example')
          }
        })
      },
    })
    const content = Array.from({ length: 1000 }, (_, index) => `@**Person ${index}**`).join(' ')
    expect((await warnings(content)).notReading).toHaveLength(20)
    expect(client.requests.filter(isAsking)).toHaveLength(20)
  })

  it('report the reach of a wildcard mention beyond fifteen people, also in a direct conversation', async () => {
    const { warnings } = await setUp()
    const crowd = (count: number): Narrow => ({
      kind: 'direct',
      userIds: Array.from({ length: count }, (_, id) => id + 100),
    })
    expect((await warnings('@**all**', crowd(14))).many).toBeNull()
    expect((await warnings('@**all**', crowd(15))).many).toEqual({ wildcard: 'all', reach: 16 })
    expect((await warnings('@**channel** look')).many).toEqual({ wildcard: 'stream', reach: null })
    expect((await warnings('@_**all** `@**all**` @**allen**', crowd(40))).many).toBeNull()
  })

  it('are found quickly in a text of hostile marks', async () => {
    const { warnings } = await setUp()
    for (const marks of ['`'.repeat(9_000), '`a``a'.repeat(1_800), '\n```'.repeat(2_200), '@**'.repeat(3_000)]) {
      expect((await warnings(`${marks} @**Nobody**`)).notReading).toEqual([])
    }
  })
})

describe('people whom the composer adds to a stream', () => {
  it('are subscribed once, and offline nothing changes', async () => {
    const { warnings, client, done, leaves, noor, general, offline } = await setUp()
    await leaves(noor)
    expect(await warnings('@**Noor**')).toMatchObject({ canAdd: true, notReading: [{ id: noor.id }] })
    const add = () => done(client.engine.call('writing.addReaders', { streamId: general, userIds: [noor.id] }))
    expect(await add()).toEqual({ ok: true, value: null })
    expect((await warnings('@**Noor**')).notReading).toEqual([])
    expect(await add()).toEqual({ ok: true, value: null })
    await offline()
    expect(await add()).toEqual({ ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'add' } } })
  })

  it('are refused if the account may not add them', async () => {
    const { warnings, client, done, leaves, noor, general } = await setUp({
      account: 'mei',
      before: (server, { iris }) => server.ok(iris, 'PATCH', '/realm', { invite_to_stream_policy: 2 }),
    })
    await leaves(noor)
    expect(await warnings('@**Noor**')).toMatchObject({ canAdd: false })
    const result = await done(client.engine.call('writing.addReaders', { streamId: general, userIds: [noor.id] }))
    expect(result.ok).toBe(false)
  })
})

describe('a preview', () => {
  it('is the server’s rendering of a text, sanitized, and needs the server', async () => {
    const { client, done, offline } = await setUp()
    const preview = (content: string) => done(client.engine.call('writing.preview', { content }))
    const shown = await preview('**bold** <img src=x onerror=alert(1)>')
    expect(shown.ok && shown.value.html).toContain('<strong>bold</strong>')
    expect(shown.ok && shown.value.html).not.toContain('<img')
    expect(await preview('x'.repeat(10_001))).toMatchObject({ ok: false, error: { code: 'MESSAGE_TOO_LONG' } })
    await offline()
    expect(await preview('**bold**')).toEqual({ ok: false, error: { code: 'OFFLINE', values: { wanted: 'preview' } } })
  })
})
