import { describe, expect, it } from 'vitest'
import type { TransportRequest } from '#engine/ports.ts'
import type { MessageItem } from '#contract/messages.ts'
import type { MutedPeopleMeta, MutedPersonItem } from '#contract/people.ts'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import { setupWorld } from '#support/setup-world.ts'

/** A client whose requests all take effect twice, except those over new sockets. */
async function world(again: (request: TransportRequest) => boolean, options: { knowsSendings?: boolean } = {}) {
  let isResending = false
  const { server, client, people } = await setupWorld({
    settings: options,
    faultFor: (request) => (isResending && again(request) ? { resentAfterMs: 50 } : undefined),
  })
  const { iris, noor, general } = people
  const lunch = { kind: 'topic', streamId: general, topic: 'lunch' } as const
  const theirs = await server.post(noor, { stream: general, topic: 'lunch' }, 'theirs')
  const own = await server.post(iris, { stream: general, topic: 'lunch' }, 'own')
  const window = await client.openConversation(lunch)
  const list = await client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
  await server.clock.until('both are shown', () => window.texts().join() === 'theirs,own')
  isResending = true
  const row = (id: number) =>
    window.items().find((item): item is MessageItem => item.kind === 'message' && item.id === id)
  const settled = async () => {
    await server.clock.until('nothing waits', () => list.items().length === 0)
    await server.clock.advance(20_000)
    expect(list.items()).toEqual([])
  }
  return { server, client, window, lunch, theirs, own, row, settled, ...people }
}

const once = /\/(?:messages|scheduled_messages|drafts|submessage)$/
const mayBeResent = ({ method, path }: TransportRequest) => method !== 'POST' || !once.test(path)
const reaction = { type: 'unicode_emoji', code: '1f389' } as const

describe('a request that takes effect twice', () => {
  it('has the wanted result: stars, reactions, edits, read flags', async () => {
    const { server, client, theirs, own, row, settled, iris, noor } = await world(mayBeResent)
    for (const isOn of [true, false, true]) {
      await client.engine.call('messages.react', { messageId: theirs, ...reaction, isOn })
      await settled()
      expect(row(theirs)?.reactions.length).toBe(isOn ? 1 : 0)
    }
    for (const isStarred of [true, false, true]) {
      await client.engine.call('messages.star', { messageId: theirs, isStarred })
      await settled()
      expect(row(theirs)?.isStarred).toBe(isStarred)
    }
    await client.engine.call('messages.edit', { messageId: own, content: 'changed' })
    await settled()
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['theirs', 'changed'])
    await client.engine.call('messages.markRead', { messageIds: [theirs] })
    await settled()
    expect(client.status?.unread).toBe(0)
    const answer = await server.call(iris, 'GET', `/messages/${theirs}`)
    expect(answer.message).toMatchObject({ flags: expect.arrayContaining(['read', 'starred']) as string[] })
  })

  it('has the wanted result: moves, deletions, settings of topics, streams and people', async () => {
    const { server, client, own, theirs, settled, iris, noor, general } = await world(mayBeResent)
    const move = { streamId: general, mode: 'change_one', notifyOld: false, notifyNew: false } as const
    await client.engine.call('messages.move', { messageId: theirs, topic: 'supper', ...move })
    await settled()
    expect(await server.contents(noor, [['topic', 'supper']])).toEqual(['theirs'])
    await client.engine.call('messages.delete', { messageId: own })
    await settled()
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual([])
    const change = { property: 'is_muted', value: true } as const
    const muted = await client.openView<{ item: MutedPersonItem; meta: MutedPeopleMeta }>({ type: 'muted_people' })
    await client.engine.call('topics.policy', { streamId: general, topic: 'supper', policy: 1 })
    await client.engine.call('streams.property', { streamId: general, change })
    await client.engine.call('people.mute', { userId: noor.id, isMuted: true })
    await settled()
    const fetched = JSON.stringify(['user_topic', 'muted_users', 'subscription'])
    const state = await server.call(iris, 'POST', '/register', { fetch_event_types: fetched })
    expect(state).toMatchObject({
      user_topics: [{ topic_name: 'supper', visibility_policy: 1 }],
      muted_users: [{ id: noor.id }],
    })
    expect(muted.items()).toMatchObject([{ id: noor.id }])
    await client.engine.call('people.mute', { userId: noor.id, isMuted: false })
    await settled()
    expect(muted.items()).toEqual([])
  })

  it('creates no duplicate message if the server supports idempotency keys', async () => {
    const { server, client, window, lunch, settled, noor } = await world(() => true, { knowsSendings: true })
    await client.send(lunch, 'ok')
    await client.send(lunch, 'ok')
    await settled()
    expect(window.texts()).toEqual(['theirs', 'own', 'ok', 'ok'])
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['theirs', 'own', 'ok', 'ok'])
  })
})
