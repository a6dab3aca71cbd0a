import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#support/files.ts'
import type { TestClient } from '#support/test-client.ts'
import type { TestServer } from '#support/test-server.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

const jira = { pattern: 'JIRA-(?P<id>[0-9]+)', url_template: 'https://jira.example/{id}' }
const ticket = (id: number) => ({ text: `JIRA-${id}`, url: `https://jira.example/${id}` })

async function world(options: WorldOptions = {}) {
  const made = await setupWorld({
    before: async (server, { iris }) => {
      await server.ok(iris, 'POST', '/realm/filters', jira)
    },
    ...options,
    engine: 'none',
  })
  const { server, general } = made
  const topicOf = (topic: string, stream = general) => ({ kind: 'topic', streamId: stream, topic }) as const
  const open = async (client: TestClient, topic: string, stream = general) =>
    client.openConversation(topicOf(topic, stream))
  const asked = async (client: TestClient, topic: string, streamId = general) => {
    const result = await client.engine.call('topics.links', { streamId, topic })
    return result.ok ? result.value : result
  }
  /** Renames or moves the whole topic of a message, as another person. */
  const move = (id: number, to: { topic?: string; stream_id?: number }) =>
    server.ok(made.noor, 'PATCH', `/messages/${id}`, {
      ...to,
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
    })
  const post = (topic: string, text = 'hello') => server.post(made.noor, { stream: general, topic }, text)
  return { ...made, open, asked, move, post }
}

/** Gives a message of the server other links, as a server with other rules would. */
function relink(server: TestServer, id: number, links: unknown): void {
  const { context } = server.built
  context.write(() => {
    const row = context.tables.messages.find(id)!
    const { recipient_id: recipientId, topic, timestamp } = row
    context.tables.messages.setPlace(row, { recipientId, topic, topicLinks: JSON.stringify(links), timestamp })
  })
}

describe('the links in the name of a topic', () => {
  it.each([
    ['a ticket within a name', 'crash (JIRA-7)', [ticket(7)]],
    ['a ticket that is the whole name', 'JIRA-7', [ticket(7)]],
    ['several', 'JIRA-7 JIRA-8', [ticket(7), ticket(8)]],
    ['a name from right to left', 'באג JIRA-7 דחוף', [ticket(7)]],
    ['an address', 'https://example.org/a?b', [{ text: 'https://example.org/a?b', url: 'https://example.org/a?b' }]],
    ['a name without links', 'lunch', []],
  ])('come from the server: %s', async (_what, topic, links) => {
    const { post, open, asked, start, server } = await world()
    await post(topic)
    const client = start()
    await client.online()
    const shown = await open(client, topic)
    await server.clock.until('the links are there', () => shown.items().length === 1)
    expect(shown.meta().topicLinks).toEqual(links)
    expect(await asked(client, topic)).toEqual(links)
  })

  it('follow each rename of the topic, and stay when it moves to another stream', async () => {
    const { post, open, asked, move, start, server, design } = await world()
    const id = await post('JIRA-1')
    await post('JIRA-1', 'more')
    const client = start()
    await client.online()
    const shown = await open(client, 'JIRA-1')
    await server.clock.until('the messages are there', () => shown.items().length === 2)
    await move(id, { topic: 'JIRA-2 again' })
    await server.clock.until('the name is another', () => shown.meta().title === 'JIRA-2 again')
    expect(shown.meta().topicLinks).toEqual([ticket(2)])
    expect(await asked(client, 'JIRA-1')).toEqual([ticket(1)])
    await move(id, { stream_id: design })
    await server.clock.until('the stream is another', () => shown.meta().streamName === 'design')
    expect(shown.meta().topicLinks).toEqual([ticket(2)])
    await move(id, { topic: 'nothing to follow' })
    await server.clock.until('the name is another', () => shown.meta().title === 'nothing to follow')
    expect(shown.meta().topicLinks).toEqual([])
    expect(await asked(client, 'nothing to follow', design)).toEqual([])
  })

  it('are those of the new name while a rename is queued offline', async () => {
    const { post, open, asked, start, server, general } = await world()
    await post('JIRA-1')
    const client = start()
    await client.online()
    const shown = await open(client, 'JIRA-1')
    await server.clock.until('the message is there', () => shown.items().length === 1)
    await server.stop()
    const resolved = await client.engine.call('topics.resolve', {
      streamId: general,
      topic: 'JIRA-1',
      isResolved: true,
    })
    expect(resolved.ok).toBe(true)
    await server.clock.until('the mark is shown', () => shown.meta().title === '✔ JIRA-1')
    await server.clock.until('the links are there', () => shown.meta().topicLinks.length > 0)
    expect(shown.meta().topicLinks).toEqual([ticket(1)])
    expect(await asked(client, 'JIRA-1')).toEqual([ticket(1)])
    await server.start()
  })

  it('come from the linkifiers without a message that has them, and change with the linkifiers', async () => {
    const { open, asked, start, server, iris } = await world()
    const client = start()
    await client.online()
    const shown = await open(client, 'JIRA-5 and T55')
    await server.clock.until('the links are there', () => shown.meta().topicLinks.length === 1)
    expect(shown.meta().topicLinks).toEqual([ticket(5)])
    const added = { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://tasks.example/{id}' }
    await server.ok(iris, 'POST', '/realm/filters', added)
    await server.clock.until('the other link is there', () => shown.meta().topicLinks.length === 2)
    const both = [ticket(5), { text: 'T55', url: 'https://tasks.example/55' }]
    expect(shown.meta().topicLinks).toEqual(both)
    expect(await asked(client, 'JIRA-5 and T55')).toEqual(both)
    expect(await asked(client, 'www.example.org')).toEqual([
      { text: 'www.example.org', url: 'https://www.example.org/' },
    ])
  })

  it('are available after an offline start, also with a database of an earlier version', async () => {
    const database = temporaryDatabase()
    const { post, open, asked, start, server } = await world({ database })
    await post('JIRA-1')
    await post('JIRA-2')
    const client = start()
    await client.online()
    for (const topic of ['JIRA-1', 'JIRA-2']) {
      const shown = await open(client, topic)
      await server.clock.until('the message is there', () => shown.items().length === 1)
    }
    client.engine.close()
    const raw = new Database(database)
    raw.prepare("UPDATE message SET topic_links = NULL WHERE topic = 'JIRA-2'").run()
    raw.close()
    await server.stop()
    const again = start()
    for (const id of [1, 2]) {
      const shown = await open(again, `JIRA-${id}`)
      await server.clock.until('the links are there', () => shown.meta().topicLinks.length > 0)
      expect(shown.meta().topicLinks).toEqual([ticket(id)])
      expect(await asked(again, `JIRA-${id}`)).toEqual([ticket(id)])
    }
    await server.start()
  })

  it('follow the rules for links of messages, with a limit on number and length', async () => {
    const { post, asked, open, start, server } = await world()
    const id = await post('hostile')
    const many = Array.from({ length: 50 }, (_, index) => ({ text: `t${index}`, url: `https://x.example/${index}` }))
    relink(server, id, [
      { text: 'run', url: 'javascript:alert(1)' },
      { text: 'file', url: 'file:///etc/passwd' },
      { text: 'long', url: `https://x.example/${'a'.repeat(20_000)}` },
      { text: 'own', url: '/user_uploads/1/a.txt' },
      { text: 'T'.repeat(5_000), url: 'https://x.example/long' },
      { text: '', url: 'https://x.example/empty' },
      { url: 'https://x.example/textless' },
      { text: 'nowhere' },
      'https://old.example/4711',
      null,
      ...many,
    ])
    const client = start()
    await client.online()
    const shown = await open(client, 'hostile')
    await server.clock.until('the message is there', () => shown.items().length === 1)
    const links = shown.meta().topicLinks
    expect(JSON.stringify(links).length).toBeLessThan(2_000)
    expect(links.map(({ text, url }) => [text.slice(0, 30), url])).toEqual([
      ['own', 'http://test.example/user_uploads/1/a.txt'],
      ['T'.repeat(30), 'https://x.example/long'],
      ['https://x.example/empty', 'https://x.example/empty'],
      ['https://x.example/textless', 'https://x.example/textless'],
      ['https://old.example/4711', 'https://old.example/4711'],
    ])
    expect(links[1]?.text).toHaveLength(500)
    expect(await asked(client, 'hostile')).toEqual(links)
  })

  it('are empty if the server reports none', async () => {
    const { post, asked, start, server, open } = await world()
    const id = await post('JIRA-1')
    relink(server, id, [])
    const client = start()
    await client.online()
    const shown = await open(client, 'JIRA-1')
    await server.clock.until('the message is there', () => shown.items().length === 1)
    expect(await asked(client, 'JIRA-1')).toEqual([])
  })

  it('are found by the client if an event renames a topic without links', async () => {
    const { post, asked, open, start, server, iris, general } = await world()
    const id = await post('JIRA-1')
    const client = start()
    await client.online()
    const shown = await open(client, 'JIRA-1')
    await server.clock.until('the message is there', () => shown.items().length === 1)
    server.event(iris, {
      type: 'update_message',
      ...{ user_id: iris.id, edit_timestamp: 1, message_id: id, message_ids: [id], flags: [], rendering_only: false },
      ...{ stream_id: general, orig_subject: 'JIRA-1', subject: 'JIRA-3', propagate_mode: 'change_all' },
    })
    await server.clock.until('the name is another', () => shown.meta().title === 'JIRA-3')
    await server.clock.until('the links are there', () => shown.meta().topicLinks.length > 0)
    expect(shown.meta().topicLinks).toEqual([ticket(3)])
    expect(await asked(client, 'JIRA-3')).toEqual([ticket(3)])
  })
})
