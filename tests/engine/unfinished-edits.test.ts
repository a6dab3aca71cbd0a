import { describe, expect, it } from 'vitest'
import type { UnfinishedEdit } from '#contract/drafts.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import { setupWorld } from '#support/setup-world.ts'

async function setUp() {
  const database = temporaryDatabase()
  const { server, people, client } = await setupWorld({ database })
  const listed = async (of: TestClient = client): Promise<readonly UnfinishedEdit[]> => {
    const result = await of.engine.call('edits.list', {})
    return result.ok ? result.value : []
  }
  const keep = (narrowJson: string, text: string) =>
    client.engine.call('edits.keep', { narrowJson, messageId: 7, original: 'before', isAgain: false, text })
  return { server, client, database, listed, keep, ...people }
}

describe('unfinished edits', () => {
  it('are stored by their narrow, survive a restart, and cause no request', async () => {
    const { server, client, database, iris, listed, keep } = await setUp()
    const before = client.requests.length
    await keep('here', 'one')
    await keep('there', '🙂\0'.repeat(10))
    await keep('here', 'one and a half')
    await client.engine.call('edits.drop', { narrowJson: 'nowhere' })
    const edits = [
      { narrowJson: 'there', messageId: 7, original: 'before', isAgain: false, text: '🙂\0'.repeat(10) },
      { narrowJson: 'here', messageId: 7, original: 'before', isAgain: false, text: 'one and a half' },
    ]
    expect(await listed()).toEqual(edits)
    expect(client.requests.slice(before).filter(({ path }) => !path.endsWith('/events'))).toEqual([])
    client.engine.close()
    const again = new TestClient(server, iris, { database }).start()
    expect(await listed(again)).toEqual(edits)
    await again.engine.call('edits.drop', { narrowJson: 'there' })
    expect((await listed(again)).map(({ narrowJson }) => narrowJson)).toEqual(['here'])
    again.engine.close()
  })

  it('are removed in the transaction that saves them', async () => {
    const { server, client, iris, general, listed } = await setUp()
    const id = await server.post(iris, { stream: general, topic: 'lunch' }, 'as it was')
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await server.clock.until('it is shown', () => window.texts().length === 1)
    const kept = { original: 'as it was', isAgain: false, text: 'half' }
    await client.engine.call('edits.keep', { ...kept, narrowJson: 'here', messageId: id })
    await client.engine.call('edits.keep', { ...kept, narrowJson: 'there', messageId: id + 1 })
    expect(await client.engine.call('messages.edit', { messageId: id, content: '' })).toMatchObject({ ok: false })
    expect(await listed()).toHaveLength(2)
    await client.engine.call('messages.edit', { messageId: id, content: 'as it is', original: 'as it was' })
    expect((await listed()).map(({ narrowJson }) => narrowJson)).toEqual(['there'])
    await server.clock.advance(5_000)
    expect(await server.contents(iris, [['stream', general]])).toEqual(['as it is'])
    client.engine.close()
  })

  it('that were abandoned are stored by their message across a restart, until the message is edited', async () => {
    const { server, client, database, iris, general, listed } = await setUp()
    const id = await server.post(iris, { stream: general, topic: 'lunch' }, 'as it was')
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await server.clock.until('it is shown', () => window.texts().length === 1)
    const aside = (of: TestClient, messageId: number) => of.engine.call('edits.aside', { messageId })
    const left = { original: 'as it was', text: 'half' }
    await client.engine.call('edits.setAside', { messageId: id, ...left })
    await client.engine.call('edits.setAside', { messageId: id + 1, ...left, text: 'other' })
    expect(await listed()).toEqual([])
    client.engine.close()
    const again = new TestClient(server, iris, { database }).start()
    await again.online()
    expect(await aside(again, id)).toEqual({ ok: true, value: left })
    await again.engine.call('messages.edit', { messageId: id, content: 'half', original: 'as it was' })
    expect(await aside(again, id)).toEqual({ ok: true, value: null })
    expect(await aside(again, id + 1)).toMatchObject({ value: { text: 'other' } })
    await again.engine.call('edits.dropAside', { messageId: id + 1 })
    expect(await aside(again, id + 1)).toEqual({ ok: true, value: null })
    again.engine.close()
  })

  it('are limited in number, and the oldest one is dropped', async () => {
    const { client, listed, keep } = await setUp()
    const { most } = clientLimits.keptEdits
    for (let index = 0; index < most; index += 1) await keep(`${index}`, 'text')
    await keep('0', 'again')
    await keep('further', 'text')
    const places = (await listed()).map(({ narrowJson }) => narrowJson)
    expect(places).toHaveLength(most)
    expect([places[0], ...places.slice(-2)]).toEqual(['2', '0', 'further'])
    client.engine.close()
  })
})
