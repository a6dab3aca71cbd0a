import { describe, expect, it } from 'vitest'
import type { MessageItem } from '#contract/messages.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import type { FaultFor } from '#support/test-transport.ts'

async function world(options: { faultFor?: FaultFor; database?: string } = {}) {
  const { server, people } = await setupWorld({ engine: 'none' })
  const { noor, general } = people
  const ids: number[] = []
  for (const text of ['one', 'two', 'three'])
    ids.push(await server.post(noor, { stream: general, topic: 'lunch' }, text))
  const narrow = { kind: 'topic', streamId: general, topic: 'lunch' } as const
  const open = async (client: TestClient) => {
    await client.online()
    const window = await client.openConversation(narrow)
    await server.clock.until('the topic is here', () => window.texts().length === 3)
    return {
      window,
      item: (id = 0) => window.items().find((row) => row.kind === 'message' && row.id === id) as MessageItem,
    }
  }
  const client = new TestClient(server, noor, options).start()
  const shown = await open(client)
  const there = () => server.contents(noor, [['topic', 'lunch']])
  const remove = (messageId = 0) => client.engine.call('messages.delete', { messageId })
  const undo = (messageId = 0) =>
    client.engine.call('outbox.cancel', { localId: shown.item(messageId).change?.localId ?? '' })
  const deletions = (of: TestClient = client) => of.requests.filter(({ method }) => method === 'DELETE').length
  return { server, client, ids, open, there, remove, undo, deletions, ...shown, ...people }
}

describe('a deletion', () => {
  it('is sent when its undo period ends, and not earlier', async () => {
    const { server, ids, remove, there, deletions, item, window } = await world()
    const began = server.clock.now()
    await remove(ids[1])
    await server.clock.until('it shows', () => item(ids[1]).change?.kind === 'delete')
    expect(item(ids[1]).change?.reason).toEqual({ kind: 'undo', until: began + 8_000 })
    await server.clock.advance(5_000)
    // A repeated deletion does not restart the period.
    expect(await remove(ids[1])).toMatchObject({ ok: true })
    await server.clock.advance(2_900)
    expect(deletions()).toBe(0)
    expect(await there()).toEqual(['one', 'two', 'three'])
    await server.clock.until('it is gone', () => window.texts().join() === 'one,three')
    expect(server.clock.now()).toBeLessThan(began + 9_000)
    expect(await there()).toEqual(['one', 'three'])
  })

  it('can be undone independently of other deletions', async () => {
    const { server, ids, remove, undo, there, item, deletions } = await world()
    for (const id of ids) await remove(id)
    await server.clock.until('they show', () => ids.every((id) => item(id).change?.kind === 'delete'))
    await server.clock.advance(2_000)
    expect(await undo(ids[1])).toMatchObject({ ok: true })
    await server.clock.until('it is as before', () => item(ids[1]).change === null)
    await server.clock.advance(20_000)
    expect(await there()).toEqual(['two'])
    expect(deletions()).toBe(2)
  })

  it('restores on undo the queued or refused edit that it superseded', async () => {
    let isDown = false
    const { server, client, ids, remove, undo, item } = await world({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    server.giveAway(ids[1] ?? 0, 10)
    await client.engine.call('messages.edit', { messageId: ids[1] ?? 0, content: 'refused words' })
    await server.clock.until('it is refused', () => item(ids[1]).change?.state === 'failed')
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await client.engine.call('messages.edit', { messageId: ids[0] ?? 0, content: 'other words' })
    for (const id of ids.slice(0, 2)) {
      await remove(id)
      await remove(id)
      await server.clock.until('it shows', () => item(id).change?.kind === 'delete')
      expect(await undo(id)).toMatchObject({ ok: true })
      await server.clock.until('it is as before', () => item(id).change?.kind === 'edit')
    }
    expect(item(ids[0]).change).toMatchObject({ text: 'other words', state: 'waiting' })
    expect(item(ids[1]).change).toMatchObject({ text: 'refused words', state: 'failed' })
  })

  it('of an earlier run can be undone for the whole period again', async () => {
    const database = temporaryDatabase()
    const { server, client, ids, remove, open, there, noor, deletions } = await world({ database })
    await remove(ids[0])
    await server.clock.advance(1_000)
    client.engine.close()
    await server.clock.advance(3_600_000)
    const again = new TestClient(server, noor, { database, engineEpoch: 2 }).start()
    const { item } = await open(again)
    expect(item(ids[0]).change).toMatchObject({ kind: 'delete', reason: { kind: 'undo' } })
    expect(deletions(again)).toBe(0)
    await server.clock.advance(9_000)
    expect(await there()).toEqual(['two', 'three'])
  })

  it('shows offline after its undo period why it waits, and can still be undone', async () => {
    let isDown = false
    const { server, client, ids, remove, undo, item, there } = await world({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await remove(ids[0])
    await remove(ids[1])
    await server.clock.until('it shows', () => item(ids[0]).change?.reason.kind === 'undo')
    await server.clock.until('it waits for the network', () => item(ids[0]).change?.reason.kind === 'network')
    expect(await undo(ids[0])).toMatchObject({ ok: true })
    isDown = false
    client.engine.signal('retry')
    await client.online()
    await server.clock.advance(5_000)
    expect(await there()).toEqual(['one', 'three'])
  })

  it('cannot be undone in flight, and the call reports that', async () => {
    const { server, client, ids, remove, undo, item, there, deletions } = await world({
      faultFor: ({ method }) => (method === 'DELETE' ? { delayMs: 3_000 } : undefined),
    })
    await remove(ids[0])
    await server.clock.until('it is on its way', () => deletions() === 1)
    await server.clock.until('the row shows it', () => item(ids[0]).change?.reason.kind === 'sending')
    expect(await undo(ids[0])).toMatchObject({ ok: false, error: { code: 'ALREADY_LEAVING' } })
    expect(await client.engine.call('outbox.discard', { localId: item(ids[0]).change?.localId ?? '' })).toMatchObject({
      error: { code: 'ALREADY_LEAVING' },
    })
    await server.clock.advance(5_000)
    expect(await there()).toEqual(['two', 'three'])
  })
})
