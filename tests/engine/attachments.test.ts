import { describe, expect, it } from 'vitest'
import type { ComposerDraft } from '#contract/drafts.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import { outgoingBytes } from '#support/test-server.ts'

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'
const three = '00000000-0000-4000-8000-000000000003'

async function world() {
  const { server, iris, noor, general } = await setupWorld({ engine: 'none' })
  const database = temporaryDatabase()
  let isDown = false
  const start = () =>
    new TestClient(server, iris, { database, faultFor: () => (isDown ? { before: 'unreachable' } : undefined) }).start()
  const client = start()
  await client.online()
  const lunch = { kind: 'topic', streamId: general, topic: 'lunch' } as const
  const at = { narrow: lunch, draftId: 'd1' } as const
  const file = (id: string, name: string) => ({
    ...at,
    attachmentId: id,
    name,
    type: 'image/png',
    size: outgoingBytes(id).length,
  })
  const attach = (of: TestClient, id: string, name: string, more: object = {}) =>
    of.engine.call('drafts.attach', { ...file(id, name), ...more })
  const files = async (of: TestClient) =>
    ((await of.engine.call('drafts.get', { narrow: lunch })) as { value: ComposerDraft }).value.attachments
  return {
    server,
    client,
    start,
    lunch,
    attach,
    files,
    send: (of: TestClient, content: string) =>
      of.engine.call('messages.send', { localId: crypto.randomUUID(), destination: lunch, content, draftId: 'd1' }),
    sent: () => server.contents(noor, [['topic', 'lunch']]),
    setDown: (value: boolean) => (isDown = value),
  }
}

describe('files of an edit', () => {
  const addTo = (client: TestClient, messageId: number, id: string, name: string, more: object = {}) =>
    client.engine.call('drafts.attach', {
      narrow: { kind: 'direct', userIds: [] },
      draftId: `edit:${messageId}`,
      attachmentId: id,
      name,
      type: 'image/png',
      size: outgoingBytes(id).length,
      ...more,
    })
  const filesOf = async (client: TestClient, messageId: number) => {
    const result = await client.engine.call('edits.files', { messageId })
    return result.ok ? result.value.attachments.map(({ name }) => name) : null
  }

  it('become part of the message when the edit is queued offline, also after a restart', async () => {
    const { server, client, start, lunch, sent, setDown } = await world()
    await client.send(lunch, 'without')
    const window = await client.openConversation(lunch)
    await server.clock.until('it is here', () => window.items()[0]?.kind === 'message')
    const [item] = window.items()
    const messageId = item?.kind === 'message' ? item.id : 0
    setDown(true)
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await addTo(client, messageId, one, 'a.png')
    await addTo(client, messageId, two, 'b.png')
    // The files belong to no draft of the conversation and to no list.
    expect(await filesOf(client, messageId)).toEqual(['a.png', 'b.png'])
    expect(window.meta().draft).toMatchObject({ content: '', attachments: [] })
    await client.engine.call('attachments.remove', { draftId: `edit:${messageId}`, attachmentId: two })
    const edit = { messageId, content: 'with', original: 'without', hasFiles: true }
    expect(await client.engine.call('messages.edit', edit)).toEqual({ ok: true, value: null })
    expect(await filesOf(client, messageId)).toEqual([])
    // A later edit replaces the queued one and keeps its files.
    await client.engine.call('messages.edit', { messageId, content: 'with a picture', original: 'without' })
    client.engine.close()
    setDown(false)
    const next = start()
    await next.online()
    await server.clock.advance(60_000)
    expect(await sent()).toEqual([expect.stringMatching(/^with a picture\n\n\[a\.png\]\(\/user_uploads\/.*\)$/)])
  })

  it('can be saved without a change of the text, but not while a file is still being copied', async () => {
    const { server, client, lunch, sent } = await world()
    await client.send(lunch, 'text')
    const window = await client.openConversation(lunch)
    await server.clock.until('it is here', () => window.items()[0]?.kind === 'message')
    const [item] = window.items()
    const messageId = item?.kind === 'message' ? item.id : 0
    await addTo(client, messageId, one, 'a.png', { isArriving: true })
    const edit = { messageId, content: 'text', original: 'text', hasFiles: true }
    expect(await client.engine.call('messages.edit', edit)).toMatchObject({ error: { code: 'FILE_INCOMPLETE' } })
    await addTo(client, messageId, one, 'a.png')
    expect(await client.engine.call('messages.edit', edit)).toMatchObject({ ok: true })
    await server.clock.advance(60_000)
    expect(await sent()).toEqual([expect.stringMatching(/^text\n\n\[a\.png\]/)])
  })
})

describe('files of a draft', () => {
  it('keep their order, names and descriptions after an offline restart, and are sent with them', async () => {
    const { server, client, start, attach, files, sent, setDown, send } = await world()
    setDown(true)
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await attach(client, one, 'a.png')
    await attach(client, two, 'b.png', { metadata: 'removed' })
    await attach(client, three, 'c.png')
    await client.engine.call('attachments.order', { draftId: 'd1', attachmentIds: [three, one] })
    const description = { name: 'harbour.png', alt: 'Two boats [at] a\\\nquay' }
    await client.engine.call('attachments.describe', { draftId: 'd1', attachmentId: two, ...description })
    client.engine.close()
    const again = start()
    await server.clock.until('it is started', () => again.status !== undefined)
    expect(await files(again)).toMatchObject([
      { id: three, name: 'c.png' },
      { id: one, name: 'a.png' },
      { id: two, metadata: 'removed', ...description },
    ])
    await send(again, 'the harbour')
    setDown(false)
    again.engine.signal('resume')
    await server.clock.advance(60_000)
    const [content = ''] = await sent()
    expect(content).toMatch(
      /^the harbour\n\n\[c\.png\]\(\/\S+c\.png\)\n\[a\.png\]\(\/\S+\)\n\[Two boats at a quay\]\(\/\S+harbour\.png\)$/,
    )
  })

  it('appear in the pending message with the user’s descriptions', async () => {
    const { server, client, attach, lunch, setDown, send } = await world()
    setDown(true)
    await attach(client, one, 'a.png')
    await client.engine.call('attachments.describe', { draftId: 'd1', attachmentId: one, name: 'a.png', alt: 'Boats' })
    const view = await client.openConversation(lunch)
    await send(client, '')
    await server.clock.until('it is shown', () => view.items().length > 0)
    expect(view.items().at(-1)).toMatchObject({ kind: 'pending', attachments: [{ name: 'a.png', alt: 'Boats' }] })
  })

  it('keep their position while they are being copied, and block sending until they are complete', async () => {
    const { client, attach, files, send } = await world()
    await attach(client, one, 'a.png', { isArriving: true })
    await attach(client, two, 'b.png')
    expect(await files(client)).toMatchObject([{ id: one, isArriving: true }, { id: two }])
    expect(await send(client, 'now')).toEqual({
      ok: false,
      error: { code: 'FILE_INCOMPLETE', values: { name: 'a.png' } },
    })
    await attach(client, one, 'a.png')
    expect((await files(client)).map(({ id, isArriving }) => [id, isArriving])).toEqual([
      [one, undefined],
      [two, undefined],
    ])
    expect(await send(client, 'now')).toMatchObject({ ok: true })
  })

  it('remain in the draft after a restart if their copy was interrupted, beside the text and the other files', async () => {
    const { server, client, start, attach, files, lunch, send } = await world()
    await client.engine.call('drafts.set', { narrow: lunch, draftId: 'd1', topic: '', content: 'look at these' })
    await attach(client, one, 'a.png')
    await attach(client, two, 'b.png', { isArriving: true })
    client.engine.close()
    const again = start()
    await server.clock.until('it is started', () => again.status !== undefined)
    expect(await files(again)).toMatchObject([{ id: one }, { id: two, name: 'b.png', isArriving: true }])
    await again.engine.call('attachments.remove', { draftId: 'd1', attachmentId: two })
    expect(await send(again, 'look at these')).toMatchObject({ ok: true })
  })

  it('are each kept once by a new order that repeats a file, names a foreign one and lacks another', async () => {
    const { client, attach, files } = await world()
    for (const [id, name] of [
      [one, 'a.png'],
      [two, 'b.png'],
      [three, 'c.png'],
    ] as const) {
      await attach(client, id, name)
    }
    const foreign = '00000000-0000-4000-8000-000000000009'
    await client.engine.call('attachments.order', { draftId: 'd1', attachmentIds: [three, foreign, three] })
    expect((await files(client)).map(({ id }) => id)).toEqual([three, one, two])
  })

  it('are not restored by a change after the draft has been sent', async () => {
    const { client, attach, files, send } = await world()
    await attach(client, one, 'a.png')
    await send(client, 'sent')
    await client.engine.call('attachments.order', { draftId: 'd1', attachmentIds: [one] })
    const description = { name: 'b.png', alt: '' }
    const answer = await client.engine.call('attachments.describe', {
      draftId: 'd1',
      attachmentId: one,
      ...description,
    })
    expect(answer).toMatchObject({ ok: true })
    expect(await files(client)).toEqual([])
  })

  it('count towards the maximum length of a message with their descriptions', async () => {
    const { client, attach, send } = await world()
    await attach(client, one, 'a.png')
    const description = { name: 'a.png', alt: 'x'.repeat(1_000) }
    await client.engine.call('attachments.describe', { draftId: 'd1', attachmentId: one, ...description })
    expect(await send(client, 'y'.repeat(9_000))).toMatchObject({
      ok: false,
      error: { code: 'MESSAGE_TOO_LONG', values: { length: 10_250 } },
    })
  })

  it('are uploaded again if an uploaded file gets another name', async () => {
    const { server, client, attach, sent, send } = await world()
    await attach(client, one, 'a.png', { uri: '/user_uploads/1/a.png' })
    await client.engine.call('attachments.describe', { draftId: 'd1', attachmentId: one, name: 'b.png', alt: '' })
    await send(client, '')
    await server.clock.advance(20_000)
    expect(await sent()).toEqual([expect.stringMatching(/^\[b\.png\]\(\/user_uploads\/\S+b\.png\)$/)])
  })
})
