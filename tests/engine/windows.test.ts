import { beforeEach, describe, expect, it } from 'vitest'
import { mostWindows, type WindowId } from '#engine/ports.ts'
import type { Update } from '#contract/bridge.ts'
import type { ViewQuery } from '#contract/views.ts'
import type { TestClient } from '#support/test-client.ts'
import type { TestServer } from '#support/test-server.ts'
import { testWindow } from '#support/test-window.ts'
import { setupWorld, type People } from '#support/setup-world.ts'

type Batch = Extract<Update, { type: 'views' }>

/** A second window of the engine of a client. */
class SecondWindow {
  readonly id = 2 as WindowId
  readonly batches: Batch[] = []
  readonly #client: TestClient

  constructor(client: TestClient) {
    this.#client = client
    client.onOtherWindow = (update, to) => {
      expect(to).toBe(this.id)
      if (update.type === 'views') this.batches.push(update)
    }
  }

  /** The ids of the views in the batches. */
  get received(): string[] {
    return this.batches.flatMap(({ updates }) => updates.map(({ viewId }) => viewId))
  }

  open(viewId: string, query: ViewQuery) {
    return this.#client.engine.call('views.open', { viewId, query }, this.id)
  }

  acknowledge(): Promise<unknown> {
    return this.#client.engine.call('app.acknowledge', { batch: this.batches.at(-1)?.batch ?? 0 }, this.id)
  }
}

describe('two windows of an account', () => {
  let server: TestServer
  let people: People
  let client: TestClient
  let second: SecondWindow

  beforeEach(async () => {
    ;({ server, people, client } = await setupWorld())
    second = new SecondWindow(client)
  })

  const narrowOf = (topic: string) => ({ kind: 'topic', streamId: people.general, topic }) as const
  const post = (topic: string, text: string) => server.post(people.noor, { stream: people.general, topic }, text)
  const conversation = (topic: string): ViewQuery => ({
    type: 'conversation',
    narrow: narrowOf(topic),
    anchor: 'newest',
  })

  it('get only their own updates, also for views with the same id', async () => {
    const first = await client.openConversation(narrowOf('x'))
    expect(await second.open(first.viewId, conversation('y'))).toMatchObject({ ok: true })
    await server.clock.advance(1000)
    const before = client.batches
    second.batches.length = 0
    await post('y', 'for the second')
    await server.clock.until('the window gets a batch', () => second.batches.length > 0)
    expect(JSON.stringify(second.batches)).toContain('for the second')
    expect(client.batches).toBe(before)
    await post('x', 'for the first')
    await server.clock.until('it is shown', () => first.texts().includes('for the first'))
    expect(JSON.stringify(second.batches)).not.toContain('for the first')
  })

  it('do not wait for each other: one that never acknowledges gets one batch, the other all updates', async () => {
    const first = await client.openConversation(narrowOf('x'))
    await second.open('mine', conversation('x'))
    await server.clock.advance(1000)
    second.batches.length = 0
    for (const text of ['one', 'two', 'three']) {
      await post('x', text)
      await server.clock.until(text, () => first.texts().includes(text))
    }
    await server.clock.advance(1000)
    expect(second.batches.length).toBeLessThanOrEqual(1)
    // Its next call resumes it, and the other window gets nothing again.
    await server.clock.advance(20_000)
    const before = client.batches
    second.batches.length = 0
    await client.engine.call('emoji.choice', {}, testWindow)
    await server.clock.advance(100)
    expect(second.batches).toEqual([])
    await client.engine.call('emoji.choice', {}, second.id)
    await server.clock.until('it gets its view whole', () => second.batches.length > 0)
    expect(second.batches[0]?.updates[0]?.ops[0]?.op).toBe('reset')
    expect(client.batches).toBe(before)
  })

  it('acknowledge batches for themselves only', async () => {
    await second.open('mine', conversation('x'))
    await server.clock.advance(1000)
    await second.acknowledge()
    second.batches.length = 0
    await post('x', 'one')
    await server.clock.until('the window gets a batch', () => second.batches.length === 1)
    await client.engine.call('app.acknowledge', { batch: second.batches[0]?.batch ?? 0 }, testWindow)
    await post('x', 'two')
    await server.clock.advance(1000)
    expect(second.batches).toHaveLength(1)
    await second.acknowledge()
    await server.clock.until('the next comes', () => second.batches.length === 2)
  })

  it('close only their own views on a reload', async () => {
    const first = await client.openConversation(narrowOf('x'))
    await second.open(first.viewId, conversation('x'))
    await server.clock.advance(1000)
    await second.acknowledge()
    await client.engine.call('views.reset', {}, second.id)
    second.batches.length = 0
    await post('x', 'one')
    await server.clock.until('the other goes on', () => first.texts().includes('one'))
    await server.clock.advance(10_000)
    expect(second.batches).toEqual([])
    // The new page opens its views under the same ids; it must not get batches of the old one.
    await second.open(first.viewId, { type: 'drafts' })
    await client.engine.call('views.close', { viewId: first.viewId }, second.id)
    await post('x', 'two')
    await server.clock.until('the other goes on', () => first.texts().includes('two'))
    expect(second.received).toEqual([])
  })

  it('are limited in number, and a closed one makes room', async () => {
    const open = (id: number) =>
      client.engine.call('views.open', { viewId: 'v', query: { type: 'drafts' } }, id as WindowId)
    for (let id = 1; id <= mostWindows; id += 1) expect(await open(id)).toMatchObject({ ok: true })
    expect(await open(mostWindows + 1)).toMatchObject({ ok: false })
    await client.engine.call('views.reset', {}, testWindow)
    expect(await open(mostWindows + 1)).toMatchObject({ ok: true })
  })

  it('identify themselves in calls about views, which are refused otherwise', async () => {
    expect(await client.engine.call('views.open', { viewId: 'v', query: { type: 'drafts' } })).toMatchObject({
      ok: false,
    })
  })
})
