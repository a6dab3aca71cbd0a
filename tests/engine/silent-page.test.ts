import { beforeEach, describe, expect, it } from 'vitest'
import type { TestClient } from '#support/test-client.ts'
import type { TestServer } from '#support/test-server.ts'
import { testWindow } from '#support/test-window.ts'
import { setupWorld, type People } from '#support/setup-world.ts'

describe('a page', () => {
  let server: TestServer
  let people: People
  let client: TestClient

  beforeEach(async () => {
    ;({ server, people, client } = await setupWorld())
  })

  const post = (text: string) => server.post(people.noor, { stream: people.general, topic: 'x' }, text)

  async function opened() {
    await post('first')
    const conversation = await client.openConversation({ kind: 'topic', streamId: people.general, topic: 'x' })
    const navigation = await client.openNavigation()
    await server.clock.until('it is shown', () => conversation.texts().includes('first'))
    await server.clock.advance(1000)
    return { conversation, navigation }
  }

  it('that lost a batch gets every view as a whole five seconds later, and is up to date from then on', async () => {
    const { conversation, navigation } = await opened()
    client.isDeaf = true
    await post('second')
    await server.clock.advance(1000)
    client.isDeaf = false
    await post('third')
    await server.clock.advance(3000)
    // It may still process the last batch.
    await client.engine.call('emoji.choice', {}, testWindow)
    await server.clock.advance(100)
    expect(conversation.texts()).toEqual(['first'])
    await server.clock.advance(2000)
    expect(conversation.texts()).toEqual(['first', 'second', 'third'])
    expect(navigation.meta().unread).toBe(3)
    await post('fourth')
    await server.clock.advance(1000)
    expect(conversation.texts()).toEqual(['first', 'second', 'third', 'fourth'])
    expect(client.lastBatch?.updates.every(({ ops }) => ops.every(({ op }) => op !== 'reset'))).toBe(true)
  })

  it('that also loses the repeated views is up to date with its next call', async () => {
    const { conversation, navigation } = await opened()
    client.isDeaf = true
    await post('second')
    await server.clock.advance(20_000)
    client.isDeaf = false
    await post('third')
    await server.clock.advance(20_000)
    expect(conversation.texts()).toEqual(['first'])
    await client.engine.call('emoji.choice', {}, testWindow)
    await server.clock.advance(100)
    expect(conversation.texts()).toEqual(['first', 'second', 'third'])
    expect(navigation.meta().unread).toBe(3)
  })

  it('that lost a batch gets the views when it is focused, too', async () => {
    const { conversation } = await opened()
    client.isDeaf = true
    await post('second')
    await server.clock.advance(20_000)
    client.isDeaf = false
    client.engine.signal('focused')
    await server.clock.advance(100)
    expect(conversation.texts()).toEqual(['first', 'second'])
  })

  it('that lost a batch costs one more batch while it is silent, and one afterwards', async () => {
    const { conversation } = await opened()
    client.isDeaf = true
    await post('lost')
    await server.clock.advance(1000)
    const { batches } = client
    for (let count = 0; count < 200; count += 1) await post(`m${count}`)
    await server.clock.advance(60_000)
    expect(client.batches).toBe(batches + 1)
    client.isDeaf = false
    await client.engine.call('emoji.choice', {}, testWindow)
    await server.clock.until('it is shown', () => conversation.texts().includes('m199'))
    expect(client.batches).toBe(batches + 2)
    expect(conversation.texts()).toHaveLength(202)
  })

  it('that only acknowledges late has lost nothing, and gets the difference', async () => {
    const { conversation } = await opened()
    client.isDeaf = true
    await post('second')
    await server.clock.until('the batch is out', () => client.lastBatch?.updates.length === 2)
    const held = client.lastBatch!
    await post('third')
    await server.clock.advance(4000)
    client.isDeaf = false
    client.receive(held)
    await server.clock.advance(100)
    expect(conversation.texts()).toEqual(['first', 'second', 'third'])
    expect(client.lastBatch?.updates.flatMap(({ ops }) => ops.map(({ op }) => op))).not.toContain('reset')
  })

  it('that resumes after a minute and processes all batches is up to date', async () => {
    const { conversation } = await opened()
    client.isDeaf = true
    await post('second')
    await server.clock.until('the batch is out', () => client.lastBatch?.updates.length === 2)
    const held = client.lastBatch!
    await post('third')
    await server.clock.advance(60_000)
    const whole = client.lastBatch!
    expect(whole.batch).toBe(held.batch + 1)
    client.isDeaf = false
    client.receive(held)
    client.receive(whole)
    await server.clock.advance(100)
    expect(conversation.texts()).toEqual(['first', 'second', 'third'])
    await post('fourth')
    await server.clock.advance(1000)
    expect(conversation.texts()).toEqual(['first', 'second', 'third', 'fourth'])
  })
})
