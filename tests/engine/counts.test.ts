import { describe, expect, it } from 'vitest'
import type { FeedItem, FeedMeta } from '#contract/conversations.ts'
import type { ConversationItem } from '#contract/messages.ts'
import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import type { ScheduledItem, ScheduledMeta } from '#contract/scheduled.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

async function setUp(options: WorldOptions = {}) {
  const here = await setupWorld(options)
  const navigation = await here.client.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
  const feed = (kind: 'mentions' | 'starred') =>
    here.client.openView<{ item: FeedItem; meta: FeedMeta }>({
      type: 'feed',
      narrow: { kind },
      anchor: 'newest',
    })
  const unreadOf = (items: readonly (FeedItem | ConversationItem)[]) =>
    items.filter((item) => item.kind === 'message' && !item.isRead).length
  return { ...here, navigation, feed, unreadOf }
}

describe('the count beside a list', () => {
  it('of mentions excludes direct messages without a mention, like the list itself', async () => {
    const { server, client, iris, noor, general, design, navigation, feed, unreadOf } = await setUp()
    const mentions = await feed('mentions')
    const lunch = { stream: general, topic: 'lunch' }
    await server.post(noor, { direct: [iris.id] }, 'one')
    await server.post(noor, { direct: [iris.id] }, 'two')
    await server.post(noor, { direct: [iris.id] }, '@**Iris** in a direct message')
    await server.post(noor, lunch, '@**Iris** in a topic')
    await server.post(noor, lunch, '@**all** of you')
    await server.post(noor, lunch, 'nobody')
    await server.post(noor, { stream: design, topic: 'muted' }, '@**Iris** in a muted topic')
    await server.setTopicPolicy(iris, { stream: design, topic: 'muted' }, 1)
    await server.clock.until('all are here', () => navigation.meta().mentions === 4)
    expect(unreadOf(mentions.items())).toBe(4)
    // The count at the icon includes direct messages.
    expect(client.status).toMatchObject({ mentions: 6, unread: 7 })
    await client.engine.call('messages.markAllRead', { scope: { kind: 'topic', streamId: general, topic: 'lunch' } })
    await server.clock.until('two are left', () => navigation.meta().mentions === 2)
    await server.clock.until('in the list too', () => unreadOf(mentions.items()) === 2)
  })

  it('of scheduled messages follows new, deleted and sent ones', async () => {
    let isDown = false
    const { server, client, noor, navigation } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const list = await client.openView<{ item: ScheduledItem; meta: ScheduledMeta }>({ type: 'scheduled' })
    const agrees = () => navigation.meta().scheduled === list.items().length
    const deliverAt = Math.floor(server.clock.now() / 1000) + 86_400
    const schedule = (content: string) =>
      client.engine.call('messages.schedule', {
        localId: crypto.randomUUID(),
        destination: { kind: 'direct', userIds: [noor.id] },
        content,
        deliverAt,
      })
    await schedule('tomorrow')
    await server.clock.until('it is listed', () => list.items().length === 1 && agrees())
    await server.clock.until('it is at the server', () => list.items()[0]?.scheduledId != null && agrees())
    isDown = true
    client.engine.signal('resume')
    await schedule('another one')
    await server.clock.until('both count', () => list.items().length === 2 && agrees())
    const scheduledId = list.items().find((item) => item.scheduledId !== null)?.scheduledId ?? 0
    await client.engine.call('scheduled.delete', { scheduledId, keepDraft: false })
    await server.clock.until('one is left', () => list.items().length === 1)
    await server.clock.until('and counted', agrees)
    isDown = false
    client.engine.signal('resume')
    await server.clock.until(
      'all changes arrive',
      () => list.items().every((item) => item.scheduledId !== null) && agrees(),
    )
    expect(navigation.meta().scheduled).toBe(1)
  })
})
