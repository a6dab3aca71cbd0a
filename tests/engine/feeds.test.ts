import { describe, expect, it } from 'vitest'
import type { FeedItem, FeedMeta, FeedNarrow } from '#contract/conversations.ts'
import type { SearchItem, SearchMeta } from '#contract/search.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { testWindow } from '#support/test-window.ts'

async function world(options: { faultFor?: FaultFor; database?: string } = {}) {
  const { server, people } = await setupWorld({ engine: 'none' })
  const { iris, noor, general, design } = people
  const post = (topic: string, text: string, stream = general) => server.post(noor, { stream, topic }, text)
  const start = (engineEpoch = 1) => new TestClient(server, iris, { ...options, engineEpoch }).start()
  const feed = async (client: TestClient, narrow: FeedNarrow) => {
    const view = await client.openView<{ item: FeedItem; meta: FeedMeta }>({
      type: 'feed',
      narrow,
      anchor: 'newest',
    })
    const texts = () =>
      view.items().map((item) => (item.kind === 'message' ? (item.html ?? '').replaceAll(/<[^>]+>/g, '') : '…'))
    const until = (expected: readonly string[]) =>
      server.clock.until(`${narrow.kind} shows ${expected.join()}`, () => texts().join() === expected.join())
    const more = async () => {
      void client.engine.call('views.more', { viewId: view.viewId, direction: 'older' }, testWindow)
      await server.clock.advance(500)
    }
    return { ...view, texts, until, more }
  }
  return { server, start, feed, post, ...people, general, design }
}

describe('feeds of many conversations', () => {
  it('show the messages of their kind and update with new messages', async () => {
    const { server, start, feed, post, noor, iris, design, general } = await world()
    await post('a', 'plain')
    await post('a', 'hello @**Iris**')
    await post('b', 'see https://alder.example/x', design)
    await server.post(noor, { direct: [iris.id] }, 'just you')
    const client = start()
    await client.online()
    const combined = await feed(client, { kind: 'combined' })
    const mentions = await feed(client, { kind: 'mentions' })
    const direct = await feed(client, { kind: 'direct_all' })
    const links = await feed(client, { kind: 'has', what: 'link' })
    const starred = await feed(client, { kind: 'starred' })
    const ofNoor = await feed(client, { kind: 'sender', userId: noor.id })
    const all = ['plain', 'hello @Iris', 'see https://alder.example/x', 'just you']
    await combined.until(all)
    await ofNoor.until(all)
    await mentions.until(['hello @Iris'])
    await direct.until(['just you'])
    await links.until(['see https://alder.example/x'])
    await server.clock.until('starred is known to be empty', () => starred.meta().older === 'none')
    expect(starred.texts()).toEqual([])
    await server.clock.until('it is complete', () => !combined.meta().isPartial && combined.meta().older === 'none')
    const [first] = combined.items()
    await client.engine.call('messages.star', { messageId: first?.kind === 'message' ? first.id : 0, isStarred: true })
    await starred.until(['plain'])
    await post('c', '@**Iris** again')
    await mentions.until(['hello @Iris', '@Iris again'])
    await combined.until([...all, '@Iris again'])
    await server.setTopicPolicy(iris, { stream: general, topic: 'a' }, 3)
    const followed = await feed(client, { kind: 'followed' })
    await followed.until(['plain', 'hello @Iris'])
    // This server lacks the operator for followed topics, so the view is marked as partial.
    expect(followed.meta().isPartial).toBe(true)
  })

  it('head each message with the current name of its conversation', async () => {
    const { server, start, feed, post, noor, iris, general, design } = await world()
    await post('soup', 'in a topic')
    await post('soup', 'in the same topic')
    await post('doors', 'elsewhere', design)
    await server.post(noor, { direct: [iris.id] }, 'just you')
    const client = start()
    await client.online()
    const combined = await feed(client, { kind: 'combined' })
    await combined.until(['in a topic', 'in the same topic', 'elsewhere', 'just you'])
    const places = () => combined.items().map((item) => (item.kind === 'message' ? item.heading : null))
    const [first, second, third, direct] = places()
    expect(first).toEqual({
      narrow: { kind: 'topic', streamId: general, topic: 'soup' },
      title: 'soup',
      streamName: 'general',
      streamColor: expect.stringMatching(/^#/) as string,
      isMuted: false,
      policy: 0,
    })
    expect(second).toEqual(first)
    expect(third).toMatchObject({ narrow: { streamId: design, topic: 'doors' }, streamName: 'design' })
    expect(direct).toMatchObject({
      narrow: { kind: 'direct', userIds: [noor.id] },
      title: [{ id: noor.id, name: 'Noor' }],
      streamName: null,
    })
    await server.setTopicPolicy(iris, { stream: general, topic: 'soup' }, 3)
    await server.clock.until('it is shown as followed', () => places()[0]?.policy === 3)
    await server.call(iris, 'PATCH', `/streams/${general}`, { new_name: 'everything' })
    await server.clock.until('its new name is shown', () => places()[0]?.streamName === 'everything')
  })

  it('report the sender and the read policy of their view', async () => {
    const { server, start, feed, post, noor, iris } = await world()
    await post('soup', 'hello')
    const client = start()
    await client.online()
    const ofNoor = await feed(client, { kind: 'sender', userId: noor.id })
    await ofNoor.until(['hello'])
    expect(ofNoor.meta().person).toEqual({ id: noor.id, name: 'Noor' })
    const unknown = await feed(client, { kind: 'sender', userId: 999_999 })
    expect(unknown.meta().person).toEqual({ id: 999_999, name: null })
    const byScrolling = async (narrow: FeedNarrow) => (await feed(client, narrow)).meta().isReadByScrolling
    const all = async () => [
      await byScrolling({ kind: 'combined' }),
      await byScrolling({ kind: 'mentions' }),
      await byScrolling({ kind: 'starred' }),
      await byScrolling({ kind: 'sender', userId: noor.id }),
    ]
    // [U8] A selection of single messages marks nothing as read.
    expect(await all()).toEqual([true, true, false, false])
    const combined = await feed(client, { kind: 'combined' })
    await server.call(iris, 'PATCH', '/settings', { web_mark_read_on_scroll_policy: '2' })
    await server.clock.until('the setting is known', () => !combined.meta().isReadByScrolling)
    expect(await all()).toEqual([false, false, false, false])
  })

  it('the combined feed hides muted topics, and unmuting fetches the messages that the server had left out [M19]', async () => {
    const { server, start, feed, post, iris, general } = await world()
    await post('loud', 'old and loud')
    await post('calm', 'old and calm')
    const mute = (policy: number) => server.setTopicPolicy(iris, { stream: general, topic: 'loud' }, policy)
    await mute(1)
    const client = start()
    await client.online()
    const combined = await feed(client, { kind: 'combined' })
    await combined.until(['old and calm'])
    await mute(0)
    await combined.until(['old and loud', 'old and calm'])
    await mute(1)
    await combined.until(['old and calm'])
  })

  describe.each([
    ['a topic', { topic: 'loud', before: 1, after: 0 }],
    ['a topic of a muted stream', { topic: 'loud', before: 0, after: 2, isStreamMuted: true }],
    ['a stream', { isStream: true }],
  ] as const)('unmuting %s whose messages were never fetched [M19]', (_, choice) => {
    it.each(['here', 'on another device'])('brings them into the combined feed, %s', async (where) => {
      const { server, start, feed, post, iris, general, design } = await world({
        // Only requests of a window succeed.
        faultFor: (request) =>
          request.priority === 'background' && request.path.endsWith('/messages')
            ? { before: 'unreachable' }
            : undefined,
      })
      const old = [await post('loud', 'old and loud'), await post('loud', 'old and louder')]
      await post('calm', 'old and calm', design)
      const policy = (value: number) => server.setTopicPolicy(iris, { stream: general, topic: 'loud' }, value)
      const muteStream = (value: boolean) =>
        server.call(iris, 'POST', '/users/me/subscriptions/properties', {
          subscription_data: JSON.stringify([{ stream_id: general, property: 'is_muted', value }]),
        })
      if ('isStream' in choice || 'isStreamMuted' in choice) await muteStream(true)
      if ('before' in choice) await policy(choice.before)
      const client = start()
      await client.online()
      const combined = await feed(client, { kind: 'combined' })
      await combined.until(['old and calm'])
      await server.clock.advance(60_000)
      if (where === 'here') {
        if ('isStream' in choice) {
          const change = { property: 'is_muted', value: false } as const
          await client.engine.call('streams.property', { streamId: general, change })
        } else {
          const wish = { streamId: general, topic: 'loud', policy: choice.after }
          await client.engine.call('topics.policy', wish)
        }
      } else await ('isStream' in choice ? muteStream(false) : policy(choice.after))
      await combined.until(['old and loud', 'old and louder', 'old and calm'])
      expect(combined.items().map((item) => item.kind === 'message' && item.id)).toEqual([...old, expect.any(Number)])
    })
  })

  it('a feed includes messages that are unmuted or starred while its answer is in flight [M19] [M4] [M17]', async () => {
    let answerDelayMs = 4_000
    const { server, start, feed, post, iris, general } = await world({
      faultFor: (request) => {
        if (!request.path.endsWith('/messages')) return undefined
        return request.priority === 'background' ? { before: 'unreachable' } : { answerDelayMs }
      },
    })
    const old = await post('loud', 'old and loud')
    await post('calm', 'old and calm')
    const policy = (value: number) => server.setTopicPolicy(iris, { stream: general, topic: 'loud' }, value)
    await policy(1)
    const client = start()
    await client.online()
    const combined = await feed(client, { kind: 'combined' })
    const starred = await feed(client, { kind: 'starred' })
    await server.clock.advance(1_000)
    await policy(0)
    await server.call(iris, 'POST', '/messages/flags', { messages: `[${old}]`, op: 'add', flag: 'starred' })
    await server.clock.advance(1_000)
    answerDelayMs = 0
    await combined.until(['old and loud', 'old and calm'])
    await starred.until(['old and loud'])
  })

  it('a feed keeps the pages that the user has scrolled to when it is refetched', async () => {
    const { server, start, feed, post, noor, iris, general } = await world()
    await post('long', 'first')
    server.fill({ stream: general, topic: 'long' }, { from: noor, to: iris, count: 400 })
    const client = start()
    await client.online()
    const combined = await feed(client, { kind: 'combined' })
    await server.clock.until('the newest are shown', () => combined.items().length >= 100)
    await combined.more()
    await combined.more()
    const keys = combined.items().map((item) => item.key)
    expect(keys.length).toBeGreaterThanOrEqual(200)
    client.engine.signal('resume')
    await server.clock.advance(5_000)
    expect(combined.items().map((item) => item.key)).toEqual(keys)
    server.built.context.events.removeAll()
    await post('long', 'new')
    await client.online()
    await server.clock.advance(60_000)
    const now = combined.items().map((item) => item.key)
    expect(now[0]).toBe(keys[0])
    expect(now.length).toBeGreaterThanOrEqual(keys.length)
  })

  it('a message appears in the feed of each kind of content that it has [M21]', async () => {
    const { start, feed, post } = await world()
    const client = start()
    await client.online()
    const links = await feed(client, { kind: 'has', what: 'link' })
    const attachments = await feed(client, { kind: 'has', what: 'attachment' })
    await post('a', '[p.txt](/user_uploads/2/ab/p.txt)')
    await links.until(['p.txt'])
    await attachments.until(['p.txt'])
  })

  it('a message appears in the feed of each kind offline, too [M21]', async () => {
    let isDown = false
    const { server, start, feed, post } = await world({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const client = start()
    await client.online()
    await post('a', '[p.txt](/user_uploads/2/ab/p.txt)')
    await server.clock.until('it has come', () => client.status?.unread === 1)
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    for (const what of ['link', 'attachment'] as const) {
      const view = await feed(client, { kind: 'has', what })
      expect([what, ...view.texts()]).toEqual([what, 'p.txt'])
    }
  })

  it('a star or a mention brings an uncached message into its feed [M17]', async () => {
    const { server, start, feed, post, iris, noor } = await world({
      // Only the newest messages are fetched in the background.
      faultFor: (request) => (request.priority === 'background' ? { before: 'unreachable' } : undefined),
    })
    const old = await post('a', 'very old')
    for (let count = 0; count < 3; count += 1) await post('a', `filler ${count}`)
    const client = start()
    await client.online()
    const starred = await feed(client, { kind: 'starred' })
    const mentions = await feed(client, { kind: 'mentions' })
    await server.clock.until('both are known to be empty', () =>
      [starred, mentions].every((view) => view.meta().older === 'none'),
    )
    await server.call(iris, 'POST', '/messages/flags', { messages: `[${old}]`, op: 'add', flag: 'starred' })
    await starred.until(['very old'])
    const lower = old + 1
    await server.call(noor, 'PATCH', `/messages/${lower}`, { content: 'now for @**Iris**' })
    await mentions.until(['now for @Iris'])
  })

  it('an offline feed shows the cache, is marked as partial and catches up on reconnection [M8]', async () => {
    const database = temporaryDatabase()
    let isDown = false
    const { server, start, feed, post } = await world({
      database,
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    for (let count = 0; count < 5; count += 1) await post('a', `m${count}`)
    const client = start()
    await client.online()
    const before = await feed(client, { kind: 'combined' })
    await server.clock.until('all is here', () => before.texts().length === 5)
    client.engine.close()
    isDown = true
    const next = start(2)
    const combined = await feed(next, { kind: 'combined' })
    expect(combined.texts()).toHaveLength(5)
    expect(combined.meta().isPartial).toBe(true)
    server.built.context.events.removeAll()
    for (let count = 5; count < 8; count += 1) await post('a', `m${count}`)
    isDown = false
    next.engine.signal('resume')
    await server.clock.until('it is complete', () => combined.texts().length === 8 && !combined.meta().isPartial)
  })

  it('older pages come from the cache if it is complete, and otherwise from the server', async () => {
    const { server, start, feed, post, noor } = await world()
    for (let count = 0; count < 260; count += 1) await post('a', `m${count}`)
    const client = start()
    await client.online()
    const ofNoor = await feed(client, { kind: 'sender', userId: noor.id })
    await server.clock.until('the newest are here', () => ofNoor.texts().at(-1) === 'm259')
    for (let step = 0; step < 6 && ofNoor.meta().older === 'more'; step += 1) await ofNoor.more()
    expect(ofNoor.texts()).toEqual(Array.from({ length: 260 }, (_, index) => `m${index}`))
    expect(ofNoor.meta().older).toBe('none')
  })
})

describe('an open search', () => {
  it('shows new matching messages, and reports when only the server could decide [M21]', async () => {
    const { server, start, post } = await world()
    await post('a', 'the encoder drifts')
    const client = start()
    await client.online()
    const window = await client.openConversation({ kind: 'topic', streamId: 1, topic: 'a' })
    await server.clock.until('it is here', () => window.texts().length === 1)
    const view = await client.openView<{ item: SearchItem; meta: SearchMeta }>({ type: 'search', query: 'encoder' })
    const found = () => view.items().map((item) => item.snippet.map((part) => part.text).join(''))
    await server.clock.until('it is found', () => found().length === 1 && view.meta().server === 'answered')
    await post('b', 'another encoder')
    await server.clock.until('the new one is found', () => found().join() === 'another encoder,the encoder drifts')
    expect(view.meta().mayHaveNew).toBe(false)
    // The server matches word stems, the local index does not.
    const stems = await client.openView<{ item: SearchItem; meta: SearchMeta }>({ type: 'search', query: 'drifting' })
    await server.clock.until('the server has answered', () => stems.meta().server === 'answered')
    const byServer = stems.items().length
    await post('c', 'it drifted again')
    await server.clock.advance(2_000)
    expect(stems.meta().mayHaveNew).toBe(byServer > 0)
  })

  it('reports a query that it cannot parse', async () => {
    const { start } = await world()
    const client = start()
    await client.online()
    const view = await client.openView<{ item: SearchItem; meta: SearchMeta }>({
      type: 'search',
      query: 'sender:nobody-at-all',
    })
    await client.server.clock.until('the problem is shown', () => view.meta().problem !== null)
    expect(view.meta().problem).toEqual({ code: 'SEARCH_NO_PERSON', values: { operand: 'nobody-at-all' } })
  })
})
