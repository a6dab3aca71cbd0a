import { describe, expect, it } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import { personName } from '#i18n/names.ts'
import { askedLevel } from '#support/asked-forms.ts'
import { TestClient } from '#support/test-client.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

const isTelling = ({ path }: { path: string }) => path.endsWith('/typing')

async function setUp(options: WorldOptions = {}) {
  const here = await setupWorld(options)
  const { client, server, general, noor } = here
  const soup: Narrow = { kind: 'topic', streamId: general, topic: 'soup' }
  const view = await client.openConversation(soup)
  const typing = () =>
    (view.meta() as { typing: readonly { id: number; name: string | null }[] }).typing.map(personName)
  const reports = () =>
    client.requests.filter(isTelling).map(({ form }) => `${form['op']} ${form['topic'] ?? form['to']}`)
  const type = (narrow: Narrow = soup, isTyping = true) => client.engine.call('writing.typing', { narrow, isTyping })
  const named = askedLevel() < 215 ? { to: [general] } : { stream_id: general }
  const notes = (who: typeof noor, op: 'start' | 'stop', topic = 'soup') =>
    server.ok(who, 'POST', '/typing', { op, type: 'stream', ...named, topic })
  return { ...here, soup, view, typing, reports, type, notes }
}

describe('the typing notice of others [O5]', () => {
  it('appears in its conversation only, until it ends, a message comes, or it expires', async () => {
    const { server, noor, mei, typing, notes, general } = await setUp()
    await notes(noor, 'start')
    await notes(mei, 'start', 'bread')
    await server.clock.until('typing is shown', () => typing().join() === 'Noor')
    await notes(mei, 'start')
    await server.clock.until('both are', () => typing().join() === 'Noor,Mei')
    await notes(noor, 'stop')
    await server.clock.until('one has stopped', () => typing().join() === 'Mei')
    await server.post(mei, { stream: general, topic: 'soup' }, 'Here it is')
    await server.clock.until('it is sent', () => typing().length === 0)
    await notes(noor, 'start')
    await server.clock.until('typing is shown again', () => typing().join() === 'Noor')
    // Nothing more comes of it.
    await server.clock.advance(50_000)
    expect(typing()).toEqual([])
  })

  it('is hidden for muted people', async () => {
    const { server, client, noor, typing, notes } = await setUp()
    await client.engine.call('people.mute', { userId: noor.id, isMuted: true })
    await notes(noor, 'start')
    await server.clock.advance(2_000)
    expect(typing()).toEqual([])
  })
})

it('the typing of others is hidden where the account does not want it', async () => {
  const { server, client, noor, typing, notes } = await setUp({ settings: { featureLevel: 371 } })
  await notes(noor, 'start')
  await server.clock.until('typing is shown', () => typing().length === 1)
  await client.engine.call('account.changeSetting', { property: 'receives_typing_notifications', value: false })
  await server.clock.until('it is hidden', () => typing().length === 0)
})

it('the own typing in a direct conversation is not sent with send_private_typing_notifications off', async () => {
  const { server, reports, type, noor } = await setUp({
    before: (made, { iris }) => made.ok(iris, 'PATCH', '/settings', { send_private_typing_notifications: false }),
  })
  await type({ kind: 'direct', userIds: [noor.id] })
  await type()
  await server.clock.advance(500)
  expect(reports()).toEqual(['start soup'])
})

describe('the user’s own typing notice', () => {
  it.each([155, 170, 237, 500] as const)(
    'is visible to others at level %i, in a topic and in a direct conversation [O5]',
    async (featureLevel) => {
      const { server, type, noor, iris, soup } = await setUp({ settings: { featureLevel } })
      const other = new TestClient(server, noor, {}).start()
      await other.online()
      const direct: Narrow = { kind: 'direct', userIds: [iris.id] }
      const [inTopic, inDirect] = [await other.openConversation(soup), await other.openConversation(direct)]
      const typingIn = (view: typeof inTopic) =>
        (view.meta() as { typing: readonly { id: number }[] }).typing.map(({ id }) => id)
      await type()
      await server.clock.until('it is seen in the topic', () => typingIn(inTopic).join() === String(iris.id))
      expect(typingIn(inDirect)).toEqual([])
      await type({ kind: 'direct', userIds: [noor.id] })
      await server.clock.until(
        'it is seen in the direct conversation',
        () => typingIn(inDirect).join() === String(iris.id),
      )
      await server.clock.until('it has ended in the topic', () => typingIn(inTopic).length === 0)
    },
  )

  it('is sent at the first key, again during typing, and stopped after a pause', async () => {
    const { server, reports, type } = await setUp()
    for (let second = 0; second < 62; second += 1) {
      await type()
      await server.clock.advance(1_000)
    }
    expect(reports()).toEqual(['start soup', 'start soup', 'start soup'])
    await server.clock.advance(13_000)
    expect(reports().at(-1)).toBe('stop soup')
    await server.clock.advance(60_000)
    expect(reports()).toHaveLength(4)
  })

  it('is stopped by the message and in another conversation, and not sent for streams without a topic and notes to oneself', async () => {
    const { server, reports, type, noor, iris, general, soup } = await setUp()
    await type()
    await type(soup, false)
    await type()
    await type({ kind: 'direct', userIds: [noor.id] })
    await server.clock.advance(500)
    expect(reports()).toEqual(['start soup', 'stop soup', 'start soup', 'stop soup', `start [${noor.id}]`])
    await type({ kind: 'stream', streamId: general })
    await type({ kind: 'direct', userIds: [iris.id] })
    await server.clock.advance(30_000)
    expect(reports().slice(5)).toEqual([`stop [${noor.id}]`])
  })

  it('follows the settings of the account, and is never sent offline', async () => {
    let isDown = false
    const { server, client, reports, type, noor } = await setUp({
      before: (made, { iris }) => made.ok(iris, 'PATCH', '/settings', { send_stream_typing_notifications: false }),
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await type()
    expect(reports()).toEqual([])
    await type({ kind: 'direct', userIds: [noor.id] })
    await server.clock.advance(500)
    expect(reports()).toEqual([`start [${noor.id}]`])
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    const before = reports().length
    await type({ kind: 'direct', userIds: [noor.id] }, false)
    await type({ kind: 'direct', userIds: [noor.id] })
    await server.clock.advance(1_000)
    expect(reports()).toHaveLength(before)
  })
})
