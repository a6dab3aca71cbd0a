import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { VirtualClock } from '#support/virtual-clock.ts'
import { LaggingQueue } from '../simulation/lagging-queue.ts'
import type { MessageItem } from '#contract/messages.ts'
import { setupWorld } from '#support/setup-world.ts'
import { personName } from '#i18n/names.ts'

type Options = Pick<NonNullable<ConstructorParameters<typeof TestClient>[2]>, 'faultFor' | 'database' | 'through'>

async function setUp(options: Options & { clock?: VirtualClock } = {}) {
  const { server, people, start } = await setupWorld({
    server: options.clock === undefined ? {} : { clock: options.clock },
    engine: 'none',
  })
  const { noor, general } = people
  const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'soup?')
  const client = start(options)
  await client.online()
  const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
  await server.clock.until('the message is here', () => window.texts().join() === 'soup?')
  const reactions = () =>
    (window.items()[0] as MessageItem).reactions.map(
      (reaction) =>
        `${reaction.name} ${[...(reaction.isOwn ? ['You'] : []), ...reaction.people.map(personName)].join('+')}`,
    )
  const react = (code: string, isOn: boolean) =>
    client.engine.call('messages.react', { messageId: id, type: 'unicode_emoji', code, isOn })
  const vote = (account: typeof noor, op: 'POST' | 'DELETE', emoji_name: string) =>
    server.call(account, op, `/messages/${id}/reactions`, { emoji_name })
  const atServer = async () =>
    (
      (await server.call(noor, 'GET', `/messages/${id}`)).message as {
        reactions: { emoji_name: string; user_id: number }[]
      }
    ).reactions.map((reaction) => `${reaction.emoji_name} ${reaction.user_id}`)
  return { server, client, window, id, reactions, react, vote, atServer, ...people }
}

describe('reactions', () => {
  it('of others come and go, each once, under their names [M20]', async () => {
    const { server, reactions, vote, noor, mei, iris, id } = await setUp()
    await vote(noor, 'POST', 'heart')
    await vote(mei, 'POST', 'heart')
    await server.clock.until('both are there', () => reactions().join() === 'heart Noor+Mei')
    // The same reaction again, as after a crash.
    server.event(iris, {
      type: 'reaction',
      op: 'add',
      message_id: id,
      emoji_name: 'heart',
      emoji_code: '2764',
      reaction_type: 'unicode_emoji',
      user_id: mei.id,
    })
    await vote(noor, 'DELETE', 'heart')
    await server.clock.until('one is left', () => reactions().join() === 'heart Mei')
  })

  it('keep the user’s last choice while the queue delivers earlier events [M4]', async () => {
    const clock = new VirtualClock()
    const lag = new LaggingQueue(clock)
    const { server, reactions, react, vote, atServer, noor } = await setUp({
      clock,
      through: (request, ask) => lag.answer(request, ask),
    })
    lag.lagMs = 3_000
    await vote(noor, 'POST', 'heart')
    await server.clock.advance(2_500)
    await react('1f44d', true)
    // The event of the other user’s reaction arrives before the answer is applied.
    await server.clock.until('the other one is there', () => reactions().join().includes('heart'))
    lag.lagMs = 40_000
    await server.clock.advance(5_000)
    expect(reactions()).toEqual(['heart Noor', '+1 You'])
    await react('1f44d', false)
    await server.clock.advance(5_000)
    expect(reactions()).toEqual(['heart Noor'])
    await server.clock.advance(120_000)
    expect(await atServer()).toEqual([`heart ${noor.id}`])
    expect(reactions()).toEqual(['heart Noor'])
  })

  it('appear at once, and are sent on reconnection, also after a restart', async () => {
    const database = temporaryDatabase()
    let isDown = false
    const faultFor: FaultFor = () => (isDown ? { before: 'unreachable' } : undefined)
    const { server, client, reactions, react, atServer, iris, general } = await setUp({ faultFor, database })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    expect(await react('1f44d', true)).toMatchObject({ ok: true })
    await server.clock.until('it is shown', () => reactions().join() === '+1 You')
    expect(await atServer()).toEqual([])
    client.engine.close()
    isDown = false
    const again = new TestClient(server, iris, { database }).start()
    const window = await again.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    expect((window.items()[0] as MessageItem).reactions).toMatchObject([{ name: '+1', isOwn: true }])
    await again.online()
    await server.clock.advance(5_000)
    expect(await atServer()).toEqual([`+1 ${iris.id}`])
    expect((window.items()[0] as MessageItem).reactions).toMatchObject([{ name: '+1', isOwn: true, count: 1 }])
  })

  it('of the user’s own from another device count as success [M20]', async () => {
    const { server, client, reactions, react, vote, atServer, iris } = await setUp({
      faultFor: (request) => (request.path.endsWith('/reactions') ? { delayMs: 2_000 } : undefined),
    })
    await react('1f44d', true)
    await vote(iris, 'POST', '+1')
    await server.clock.advance(10_000)
    expect(reactions()).toEqual(['+1 You'])
    expect(await atServer()).toEqual([`+1 ${iris.id}`])
    expect(client.status?.unsent).toBe(0)
  })

  it('that are taken back while they are pending end with the user’s last choice', async () => {
    const { server, reactions, react, atServer } = await setUp({
      faultFor: (request) => (request.path.endsWith('/reactions') ? { answerDelayMs: 3_000 } : undefined),
    })
    await react('1f44d', true)
    await react('1f44d', false)
    await react('2764', true)
    await react('1f44d', true)
    await react('1f44d', false)
    await server.clock.advance(60_000)
    expect(reactions()).toEqual(['heart You'])
    expect((await atServer()).map((text) => text.split(' ')[0])).toEqual(['heart'])
  })

  it('are sent with the server’s name for the emoji, and refused without one', async () => {
    const { client, server, id, react, atServer, iris } = await setUp()
    expect(
      await client.engine.call('messages.react', { messageId: id, type: 'realm_emoji', code: '77', isOn: true }),
    ).toMatchObject({ error: { code: 'NO_EMOJI' } })
    expect(await react('abcdef', true)).toMatchObject({ error: { code: 'NO_EMOJI' } })
    await react('1f389', true)
    await server.clock.advance(3_000)
    expect(await atServer()).toEqual([`tada ${iris.id}`])
    expect(await client.engine.call('emoji.choice', {})).toMatchObject({
      value: { frequent: [{ type: 'unicode_emoji', code: '1f389' }] },
    })
  })
})
