import { describe, expect, it } from 'vitest'
import type { FeedMeta, FeedNarrow } from '#contract/conversations.ts'
import type { ConversationItem } from '#contract/messages.ts'
import type { TestServer } from '#support/test-server.ts'
import { setupWorld } from '#support/setup-world.ts'
import { testWindow } from '#support/test-window.ts'

async function setUp(before: (server: TestServer, people: ReturnType<TestServer['seed']>) => Promise<unknown>) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  await before(server, people)
  const state = { isAlone: false, isCut: false }
  const client = start({
    faultFor: ({ path, priority }) => {
      if (state.isAlone && priority === 'background') return { before: 'unreachable' }
      return state.isCut && /\/messages(\/\d+)?$/.test(path) ? { before: 'unreachable' } : undefined
    },
  })
  await client.online()
  await server.clock.advance(5_000)
  const open = async (narrow: FeedNarrow) => {
    const view = await client.openView<{ item: ConversationItem; meta: FeedMeta }>({
      type: 'feed',
      narrow,
      anchor: 'newest',
    })
    const texts = () =>
      view.items().map((item) => (item.kind === 'message' ? (item.html ?? '').replaceAll(/<[^>]+>/g, '') : '…'))
    const toFirst = async () => {
      for (let step = 0; step < 30 && view.meta().older !== 'none'; step += 1) {
        void client.engine.call('views.more', { viewId: view.viewId, direction: 'older' }, testWindow)
        await server.clock.advance(500)
      }
    }
    await server.clock.advance(5_000)
    return { ...view, texts, toFirst }
  }
  const registrations = () => client.requests.filter(({ path }) => path.endsWith('/register')).length
  return { server, client, state, open, registrations, ...people }
}

describe('a feed’s coverage', () => {
  it('excludes the messages of a topic that becomes visible, however old they are [M19]', async () => {
    const { server, open, iris, general } = await setUp(async (target, { iris, noor, general }) => {
      await target.post(noor, { stream: general, topic: 'loud' }, 'old and loud')
      await target.post(noor, { stream: general, topic: 'calm' }, 'm0')
      // The messages are more than a day apart, so that the cache policy fetches only the first page.
      target.fill({ stream: general, topic: 'calm' }, { from: noor, to: iris, count: 410, everySeconds: 100_000 })
      await target.setTopicPolicy(iris, { stream: general, topic: 'loud' }, 1)
    })
    const combined = await open({ kind: 'combined' })
    await combined.toFirst()
    const calm = Array.from({ length: 411 }, (_, index) => `m${index}`)
    expect(combined.texts()).toEqual(calm)
    await server.setTopicPolicy(iris, { stream: general, topic: 'loud' }, 0)
    await server.clock.advance(2_000)
    await combined.toFirst()
    expect(combined.texts()).toEqual(['old and loud', ...calm])
  })

  it('restarts with each queue, and newly fetched messages are not joined to the cache [M8]', async () => {
    const { server, client, state, open, registrations, iris } = await setUp(
      async (target, { iris, noor, general }) => {
        const place = { stream: general, topic: 'log' }
        await target.post(noor, place, 'm0')
        target.fill(place, { from: noor, to: iris, count: 149 })
        const ids = Array.from({ length: 150 }, (_, index) => index + 1).filter((id) => id !== 4)
        await target.call(iris, 'POST', '/messages/flags', {
          messages: JSON.stringify(ids),
          op: 'add',
          flag: 'starred',
        })
      },
    )
    const all = Array.from({ length: 150 }, (_, index) => `m${index}`)
    const before = await open({ kind: 'starred' })
    await before.toFirst()
    expect(before.texts()).toEqual(all.filter((text) => text !== 'm3'))
    await client.engine.call('views.close', { viewId: before.viewId }, testWindow)
    // Another device stars one more message while there is no queue.
    state.isAlone = true
    server.built.context.events.removeAll()
    await server.call(iris, 'POST', '/messages/flags', { messages: '[4]', op: 'add', flag: 'starred' })
    const known = registrations()
    client.engine.signal('resume')
    await server.clock.until('it registers again', () => registrations() > known)
    await client.online()
    const after = await open({ kind: 'starred' })
    state.isCut = true
    await after.toFirst()
    expect(after.texts()).toEqual(all.slice(-100))
    expect(after.meta().older).toBe('more')
    state.isCut = false
    await server.clock.advance(40_000)
    await after.toFirst()
    expect(after.texts()).toEqual(all)
    expect(after.meta()).toMatchObject({ older: 'none', isPartial: false })
  })
})
