import { describe, expect, it } from 'vitest'
import type { FeedMeta } from '#contract/conversations.ts'
import type { ConversationItem } from '#contract/messages.ts'
import type { ConversationEntry, ConversationsMeta } from '#contract/navigation.ts'
import type { SearchItem, SearchMeta } from '#contract/search.ts'
import { temporaryDatabase } from '#support/files.ts'
import { isDrill } from '#support/random.ts'
import { openTables, setupWorld } from '#support/setup-world.ts'
import type { TestServer } from '#support/test-server.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'

/** The fresh ranges of a client by container, from its database. */
async function world({ answerDelayMs = 0 } = {}) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const { noor, general } = people
  for (let index = 0; index < 150; index += 1) await server.post(noor, { stream: general, topic: 'a' }, `line ${index}`)
  const database = temporaryDatabase()
  const client = start({
    database,
    faultFor: ({ path }) => (path.endsWith('/messages') ? { answerDelayMs } : undefined),
  })
  await client.online()
  await server.clock.advance(5_000)
  const store = openTables(database)
  const fresh = (container: string) => store.ranges.fresh(container)
  return { server, client, fresh, store, ...people }
}

it('ranges that are fetched since the registration are fresh, and none is after the next registration [M8] [M9]', async () => {
  const { server, client, fresh, general } = await world()
  expect(fresh(`stream:${general}`)).toEqual([{ low: 0, high: Infinity }])
  server.built.context.events.removeAll()
  const before = client.requests.length
  const hasRegistered = () => client.requests.slice(before).some(({ path }) => path.endsWith('/register'))
  await server.clock.until('it has registered again', hasRegistered)
  await server.clock.advance(5_000)
  // The newest messages were fetched again, earlier ones were not.
  const [interval, ...others] = fresh(`stream:${general}`)
  expect(others).toEqual([])
  expect(interval?.low).toBeGreaterThan(10)
  expect(interval?.high).toBe(Infinity)
})

it('ranges of a left stream are not fresh', async () => {
  const { server, fresh, iris, general } = await world()
  await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
  await server.clock.advance(5_000)
  expect(fresh(`stream:${general}`)).toEqual([])
})

it('changes in a left stream are found after resubscription [M14]', async () => {
  const { server, client, store, iris, noor, general } = await world()
  const rows = () => store.messages.before({ kind: 'stream', streamId: general }, Number.MAX_SAFE_INTEGER, 200)
  const id = (place: number) => rows()[place]?.id ?? 0
  const [edited, deleted, later] = [id(3), id(4), id(5)]
  await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
  await server.clock.advance(5_000)
  server.rewriteMessage(edited, 'while nobody listened')
  server.deleteMessage(deleted)
  await server.call(iris, 'POST', '/users/me/subscriptions', { subscriptions: '[{"name":"general"}]' })
  await server.clock.advance(5_000)
  const view = await client.openConversation({ kind: 'stream', streamId: general }, 'newest')
  const staleCount = () => view.items().filter((item) => item.kind === 'message' && item.isStale).length
  await server.clock.until('all is right', () => view.items().length === 149 && staleCount() === 0)
  expect(view.texts()[3]).toBe('while nobody listened')
  // From now on, events keep it fresh.
  await server.call(noor, 'PATCH', `/messages/${later}`, { content: 'and an edit' })
  await server.clock.until('the edit shows', () => view.texts()[4] === 'and an edit')
  await server.clock.advance(60_000)
  expect([staleCount(), view.items().length]).toEqual([0, 149])
})

it('an answer from before leaving a stream makes no row fresh after resubscription [M4]', async () => {
  let answerDelayMs = 0
  const { server, iris, noor, general, start } = await setupWorld({ engine: 'none' })
  const id = await server.post(noor, { stream: general, topic: 'a' }, 'before')
  const client = start({
    database: temporaryDatabase(),
    faultFor: ({ path, form }) =>
      path.endsWith('/messages') && form.narrow?.includes('"topic"') === true ? { answerDelayMs } : undefined,
  })
  await client.online()
  await server.clock.advance(5_000)
  answerDelayMs = 4_000
  const view = await client.openConversation({ kind: 'topic', streamId: general, topic: 'a' }, 'newest')
  await server.clock.advance(500)
  await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
  await server.clock.advance(500)
  server.rewriteMessage(id, 'while nobody listened')
  await server.call(iris, 'POST', '/users/me/subscriptions', { subscriptions: '[{"name":"general"}]' })
  await server.clock.advance(30_000)
  const [row] = view.items()
  expect([view.texts(), row?.kind === 'message' && row.isStale]).toEqual([['while nobody listened'], false])
})

it('a row is stale after an absence until it is revalidated, and so are the rows of a left stream [M8]', async () => {
  const { server, client, iris, general } = await world({ answerDelayMs: 500 })
  const view = await client.openConversation({ kind: 'stream', streamId: general }, 'newest')
  const staleCount = () => view.items().filter((item) => item.kind === 'message' && item.isStale).length
  await server.clock.until('all is here', () => view.items().length === 150 && staleCount() === 0)
  server.built.context.events.removeAll()
  await server.clock.until('the queue is known to be gone', () => staleCount() === 150)
  await server.clock.until('all shown rows were requested', () => staleCount() === 0)
  await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
  await server.clock.until('the stream is left', () => staleCount() === 150)
})

/** The texts of a view’s rows; `…` for a gap. */
function textsOf(items: readonly ConversationItem[]): string[] {
  return items.map((item) => (item.kind === 'message' ? (item.html ?? '').replaceAll(/<[^>]+>/g, '') : '…'))
}

/**
 * Caches a topic of `count` messages, of which the odd ones mention the reader, to its beginning. Then the client is
 * closed and messages change without a queue. Returns the client that comes back.
 */
async function absence(count: number, faultFor?: FaultFor) {
  const { server, iris, noor, mei, general, design, start } = await setupWorld({ engine: 'none' })
  const ids: number[] = []
  const posted = Math.min(count, 130)
  for (let index = 1; index <= posted; index += 1) {
    const text = index % 2 === 1 ? `line ${index} @**Iris**` : `line ${index}`
    ids.push(await server.post(noor, { stream: general, topic: 'a' }, text))
    // It is between them, and is moved in later.
    if (index === 5) ids.push(await server.post(noor, { stream: design, topic: 'elsewhere' }, 'moved in @**Iris**'))
  }
  if (count > posted) server.fill({ stream: general, topic: 'a' }, { from: noor, to: iris, count: count - posted })
  const [movedIn = 0] = ids.splice(5, 1)
  const id = (place: number) => ids[place - 1] ?? 0
  const database = temporaryDatabase()
  const narrow = { kind: 'topic', streamId: general, topic: 'a' } as const
  const before = start({ database })
  await before.online()
  const first = await before.openConversation(narrow, 'newest')
  await server.clock.advance(5_000)
  for (let step = 0; step < 60 && first.meta().older !== 'none'; step += 1) await first.more('older')
  expect([first.meta().older, first.texts()[0]]).toEqual(['none', 'line 1 @Iris'])
  before.engine.close()
  const edit = (place: number) =>
    server.call(noor, 'PATCH', `/messages/${id(place)}`, { content: `new text of ${place} @**Iris**` })
  await edit(10)
  if (count >= 100) await edit(100)
  await server.call(iris, 'DELETE', `/messages/${id(20)}`)
  await server.call(iris, 'DELETE', `/messages/${id(21)}`)
  const move = { propagate_mode: 'change_one', send_notification_to_new_thread: 'false' }
  await server.call(iris, 'PATCH', `/messages/${id(30)}`, { topic: 'b', ...move })
  await server.call(iris, 'PATCH', `/messages/${id(31)}`, { topic: 'b', ...move })
  await server.call(iris, 'PATCH', `/messages/${movedIn}`, { topic: 'a', stream_id: String(general), ...move })
  server.built.context.events.removeAll()
  const client = start({ database, engineEpoch: 2, faultFor })
  /** The number of requests for messages so far. */
  const asked = () => client.requests.filter(({ path }) => /\/messages(?:\/\d+)?$/.test(path)).length
  const held = async (terms: readonly (readonly [string, unknown])[]) => {
    const answer = await server.call(iris, 'GET', '/messages', {
      narrow: JSON.stringify(terms.map(([operator, operand]) => ({ operator, operand }))),
      anchor: 'newest',
      num_before: '5000',
      num_after: '0',
    })
    const messages = answer.messages as { id: number; content: string }[] // shape of GET /messages
    return new Map(messages.map((message) => [message.id, message.content.replaceAll(/<[^>]+>/g, '')]))
  }
  /** Compares a window with the server’s messages from its first to its last row. */
  const compare = async (items: readonly ConversationItem[], terms: readonly (readonly [string, unknown])[]) => {
    const rows = items.flatMap((item) => (item.kind === 'message' ? [item] : []))
    const low = rows[0]?.id ?? 0
    const high = rows.at(-1)?.id ?? 0
    const there = [...(await held(terms))].flatMap(([key, text]) => (key >= low && key <= high ? [text] : []))
    expect(textsOf(items)).toEqual(there)
    expect(rows.filter((row) => row.isStale).map((row) => row.id)).toEqual([])
    return rows.length
  }
  return { server, client, narrow, general, iris, noor, mei, id, asked, compare, database }
}

const sizes = isDrill ? [60, 150, 400, 3_000] : [60, 400]

describe('a window after an absence', () => {
  const topicOf = (stream: number) => [['stream', stream] as const, ['topic', 'a'] as const]

  it.each(sizes)(
    'equals the server’s state of %i messages after scrolling to the first message and back',
    { timeout: 300_000 },
    async (count) => {
      const { server, client, narrow, general, asked, compare } = await absence(count)
      const window = await client.openConversation(narrow, 'newest')
      await client.online()
      await server.clock.advance(5_000)
      await compare(window.items(), topicOf(general))
      for (let step = 0; step < 60 && window.meta().older !== 'none'; step += 1) {
        await window.more('older')
        expect(window.items().length).toBeLessThanOrEqual(600)
      }
      await server.clock.advance(5_000)
      const shown = await compare(window.items(), topicOf(general))
      expect(shown).toBe(Math.min(600, count - 3))
      expect(window.texts()[0]).toBe('line 1 @Iris')
      for (let step = 0; step < 60 && window.meta().newer !== 'none'; step += 1) {
        await window.more('newer')
        expect(window.items().length).toBeLessThanOrEqual(600)
      }
      await compare(window.items(), topicOf(general))
      expect(window.items().length).toBe(Math.min(600, count - 3))
      // Each interval was fetched once: a page, its missing messages, and the requests of every start.
      expect(asked()).toBeLessThan(count / 50 + 16)
      const before = asked()
      await server.clock.advance(60_000)
      expect(asked()).toBe(before)
    },
  )

  it.each(sizes)(
    'equals the server’s state when it opens at an old one of %i messages',
    { timeout: 300_000 },
    async (count) => {
      const { server, client, narrow, general, id, asked, compare } = await absence(count)
      const window = await client.openConversation(narrow, id(Math.min(110, count - 5)))
      await client.online()
      await server.clock.advance(5_000)
      await compare(window.items(), topicOf(general))
      expect(asked()).toBeLessThan(20)
      for (let step = 0; step < 60 && window.meta().older !== 'none'; step += 1) await window.more('older')
      await compare(window.items(), topicOf(general))
      expect(window.texts()[0]).toBe('line 1 @Iris')
    },
  )

  it.each(sizes)(
    'equals the server’s state in the combined feed and the mentions of %i messages',
    { timeout: 300_000 },
    async (count) => {
      const { server, client, asked, compare } = await absence(count)
      await client.online()
      for (const [kind, term] of [
        ['combined', ['in', 'home']],
        ['mentions', ['is', 'mentioned']],
      ] as const) {
        const feed = await client.openView<{ item: ConversationItem; meta: FeedMeta }>({
          type: 'feed',
          narrow: { kind },
          anchor: 'newest',
        })
        await server.clock.advance(5_000)
        for (let step = 0; step < 60 && feed.meta().older !== 'none'; step += 1) {
          void client.engine.call('views.more', { viewId: feed.viewId, direction: 'older' }, testWindow)
          await server.clock.advance(500)
          expect(feed.items().length).toBeLessThanOrEqual(600)
        }
        await server.clock.advance(5_000)
        expect([kind, await compare(feed.items(), [term])]).toEqual([kind, feed.items().length])
        expect(feed.items().length).toBeGreaterThan(20)
      }
      expect(asked()).toBeLessThan(count / 20 + 40)
      const before = asked()
      await server.clock.advance(60_000)
      expect(asked()).toBe(before)
    },
  )
})

describe('a search of the cache after an absence', () => {
  it.each(sizes)(
    'finds old messages among %i, which are revalidated when they are displayed or opened',
    { timeout: 300_000 },
    async (count) => {
      // The server’s own search would correct them.
      const { server, client, general, id, compare } = await absence(count, ({ form }) =>
        form.narrow?.includes('"search"') === true ? { status: 400 } : undefined,
      )
      const find = async (place: number) => {
        const view = await client.openView<{ item: SearchItem; meta: SearchMeta }>({
          type: 'search',
          query: `"line ${place}"`,
        })
        const hit = () => view.items().find((item) => item.messageId === id(place))
        await server.clock.advance(200)
        return {
          hit,
          look: () =>
            client.engine.call('views.look', { viewId: view.viewId, first: id(place), last: id(place) }, testWindow),
        }
      }
      const [edited, deleted, moved] = [await find(10), await find(20), await find(30)]
      await client.online()
      await server.clock.advance(5_000)
      // The background revalidates the newest thousand messages, but not the beginning of a longer conversation.
      const isOld = count > 1000
      if (isOld) expect([deleted, moved].map(({ hit }) => hit()?.isStale)).toEqual([true, true])
      for (const { look } of [edited, deleted, moved]) await look()
      await server.clock.advance(10_000)
      expect([edited.hit(), deleted.hit()]).toEqual([undefined, undefined])
      expect(moved.hit()).toMatchObject({ narrow: { kind: 'topic', topic: 'b' }, isStale: false })
      // The hit that is opened was not on screen.
      for (const place of [21, 31]) {
        const { hit } = await find(place)
        if (isOld && place === 21) expect(hit()?.isStale).toBe(true)
        const narrow = hit()?.narrow ?? { kind: 'topic', streamId: general, topic: 'a' }
        const window = await client.openConversation(narrow, id(place))
        await server.clock.advance(5_000)
        const topic = narrow.kind === 'topic' ? narrow.topic : ''
        expect(
          await compare(window.items(), [['stream', general] as const, ['topic', topic] as const]),
        ).toBeGreaterThan(0)
        await client.engine.call('views.close', { viewId: window.viewId }, testWindow)
      }
    },
  )
})

/** Moves a message into a stream as seen by a user who is not subscribed to the old one. */
function moveSilently(server: TestServer, id: number, streamId: number, readerId: number): void {
  const to = '(SELECT id FROM recipient WHERE stream_id = ?)'
  server.built.context.sql(`UPDATE message SET recipient_id = ${to} WHERE id = ?`, [streamId, id])
  server.built.context.sql('INSERT INTO user_message (message_id, user_id, flags) VALUES (?, ?, 1)', [id, readerId])
}

describe('a message that moved out of an unsubscribed stream without an event', () => {
  /** A complete and fresh conversation, and a message that will be moved into its middle. */
  async function moving() {
    const { server, iris, noor, general, extra, start } = await setupWorld({ engine: 'none' })
    const post = (text: string, stream = general) => server.post(noor, { stream, topic: 'a' }, text)
    await post('one')
    const id = await post('moved in', extra)
    await post('two')
    const client = start()
    await client.online()
    await server.clock.advance(10_000)
    const narrow = { kind: 'topic', streamId: general, topic: 'a' } as const
    const move = () => {
      moveSilently(server, id, general, iris.id)
    }
    const asked = () => client.requests.filter(({ path }) => path.endsWith('/messages')).length
    return { server, client, narrow, move, id, asked, iris, noor }
  }

  it('appears when its conversation is first opened, for one more request', async () => {
    const { server, client, narrow, move, asked } = await moving()
    move()
    const before = asked()
    const first = await client.openConversation(narrow, 'newest')
    await server.clock.advance(2_000)
    expect(first.texts()).toEqual(['one', 'moved in', 'two'])
    // The answer shows that more messages may have come, so the window is fetched again.
    expect(asked() - before).toBeLessThanOrEqual(2)
    const between = asked()
    const second = await client.openConversation(narrow, 'newest')
    await server.clock.advance(2_000)
    expect([second.texts().length, asked() - between]).toEqual([3, 0])
  })

  it.each([
    [
      'a reaction',
      (world: Awaited<ReturnType<typeof moving>>) =>
        world.server.call(world.noor, 'POST', `/messages/${world.id}/reactions`, { emoji_name: 'tada' }),
    ],
    [
      'an edit',
      (world: Awaited<ReturnType<typeof moving>>) =>
        world.server.call(world.noor, 'PATCH', `/messages/${world.id}`, { content: 'moved in' }),
    ],
    [
      'a star of another device',
      (world: Awaited<ReturnType<typeof moving>>) =>
        world.server.call(world.iris, 'POST', '/messages/flags', {
          messages: `[${world.id}]`,
          op: 'add',
          flag: 'starred',
        }),
    ],
    [
      'marking it unread',
      (world: Awaited<ReturnType<typeof moving>>) =>
        world.server.call(world.iris, 'POST', '/messages/flags', {
          messages: `[${world.id}]`,
          op: 'remove',
          flag: 'read',
        }),
    ],
  ])('appears in its open conversation after %s', async (_, deliver) => {
    const made = await moving()
    const { server, client, narrow, move, asked } = made
    const window = await client.openConversation(narrow, 'newest')
    await server.clock.advance(2_000)
    move()
    await server.clock.advance(2_000)
    expect(window.texts()).toEqual(['one', 'two'])
    const before = asked()
    await deliver(made)
    await server.clock.until('it is shown', () => window.texts().join() === 'one,moved in,two')
    await server.clock.advance(30_000)
    expect(asked() - before).toBeLessThanOrEqual(4)
    client.engine.close()
  })

  it('appears after a search at the server, with the messages that moved with it', async () => {
    const { server, iris, noor, general, extra, start } = await setupWorld({ engine: 'none' })
    const post = (text: string, stream = general) => server.post(noor, { stream, topic: 'a' }, text)
    await post('one')
    const moved = [await post('walrus', extra), await post('seal', extra)]
    await post('two')
    const client = start()
    await client.online()
    await server.clock.advance(10_000)
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'a' }, 'newest')
    await server.clock.advance(2_000)
    for (const id of moved) moveSilently(server, id, general, iris.id)
    await server.clock.advance(2_000)
    expect(window.texts()).toEqual(['one', 'two'])
    await client.openView<{ item: SearchItem; meta: SearchMeta }>({ type: 'search', query: 'walrus' })
    await server.clock.until('both are shown', () => window.texts().join() === 'one,walrus,seal,two')
  })

  describe('and is the newest of its topic', () => {
    /** A complete stream, and a message elsewhere that will be the newest of a topic. */
    async function world(isNewestOfAll: boolean) {
      const { server, iris, noor, general, extra, start } = await setupWorld({ engine: 'none' })
      const post = (topic: string, text: string, stream = general) => server.post(noor, { stream, topic }, text)
      await post('a', 'one')
      const client = start()
      await client.online()
      await server.clock.advance(10_000)
      const id = await post('b', 'moved in', extra)
      if (!isNewestOfAll) await post('a', 'two')
      await server.clock.advance(5_000)
      moveSilently(server, id, general, iris.id)
      const lists = () => client.requests.filter(({ path }) => path.endsWith('/topics')).length
      const recent = await client.openView<{ item: ConversationEntry; meta: ConversationsMeta }>({ type: 'recent' })
      const line = () => recent.items().find((item) => item.title === 'b')
      const open = (topic: string) => client.openConversation({ kind: 'topic', streamId: general, topic }, 'newest')
      return { server, client, id, post, lists, recent, line, open, general, iris }
    }

    it('appears through the list of topics, which is fetched once when the stream is opened', async () => {
      const { server, client, id, lists, recent, line, open } = await world(false)
      await open('a')
      await server.clock.until('its topic is known', () => line() !== undefined)
      expect([lists(), line()]).toMatchObject([1, { newestId: id, last: null, isStale: true }])
      await client.engine.call('views.look', { viewId: recent.viewId, first: id, last: id }, testWindow)
      await server.clock.until('the line is right', () => line()?.last?.text === 'moved in')
      expect(line()?.isStale).toBe(false)
      await open('b')
      await server.clock.advance(60_000)
      expect(lists()).toBe(1)
    })

    it('makes an open stream refetch', async () => {
      const { server, client, general } = await world(false)
      const window = await client.openConversation({ kind: 'stream', streamId: general }, 'newest')
      await server.clock.until('it is shown', () => window.texts().join() === 'one,moved in,two')
      expect(window.items().some((item) => item.kind === 'message' && item.isStale)).toBe(false)
    })

    it('does not appear before the queue may still deliver it', async () => {
      const { server, post, lists, line, open } = await world(true)
      await open('a')
      await server.clock.until('the list has come', () => lists() === 1)
      await server.clock.advance(5_000)
      expect(line()).toBeUndefined()
      await post('a', 'later')
      await server.clock.until('its topic is known', () => line() !== undefined)
    })

    it('is looked for again after a failure and after a registration, with a limit on permanent failures', async () => {
      let status: number | undefined = 500
      const { server, client, general, design } = await setupWorld({
        faultFor: ({ path }) => (path.endsWith('/topics') && status !== undefined ? { status } : undefined),
      })
      const lists = () => client.requests.filter(({ path }) => path.endsWith('/topics')).length
      const open = (streamId: number) => client.openConversation({ kind: 'stream', streamId }, 'newest')
      await open(general)
      await server.clock.advance(20_000)
      expect(lists()).toBe(1)
      status = undefined
      await server.clock.advance(60_000)
      expect(lists()).toBe(2)
      status = 404
      await open(design)
      await server.clock.advance(200_000)
      await open(design)
      await server.clock.advance(200_000)
      expect(lists()).toBe(5)
      status = undefined
      const registrations = () => client.requests.filter(({ path }) => path.endsWith('/register')).length
      const before = registrations()
      server.built.context.events.removeAll()
      await server.clock.until('it has registered again', () => registrations() > before)
      await server.clock.advance(10_000)
      await open(general)
      await server.clock.advance(10_000)
      expect(lists()).toBe(6)
    })
  })
})
