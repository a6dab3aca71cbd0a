import { describe, expect, it } from 'vitest'
import type { FeedMeta } from '#contract/conversations.ts'
import type { MessageItem } from '#contract/messages.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'

async function setUp() {
  const { server, client, people } = await setupWorld({
    server: { database: temporaryDatabase() },
    database: temporaryDatabase(),
  })
  await server.clock.advance(5_000)
  const letTimePass = () => server.clock.advance(3_000)
  return { server, client, letTimePass, ...people }
}

/** Behaviour that only the recordings of a stock server revealed. */
describe('a client of a stock server', () => {
  it('keeps its topic policies despite the deprecated list of muted topics [O1]', async () => {
    const { server, client, letTimePass, iris, noor, general } = await setUp()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
    await server.setTopicPolicy(iris, { stream: general, topic: 'lunch' }, 3)
    await letTimePass()
    const navigation = await client.openNavigation()
    const lunch = () => navigation.items().find((item) => item.kind === 'topic' && item.topic === 'lunch')
    expect(lunch()).toMatchObject({ policy: 3 })
    server.event(iris, { type: 'muted_topics', muted_topics: [] })
    await letTimePass()
    expect(lunch()).toMatchObject({ policy: 3 })
  })

  it('sorts a direct conversation by its remaining newest message, and drops one without messages', async () => {
    const { server, client, letTimePass, iris, noor, mei } = await setUp()
    const send = (from: typeof noor, text: string) => server.post(from, { direct: [iris.id] }, text)
    const remove = (id: number) => server.call(iris, 'DELETE', `/messages/${id}`)
    await send(noor, 'first')
    const only = await send(mei, 'second')
    const newest = await send(noor, 'third')
    await letTimePass()
    const navigation = await client.openNavigation()
    const names = () =>
      navigation.items().flatMap((item) => (item.kind === 'direct' ? item.people.map((person) => person.name) : []))
    expect(names()).toEqual(['Noor', 'Mei'])
    await remove(newest)
    await letTimePass()
    expect(names()).toEqual(['Mei', 'Noor'])
    await remove(only)
    await letTimePass()
    expect(names()).toEqual(['Noor'])
  })

  it('removes a direct message that was deleted during an absence from every view [M9]', async () => {
    const { server, client, letTimePass, iris, noor } = await setUp()
    const send = (text: string) => server.post(noor, { direct: [iris.id] }, text)
    await send('stays')
    const gone = await send('goes')
    await send('stays too')
    await letTimePass()
    const view = await client.openView<{ item: MessageItem; meta: FeedMeta }>({
      type: 'feed',
      narrow: { kind: 'combined' },
      anchor: 'newest',
    })
    const texts = () => view.items().map((item) => (item.html ?? '').replaceAll(/<[^>]+>/g, ''))
    expect(texts()).toEqual(['stays', 'goes', 'stays too'])
    server.deleteMessage(gone)
    server.built.context.events.removeAll()
    client.engine.signal('resume')
    await server.clock.advance(20_000)
    expect(texts()).toEqual(['stays', 'stays too'])
  })
})
