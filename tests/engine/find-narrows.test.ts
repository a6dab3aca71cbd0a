import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { TestServer } from '#support/test-server.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

/** A narrow as one line of text. */
function shown(place: FoundNarrow): string {
  switch (place.kind) {
    case 'stream':
      return `#${place.name}`
    case 'topic':
      return `${place.streamName} › ${place.name}`
    case 'direct': {
      const names = place.people.map(({ name }) => name ?? '?').join(', ')
      return place.email === null ? `@${names}` : `@${names} <${place.email}>`
    }
  }
}

function addPerson(server: TestServer, fullName: string, deliveryEmail: string): number {
  const { context } = server.built
  return context.write(() =>
    context.tables.users.add(
      { deliveryEmail, fullName, role: 400, apiKey: `key of ${deliveryEmail}`, dateJoined: 1 },
      'test.example',
    ),
  )
}

function addStream(server: TestServer, name: string, isPrivate = false): number {
  const { context } = server.built
  return context.write(() =>
    context.tables.streams.add({
      name,
      description: '',
      renderedDescription: '',
      dateCreated: 1,
      inviteOnly: isPrivate,
    }),
  )
}

async function setUp(options: WorldOptions = {}) {
  const made = await setupWorld(options)
  const { client, server, noor, general } = made
  const places = (query: string) => client.findNarrows(query)
  return {
    ...made,
    places,
    lines: async (query: string) => (await places(query)).map(shown),
    topics: async (query: string) =>
      (await places(query)).flatMap((place) => (place.kind === 'topic' ? [`${place.streamName} › ${place.name}`] : [])),
    /** Posts a message to each topic, and waits for the messages. */
    post: async (topics: readonly string[], stream = general) => {
      for (const topic of topics) await server.post(noor, { stream, topic }, 'a message')
      await server.clock.advance(2_000)
    },
  }
}

describe('a search for narrows', () => {
  it('finds topics with their stream, also topics that the navigation does not list', async () => {
    const { client, post, design, topics, lines } = await setUp()
    const names = Array.from({ length: 40 }, (_, index) => `errand ${index}`)
    await post(names)
    await post(['errand 3'], design)
    const view = await client.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
    expect(view.items().some((item) => item.kind === 'topic' && item.name === 'errand 39')).toBe(true)
    expect(view.items().some((item) => item.kind === 'topic' && item.name === 'errand 0')).toBe(false)
    expect((await topics('errand 0'))[0]).toBe('general › errand 0')
    expect((await topics('errand 3')).slice(0, 2)).toEqual(['design › errand 3', 'general › errand 3'])
    expect(await topics('errand')).toHaveLength(clientLimits.narrowsFound.most)
    // One word may match the name of the stream, but not all words.
    expect(await lines('design errand')).toEqual(['design › errand 3'])
    expect(await lines('design')).toEqual(['#design'])
  })

  it('ignores case, accents and Unicode forms in every kind', async () => {
    const { post, lines } = await setUp({
      before(server) {
        addPerson(server, 'José Ångström', 'jose@test.example')
        addStream(server, 'Café Ünïverse')
      },
    })
    await post(['Crème brûlée', 'ＦＵＬＬ width', '東京都庁の会議', '<img src=x onerror=alert(1)>', '\u202etxet'])
    expect(await lines('CREME BRULEE')).toEqual(['general › Crème brûlée'])
    expect(await lines('full')).toEqual(['general › ＦＵＬＬ width'])
    expect(await lines('都庁')).toEqual(['general › 東京都庁の会議'])
    expect(await lines('cafe universe')).toEqual(['#Café Ünïverse'])
    expect(await lines('angstrom jose')).toEqual(['@José Ångström'])
    expect(await lines('<IMG')).toEqual(['general › <img src=x onerror=alert(1)>'])
    expect(await lines('txet')).toEqual(['general › \u202etxet'])
    // The text is neither a pattern of SQL nor one of GLOB.
    for (const nothing of ['%', '_', '*', '[^a]', "'", '\0', '\u05b0', ' \t '])
      expect(await lines(nothing), nothing).toEqual([])
  })

  it('ranks exact matches first, then prefixes, then unread and new conversations', async () => {
    const { client, server, iris, general, post, topics } = await setUp()
    await post(['tea', 'teapots', 'a tea party', 'tealeaves', 'iced tea'])
    const order = ['tea', 'tealeaves', 'teapots', 'iced tea', 'a tea party'].map((name) => `general › ${name}`)
    expect(await topics('tea')).toEqual(order)
    await client.engine.call('messages.readConversation', {
      narrow: { kind: 'topic', streamId: general, topic: 'tealeaves' },
    })
    await server.setTopicPolicy(iris, { stream: general, topic: 'iced tea' }, 1)
    await server.clock.advance(2_000)
    const after = ['tea', 'teapots', 'tealeaves', 'a tea party', 'iced tea'].map((name) => `general › ${name}`)
    expect(await topics('tea')).toEqual(after)
  })

  it('finds archived, muted and unsubscribed streams after the others', async () => {
    const { server, iris, places } = await setUp({
      before(server, { iris }) {
        const { context } = server.built
        const subscribed = (name: string) => {
          const id = addStream(server, name)
          context.write(() => {
            context.tables.streams.subscribe(iris.id, id, { color: '#336699' })
          })
          return id
        }
        const muted = subscribed('plan b')
        subscribed('plan long')
        addStream(server, 'plan c')
        return server.call(iris, 'POST', '/users/me/subscriptions/properties', {
          subscription_data: JSON.stringify([{ stream_id: muted, property: 'is_muted', value: true }]),
        })
      },
      account: 'iris',
    })
    const streams = (await places('plan')).flatMap((place) => (place.kind === 'stream' ? [place] : []))
    expect(streams.map(({ name, isMuted }) => [name, isMuted])).toEqual([
      ['plan long', false],
      ['plan b', true],
      ['plan c', false],
    ])
    await server.call(iris, 'DELETE', `/streams/${streams[0]?.streamId ?? 0}`)
    await server.clock.advance(2_000)
    const later = (await places('plan')).flatMap((place) => (place.kind === 'stream' ? [place] : []))
    // On servers that archive, the stream is last; on servers that delete, it is gone.
    expect(later.map(({ name }) => name).slice(0, 2)).toEqual(['plan b', 'plan c'])
    expect(later.slice(2).every(({ isArchived }) => isArchived)).toBe(true)
  })

  it('finds no stream that the account may not see, and none of its topics', async () => {
    const { lines } = await setUp({
      account: 'mei',
      before(server) {
        addStream(server, 'secret garden', true)
      },
    })
    expect(await lines('secret')).toEqual([])
  })

  it('finds people without a conversation, group conversations and notes to oneself', async () => {
    const { server, clock, iris, noor, mei, places } = await setUp()
    expect((await places('mei')).map(shown)).toEqual(['@Mei'])
    await server.post(mei, { direct: [iris.id, noor.id, mei.id] }, 'the three of us')
    await clock.advance(2_000)
    expect((await places('mei')).map((place) => (place.kind === 'direct' ? place.userIds : []))).toEqual([
      [mei.id],
      [noor.id, mei.id].sort((a, b) => a - b),
    ])
    expect(await places('iris')).toMatchObject([{ kind: 'direct', userIds: [], people: [{ id: iris.id }] }])
  })

  it('finds direct conversations that are new, renamed or active since the previous search', async () => {
    const { server, clock, iris, noor, mei, places } = await setUp()
    const people = async (query: string) =>
      (await places(query)).map((place) => (place.kind === 'direct' ? place.userIds : []))
    await server.post(noor, { direct: [iris.id, noor.id] }, 'the two of us')
    await clock.advance(2_000)
    expect(await people('noor')).toEqual([[noor.id]])
    const group = [noor.id, mei.id].sort((a, b) => a - b)
    await server.post(mei, { direct: [iris.id, noor.id, mei.id] }, 'the three of us')
    await clock.advance(2_000)
    expect(await people('noor')).toEqual([[noor.id], group])
    await server.call(iris, 'PATCH', `/users/${noor.id}`, { full_name: 'Somebody else' })
    await clock.advance(2_000)
    expect(await people('somebody')).toEqual([group, [noor.id]])
    // The e-mail matches the first one.
    expect(await people('noor')).toEqual([[noor.id]])
  })

  it('distinguishes people with the same name by their e-mails', async () => {
    const { lines } = await setUp({
      before(server) {
        addPerson(server, 'Ana Lopez', 'ana.one@test.example')
        addPerson(server, 'Ana López', 'ana.two@test.example')
        addPerson(server, 'Ana Lopezki', 'anatol@test.example')
      },
    })
    expect(await lines('ana lop')).toEqual([
      '@Ana Lopez <ana.one@test.example>',
      '@Ana López <ana.two@test.example>',
      '@Ana Lopezki',
    ])
  })

  it('finds similar names if nothing matches: word prefixes and one wrong letter', async () => {
    const { post, places, lines } = await setUp({
      before(server) {
        addStream(server, 'Release Notes')
        addPerson(server, 'Dora Quist', 'dora@test.example')
      },
    })
    await post(['Größe der Fenster', 'encoder drift', 'drift', 'drifting boats'])
    expect(await lines('encdrift')).toEqual(['general › encoder drift'])
    for (const typed of ['encodre', 'enocder', 'encooder', 'encder', 'encodar']) {
      expect([typed, await lines(typed)]).toEqual([typed, ['general › encoder drift']])
    }
    // At most one letter is wrong, and the first letter is right.
    expect(await lines('encadar')).toEqual([])
    expect(await lines('oncoder')).toEqual([])
    expect(await lines('grossw')).toEqual(['general › Größe der Fenster'])
    expect(await lines('relno')).toEqual(['#Release Notes'])
    expect(await lines('doq')).toEqual(['@Dora Quist'])
    expect(await lines('dora quits')).toEqual(['@Dora Quist'])
    // A word may match the name of the stream.
    expect(await lines('general boatz')).toEqual(['general › drifting boats'])
    expect((await places('boatz')).map(({ isNear }) => isNear)).toEqual([true])
    expect((await places('boats')).map(({ isNear }) => isNear)).toEqual([false])
    // The newest of several is first; an exact match leaves out the others.
    expect(await lines('drfit')).toEqual(['general › drifting boats', 'general › drift', 'general › encoder drift'])
    await post(['drift', 'brand new drfit'])
    expect(await lines('drfit')).toEqual(['general › brand new drfit'])
    expect(await lines('dirft')).toEqual(['general › drift', 'general › drifting boats', 'general › encoder drift'])
  })

  it('limits the text, its words and each kind of result', async () => {
    const { places, topics, post } = await setUp({
      before(server) {
        for (let index = 0; index < 30; index += 1) {
          addPerson(server, `Many ${index}`, `many${index}@test.example`)
          addStream(server, `many ${index}`)
        }
      },
    })
    const found = await places('many')
    expect(found.filter(({ kind }) => kind === 'stream')).toHaveLength(clientLimits.narrowsFound.most)
    expect(found.filter(({ kind }) => kind === 'direct')).toHaveLength(clientLimits.narrowsFound.most)
    await post(['one two three four five six seven eight'])
    expect(await topics('one two three four five six seven eight nine')).toHaveLength(1)
    const { input } = calls['narrows.find']
    const accountId = crypto.randomUUID()
    expect(input.safeParse({ accountId, query: 'x'.repeat(200) }).success).toBe(true)
    expect(input.safeParse({ accountId, query: 'x'.repeat(201) }).success).toBe(false)
  })

  it('runs in the engine’s own thread if the reader thread is not available', async () => {
    const { post, topics } = await setUp({
      reader: {
        find: () => Promise.resolve([]),
        findNarrows: () => Promise.reject(new Error('no thread here')),
        findGroups: () => Promise.reject(new Error('no thread here')),
        countMessages: () => Promise.reject(new Error('no thread here')),
        drop: () => undefined,
        checkpoint: () => Promise.resolve(0),
        close: () => undefined,
      },
    })
    await post(['tea'])
    expect(await topics('tea')).toEqual(['general › tea'])
    expect(await topics('teas')).toEqual(['general › tea'])
  })
})
