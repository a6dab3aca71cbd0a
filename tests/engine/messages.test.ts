import { describe, expect, it } from 'vitest'
import type { ComposerDraft, DraftWritten } from '#contract/drafts.ts'
import { temporaryDatabase } from '#support/files.ts'
import type { TestServer } from '#support/test-server.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'

const lunch = (streamId: number, topic = 'lunch') => ({ kind: 'topic', streamId, topic }) as const

async function post(
  server: TestServer,
  who: { id: number; email: string; apiKey: string },
  stream: number,
  topic: string,
  count: number,
  word = 'm',
) {
  const ids: number[] = []
  for (let index = 1; index <= count; index += 1) ids.push(await server.post(who, { stream, topic }, `${word}${index}`))
  return ids
}

/** Registers clients without the unread messages of streams, and reports that older ones are missing (U3). */
function listNoOldUnreads(server: TestServer): void {
  const original = server.raw.bind(server)
  server.raw = async (account, request) => {
    const response = await original(account, request)
    if (!request.path.endsWith('/register')) return response
    const state = JSON.parse(response.body) as { unread_msgs: Record<string, unknown> }
    state.unread_msgs = { ...state.unread_msgs, streams: [], old_unreads_missing: true }
    return { ...response, body: JSON.stringify(state) }
  }
}

describe('complete and incomplete history', () => {
  it('history comes from the cache as far as it is complete, and before that in steps from the server [M5] [M11]', async () => {
    const { server, client, general } = await setupWorld({
      before: async (target, { noor, general: stream }) => {
        await post(target, noor, stream, 'lunch', 700)
      },
    })
    const window = await client.openConversation(lunch(general), 'newest')
    await server.clock.until('the newest is shown', () => window.texts().at(-1) === 'm700')
    expect(window.texts()).not.toContain('…')
    const all = Array.from({ length: 700 }, (_, index) => `m${index + 1}`)
    for (let step = 0; step < 20 && window.meta().older !== 'none'; step += 1) await window.more('older')
    // A window holds six hundred rows; the others come back on request.
    expect([window.texts(), window.meta().newer]).toEqual([all.slice(0, 600), 'more'])
    for (let step = 0; step < 20 && window.meta().newer !== 'none'; step += 1) await window.more('newer')
    expect([window.texts(), window.meta().older]).toEqual([all.slice(100), 'more'])
  })

  it('a message that arrives during the first fetch of a conversation appears once [M6] [M7]', async () => {
    let slow = false
    const { server, client, noor, general } = await setupWorld({
      faultFor: (request) =>
        slow && request.path.endsWith('/messages') && request.method === 'GET' ? { delayMs: 3_000 } : undefined,
    })
    await post(server, noor, general, 'lunch', 2)
    await server.clock.advance(2_000)
    slow = true
    const window = await client.openConversation(lunch(general))
    await server.post(noor, { stream: general, topic: 'lunch' }, 'in between')
    await server.clock.advance(10_000)
    expect(window.texts()).toEqual(['m1', 'm2', 'in between'])
  })

  it('rows on screen that were edited or deleted during an absence are revalidated [M1] [M8] [M9]', async () => {
    const database = temporaryDatabase()
    const { server, client, noor, general, start } = await setupWorld({ database })
    const ids = await post(server, noor, general, 'lunch', 5)
    const first = await client.openConversation(lunch(general))
    await server.clock.until('all are shown', () => first.texts().length === 5)
    client.engine.close()

    server.built.context.events.removeAll()
    server.deleteMessage(ids[2] ?? 0)
    server.rewriteMessage(ids[3] ?? 0, 'edited')
    await server.clock.advance(20 * 60_000)

    const again = start({ database })
    const window = await again.openConversation(lunch(general))
    expect(window.texts()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
    await server.clock.until('the window is right', () => window.texts().join() === 'm1,m2,edited,m5')
  })

  it('a long absence leaves a visible gap, which is never joined silently [M8]', async () => {
    const database = temporaryDatabase()
    const { server, client, noor, general, start } = await setupWorld({ database })
    await post(server, noor, general, 'lunch', 3, 'old')
    const first = await client.openConversation(lunch(general))
    await server.clock.until('all are shown', () => first.texts().length === 3)
    client.engine.close()
    server.built.context.events.removeAll()
    await post(server, noor, general, 'lunch', 1_000, 'new')
    await server.clock.advance(20 * 60_000)

    let isGapHeldOpen = true
    const again = start({
      database,
      faultFor: ({ method, path, form }) =>
        isGapHeldOpen && method === 'GET' && path.endsWith('/messages') && form.anchor !== 'newest'
          ? { delayMs: 5_000 }
          : undefined,
    })
    await again.online()
    const window = await again.openConversation(lunch(general), 'newest')
    await server.clock.until('the newest is shown', () => window.texts().at(-1) === 'new1000')
    const texts = window.texts()
    expect(texts.filter((text) => text !== '…')).toEqual([
      ...Array.from({ length: 3 }, (_, index) => `old${index + 1}`),
      ...Array.from({ length: 100 }, (_, index) => `new${index + 901}`),
    ])
    expect(texts[texts.indexOf('new901') - 1]).toBe('…')
    isGapHeldOpen = false
    for (let step = 0; step < 10 && window.meta().older !== 'none'; step += 1) await window.more('older')
    await server.clock.until('no gap is left', () => !window.texts().includes('…'))
    expect(window.texts()).toEqual([
      ...Array.from({ length: 3 }, (_, index) => `old${index + 1}`),
      ...Array.from({ length: 1_000 }, (_, index) => `new${index + 1}`),
    ])
  })

  it('an uncached conversation is reported as unreachable offline, and loads on reconnection', async () => {
    let isDown = false
    const { server, client, noor, extra } = await setupWorld({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await server.post(noor, { stream: extra, topic: 'far' }, 'away')
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    const window = await client.openConversation({ kind: 'topic', streamId: extra, topic: 'far' })
    await server.clock.advance(100)
    expect(window.meta().older).toBe('unreachable')
    isDown = false
    client.engine.signal('retry')
    await server.clock.until('it came', () => window.texts().join() === 'away')
  })
})

describe('events and fetched answers', () => {
  it('a deleted message disappears everywhere, and its range remains [M1] [M12]', async () => {
    const { server, client, iris, noor, general } = await setupWorld()
    const ids = await post(server, noor, general, 'lunch', 3)
    const window = await client.openConversation(lunch(general))
    await server.clock.until('all are shown', () => window.texts().length === 3)
    server.deleteMessage(ids[1] ?? 0)
    server.event(iris, {
      type: 'delete_message',
      message_type: 'stream',
      message_ids: [ids[1]],
      stream_id: general,
      topic: 'lunch',
    })
    await server.clock.until('it is gone', () => window.texts().join() === 'm1,m3')
    expect(client.status?.unread).toBe(2)
    expect(window.meta().older).toBe('none')
  })

  it('an answer older than an event neither restores a deleted message nor undoes an edit [M2] [M3] [M4]', async () => {
    let hold = false
    const { server, client, iris, noor, general } = await setupWorld({
      faultFor: (request) => {
        // A list of topics with a message that an event has deleted would contradict the event.
        if (request.path.endsWith('/topics')) return { before: 'unreachable' }
        return hold && request.method === 'GET' && request.path.endsWith('/messages') ? { delayMs: 1 } : undefined
      },
    })
    const ids = await post(server, noor, general, 'lunch', 3)
    await server.clock.advance(3_000)
    hold = true
    const window = await client.openConversation(lunch(general))
    await server.clock.advance(50)
    server.event(iris, {
      type: 'update_message',
      user_id: noor.id,
      message_id: ids[0],
      message_ids: [ids[0]],
      flags: [],
      rendering_only: false,
      edit_timestamp: 5,
      stream_id: general,
      content: 'edited',
      rendered_content: '<p>edited</p>',
    })
    server.event(iris, {
      type: 'delete_message',
      message_type: 'stream',
      message_ids: [ids[2]],
      stream_id: general,
      topic: 'lunch',
    })
    await server.clock.advance(2_000)
    // The server of this test still sends the old state in answers, so the events are newer.
    await window.more('newest')
    expect(window.texts()).toEqual(['edited', 'm2'])
  })

  it('an answer in flight does not undo the events about its messages [M4]', async () => {
    let isSlow = true
    const { server, iris, noor, general, start } = await setupWorld({ engine: 'none' })
    const ids = await post(server, noor, general, 'lunch', 3)
    const client = start({
      faultFor: (request) =>
        isSlow && request.method === 'GET' && request.path.endsWith('/messages') ? { answerDelayMs: 4_000 } : undefined,
    })
    await client.online()
    const window = await client.openConversation(lunch(general))
    await server.clock.advance(1_000)
    server.rewriteMessage(ids[0] ?? 0, 'edited')
    server.event(iris, {
      type: 'update_message',
      user_id: noor.id,
      message_id: ids[0],
      message_ids: [ids[0]],
      flags: [],
      rendering_only: false,
      edit_timestamp: 5,
      stream_id: general,
      content: 'edited',
      rendered_content: '<p>edited</p>',
    })
    server.deleteMessage(ids[2] ?? 0)
    server.event(iris, { type: 'delete_message', message_type: 'stream', message_ids: [ids[2]] })
    isSlow = false
    const shown: string[] = []
    for (let moment = 0; moment < 50; moment += 1) {
      await server.clock.advance(200)
      shown.push(window.texts().join())
    }
    expect(shown.at(-1)).toBe('edited,m2')
    expect(shown.filter((texts) => texts.includes('m3'))).toEqual([])
  })

  it('a wholly moved topic takes the view, the draft and the unsent messages along (§6.8 cases 7, 12) [M13] [M15] [M22] [S14]', async () => {
    let sendingFails = false
    const { server, client, iris, noor, general } = await setupWorld({
      faultFor: (request) =>
        sendingFails && request.method === 'POST' && request.path.endsWith('/messages')
          ? { before: 'unreachable' }
          : undefined,
    })
    const ids = await post(server, noor, general, 'Lunch', 2)
    const window = await client.openConversation(lunch(general, 'LUNCH'))
    await server.clock.until('all are shown', () => window.texts().length === 2)
    expect(window.meta().title).toBe('Lunch')
    sendingFails = true
    await client.send(lunch(general), 'unsent')
    await client.engine.call('drafts.set', { narrow: lunch(general), draftId: 'd1', topic: '', content: 'half a sen' })
    await server.clock.advance(50)
    server.moveTopic(general, 'lunch', 'dinner')
    server.event(iris, {
      type: 'update_message',
      user_id: noor.id,
      message_id: ids[0],
      message_ids: ids,
      flags: [],
      rendering_only: false,
      edit_timestamp: 5,
      stream_id: general,
      orig_subject: 'Lunch',
      subject: 'dinner',
      propagate_mode: 'change_all',
    })
    await server.clock.until('the view followed', () => window.meta().title === 'dinner')
    expect(window.texts().slice(0, 2)).toEqual(['m1', 'm2'])
    expect(window.texts().at(-1)).toContain('unsent')
    expect(await client.engine.call('drafts.get', { narrow: lunch(general, 'dinner') })).toMatchObject({
      value: { content: 'half a sen' },
    })
    sendingFails = false
    await server.clock.advance(10_000)
    expect(await server.contents(noor, [['topic', 'dinner']])).toEqual(['m1', 'm2', 'unsent'])
  })

  it('a text in flight during the move of its topic is stored in the new topic, and the answer names it [M15] [S14]', async () => {
    const { server, client, iris, noor, general } = await setupWorld()
    const ids = await post(server, noor, general, 'Lunch', 2)
    const window = await client.openConversation(lunch(general, 'Lunch'))
    await server.clock.until('all are shown', () => window.texts().length === 2)
    const write = async (draftId: string, content: string, revision?: number) => {
      const input = { narrow: lunch(general, 'Lunch'), draftId, topic: '', content, revision }
      return ((await client.engine.call('drafts.set', input)) as { value: DraftWritten }).value
    }
    const draftOf = async (topic: string) =>
      ((await client.engine.call('drafts.get', { narrow: lunch(general, topic) })) as { value: ComposerDraft }).value
    const { revision } = await write('d1', 'half')
    server.moveTopic(general, 'lunch', 'Dinner')
    server.event(iris, {
      type: 'update_message',
      user_id: noor.id,
      message_id: ids[0],
      message_ids: ids,
      flags: [],
      rendering_only: false,
      edit_timestamp: 5,
      stream_id: general,
      orig_subject: 'Lunch',
      subject: 'Dinner',
      propagate_mode: 'change_all',
    })
    await server.clock.until('the view followed', () => window.meta().title === 'Dinner')
    const moved = { movedTo: lunch(general, 'Dinner') }
    expect(await write('d1', 'half a sen', revision)).toMatchObject(moved)
    expect(await draftOf('dinner')).toMatchObject({ draftId: 'd1', content: 'half a sen' })
    expect(await draftOf('lunch')).toMatchObject({ content: '' })
    // The same holds for a draft that the engine did not know before the move.
    expect(await write('d2', 'another', revision)).toMatchObject(moved)
    // A writer that knows of the move means the named topic.
    const { revision: known } = await draftOf('lunch')
    expect(await write('d3', 'anew', known)).not.toHaveProperty('movedTo')
    expect(await draftOf('lunch')).toMatchObject({ draftId: 'd3', content: 'anew' })
    // A draft that the user has moved here stays here.
    expect(await write('d3', 'anew and more', revision)).not.toHaveProperty('movedTo')
  })

  it('leaving a stream drops its unread messages and removes it from the navigation [M14] [U11]', async () => {
    const { server, client, iris, noor, general } = await setupWorld()
    await post(server, noor, general, 'lunch', 2)
    await server.clock.until('they are unread', () => client.status?.unread === 2)
    server.event(iris, { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: general, name: 'general' }] })
    await server.clock.until('nothing is unread', () => client.status?.unread === 0)
    const navigation = await client.openNavigation()
    expect(navigation.items().some((item) => item.kind === 'stream' && item.streamId === general)).toBe(false)
  })

  it('a topic has the spelling of its newest message [M22]', async () => {
    const { server, client, noor, general } = await setupWorld()
    const window = await client.openConversation(lunch(general))
    await post(server, noor, general, 'Lunch', 1)
    await server.clock.until('it has a name', () => window.meta().title === 'Lunch')
    await post(server, noor, general, 'LUNCH', 1)
    await server.clock.until('it has another', () => window.meta().title === 'LUNCH')
    expect(window.texts()).toEqual(['m1', 'm1'])
  })

  it('a new rendering alone is no edit [M16]', async () => {
    const { server, client, iris, noor, general } = await setupWorld()
    const [id] = await post(server, noor, general, 'lunch', 1)
    const window = await client.openConversation(lunch(general))
    await server.clock.until('it is shown', () => window.texts().length === 1)
    server.event(iris, {
      type: 'update_message',
      user_id: null,
      message_id: id,
      message_ids: [id],
      flags: [],
      rendering_only: true,
      edit_timestamp: 5,
      stream_id: general,
      content: 'm1',
      rendered_content: '<p>m1 with a preview</p>',
    })
    await server.clock.until('it is redrawn', () => window.texts().join() === 'm1 with a preview')
    expect(window.items()[0]).toMatchObject({ isEdited: false })
  })

  it('edits of uncached messages change unread messages and mentions (§6.8 case 6) [M17] [M18] [U12]', async () => {
    const database = temporaryDatabase()
    const { server, client, iris, noor, general } = await setupWorld({
      database,
      faultFor: (request) => (request.priority === 'background' ? { before: 'unreachable' } : undefined),
      before: async (target, people) => {
        await post(target, people.noor, people.general, 'lunch', 1)
      },
    })
    expect(client.status).toMatchObject({ unread: 1, mentions: 0 })
    server.event(iris, {
      type: 'update_message',
      user_id: noor.id,
      message_id: 1,
      message_ids: [1],
      flags: ['mentioned'],
      rendering_only: false,
      edit_timestamp: 5,
      stream_id: general,
      content: 'x',
      rendered_content: '<p>x</p>',
    })
    await server.clock.until('it is a mention', () => client.status?.mentions === 1)
  })

  it('a message of an unknown stream is stored, and has the stream’s name when it is known [M23]', async () => {
    const { server, client, iris } = await setupWorld()
    server.event(iris, {
      type: 'message',
      flags: [],
      message: {
        id: 900,
        type: 'stream',
        sender_id: 999,
        content: '<p>early</p>',
        display_recipient: 'later',
        stream_id: 77,
        subject: 'news',
        timestamp: 5,
      },
    })
    await server.clock.advance(1_000)
    server.event(iris, {
      type: 'subscription',
      op: 'add',
      subscriptions: [{ stream_id: 77, name: 'later', description: '', color: '#112233' }],
    })
    const window = await client.openConversation({ kind: 'topic', streamId: 77, topic: 'news' })
    await server.clock.until('it has its name', () => window.meta().streamName === 'later')
    expect(window.texts()).toEqual(['early'])
  })
})

describe('unread messages', () => {
  it('follow from the set of ids, which a new registration replaces [U1] [U2]', async () => {
    const { server, client, iris, noor, general, design } = await setupWorld({
      before: async (target, people) => {
        await post(target, people.noor, people.general, 'lunch', 3)
        await post(target, people.noor, people.general, 'LUNCH', 1)
        await target.post(people.noor, { direct: [people.iris.id] }, 'psst')
      },
    })
    const navigation = await client.openNavigation()
    expect(client.status).toMatchObject({ unread: 5, mentions: 1 })
    await server.clock.advance(2_000)
    expect(navigation.items().find((item) => item.kind === 'topic')).toMatchObject({ unread: 4 })
    await server.call(iris, 'POST', '/messages/flags', { messages: '[1,2,3]', op: 'add', flag: 'read' })
    await server.clock.until('three are read', () => client.status?.unread === 2)
    server.built.context.events.removeAll()
    await server.call(iris, 'POST', '/messages/flags', { messages: '[4]', op: 'add', flag: 'read' })
    await server.clock.until('the new set holds', () => client.status?.unread === 1)
    expect(navigation.items().flatMap((item) => ('unread' in item ? [[item.key, item.unread]] : []))).toEqual([
      [`stream:${design}`, 0],
      [`stream:${general}`, 1],
      [`topic:${general}:lunch`, 1],
      [`direct:${noor.id}`, 1],
    ])
  })

  it('that moved count in their new topic, and once [U1]', async () => {
    const { server, client, noor, general } = await setupWorld()
    const [first = 0] = await post(server, noor, general, 'lunch', 3)
    await server.clock.until('they are unread', () => client.status?.unread === 3)
    await server.call(noor, 'PATCH', `/messages/${first}`, {
      topic: 'dinner',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: 'false',
    })
    const navigation = await client.openNavigation()
    const topics = () =>
      navigation
        .items()
        .flatMap((item) => (item.kind === 'topic' && item.unread > 0 ? [[item.topic, item.unread]] : []))
    await server.clock.until('they are elsewhere', () => JSON.stringify(topics()) === '[["dinner",3]]')
    expect(client.status?.unread).toBe(3)
  })

  it('that the server did not list are added when they are fetched [U3]', async () => {
    const { server, iris, noor, general, start } = await setupWorld({ engine: 'none' })
    await post(server, noor, general, 'lunch', 3)
    listNoOldUnreads(server)
    const client = start()
    await client.online()
    await server.clock.until('they are counted', () => client.status?.unread === 3)
    server.event(iris, { type: 'update_message_flags', op: 'add', flag: 'read', messages: [], all: true })
    await server.clock.until('all is read', () => client.status?.unread === 0)
  })

  it('remain incomplete after one conversation is read [U3]', async () => {
    const { server, noor, general, extra, start } = await setupWorld({ engine: 'none' })
    await post(server, noor, general, 'lunch', 3)
    listNoOldUnreads(server)
    let arePagesLost = true
    const client = start({
      faultFor: ({ method, path }) =>
        arePagesLost && method === 'GET' && path.endsWith('/messages') ? { before: 'broken' } : undefined,
    })
    await client.online()
    await client.engine.call('messages.markAllRead', { scope: lunch(extra) })
    const isDone = () => client.requests.some(({ path }) => path.endsWith('/flags/narrow'))
    await server.clock.until('the conversation is read', isDone)
    await server.clock.advance(1_000)
    arePagesLost = false
    await server.clock.until('the others are counted as they are fetched', () => client.status?.unread === 3)
  })

  it('are all read by an event for all messages [U4]', async () => {
    const { server, client, iris, noor, general } = await setupWorld()
    await post(server, noor, general, 'lunch', 3)
    await server.clock.until('they are unread', () => client.status?.unread === 3)
    server.event(iris, { type: 'update_message_flags', op: 'add', flag: 'read', messages: [], all: true })
    await server.clock.until('nothing is', () => client.status?.unread === 0)
  })

  it('that another device marked as unread return by their details, also uncached, and once [U5] [U6]', async () => {
    const { server, client, iris, general } = await setupWorld()
    const event = {
      type: 'update_message_flags',
      op: 'remove',
      flag: 'read',
      messages: [501, 502],
      all: false,
      message_details: {
        501: { type: 'stream', stream_id: general, topic: 'Lunch', mentioned: true },
        502: { type: 'private', user_ids: [9] },
      },
    }
    server.event(iris, event)
    server.event(iris, event)
    await server.clock.until('both are unread', () => client.status?.unread === 2)
    expect(client.status?.mentions).toBe(2)
  })

  it('that moved during an absence and are unread again count in their current topic [U5] [M3]', async () => {
    const database = temporaryDatabase()
    const { server, client, iris, noor, general, start } = await setupWorld({ database })
    const [id = 0] = await post(server, noor, general, 'lunch', 1)
    const window = await client.openConversation(lunch(general))
    await server.clock.until('it is here', () => window.texts().length === 1)
    const flag = (op: 'add' | 'remove') =>
      server.call(iris, 'POST', '/messages/flags', { messages: `[${id}]`, op, flag: 'read' })
    await flag('add')
    await server.clock.until('it is read', () => client.status?.unread === 0)
    client.engine.close()
    server.built.context.events.removeAll()
    await server.call(iris, 'PATCH', `/messages/${id}`, {
      topic: 'dinner',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: 'false',
    })

    const again = start({
      database,
      faultFor: (request) => (request.path.endsWith('/messages') ? { delayMs: 3_600_000 } : undefined),
    })
    await again.online()
    const navigation = await again.openNavigation()
    await flag('remove')
    const unreadTopics = () => navigation.items().filter((item) => item.kind === 'topic' && item.unread > 0)
    await server.clock.until('it is unread', () => unreadTopics().length > 0)
    expect(unreadTopics()).toMatchObject([{ topic: 'dinner', unread: 1 }])
  })

  it('that are not cached are in listed conversations, also after a move [M17] [U5] [U11]', async () => {
    const { server, client, iris, noor, general } = await setupWorld()
    const [cached = 0] = await post(server, noor, general, 'lunch', 1)
    await server.clock.until('it is unread', () => client.status?.unread === 1)
    const navigation = await client.openNavigation()
    const listed = () =>
      navigation.items().flatMap((item) => {
        if (item.kind === 'topic') return [[item.topic, item.unread]]
        return item.kind === 'direct' ? [[item.userIds.join(), item.unread]] : []
      })
    server.event(iris, {
      type: 'update_message_flags',
      op: 'remove',
      flag: 'read',
      messages: [501, 502, 503],
      all: false,
      message_details: {
        501: { type: 'stream', stream_id: general, topic: 'Attic' },
        502: { type: 'stream', stream_id: general, topic: 'Lunch' },
        503: { type: 'private', user_ids: [noor.id] },
      },
    })
    await server.clock.until('all are listed', () => listed().length === 3)
    expect(listed()).toEqual([
      ['Lunch', 2],
      ['Attic', 1],
      [String(noor.id), 1],
    ])

    server.event(iris, {
      type: 'update_message',
      user_id: noor.id,
      message_id: 501,
      message_ids: [501],
      flags: [],
      rendering_only: false,
      edit_timestamp: 5,
      stream_id: general,
      orig_subject: 'Attic',
      subject: 'Cellar',
      propagate_mode: 'change_all',
    })
    server.deleteMessage(cached)
    server.event(iris, { type: 'delete_message', message_type: 'stream', message_ids: [cached], stream_id: general })
    await server.clock.until('both are done', () => listed().every(([, unread]) => unread === 1))
    expect(listed()).toEqual([
      ['Lunch', 1],
      ['Cellar', 1],
      [String(noor.id), 1],
    ])
  })

  it('of streams whose ids begin with the id of a left stream remain [U11]', async () => {
    const { server, client, iris, noor, general } = await setupWorld()
    const names = Array.from({ length: 20 }, (_, index) => ({ name: `room ${index}` }))
    const subscriptions = JSON.stringify(names)
    for (const who of [iris, noor]) await server.call(who, 'POST', '/users/me/subscriptions', { subscriptions })
    const { streams } = (await server.call(noor, 'GET', '/streams')) as { streams: { stream_id: number }[] } // its answer
    const alike = streams.find(({ stream_id: id }) => id !== general && String(id).startsWith(String(general)))
    expect(alike).toMatchObject({ stream_id: expect.any(Number) as number })
    await server.clock.advance(5_000)
    // Each new stream has a notification message of its own.
    expect(client.status?.unread).toBe(names.length)
    await post(server, noor, alike!.stream_id, 'lunch', 3)
    const others = names.length + 3
    await server.clock.until('those of the other stream count', () => client.status?.unread === others)
    await post(server, noor, general, 'lunch', 2)
    await server.clock.until('they are unread', () => client.status?.unread === others + 2)
    await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: '["general"]' })
    await server.clock.until('the stream is left', () => client.status?.unread !== others + 2)
    await server.clock.advance(5_000)
    expect(client.status?.unread).toBe(others)
  })

  it('do not exist in unsubscribed streams, neither by a mark nor by a move [U5] [M14]', async () => {
    const { server, client, iris, noor, general, extra } = await setupWorld()
    const [moved = 0] = await post(server, noor, general, 'lunch', 2)
    await server.clock.until('they are unread', () => client.status?.unread === 2)
    server.event(iris, {
      type: 'update_message_flags',
      op: 'remove',
      flag: 'read',
      messages: [501, 502],
      all: false,
      message_details: {
        501: { type: 'stream', stream_id: general, topic: 'lunch' },
        502: { type: 'stream', stream_id: extra, topic: 'far' },
      },
    })
    await server.clock.until('one is unread again', () => client.status?.unread !== 2)
    expect(client.status?.unread).toBe(3)
    server.event(iris, {
      type: 'update_message',
      user_id: noor.id,
      message_id: moved,
      message_ids: [moved],
      flags: [],
      rendering_only: false,
      edit_timestamp: 5,
      stream_id: general,
      new_stream_id: extra,
      orig_subject: 'lunch',
      propagate_mode: 'change_one',
    })
    await server.clock.until('one went elsewhere', () => client.status?.unread === 2)
  })

  it.each([
    ['the request', { delayMs: 3_000 }],
    ['its answer', { answerDelayMs: 3_000 }],
  ])('that are read while another read request is in flight reach the server: %s is slow [U7]', async (_, fault) => {
    const isFlags = ({ path }: { path: string }) => path.endsWith('/messages/flags')
    const { server, client, noor, general } = await setupWorld({
      faultFor: (request) => (isFlags(request) ? fault : undefined),
    })
    const ids = await post(server, noor, general, 'lunch', 2)
    await server.clock.until('they are unread', () => client.status?.unread === 2)
    const reported = () =>
      client.requests.filter(isFlags).flatMap(({ form }) => JSON.parse(form.messages ?? '[]') as number[]) // ids
    await client.engine.call('messages.markRead', { messageIds: ids.slice(0, 1) })
    await server.clock.until('the first is reported', () => reported().length === 1)
    await client.engine.call('messages.markRead', { messageIds: ids.slice(1, 2) })
    await server.clock.until('both were reported', () => reported().length === 2)
    expect(reported()).toEqual(ids)
  })

  it('that were read offline reach the server later in one batch, also after a restart [U7]', async () => {
    let isDown = false
    const database = temporaryDatabase()
    const { server, client, iris, noor, general } = await setupWorld({
      database,
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const ids = await post(server, noor, general, 'lunch', 4)
    await server.clock.until('they are unread', () => client.status?.unread === 4)
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await client.engine.call('messages.markRead', { messageIds: ids.slice(0, 2) })
    await client.engine.call('messages.markRead', { messageIds: ids.slice(1, 3) })
    expect(client.status?.unread).toBe(1)
    client.engine.close()

    const again = new TestClient(server, iris, { database }).start()
    await again.online()
    expect(again.status?.unread).toBe(1)
    await server.clock.advance(2_000)
    expect(again.requests.filter((request) => request.path.endsWith('/flags'))).toHaveLength(1)
    expect(await server.contents(iris, [['is', 'unread']])).toEqual(['m4'])
  })

  it('of a muted stream do not count unless they mention the user [U10]', async () => {
    const { server, client, iris, noor, general } = await setupWorld()
    server.event(iris, { type: 'subscription', op: 'update', stream_id: general, property: 'is_muted', value: true })
    await server.post(noor, { stream: general, topic: 'lunch' }, 'quiet')
    await server.post(noor, { stream: general, topic: 'lunch' }, 'hey @**Iris**')
    await server.clock.until('one counts', () => client.status?.mentions === 1)
    expect(client.status?.unread).toBe(1)
  })
})

describe('the directory', () => {
  it('renames an unsubscribed stream as well [O3]', async () => {
    const { server, client, iris, extra } = await setupWorld()
    const window = await client.openConversation({ kind: 'stream', streamId: extra })
    expect(window.meta().streamName).toBe('extra')
    await server.call(iris, 'PATCH', `/streams/${extra}`, { new_name: 'renamed' })
    await server.clock.until('it has its new name', () => window.meta().streamName === 'renamed')
  })

  it('matches streams by id, and the own role applies to permissions at once [O3] [O4]', async () => {
    const { server, client, iris, noor, general } = await setupWorld()
    await server.ok(iris, 'PATCH', `/users/${noor.id}`, { role: 100 })
    await server.ok(iris, 'PATCH', `/streams/${general}`, { stream_post_policy: 2 })
    server.event(iris, {
      type: 'stream',
      op: 'update',
      stream_id: general,
      name: 'a name from long ago',
      property: 'name',
      value: 'everyone',
    })
    const window = await client.openConversation(lunch(general))
    await server.clock.until('it has the new name', () => window.meta().streamName === 'everyone')
    expect(window.meta().canPost).toBe(true)
    await server.ok(noor, 'PATCH', `/users/${iris.id}`, { role: 400 })
    await server.clock.until('it is closed', () => !window.meta().canPost)
  })
})
