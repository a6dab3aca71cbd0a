import { expect, it } from 'vitest'
import { EngineHost } from '#accounts/engine-host.ts'
import { Outgoing } from '#accounts/outgoing.ts'
import type { AccountStatus } from '#engine/ports.ts'
import { removeDatabase, temporaryDatabase } from '#support/files.ts'
import { answeringGate } from '#support/gate.ts'
import { TestServer } from '#support/test-server.ts'

const patience = { timeout: 20_000 }
const folder = new URL('../../../../main/engine/', import.meta.url)

it('the engine’s thread uses one thread for the registration and another for search and checkpoints', async () => {
  const server = new TestServer()
  await server.start()
  const { iris, noor, general } = server.seed()
  await server.post(noor, { stream: general, topic: 'lunch' }, 'soup with noodles')
  const database = temporaryDatabase()
  const warnings: string[] = []
  const statuses: AccountStatus[] = []
  // Chunks of an odd length split characters, as on a network.
  const gate = answeringGate(({ method, path, form }) => server.raw(iris, { method, path, form }), 997)
  const host = new EngineHost({
    language: () => 'en',
    files: {
      engine: new URL('thread/entry.ts', folder),
      ingest: new URL('workers/ingest/entry.ts', folder),
      reader: new URL('workers/reader/entry.ts', folder),
    },
    accountId: 'a',
    database,
    gate,
    outgoing: new Outgoing('/nowhere'),
    events: {
      onUpdate: () => undefined,
      onStatus: (status) => statuses.push(status),
      onRestarted: () => undefined,
      onDied: () => undefined,
      onNotify: () => undefined,
      onWithdraw: () => undefined,
      onLog: (level, message) => {
        if (level === 'warn' || level === 'error') warnings.push(message)
      },
    },
  })
  host.start()
  await expect.poll(() => statuses.at(-1), patience).toMatchObject({ connection: { state: 'online' }, unread: 1 })
  const search = async () => {
    const request = { query: 'noodles', before: null, limit: 5, where: 'disk' } as const
    const found = await host.call('messages.search', request)
    return found.ok ? found.value.hits.map((hit) => hit.snippet.map((part) => part.text).join('')) : found.error
  }
  await expect.poll(search, patience).toEqual(['soup with noodles'])
  // The commits exceed the interval between two checkpoints.
  for (let draft = 0; draft < 40; draft += 1) {
    const narrow = { kind: 'topic', streamId: general, topic: `topic ${draft}` } as const
    await host.call('drafts.set', { narrow, draftId: `draft-${draft}`, topic: '', content: 'words' })
  }
  expect(await search()).toEqual(['soup with noodles'])
  expect(warnings).toEqual([])
  await host.close()
  await server.stop()
  removeDatabase(database)
})
