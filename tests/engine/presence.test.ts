import { describe, expect, it } from 'vitest'
import { TestClient } from '#support/test-client.ts'
import { setupWorld } from '#support/setup-world.ts'

async function setUp() {
  const here = await setupWorld()
  const { client, server } = here
  const reports = () =>
    client.requests.filter(({ path }) => path.endsWith('/presence')).map(({ form }) => form['status'])
  const last = () => reports().at(-1)
  await server.clock.until('presence was reported', () => reports().length > 0)
  return { ...here, reports, last }
}

describe('the user’s presence for others', () => {
  it('is idle until the program reports the user as present', async () => {
    const { last } = await setUp()
    expect(last()).toBe('idle')
  })

  it('is active while the user works in another program', async () => {
    const { client, server, last, reports } = await setUp()
    client.engine.signal('present')
    client.engine.signal('focused')
    await server.clock.until('it is reported', () => last() === 'active')
    client.engine.signal('blurred')
    const before = reports().length
    await server.clock.until('it is reported again', () => reports().length > before, 120_000)
    expect(last()).toBe('active')
  })

  it('is idle as soon as the user has left, and stays idle in each report', async () => {
    const { client, server, last, reports } = await setUp()
    client.engine.signal('present')
    await server.clock.until('it is reported', () => last() === 'active')
    client.engine.signal('absent')
    await server.clock.until('the absence is reported', () => last() === 'idle', 10_000)
    const before = reports().length
    await server.clock.advance(600_000)
    expect(reports().length).toBeGreaterThan(before + 5)
    expect(new Set(reports().slice(before))).toEqual(new Set(['idle']))
  })

  it('becomes offline for others after the user has left a focused window', async () => {
    const { client, server, noor, iris } = await setUp()
    client.engine.signal('present')
    client.engine.signal('focused')
    const stateOfIris = async () => {
      const answer = await server.ok(noor, 'GET', `/users/${iris.id}/presence`, {})
      return (answer as { presence: { aggregated: { status: string } } }).presence.aggregated.status
    }
    await server.clock.advance(10_000)
    expect(await stateOfIris()).toBe('active')
    client.engine.signal('absent')
    await server.clock.advance(400_000)
    expect(await stateOfIris()).not.toBe('active')
  })

  it('is never active for an account with presence turned off, and returns with the setting', async () => {
    const { client, server, iris, last, reports } = await setUp()
    await server.ok(iris, 'PATCH', '/settings', { presence_enabled: 'false' })
    await server.clock.advance(6_000)
    const before = reports().length
    client.engine.signal('present')
    await server.clock.advance(200_000)
    expect(reports().length).toBeGreaterThan(before)
    expect(new Set(reports().slice(before))).toEqual(new Set(['idle']))
    await server.ok(iris, 'PATCH', '/settings', { presence_enabled: 'true' })
    await server.clock.until('it is reported', () => last() === 'active', 130_000)
  })

  it('follows the settings of each account', async () => {
    const { client, server, noor, last } = await setUp()
    const other = new TestClient(server, noor, {}).start()
    await other.online()
    await server.ok(noor, 'PATCH', '/settings', { presence_enabled: 'false' })
    await server.clock.advance(6_000)
    for (const { engine } of [client, other]) engine.signal('present')
    await server.clock.advance(130_000)
    expect(last()).toBe('active')
    const ofOther = other.requests.filter(({ path }) => path.endsWith('/presence')).map(({ form }) => form['status'])
    expect(ofOther).not.toContain('active')
    other.engine.close()
  })
})

describe('an absent user', () => {
  it('is notified of messages in the conversation on screen, which count as unread', async () => {
    const { client, server, noor, iris } = await setUp()
    await client.openConversation({ kind: 'direct', userIds: [noor.id] }, 'newest')
    client.engine.signal('present')
    client.engine.signal('focused')
    await server.post(noor, { direct: [iris.id] }, 'seen')
    await server.clock.advance(2_000)
    expect(client.notifications).toHaveLength(0)
    client.engine.signal('absent')
    await server.post(noor, { direct: [iris.id] }, 'not seen')
    await server.clock.until('it is announced', () => client.notifications.length === 1)
    expect(client.status?.mentions).toBe(2)
    client.engine.signal('present')
    client.engine.signal('focused')
    await server.post(noor, { direct: [iris.id] }, 'seen again')
    await server.clock.advance(2_000)
    expect(client.notifications).toHaveLength(1)
    client.engine.close()
  })

  it('does not appear as typing any more', async () => {
    const { client, server, general } = await setUp()
    const narrow = { kind: 'topic', streamId: general, topic: 'soup' } as const
    const reported = () => client.requests.filter(({ path }) => path.endsWith('/typing')).map(({ form }) => form['op'])
    client.engine.signal('present')
    await client.engine.call('writing.typing', { narrow, isTyping: true })
    client.engine.signal('absent')
    expect(reported()).toEqual(['start', 'stop'])
    await server.clock.advance(1_000)
  })
})
