import { describe, expect, it } from 'vitest'
import type { SearchItem, SearchMeta } from '#contract/search.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'

/** A server with a long stream, a short one and one without the user, and a client that has the newest messages. */
async function world() {
  const { server, people } = await setupWorld({ engine: 'none' })
  const { iris, noor, general, design, extra } = people
  await server.post(noor, { stream: general, topic: 'log' }, 'm0')
  server.built.context.sql('UPDATE message SET timestamp = timestamp - ?', [1_000 * 86_400])
  server.fill({ stream: general, topic: 'log' }, { from: noor, to: iris, count: 1_000, everySeconds: 86_400 })
  await server.post(noor, { stream: design, topic: 'log' }, 'a short story')
  await server.post(noor, { direct: [iris.id] }, 'hello')
  await server.call(noor, 'POST', '/users/me/subscriptions', { subscriptions: '[{"name":"extra"}]' })
  await server.post(noor, { stream: extra, topic: 'log' }, 'elsewhere')
  const client = new TestClient(server, iris, { database: temporaryDatabase() }).start()
  await client.online()
  await server.clock.advance(20_000)
  const search = async (query: string) => {
    const view = await client.openView<{ item: SearchItem; meta: SearchMeta }>({ type: 'search', query })
    await server.clock.advance(1_000)
    return view
  }
  return { server, client, search, ...people }
}

describe('how far back a search reaches on this computer', () => {
  it('is told of the stream, the direct messages or everything that is searched', async () => {
    const { server, client, search, general } = await world()
    const inGeneral = await search('m1 stream:general')
    expect(inGeneral.meta().coverage).toMatchObject({
      kind: 'place',
      streamName: 'general',
      isLive: true,
      reach: { kind: 'since' },
    })
    expect((await search('stream:design')).meta().coverage).toMatchObject({
      streamName: 'design',
      reach: { kind: 'everything' },
    })
    for (const query of ['hello is:dm', 'dm:noor', 'with:noor hello']) {
      const { coverage } = (await search(query)).meta()
      expect([query, coverage]).toEqual([
        query,
        { kind: 'place', streamName: null, isLive: true, reach: { kind: 'everything' } },
      ])
    }
    const everywhere = await search('hello')
    expect(everywhere.meta().coverage).toMatchObject({ kind: 'everything', total: 3, whole: 2, missing: 0 })
    // A stream that is not searched does not count.
    expect((await search('hello -stream:general')).meta().coverage).toMatchObject({ kind: 'everything' })
    expect((await search('stream:nothing-like-it')).meta().coverage).toBeNull()

    // It follows a download.
    const scope = { kind: 'stream', streamId: general } as const
    await client.engine.call('storage.fetch', { scope })
    await server.clock.advance(20_000)
    expect(inGeneral.meta().coverage).toMatchObject({ reach: { kind: 'everything' } })
    expect(everywhere.meta().coverage).toMatchObject({ total: 3, whole: 3, since: null })
  })

  it('is told while the server cannot be reached, and of a stream without a subscription', async () => {
    const { server, search } = await world()
    expect((await search('stream:extra')).meta().coverage).toMatchObject({ streamName: 'extra', isLive: false })
    await server.stop()
    await server.clock.advance(60_000)
    const offline = (await search('hello')).meta()
    expect(offline).toMatchObject({ server: 'unreachable', coverage: { kind: 'everything', total: 3, whole: 2 } })
  })
})
