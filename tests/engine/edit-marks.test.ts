import { describe, expect, it } from 'vitest'
import type { MessageItem } from '#contract/messages.ts'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { temporaryDatabase } from '#support/files.ts'
import type { TestClient } from '#support/test-client.ts'
import { setupWorld } from '#support/setup-world.ts'

/**
 * Makes one message for each kind of change. A client with the events and a client that fetches show the same marks.
 */
async function setUp(showsHistories: boolean) {
  const { server, iris, noor, general, design, start } = await setupWorld({ engine: 'none' })
  if (!showsHistories) changeOrganizationSettings(server.built.context, { allow_edit_history: false })
  const post = (topic: string) => server.post(noor, { stream: general, topic }, 'soup')
  const ids = {
    plain: await post('plain'),
    edited: await post('edited'),
    moved: await post('moved'),
    both: await post('both'),
    resolved: await post('resolved'),
    elsewhere: await post('elsewhere'),
  }
  const database = temporaryDatabase()
  const connect = async (file: string, epoch: number) => {
    const client = start({ database: file, engineEpoch: epoch })
    await client.online()
    await server.clock.advance(5_000)
    return client
  }
  const fromEvents = await connect(database, 1)
  const change = async (id: number, form: Record<string, string>) => {
    await server.clock.advance(2_000)
    const answer = await server.call(iris, 'PATCH', `/messages/${id}`, { propagate_mode: 'change_all', ...form })
    expect(answer).toMatchObject({ result: 'success' })
  }
  const edit = (id: number) => server.call(noor, 'PATCH', `/messages/${id}`, { content: 'soup!' })
  await edit(ids.edited)
  await change(ids.moved, { topic: 'moved away' })
  await change(ids.both, { topic: 'both away' })
  await edit(ids.both)
  await change(ids.resolved, { topic: '✔ resolved' })
  await change(ids.elsewhere, { stream_id: String(design) })
  await server.clock.advance(3_000)
  const fetched = await connect(temporaryDatabase(), 2)
  const marks = async (client: TestClient) => {
    const shown = new Map<number, string>()
    for (const streamId of [general, design]) {
      const window = await client.openConversation({ kind: 'stream', streamId }, 'newest')
      await server.clock.advance(2_000)
      const items = window.items().filter((item): item is MessageItem => item.kind === 'message')
      for (const item of items) {
        shown.set(item.id, [item.isEdited ? 'edited' : '', item.isMoved ? 'moved' : ''].join(' ').trim())
      }
    }
    return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, shown.get(id)]))
  }
  const both = [await marks(fromEvents), await marks(fetched)]
  for (const client of [fromEvents, fetched]) client.engine.close()
  return both
}

describe('the edit mark of a message', () => {
  it('is “edited” for changed content and “moved” for a changed topic or stream, by fetch and by event', async () => {
    const [fromEvents, fetched] = await setUp(true)
    expect(fetched).toEqual({
      plain: '',
      edited: 'edited',
      moved: 'moved',
      both: 'edited moved',
      resolved: '',
      elsewhere: 'moved',
    })
    expect(fromEvents).toEqual(fetched)
  })

  it('is “edited” for every change if the organization hides edit histories, since only the time is known', async () => {
    const [fromEvents, fetched] = await setUp(false)
    expect(fetched).toEqual({
      plain: '',
      edited: 'edited',
      moved: 'edited',
      both: 'edited',
      resolved: 'edited',
      elsewhere: 'edited',
    })
    expect(fromEvents).toEqual(fetched)
  })
})
