import { describe, expect, it } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { MessageItem } from '#contract/messages.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'

async function world(
  options: Pick<NonNullable<ConstructorParameters<typeof TestClient>[2]>, 'faultFor' | 'database' | 'rewrite'> = {},
) {
  const { server, people } = await setupWorld({ engine: 'none' })
  const own = await server.post(people.mei, { stream: people.general, topic: 'lunch' }, 'from mei')
  const mine = await server.post(people.noor, { stream: people.general, topic: 'lunch' }, 'my **words**')
  const client = new TestClient(server, people.noor, options).start()
  await client.online()
  const narrow = { kind: 'topic', streamId: people.general, topic: 'lunch' } as const
  const window = await client.openConversation(narrow)
  await server.clock.until('both are shown', () => window.texts().length === 2)
  const item = (id: number) => window.items().find((row) => row.kind === 'message' && row.id === id) as MessageItem
  return { server, client, window, narrow, theirs: own, mine, item, ...people }
}

const down: { isDown: boolean } = { isDown: false }
const network: FaultFor = () => (down.isDown ? { before: 'unreachable' } : undefined)

describe('stars', () => {
  it('appear at once, reach the server once, survive an offline restart, and end as last chosen', async () => {
    down.isDown = false
    const database = temporaryDatabase()
    const { server, client, item, theirs, noor } = await world({ database, faultFor: network })
    down.isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    for (const isStarred of [true, false, true]) {
      await client.engine.call('messages.star', { messageId: theirs, isStarred })
    }
    await server.clock.until('it is starred', () => item(theirs).isStarred)
    client.engine.close()
    down.isDown = false
    const again = new TestClient(server, noor, { database }).start()
    await again.online()
    await server.clock.advance(3_000)
    expect(await server.contents(noor, [['is', 'starred']])).toEqual(['from mei'])
    expect(again.requests.filter((request) => request.path.endsWith('/flags'))).toHaveLength(1)
  })
})

describe('edits', () => {
  it('start from the Markdown source, are pending at once, and are confirmed by their event [S11]', async () => {
    down.isDown = false
    const { server, client, item, mine, mei } = await world({ faultFor: network })
    expect(await client.engine.call('messages.raw', { messageId: mine })).toEqual({
      ok: true,
      value: { content: 'my **words**' },
    })
    expect(await client.engine.call('messages.edit', { messageId: mine, content: 'my *new* words' })).toMatchObject({
      ok: true,
    })
    await server.clock.until('it is edited', () => item(mine).html === '<p>my <em>new</em> words</p>')
    expect(item(mine)).toMatchObject({ isEdited: true, change: null })
    expect(await server.contents(mei, [['topic', 'lunch']])).toEqual(['from mei', 'my *new* words'])
    const history = await client.engine.call('messages.history', { messageId: mine })
    expect(history).toMatchObject({
      ok: true,
      value: {
        messageId: mine,
        versions: [
          { html: '<p>my <strong>words</strong></p>' },
          { html: '<p>my <em>new</em> words</p>', person: { name: 'Noor' } },
        ],
        left: 0,
      },
    })
  })

  it('have a history of the newest versions, with the number of omitted ones', async () => {
    down.isDown = false
    let versions: readonly { rendered_content: string; timestamp: number }[] = []
    const { client, mine } = await world({
      rewrite: ({ path }, body) => (path.endsWith('/history') ? { ...body, message_history: versions } : body),
    })
    const read = async (contents: readonly string[]) => {
      versions = contents.map((content, index) => ({ rendered_content: content, timestamp: index }))
      const history = await client.engine.call('messages.history', { messageId: mine })
      if (!history.ok) throw new Error(sentenceOf(history.error))
      return history.value // this call's output
    }
    const many = await read(Array.from({ length: 100_000 }, (_, index) => `<p>${index}</p>`))
    expect(many.left).toBe(100_000 - clientLimits.historyVersions.most)
    expect(many.versions).toHaveLength(clientLimits.historyVersions.most)
    expect(many.versions.at(-1)?.html).toBe('<p>99999</p>')
    const large = await read(Array.from({ length: 40 }, (_, index) => `<p>${index} ${'x'.repeat(400_000)}</p>`))
    expect(large).toMatchObject({ left: 31 })
    expect(large.versions[0]?.html).toMatch(/^<p>31 x/)
  })

  it('are queued offline, show the new text, and are sent later', async () => {
    down.isDown = false
    const { server, client, item, mine, mei } = await world({ faultFor: network })
    down.isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await client.engine.call('messages.edit', { messageId: mine, content: 'first try' })
    await client.engine.call('messages.edit', { messageId: mine, content: 'second try' })
    await server.clock.until('it waits', () => item(mine).change?.text === 'second try')
    expect(item(mine).html).toContain('words')
    down.isDown = false
    client.engine.signal('retry')
    await server.clock.until('it is edited', () => item(mine).html === '<p>second try</p>')
    expect(await server.contents(mei, [['topic', 'lunch']])).toEqual(['from mei', 'second try'])
  })

  it.each([
    ['another text', 'second'],
    ['the text from before', 'my **words**'],
  ])('are followed by %s when the earlier request can no longer take effect', async (_, last) => {
    const database = temporaryDatabase()
    const isEdit = (request: { method: string }) => request.method === 'PATCH'
    const faultFor: FaultFor = (request) => (isEdit(request) ? { delayMs: 5_000 } : undefined)
    const { server, client, mine, noor, mei } = await world({ database, faultFor })
    await client.engine.call('messages.raw', { messageId: mine })
    await client.engine.call('messages.edit', { messageId: mine, content: 'first' })
    await server.clock.until('it is on its way', () => client.requests.some(isEdit))
    client.engine.close()
    const again = new TestClient(server, noor, { database, engineEpoch: 2 }).start()
    await again.online()
    await again.engine.call('messages.edit', { messageId: mine, content: last })
    await server.clock.advance(30_000)
    expect(await server.contents(mei, [['topic', 'lunch']])).toEqual(['from mei', last])
    again.engine.close()
  })

  it('that are refused keep their text and the reason, and can be discarded', async () => {
    const { server, client, item, mine } = await world()
    server.giveAway(mine, 10)
    await client.engine.call('messages.edit', { messageId: mine, content: 'not mine any more' })
    await server.clock.until('it is refused', () => item(mine).change?.state === 'failed')
    expect(item(mine).change).toMatchObject({
      text: 'not mine any more',
      reason: {
        kind: 'failed',
        reason: { code: 'TEXT', values: { text: expect.stringContaining('permission') as unknown } },
      },
    })
    const localId = item(mine).change?.localId ?? ''
    expect(await client.engine.call('outbox.retry', { localId })).toMatchObject({ ok: true })
    await server.clock.until('it is refused again', () => item(mine).change?.state === 'failed')
    expect(await client.engine.call('outbox.cancel', { localId })).toMatchObject({
      value: { content: 'not mine any more' },
    })
    await server.clock.until('it is as before', () => item(mine).change === null)
  })

  it('that were refused are replaced by a newer one, which is sent [S11]', async () => {
    const { server, client, item, mine, noor, mei } = await world()
    server.giveAway(mine, mei.id)
    await client.engine.call('messages.edit', { messageId: mine, content: 'refused' })
    await server.clock.until('it is refused', () => item(mine).change?.state === 'failed')
    server.giveAway(mine, noor.id)
    await client.engine.call('messages.edit', { messageId: mine, content: 'newer' })
    await server.clock.until('the newer one is there', () => item(mine).html === '<p>newer</p>')
    expect(item(mine).change).toBeNull()
    expect(await server.contents(mei, [['topic', 'lunch']])).toEqual(['from mei', 'newer'])
  })

  it('of other people’s, missing or emptied messages are refused with an error', async () => {
    const { client, theirs, mine } = await world()
    const edit = (messageId: number, content: string) => client.engine.call('messages.edit', { messageId, content })
    expect(await edit(theirs, 'x')).toMatchObject({ error: { code: 'NOT_ALLOWED' } })
    expect(await edit(4711, 'x')).toMatchObject({ error: { code: 'NO_MESSAGE' } })
    expect(await edit(mine, ' \n ')).toMatchObject({ error: { code: 'EMPTY_MESSAGE' } })
    expect(await edit(mine, 'x'.repeat(10_001))).toMatchObject({ error: { code: 'MESSAGE_TOO_LONG' } })
  })
})

describe('deletions', () => {
  it('are queued offline, and then remove the message everywhere', async () => {
    down.isDown = false
    const { server, client, window, item, mine, mei } = await world({ faultFor: network })
    down.isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    expect(await client.engine.call('messages.delete', { messageId: mine })).toMatchObject({ ok: true })
    await server.clock.until('it waits', () => item(mine).change?.kind === 'delete')
    down.isDown = false
    client.engine.signal('retry')
    await server.clock.until('it is gone', () => window.texts().join() === 'from mei')
    expect(await server.contents(mei, [['topic', 'lunch']])).toEqual(['from mei'])
  })

  it('of an already deleted message leave no trace', async () => {
    const { server, client, window, mine, noor } = await world({
      faultFor: (request) => (request.method === 'DELETE' ? { delayMs: 2_000 } : undefined),
    })
    await client.engine.call('messages.delete', { messageId: mine })
    await server.call(noor, 'DELETE', `/messages/${mine}`)
    await server.clock.advance(10_000)
    expect(window.texts()).toEqual(['from mei'])
    expect(client.status?.unsent).toBe(0)
  })
})

describe('marking unread', () => {
  it('from a message on prevails over unsent reads, here and at the server [U6]', async () => {
    down.isDown = false
    const { server, client, narrow, theirs, mine, noor } = await world({ faultFor: network })
    expect(client.status?.unread).toBe(1)
    down.isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await client.engine.call('messages.markRead', { messageIds: [theirs] })
    expect(client.status?.unread).toBe(0)
    await client.engine.call('messages.markUnread', { narrow, fromId: theirs })
    expect(client.status?.unread).toBe(2)
    await client.engine.call('messages.markRead', { messageIds: [mine] })
    expect(client.status?.unread).toBe(1)
    down.isDown = false
    client.engine.signal('retry')
    await client.online()
    await server.clock.advance(5_000)
    expect(client.status?.unread).toBe(1)
    expect(await server.contents(noor, [['is', 'unread']])).toEqual(['from mei'])
  })
})
