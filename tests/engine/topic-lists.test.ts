import { describe, expect, it } from 'vitest'
import type { NavigationItem, NavigationMeta, TopicItem } from '#contract/navigation.ts'
import type { TopicsMeta } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { askedLevel } from '#support/asked-forms.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import type { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'

const step = clientLimits.listStep.most

/** A stream with old topics, which a client without the server’s lists does not know, since it gets no messages. */
async function world(
  old: number,
  { faultFor = () => undefined, ageDays = 0 }: { faultFor?: FaultFor; ageDays?: number } = {},
) {
  const { server, iris, noor, general, start } = await setupWorld({ engine: 'none' })
  const post = (topic: string) => server.post(noor, { stream: general, topic }, `about ${topic}`)
  const ids: number[] = []
  for (let index = 0; index < old; index += 1) ids.push(await post(`old ${index}`))
  await server.call(iris, 'POST', '/mark_all_as_read')
  server.built.context.sql('UPDATE message SET timestamp = timestamp - ?', [ageDays * 86_400])
  const database = temporaryDatabase()
  const sign = () =>
    start({
      database,
      faultFor: (request) => (request.path.endsWith('/messages') ? { status: 500 } : faultFor(request)),
    })
  const client = sign()
  await client.online()
  const open = (of: TestClient) =>
    of.openView<{ item: TopicItem; meta: TopicsMeta }>({ type: 'topics', streamId: general })
  const entry = async (of: TestClient) => {
    const navigation = await of.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
    return () => navigation.items().find((item) => item.kind === 'stream' && item.streamId === general)
  }
  return { server, client, general, post, ids, sign, open, entry }
}

describe('the topics of a stream', () => {
  it('are known as complete or not once their list is open', async () => {
    const { server, client, general, open, entry, post } = await world(3)
    const shown = await entry(client)
    const topics = await open(client)
    await server.clock.until('the list is here', () => topics.meta().list === 'stored')
    expect(shown()).toMatchObject({ streamId: general, hasMoreTopics: false })
    for (const name of ['a', 'b', 'c', 'd']) await post(name)
    await server.clock.until('they are here', () => topics.items().length === 7)
    expect(shown()).toMatchObject({ hasMoreTopics: true })
  })

  it('come from the server in steps when they are opened, without any of their messages', async () => {
    const { server, client, open, entry } = await world(step + 30)
    const shown = await entry(client)
    expect(shown()).toMatchObject({ hasMoreTopics: false })
    const topics = await open(client)
    expect([topics.items(), topics.meta()]).toEqual([[], { list: 'awaited', hasMore: false }])
    await server.clock.until('the list is here', () => topics.meta().list === 'stored')
    expect([topics.items().length, topics.meta().hasMore]).toEqual([step, true])
    expect(topics.items()[0]?.name).toBe(`old ${step + 29}`)
    await client.engine.call('views.more', { viewId: topics.viewId, direction: 'older' }, testWindow)
    await server.clock.until('all are shown', () => topics.items().length === step + 30)
    expect(topics.meta().hasMore).toBe(false)
    expect(shown()).toMatchObject({ hasMoreTopics: true })
    const found = await client.findNarrows('old 7')
    expect(found.some((place) => place.kind === 'topic' && place.topic === 'old 7')).toBe(true)
  })

  it('are stored, and available offline', async () => {
    const { server, client, sign, open } = await world(8)
    const topics = await open(client)
    await server.clock.until('the list is here', () => topics.meta().list === 'stored')
    client.engine.close()
    await server.stop()
    const again = sign()
    const kept = await open(again)
    expect(kept.items().map(({ name }) => name)).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map((index) => `old ${index}`))
    expect(kept.meta()).toEqual({ list: 'awaited', hasMore: false })
  })

  it('that the server no longer has are removed by the next list, but new topics stay', async () => {
    const { server, client, ids, general, post, sign, open } = await world(4)
    const topics = await open(client)
    await server.clock.until('the list is here', () => topics.items().length === 4)
    client.engine.close()
    server.deleteMessage(ids[2] ?? 0)
    const again = sign()
    const kept = await open(again)
    await again.online()
    await post('new')
    await server.clock.until('the list is here', () => kept.meta().list === 'stored')
    await server.clock.until('what is new is here', () => kept.items().some(({ name }) => name === 'new'))
    expect(kept.items().map(({ name }) => name)).toEqual(['new', 'old 3', 'old 1', 'old 0'])
    expect(kept.items().every(({ streamId }) => streamId === general)).toBe(true)
  })

  it('do not make a stream active if they are old', async () => {
    const { server, client, open, entry } = await world(3, { ageDays: 40 })
    const shown = await entry(client)
    const topics = await open(client)
    await server.clock.until('the list is here', () => topics.meta().list === 'stored')
    expect(topics.items()).toHaveLength(3)
    // From level 323 on, the server reports which streams are active; its period is half a year.
    expect(shown()).toMatchObject({ folder: askedLevel() < 323 ? 'inactive' : 'active' })
    await client.engine.call('account.changeSetting', { property: 'demote_inactive_streams', value: 3 })
    await server.clock.until('it is among the others', () => {
      const stream = shown()
      return stream?.kind === 'stream' && stream.folder === 'active'
    })
  })

  it('are requested three times on failure, and again when they are opened again', async () => {
    let status: number | undefined = 500
    const { server, client, open } = await world(2, {
      faultFor: ({ path }) => (path.endsWith('/topics') && status !== undefined ? { status } : undefined),
    })
    const asked = () => client.requests.filter(({ path }) => path.endsWith('/topics')).length
    const topics = await open(client)
    await server.clock.until('it was given up', () => topics.meta().list === 'failed')
    expect(asked()).toBe(3)
    await server.clock.advance(200_000)
    expect(asked()).toBe(3)
    status = undefined
    const again = await open(client)
    await server.clock.until('the list is here', () => again.meta().list === 'stored')
    expect([topics.meta().list, topics.items().length]).toEqual(['stored', 2])
  })
})
