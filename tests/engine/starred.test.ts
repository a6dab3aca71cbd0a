import { expect, it } from 'vitest'
import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import type { TestClientOptions } from '#support/test-client.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { setupWorld } from '#support/setup-world.ts'

/** An account whose first message is starred already, on a server from which nothing is fetched in the background. */
async function setUp({ stars, ...options }: Pick<TestClientOptions, 'faultFor'> & { stars?: number } = {}) {
  const ids: number[] = []
  const made = await setupWorld({
    faultFor: (request) =>
      request.priority === 'background' ? { before: 'unreachable' } : options.faultFor?.(request),
    rewrite: ({ path }, body) =>
      stars === undefined || !path.endsWith('/register')
        ? body
        : { ...body, starred_messages: Array.from({ length: stars }, (_, index) => index + 1_000) },
    before: async (server, { iris, noor, general }) => {
      for (const text of ['first', 'second', 'third'])
        ids.push(await server.post(noor, { stream: general, topic: 'stars' }, text))
      await server.call(iris, 'POST', '/messages/flags', { messages: `[${ids[0]}]`, op: 'add', flag: 'starred' })
    },
  })
  const { server, client, iris } = made
  const navigation = await client.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
  return {
    ...made,
    ids,
    counted: () => navigation.meta().starred,
    until: (count: number) => server.clock.until(`${count} are counted`, () => navigation.meta().starred === count),
    starAtServer: (op: 'add' | 'remove', ...messages: number[]) =>
      server.call(iris, 'POST', '/messages/flags', { messages: JSON.stringify(messages), op, flag: 'starred' }),
  }
}

it('the count of starred messages follows the server’s list, also for uncached messages', async () => {
  const { server, ids, iris, noor, general, until, starAtServer } = await setUp()
  await until(1)
  await starAtServer('add', ...ids)
  await until(3)
  await starAtServer('remove', ids[1]!)
  await until(2)
  const own = await server.post(iris, { stream: general, topic: 'stars' }, 'to be deleted')
  await starAtServer('add', own)
  await until(3)
  await server.call(iris, 'DELETE', `/messages/${own}`)
  await until(2)
  await server.post(noor, { stream: general, topic: 'stars' }, 'not starred')
  await until(2)
})

it('the count of starred messages includes pending stars, and excludes those being removed', async () => {
  let isDown = false
  const { server, client, general, ids, counted, until } = await setUp({
    faultFor: ({ path }) => (isDown && path === '/messages/flags' ? { before: 'unreachable' } : undefined),
  })
  await until(1)
  const view = await client.openView({
    type: 'conversation',
    narrow: { kind: 'topic', streamId: general, topic: 'stars' },
    anchor: 'first_unread',
  })
  await server.clock.until('the messages are here', () => view.items().length === 3)
  isDown = true
  await client.engine.call('messages.star', { messageId: ids[2]!, isStarred: true })
  await until(2)
  await client.engine.call('messages.star', { messageId: ids[0]!, isStarred: false })
  await until(1)
  isDown = false
  await server.clock.advance(120_000)
  expect(counted()).toBe(1)
})

it('the count of starred messages is hidden by its setting', async () => {
  const { server, iris, until } = await setUp()
  await until(1)
  await server.call(iris, 'PATCH', '/settings', { starred_message_counts: 'false' })
  await until(0)
  await server.call(iris, 'PATCH', '/settings', { starred_message_counts: 'true' })
  await until(1)
})

it('stars beyond the limit are not stored, neither from the registration nor later', async () => {
  const { most } = clientLimits.starred
  const { client, server, general, ids, counted, until, starAtServer } = await setUp({ stars: most + 5 })
  await until(most)
  const conversation = await client.openConversation({ kind: 'topic', streamId: general, topic: 'stars' })
  const isSeen = () =>
    conversation.items().some((item) => item.kind === 'message' && item.isStarred && item.id === ids[1])
  await server.clock.until('the messages are here', () => conversation.items().length === 3)
  await starAtServer('add', ids[1]!)
  await server.clock.until('its star is here', isSeen)
  expect(counted()).toBe(most)
})
