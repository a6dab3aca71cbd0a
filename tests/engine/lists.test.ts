import { describe, expect, it } from 'vitest'
import type {
  ConversationEntry,
  ConversationsMeta,
  InboxMeta,
  NavigationItem,
  NavigationMeta,
} from '#contract/navigation.ts'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import type { PeopleMeta, PersonItem } from '#contract/people.ts'
import { directoryQuery } from '#support/directory-query.ts'
import { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'
import { setupWorld } from '#support/setup-world.ts'
import { testWindow } from '#support/test-window.ts'
import { actionNameText } from '#i18n/catalogue.ts'
import { conversationTitle } from '#i18n/names.ts'

async function setUp(options: { faultFor?: FaultFor } = {}) {
  const { server, people } = await setupWorld({ engine: 'none' })
  const client = new TestClient(server, people.iris, options)
  return { server, client, ...people }
}

describe('the inbox', () => {
  it('lists unread conversations, mentions first, then direct ones; muted ones only with mentions [U10]', async () => {
    const { server, client, iris, noor, mei, general, design } = await setUp()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'soup?')
    await server.post(noor, { stream: design, topic: 'logo' }, 'blue?')
    await server.post(mei, { direct: [iris.id] }, 'hello')
    await server.post(noor, { stream: general, topic: 'noise' }, 'nothing for you')
    const mute = (topic: string) => server.setTopicPolicy(iris, { stream: general, topic }, 1)
    await mute('noise')
    client.start()
    await client.online()
    const inbox = await client.openView<{ item: ConversationEntry; meta: InboxMeta }>({ type: 'inbox' })
    await server.clock.until('all messages are here', () => inbox.items().every((item) => item.last !== null))
    const lines = () =>
      inbox.items().map((item) => `${conversationTitle(item.title)} ${item.unread} ${item.last?.text ?? ''}`)
    expect(lines()).toEqual(['Mei 1 hello', 'logo 1 blue?', 'lunch 1 soup?'])
    expect(inbox.meta()).toMatchObject({ unread: 3, hasMore: false })
    await server.post(noor, { stream: general, topic: 'noise' }, 'but this, @**Iris**')
    await server.clock.until('the mention comes in', () => lines().some((line) => line.startsWith('noise 2')))
    expect(inbox.items().find((item) => item.title === 'noise')).toMatchObject({ isMuted: true, mentions: 1 })
    expect(lines().map((line) => line.split(' ')[0])).toEqual(['noise', 'Mei', 'logo', 'lunch'])
    await client.engine.call('messages.markAllRead', { scope: 'all' })
    await server.clock.until('it is empty at once', () => inbox.items().length === 0)
  })
})

describe('a long inbox', () => {
  it('grows in steps, and keeps listed conversations until they are read', async () => {
    const { server, client, iris, noor, general, design } = await setUp()
    for (let topic = 0; topic < 70; topic += 1)
      await server.post(noor, { stream: general, topic: `t${topic}` }, `m${topic}`)
    client.start()
    await client.online()
    const inbox = await client.openView<{ item: ConversationEntry; meta: InboxMeta }>({ type: 'inbox' })
    const titles = () => inbox.items().map((item) => conversationTitle(item.title))
    await server.clock.until('a step is here', () => titles().length === 60)
    expect(inbox.meta()).toMatchObject({ unread: 70, hasMore: true, isCut: false })
    expect([titles()[0], titles().at(-1)]).toEqual(['t69', 't10'])
    await server.post(noor, { direct: [iris.id] }, 'first of all')
    await server.post(noor, { stream: design, topic: 'before the others' }, 'by the name of its stream')
    await server.clock.until('they come before', () => titles()[1] === 'before the others')
    expect([titles()[0], titles().length, titles().at(-1)]).toEqual(['Noor', 62, 't10'])
    await client.engine.call('messages.readConversation', {
      narrow: { kind: 'topic', streamId: general, topic: 't10' },
    })
    await server.clock.until('the one that was read goes', () => titles().length === 61)
    expect(titles().at(-1)).toBe('t11')
    void client.engine.call('views.more', { viewId: inbox.viewId, direction: 'older' }, testWindow)
    await server.clock.until('the others come', () => titles().length === 71 && !inbox.meta().hasMore)
    expect(titles().at(-1)).toBe('t0')
  })
})

describe('recent conversations', () => {
  it('are sorted by their newest message, have their participants, and grow on demand', async () => {
    const { server, client, iris, noor, mei, general } = await setUp()
    for (let topic = 0; topic < 70; topic += 1)
      await server.post(noor, { stream: general, topic: `t${topic}` }, `m${topic}`)
    await server.post(mei, { stream: general, topic: 'T3' }, 'again')
    await server.post(iris, { direct: [mei.id] }, 'mine')
    client.start()
    await client.online()
    const recent = await client.openView<{ item: ConversationEntry; meta: ConversationsMeta }>({ type: 'recent' })
    await server.clock.until('all are here', () => recent.items().length === 60 && recent.meta().hasMore)
    expect(
      recent
        .items()
        .slice(0, 3)
        .map((item) => conversationTitle(item.title)),
    ).toEqual(['Mei', 'T3', 't69'])
    await server.clock.until('their messages are here', () => recent.items().every((item) => item.last !== null))
    expect(recent.items()[0]).toMatchObject({ hasOwn: true, last: { text: 'mine' } })
    expect(recent.items()[1]?.participants.map((person) => person.name)).toEqual(['Mei', 'Noor'])
    void client.engine.call('views.more', { viewId: recent.viewId, direction: 'older' }, testWindow)
    await server.clock.until('the others come', () => recent.items().length === 71 && !recent.meta().hasMore)
  })
})

describe('the filters of the recent conversations', () => {
  const none = { isUnread: false, hasOwn: false, isFollowed: false, withMuted: false, only: null, text: '' } as const

  it('search beyond the first step, and combine', async () => {
    const { server, client, iris, noor, mei, general, design } = await setUp()
    await server.post(iris, { stream: design, topic: 'Žluťoučký' }, 'mine, long ago')
    await server.post(noor, { stream: design, topic: 'quiet' }, 'old')
    await server.post(noor, { direct: [iris.id] }, 'hello')
    await server.post(mei, { stream: general, topic: 'noise' }, 'muted')
    await server.setTopicPolicy(iris, { stream: general, topic: 'noise' }, 1)
    for (let topic = 0; topic < 70; topic += 1)
      await server.post(mei, { stream: general, topic: `t${topic}` }, `m${topic}`)
    client.start()
    await client.online()
    const listed = async (filters: object) => {
      const query = { type: 'recent', filters: { ...none, ...filters } } as const
      const view = await client.openView<{ item: ConversationEntry; meta: ConversationsMeta }>(query)
      const titles = () => view.items().map((item) => conversationTitle(item.title))
      return { view, titles }
    }
    const whole = await listed({})
    await server.clock.until('a step is here', () => whole.titles().length === 60 && whole.view.meta().hasMore)
    void client.engine.call('views.more', { viewId: whole.view.viewId, direction: 'older' }, testWindow)
    await server.clock.until('all but the muted one are here', () => whole.titles().length === 73)
    expect(whole.titles().slice(-3)).toEqual(['Noor', 'quiet', 'Žluťoučký'])
    expect((await listed({ withMuted: true, text: 'NOI' })).titles()).toEqual(['noise'])
    expect((await listed({ text: 'noise' })).titles()).toEqual([])
    expect((await listed({ text: 'zlutoucky desi' })).titles()).toEqual(['Žluťoučký'])
    expect((await listed({ only: 'direct' })).titles()).toEqual(['Noor'])
    expect((await listed({ only: 'topic', text: 'noor' })).titles()).toEqual([])
    expect((await listed({ text: 'noor' })).titles()).toEqual(['Noor'])
    const own = await listed({ hasOwn: true })
    await server.clock.until('the own message is here', () => own.titles().join() === 'Žluťoučký')
    const unread = await listed({ isUnread: true, only: 'direct' })
    expect(unread.titles()).toEqual(['Noor'])
    await client.engine.call('messages.markAllRead', { scope: 'all' })
    await server.clock.until('it is read', () => unread.titles().length === 0)
  })

  it('list the followed topics alone', async () => {
    const { server, client, iris, noor, general, design } = await setUp()
    await server.post(noor, { stream: design, topic: 'followed' }, 'old')
    await server.post(noor, { stream: general, topic: 'not followed' }, 'new')
    await server.setTopicPolicy(iris, { stream: design, topic: 'followed' }, 3)
    client.start()
    await client.online()
    const query = { type: 'recent', filters: { ...none, isFollowed: true } } as const
    const view = await client.openView<{ item: ConversationEntry; meta: ConversationsMeta }>(query)
    await server.clock.until('it is here', () => view.items().length > 0)
    expect(view.items().map((item) => conversationTitle(item.title))).toEqual(['followed'])
  })
})

describe('the list of people', () => {
  it('has active people first if it is sorted by activity, by the server’s clock, until their presence expires [O5] [O8]', async () => {
    const { server, client, noor, mei } = await setUp()
    client.start()
    await client.online()
    const people = await client.openView<{ item: PersonItem; meta: PeopleMeta }>(
      directoryQuery('', {}, { sort: 'activity' }),
    )
    const line = () => people.items().map((item) => `${item.name} ${item.presence?.state}`)
    client.engine.signal('focused')
    await server.call(noor, 'POST', '/users/me/presence', { status: 'idle' })
    await server.call(mei, 'POST', '/users/me/presence', { status: 'active' })
    await server.clock.until('both are there', () => line().join() === 'Iris active,Mei active,Noor idle')
    await server.call(mei, 'POST', '/users/me/status', { status_text: 'in the lab', emoji_name: 'coffee' })
    await server.clock.until('the status shows', () => people.items()[1]?.status?.text === 'in the lab')
    expect(people.items()[1]?.status?.emoji?.name).toBe('coffee')
    await server.clock.until(
      'they are taken for gone',
      () => line().join() === 'Iris active,Mei offline,Noor offline',
      300_000,
    )
  })

  it('shows presence at one-to-one conversations in the navigation, until it expires [O5]', async () => {
    const { server, client, iris, noor, mei, general } = await setUp()
    await server.post(noor, { direct: [iris.id] }, 'hello')
    await server.post(mei, { direct: [iris.id] }, 'hello')
    await server.post(mei, { direct: [iris.id, noor.id] }, 'both of you')
    client.start()
    await client.online()
    const navigation = await client.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
    const lines = () =>
      navigation
        .items()
        .flatMap((item) =>
          item.kind === 'direct' ? [`${item.people.map(({ name }) => name).join('+')} ${item.presence}`] : [],
        )
        .sort()
    await server.clock.until('all three are listed', () => lines().length === 3)
    client.engine.signal('focused')
    await server.call(noor, 'POST', '/users/me/presence', { status: 'idle' })
    await server.call(mei, 'POST', '/users/me/presence', { status: 'active' })
    await server.clock.until('both are there', () => lines().join() === 'Mei active,Noor idle,Noor+Mei null')
    await server.post(noor, { stream: general, topic: 'lunch' }, 'something else changes')
    await server.clock.until(
      'they are taken for gone',
      () => lines().join() === 'Mei offline,Noor offline,Noor+Mei null',
      300_000,
    )
  })

  it('matches the beginnings of names', async () => {
    const { client } = await setUp()
    client.start()
    await client.online()
    const people = await client.openView<{ item: PersonItem; meta: PeopleMeta }>(directoryQuery('me'))
    expect(people.items().map((item) => item.name)).toEqual(['Mei'])
    expect(people.meta().found).toBe(1)
  })
})

describe('the outbox', () => {
  it('lists every queued action, lets the user take it back, and empties itself', async () => {
    let isDown = false
    const { server, client, noor, mei, general } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'soup?')
    client.start()
    await client.online()
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await server.clock.until('it is here', () => window.texts().length === 1)
    const outbox = await client.openView<{ item: OutboxItem; meta: OutboxMeta }>({ type: 'outbox' })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await client.send({ kind: 'topic', streamId: general, topic: 'lunch' }, 'yes')
    await client.engine.call('messages.star', { messageId: id, isStarred: true })
    await client.engine.call('people.mute', { userId: mei.id, isMuted: true })
    await client.engine.call('streams.property', { streamId: general, change: { property: 'color', value: '#ff0000' } })
    await client.engine.call('messages.react', { messageId: id, type: 'unicode_emoji', code: '1f44d', isOn: true })
    await server.clock.until('all are listed', () => outbox.items().length === 5)
    expect(
      outbox
        .items()
        .map(({ what, title, text }) =>
          [actionNameText(what), conversationTitle(title), text].filter(Boolean).join(' / '),
        ),
    ).toEqual([
      'Send message / lunch / yes',
      'Star message / lunch / soup?',
      'Mute Mei',
      'Change stream settings',
      'Add reaction :+1: / lunch / soup?',
    ])
    expect(outbox.items()[0]).toMatchObject({ state: 'queued', reason: { kind: 'network' }, canCancel: true })
    await client.engine.call('outbox.cancel', { localId: outbox.items()[2]?.localId ?? '' })
    await server.clock.until('one is taken back', () => outbox.items().length === 4)
    isDown = false
    client.engine.signal('resume')
    await server.clock.until('all is done', () => outbox.items().length === 0, 60_000)
  })
})

describe('the navigation', () => {
  it('sorts streams into folders, and shows own changes at once', async () => {
    const { server, client, noor, general, design } = await setUp()
    await server.post(noor, { stream: design, topic: 'logo' }, 'long ago')
    await server.clock.sleep(40 * 86_400_000)
    await server.post(noor, { stream: general, topic: 'lunch' }, 'today')
    client.start()
    await client.online()
    const navigation = await client.openView<{ item: NavigationItem; meta: never }>({ type: 'navigation' })
    const folders = () =>
      navigation.items().flatMap((item) => (item.kind === 'stream' ? [`${item.name} ${item.folder}`] : []))
    await client.engine.call('messages.markAllRead', { scope: 'all' })
    await server.clock.until('one sleeps', () => folders().join() === 'design inactive,general active')
    await client.engine.call('streams.property', { streamId: design, change: { property: 'pin_to_top', value: true } })
    await server.clock.until('it is pinned', () => folders().join() === 'design pinned,general active')
    await client.engine.call('streams.property', { streamId: design, change: { property: 'color', value: '#00ff00' } })
    const first = () => navigation.items().find((item) => item.kind === 'stream')
    await server.clock.until('it has its colour', () => first()?.color === '#00ff00')
  })
})

describe('the read receipts of a message', () => {
  it('come from the server, and report an error offline', async () => {
    let isDown = false
    const { server, client, iris, noor, general } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const id = await server.post(iris, { stream: general, topic: 'a' }, 'read me')
    await server.call(noor, 'POST', '/messages/flags', { messages: `[${id}]`, op: 'add', flag: 'read' })
    client.start()
    await client.online()
    expect(await client.engine.call('messages.receipts', { messageId: id })).toMatchObject({
      ok: true,
      value: { count: 1, people: [{ name: 'Noor' }], isOwnHidden: false },
    })
    isDown = true
    expect(await client.engine.call('messages.receipts', { messageId: id })).toMatchObject({
      ok: false,
      error: { code: 'OFFLINE' },
    })
  })
})
