import { describe, expect, it } from 'vitest'
import { personName } from '#i18n/names.ts'
import { setupWorld } from '#support/setup-world.ts'

async function setUp() {
  const here = await setupWorld()
  const { server, client, noor, mei, general } = here
  const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'soup?')
  const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
  await server.clock.until('the message is here', () => window.texts().join() === 'soup?')
  const who = async () => {
    const result = await client.engine.call('reactions.who', { messageId: id })
    if (!result.ok) throw new Error(result.error.code)
    return result.value.map(
      ({ emoji, count, people }) => `${emoji.name} ${count}: ${people.map(personName).join(', ')}`,
    )
  }
  const frequent = async (count = 3) => {
    const result = await client.engine.call('reactions.frequent', { count })
    return result.ok ? result.value.map(({ name }) => name) : []
  }
  const vote = (account: typeof noor, emoji_name: string) =>
    server.call(account, 'POST', `/messages/${id}/reactions`, { emoji_name })
  return { ...here, id, who, frequent, vote, mei }
}

describe('the list of reactors', () => {
  it('is grouped by emoji with the user first, also while the own reaction is pending', async () => {
    const { client, server, noor, mei, id, who, vote } = await setUp()
    expect(await who()).toEqual([])
    await vote(noor, 'tada')
    await vote(mei, 'tada')
    await vote(mei, 'eyes')
    await server.clock.advance(2_000)
    void client.engine.call('messages.react', { messageId: id, type: 'unicode_emoji', code: '1f389', isOn: true })
    expect(await who()).toEqual(['tada 3: Iris, Noor, Mei', 'eyes 1: Mei'])
    await server.clock.advance(5_000)
    expect(await who()).toEqual(['tada 3: Iris, Noor, Mei', 'eyes 1: Mei'])
    const none = await client.engine.call('reactions.who', { messageId: 987_654 })
    expect(none).toEqual({ ok: true, value: [] })
  })

  it('names two thousand people of a message, and counts the others', async () => {
    let message = 0
    const { client, server, general } = await setupWorld({
      before: async (made, { noor, general: streamId }) => {
        message = await made.post(noor, { stream: streamId, topic: 'crowd' }, 'who comes?')
        const { context } = made.built
        context.write(() => {
          for (let index = 0; index < 2_500; index += 1) {
            const person = { deliveryEmail: `p${index}@many.example`, fullName: `Person ${index}` }
            const rest = { role: 400, apiKey: `key ${index}`, dateJoined: 1 }
            const user_id = context.tables.users.add({ ...person, ...rest }, 'test.example')
            const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const
            context.tables.reactions.add({ message_id: message, user_id, ...emoji })
          }
        })
      },
    })
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'crowd' })
    await server.clock.until('the message is here', () => window.texts().join() === 'who comes?')
    const result = await client.engine.call('reactions.who', { messageId: message })
    expect(result.ok && result.value.map(({ count, people }) => [count, people.length])).toEqual([[2_500, 2_000]])
  })
})

describe('the emoji in a message’s action bar', () => {
  it('are common ones at first, then the user’s frequent ones, and only those that the server accepts', async () => {
    const { client, server, id, frequent } = await setUp()
    expect(await frequent()).toEqual(['+1', 'heart', 'joy'])
    for (let round = 0; round < 2; round += 1) {
      for (const isOn of [true, false]) {
        await client.engine.call('messages.react', { messageId: id, type: 'unicode_emoji', code: '1f419', isOn })
        await server.clock.advance(3_000)
      }
    }
    expect(await frequent()).toEqual(['octopus', '+1', 'heart'])
    expect(await frequent(6)).toHaveLength(6)
  })
})
