import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import { removeRow } from '#engine/state/messages/stored-messages.ts'
import { searchDisk } from '#engine/search/search.ts'
import { SearchView } from '#engine/views/search.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Input } from '#contract/calls.ts'
import type { SearchItem, SearchMeta, SearchPage } from '#contract/search.ts'
import { temporaryDatabase } from '#support/files.ts'
import { noNames } from '#engine/store/names/find-names.ts'
import { openCore, setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import { testWindow } from '#support/test-window.ts'

async function searchWith(
  client: TestClient,
  query: string,
  more: Partial<Input<'messages.search'>> = {},
): Promise<Result<SearchPage>> {
  return client.engine.call('messages.search', { query, before: null, limit: 50, where: 'disk', ...more })
}

async function world() {
  const database = temporaryDatabase()
  let isDown = false
  const { server, client, people } = await setupWorld({
    database,
    faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
  })
  const { iris, noor, mei, general, design } = people
  const post = (topic: string, text: string, author = noor) => server.post(author, { stream: general, topic }, text)
  const ask = (query: string, more: object = {}) => searchWith(client, query, more)
  const page = async (query: string, more: object = {}) => {
    const result = await ask(query, more)
    if (!result.ok) throw new Error(sentenceOf(result.error))
    return result.value
  }
  /** Results, as text. */
  const texts = async (query: string, more: object = {}) =>
    (await page(query, more)).hits.map((hit) => hit.snippet.map((part) => part.text).join(''))
  const goOffline = async () => {
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
  }
  return { server, client, database, post, ask, page, texts, goOffline, iris, noor, mei, general, design }
}

describe('a search that a newer one supersedes', () => {
  it('shows neither its answer nor a problem [M10]', async () => {
    let isOvertaken = true
    const { server, client } = await setupWorld({
      reader: {
        find: () => Promise.resolve(isOvertaken ? null : []),
        findNarrows: () => Promise.resolve(noNames),
        findGroups: () => Promise.resolve({ isNear: false, ids: [] }),
        countMessages: () => Promise.resolve({ direct: 0, streams: [] }),
        drop: () => undefined,
        checkpoint: () => Promise.resolve(0),
        close: () => undefined,
      },
    })
    const view = await client.openView<{ item: SearchItem; meta: SearchMeta }>({ type: 'search', query: 'soup' })
    await server.clock.advance(5_000)
    expect(view.meta().problem).toBe(null)
    isOvertaken = false
    await client.engine.call('views.more', { viewId: view.viewId, direction: 'newest' }, testWindow)
    await server.clock.until('the newer one is answered', () => view.meta().server === 'answered')
    expect(view.meta().problem).toBe(null)
  })
})

describe('a hit that only the server has found', () => {
  it('follows the changes and the deletion of its message [M12] [M16]', async () => {
    const { server, client, database, post } = await world()
    const [first, second] = [await post('a', 'walrus one'), await post('a', 'walrus two')]
    await server.clock.advance(3_000)
    client.engine.close()
    const core = openCore(client, database)
    const onDisk = searchDisk(core, { query: 'walrus', before: null, limit: 50 }, 'test')
    const found = onDisk.then((result) =>
      result.ok
        ? ({ ok: true, value: { hits: result.value.hits, serverOnly: new Set([first, second]), next: null } } as const)
        : result,
    )
    const nothing = { ok: true, value: { hits: [], hasMore: false, isIndexed: true } } as const
    const view = new SearchView(
      core,
      {
        isOnline: () => true,
        disk: () => Promise.resolve(nothing),
        server: () => found,
        drop: () => undefined,
        onDirty: () => undefined,
      },
      'walrus',
    )
    core.onCommit('the test', (changes) => {
      for (const change of changes) view.isAffected(change)
    })
    await view.refresh()
    const shown = () => view.compute().items.map((hit) => [hit.messageId, hit.snippet.map(({ text }) => text).join('')])
    expect(shown()).toEqual([
      [second, 'walrus two'],
      [first, 'walrus one'],
    ])
    const row = core.store.messages.get(first)!
    core.commit(() => {
      core.store.messages.put({ ...row, plain: 'walrus three', verified_epoch: 0 })
      return [{ kind: 'message', id: first, conversation: 'topic:1:a' }, ...removeRow(core.store, second)]
    })
    expect(shown()).toEqual([[first, 'walrus three']])
    expect(view.compute().items[0]?.isStale).toBe(true)
    view.close()
  })
})

describe('a search of the cache', () => {
  it('finds words, prefixes, phrases, other spellings and words of topics, newest first', async () => {
    const { server, post, texts, goOffline } = await world()
    await post('lunch', 'Noodles on Friday?')
    await post('lunch', 'I had noodles yesterday, at the Café')
    await post('noodle soup', 'no words about food here')
    await post('Tokyo', '明日は東京都庁で会議があります')
    await post('code', 'C++ and don’t, user@x.example')
    await server.clock.advance(3_000)
    await goOffline()
    expect(await texts('noodles')).toEqual(['I had noodles yesterday, at the Café', 'Noodles on Friday?'])
    expect(await texts('nood')).toEqual([
      'no words about food here',
      'I had noodles yesterday, at the Café',
      'Noodles on Friday?',
    ])
    expect(await texts('"noodles on"')).toEqual(['Noodles on Friday?'])
    expect(await texts('"noodle"')).toEqual(['no words about food here'])
    expect(await texts('noodles cafe')).toEqual(['I had noodles yesterday, at the Café'])
    expect(await texts('都庁')).toEqual(['明日は東京都庁で会議があります'])
    expect(await texts('庁')).toEqual(['明日は東京都庁で会議があります'])
    for (const odd of ['C++', 'don’t', 'user@x.example', 'AND code', '"unfinished']) {
      await expect(texts(odd)).resolves.toBeInstanceOf(Array)
    }
    expect(await texts('C++')).toContain('C++ and don’t, user@x.example')
  })

  it('filters by sender, stream, topic, content, state, people and days', async () => {
    const { server, client, post, texts, iris, noor, mei, design } = await world()
    const first = await post('lunch', 'tea with Noor')
    await post('Break', 'tea with a [link](https://tea.example/)', mei)
    await server.post(noor, { stream: design, topic: 'cups' }, 'tea cups')
    await server.post(noor, { direct: [iris.id] }, 'tea for two')
    await post('lunch', 'tea, @**Iris**')
    await server.clock.advance(3_000)
    await client.engine.call('messages.star', { messageId: first, isStarred: true })
    await client.engine.call('messages.react', { messageId: first, type: 'unicode_emoji', code: '1f44d', isOn: true })
    await server.clock.advance(3_000)
    expect(await texts('tea sender:mei')).toEqual(['tea with a link'])
    expect(await texts('tea stream:design')).toEqual(['tea cups'])
    expect(await texts('tea topic:break')).toEqual(['tea with a link'])
    expect(await texts('tea has:link')).toEqual(['tea with a link'])
    expect(await texts('tea is:starred')).toEqual(['tea with Noor'])
    expect(await texts('has:reaction')).toEqual(['tea with Noor'])
    expect(await texts('is:mentioned')).toEqual(['tea, @Iris'])
    expect(await texts('tea with:noor')).toEqual(['tea for two'])
    expect(await texts('tea is:dm')).toEqual(['tea for two'])
    expect(await texts('sender:noor topic:lunch')).toEqual(['tea, @Iris', 'tea with Noor'])
    const day = (offset: number) => {
      const date = new Date(server.clock.now() + offset * 86_400_000)
      const two = (value: number) => String(value).padStart(2, '0')
      return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
    }
    expect(await texts(`tea after:${day(1)}`)).toEqual([])
    expect(await texts(`tea before:${day(1)} after:${day(0)}`)).toHaveLength(5)
    expect(await texts('is:unread')).toEqual([
      'tea, @Iris',
      'tea for two',
      'tea cups',
      'tea with a link',
      'tea with Noor',
    ])
  })

  it('reports unknown filters, and takes an unknown colon as text', async () => {
    const { server, post, ask, texts } = await world()
    await post('links', 'see https://x.example/a:b')
    await server.clock.advance(3_000)
    const refusals = {
      '': 'Enter something to search for.',
      '  ?! ': 'Enter something to search for.',
      'sender:nobody': 'No one matches “nobody”.',
      'stream:nowhere': 'No stream matches “nowhere”.',
      'has:wings': 'There’s no filter “has:wings”.',
      'is:lost': 'There’s no filter “is:lost”.',
      'before:tomorrow': '“tomorrow” isn’t a date.',
    }
    for (const [query, message] of Object.entries(refusals)) {
      const result = await ask(query)
      expect([query, result.ok ? '' : sentenceOf(result.error)]).toEqual([query, expect.stringContaining(message)])
    }
    expect(await texts('https://x.example/a:b')).toEqual(['see https://x.example/a:b'])
  })

  it('follows edits, moves and deletions, and pages through its results', async () => {
    const { server, client, post, page, texts, noor, general, database } = await world()
    const ids: number[] = []
    for (let index = 0; index < 7; index += 1) ids.push(await post('lunch', `soup number ${index}`))
    await server.clock.advance(3_000)
    await server.call(noor, 'PATCH', `/messages/${ids[0] ?? 0}`, { content: 'salad now' })
    await server.call(noor, 'PATCH', `/messages/${ids[1] ?? 0}`, { topic: 'dessert', propagate_mode: 'change_one' })
    await server.call(noor, 'DELETE', `/messages/${ids[2] ?? 0}`)
    await server.clock.advance(3_000)
    expect(await texts('salad')).toEqual(['salad now'])
    expect(await texts('dessert soup')).toEqual(['soup number 1'])
    const first = await page('soup', { limit: 3 })
    expect([first.hits.map((hit) => hit.messageId), first.hasMore]).toEqual([[ids[6], ids[5], ids[4]], true])
    const rest = await page('soup', { limit: 3, before: ids[4] })
    expect([rest.hits.map((hit) => hit.messageId), rest.hasMore]).toEqual([[ids[3], ids[1]], false])
    expect(rest.hits[0]).toMatchObject({
      narrow: { kind: 'topic', streamId: general, topic: 'lunch' },
      streamName: 'general',
      sender: { name: 'Noor' },
      snippet: [
        { text: 'soup', isHit: true },
        { text: ' number 3', isHit: false },
      ],
    })
    client.engine.close()
    const file = new Database(database)
    file.exec("INSERT INTO message_text (message_text) VALUES ('integrity-check')")
    file.close()
  })

  it('shows the part of a long text that has the words', async () => {
    const { server, post, page } = await world()
    await post('long', `${'filler text '.repeat(40)}the needle is here ${'and more '.repeat(40)}`)
    await server.clock.advance(3_000)
    const [hit] = (await page('needle')).hits
    const shown = hit?.snippet.map((part) => part.text).join('') ?? ''
    expect(shown).toContain('needle')
    expect(shown.length).toBeLessThan(180)
    expect(shown.startsWith('… ') && shown.endsWith(' …')).toBe(true)
    expect(hit?.snippet.filter((part) => part.isHit).map((part) => part.text)).toEqual(['needle'])
  })

  it('finds the messages of an older cache once they are indexed', async () => {
    const { server, client, post, iris, database } = await world()
    await post('lunch', 'an old message')
    await server.clock.advance(3_000)
    client.engine.close()
    const file = new Database(database)
    file.exec('DELETE FROM message_text; UPDATE message SET is_indexed = 0, has = 0')
    file.close()
    const again = new TestClient(server, iris, { database, engineEpoch: 2 }).start()
    await server.clock.advance(1_000)
    const result = await searchWith(again, 'old', { limit: 5 })
    expect(result).toMatchObject({ ok: true, value: { isIndexed: true, hits: [{ topic: [{ text: 'lunch' }] }] } })
  })
})

describe('a search at the server', () => {
  it('adds uncached messages, keeps hits that only the cache finds, and reports an error offline', async () => {
    const { server, post, ask, texts, goOffline, iris } = await world()
    // The server leaves out stop words; the cache does not.
    for (let index = 0; index < 3; index += 1) await post('history', `old pepper ${index}`)
    await post('history', 'the pepper')
    await server.clock.advance(3_000)
    const fresh = new TestClient(server, iris, { engineEpoch: 2 }).start()
    await fresh.online()
    const found = await searchWith(fresh, 'pepper sender:noor', { where: 'server' })
    expect(found).toMatchObject({ ok: true, value: { hits: { length: 4 } } })
    fresh.engine.close()
    expect(await texts('"the pepper"', { where: 'server' })).toEqual(['the pepper'])
    expect(await texts('pepp', { where: 'server' })).toHaveLength(4)
    await goOffline()
    expect(await ask('pepper', { where: 'server' })).toMatchObject({ ok: false, error: { code: 'SEARCH_OFFLINE' } })
    expect(await texts('pepper')).toHaveLength(4)
  })
})

describe('names in a search', () => {
  it('that several people or streams have are distinguished by ids, which outlast a new name', async () => {
    const { server, client, post, noor, general, iris } = await world()
    const { context } = server.built
    await post('lunch', 'tea of the first Noor')
    const twin = context.write(() => {
      const id = context.tables.users.add(
        { deliveryEmail: 'noor2@test.example', fullName: 'Noor', role: 400, apiKey: 'key-of-noor2', dateJoined: 1 },
        'test.example',
      )
      context.tables.streams.subscribe(id, general, { color: '#336699' })
      return id
    })
    await server.post(
      { id: twin, email: 'noor2@test.example', apiKey: 'key-of-noor2' },
      { direct: [iris.id] },
      'tea of the second',
    )
    await server.clock.advance(3_000)
    client.engine.close()
    const again = new TestClient(server, iris, { engineEpoch: 2 }).start()
    await again.online()
    await server.clock.advance(5_000)
    const found = async (query: string) => {
      const result = await searchWith(again, query, { where: 'server' })
      return result.ok
        ? result.value.hits.map((hit) => hit.snippet.map((part) => part.text).join(''))
        : result.error.code
    }
    expect(await found('sender:noor')).toBe('SEARCH_SEVERAL_PEOPLE')
    expect(await found(`sender:"Noor|${noor.id}"`)).toEqual(['tea of the first Noor'])
    expect(await found(`dm:"Another name|${twin}"`)).toEqual(['tea of the second'])
    expect(await found(`dm:"Noor|${twin},Mei"`)).toEqual([])
    expect(await found(`sender:"Noor|99999"`)).toBe('SEARCH_NO_PERSON')
    expect(await found(`stream:"an old name|${general}" tea`)).toEqual(['tea of the first Noor'])
    const everybody = await again.engine.call('people.search', { query: 'iris', withEverybody: true })
    expect(everybody).toMatchObject({ ok: true, value: [{ id: iris.id }] })
    expect(await again.engine.call('people.search', { query: 'iris' })).toEqual({ ok: true, value: [] })
  })

  it('that contradict each other are refused with an error, and so are too many', async () => {
    const { server, ask } = await world()
    const codes: string[] = []
    const many = Array.from({ length: 51 }, (_, index) => `w${index}`).join(' ')
    for (const query of ['stream:general dm:noor', 'topic:a is:dm', 'sender:noor sender:mei', 'dm:noor dm:mei', many]) {
      const result = await ask(query)
      codes.push(result.ok ? 'ok' : result.error.code)
    }
    expect(codes).toEqual([
      'SEARCH_STREAM_AND_DIRECT',
      'SEARCH_STREAM_AND_DIRECT',
      'SEARCH_TWO_OF_ONE',
      'SEARCH_TWO_OF_ONE',
      'SEARCH_TOO_MANY',
    ])
    for (const query of [
      'stream:general -is:dm',
      'stream:general -dm:noor',
      '-sender:noor -sender:mei',
      'topic:a topic:A',
    ]) {
      expect([query, (await ask(query, { where: 'server' })).ok]).toEqual([query, true])
    }
    await server.clock.advance(1_000)
  })
})
