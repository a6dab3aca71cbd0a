import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { ComposerDraft } from '#contract/drafts.ts'
import type { LastWritten } from '#contract/messages.ts'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient } from '#support/test-client.ts'
import { outgoingBytes } from '#support/test-server.ts'
import type { Fault } from '#support/test-transport.ts'
import { setupWorld } from '#support/setup-world.ts'

const isSend = (request: { method: string; path: string }) =>
  request.method === 'POST' && request.path.endsWith('/messages')

async function setUp() {
  let fault: (request: { method: string; path: string }) => Fault | undefined = () => undefined
  const database = temporaryDatabase()
  const options = { database, faultFor: (request: { method: string; path: string }) => fault(request) }
  const made = await setupWorld(options)
  const { server, client, general, iris } = made
  const lunch = { kind: 'topic', streamId: general, topic: 'lunch' } as const
  const window = await client.openConversation(lunch)
  const last = async (narrow: Narrow = lunch, of: TestClient = client): Promise<Result<LastWritten>> =>
    of.engine.call('messages.editLast', { narrow })
  const draft = async (narrow: Narrow = lunch, of: TestClient = client) =>
    ((await of.engine.call('drafts.get', { narrow })) as { value: ComposerDraft }).value
  return {
    ...made,
    lunch,
    window,
    last,
    draft,
    again: () => new TestClient(server, iris, options).start(),
    sends: () => client.requests.filter(isSend).length,
    setFault: (next: typeof fault) => {
      fault = next
    },
    goOffline: async () => {
      fault = () => ({ before: 'unreachable' })
      client.engine.signal('resume')
      await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    },
  }
}

describe('the last written message', () => {
  it('is the newest own message in the cache, even if others wrote later', async () => {
    const { server, client, noor, general, window, lunch, last } = await setUp()
    expect(await last()).toEqual({ ok: true, value: { kind: 'nothing' } })
    await client.send(lunch, 'mine')
    await server.post(noor, { stream: general, topic: 'lunch' }, 'theirs')
    await server.clock.until('both are here', () => window.texts().join() === 'mine,theirs')
    const [mine] = window.items()
    const id = mine?.kind === 'message' ? mine.id : 0
    expect(await last()).toEqual({ ok: true, value: { kind: 'message', messageId: id } })
    expect(await last({ kind: 'stream', streamId: general })).toEqual({
      ok: true,
      value: { kind: 'message', messageId: id },
    })
  })

  it('returns from the outbox to the draft while it is queued, and is not sent twice', async () => {
    const { server, client, window, lunch, last, draft, goOffline, setFault, again, noor } = await setUp()
    await client.send(lunch, 'first')
    await server.clock.until('it is here', () => window.texts().join() === 'first')
    await goOffline()
    await client.send(lunch, 'second')
    await client.send(lunch, 'third')
    expect(await last()).toMatchObject({ ok: true, value: { kind: 'taken_back', narrow: lunch } })
    expect(await draft()).toMatchObject({ content: 'third' })
    client.engine.close()
    // The next start has the message in the draft as well, and nowhere else.
    setFault(() => undefined)
    const next = again()
    await next.online()
    expect(await draft(lunch, next)).toMatchObject({ content: 'third' })
    await server.clock.until('the other is sent', () => next.requests.some(isSend))
    await server.clock.advance(60_000)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual(['first', 'second'])
  })

  it('returns to the draft with its files', async () => {
    const { client, lunch, last, draft, goOffline } = await setUp()
    const id = '00000000-0000-4000-8000-000000000001'
    await goOffline()
    const file = { attachmentId: id, name: 'a.png', type: 'image/png', size: outgoingBytes(id).length }
    await client.engine.call('drafts.attach', { narrow: lunch, draftId: 'd1', ...file })
    const message = { localId: crypto.randomUUID(), destination: lunch, content: 'with a picture', draftId: 'd1' }
    await client.engine.call('messages.send', message)
    expect(await last()).toMatchObject({ value: { kind: 'taken_back' } })
    expect(await draft()).toMatchObject({ content: 'with a picture', attachments: [{ id, name: 'a.png' }] })
  })

  it('returns to the draft after a refusal, also in a direct conversation', async () => {
    const { server, client, mei, last, draft } = await setUp()
    server.deactivate(mei.id)
    const direct = { kind: 'direct', userIds: [mei.id] } as const
    const refused = await client.openConversation(direct)
    await client.send(direct, 'hello?')
    await server.clock.until('it is refused', () => refused.texts().join() === '[failed] hello?')
    expect(await last(direct)).toMatchObject({ value: { kind: 'taken_back', narrow: direct } })
    expect(await draft(direct)).toMatchObject({ content: 'hello?' })
  })

  it('is reported as leaving while its request is in flight, and as a message afterwards', async () => {
    const { client, server, window, lunch, last, draft, setFault, sends } = await setUp()
    setFault((request) => (isSend(request) ? { delayMs: 5_000 } : undefined))
    const localId = await client.send(lunch, 'on its way')
    await server.clock.until('it leaves', () => window.texts().join() === '[sending] on its way')
    expect(await last()).toEqual({ ok: true, value: { kind: 'leaving', localId } })
    expect(await draft()).toMatchObject({ content: '' })
    await server.clock.until('it is there', () => window.texts().join() === 'on its way')
    expect(await last()).toMatchObject({ value: { kind: 'message' } })
    expect(sends()).toBe(1)
  })

  it('is reported as leaving while its outcome is unknown', async () => {
    const { client, server, window, lunch, last, setFault } = await setUp()
    setFault((request) => (isSend(request) ? { before: 'broken' } : undefined))
    const localId = await client.send(lunch, 'perhaps')
    await server.clock.until('nobody knows', () => window.texts().join() === '[unknown] perhaps')
    expect(await last()).toEqual({ ok: true, value: { kind: 'leaving', localId } })
  })

  it('returns to the draft of its topic from the view of a stream', async () => {
    const { client, general, lunch, last, draft, goOffline } = await setUp()
    await goOffline()
    await client.send(lunch, 'in its topic')
    expect(await last({ kind: 'stream', streamId: general })).toMatchObject({
      value: { kind: 'taken_back', narrow: lunch },
    })
    expect(await draft()).toMatchObject({ content: 'in its topic' })
  })

  it('excludes messages that are being deleted', async () => {
    const { client, server, window, lunch, last } = await setUp()
    await client.send(lunch, 'stays')
    await client.send(lunch, 'goes')
    await server.clock.until('both are here', () => window.texts().join() === 'stays,goes')
    const ids = window.items().map((item) => (item.kind === 'message' ? item.id : 0))
    await client.engine.call('messages.delete', { messageId: ids[1] ?? 0 })
    expect(await last()).toEqual({ ok: true, value: { kind: 'message', messageId: ids[0] } })
  })
})

describe('a message that the server would not let the user edit', () => {
  it.each(['/poll Soup?\nyes\nno', '/todo Shopping\nbread'])('includes polls and to-do lists: %j', async (content) => {
    const { client, server, window, lunch, last } = await setUp()
    await client.send(lunch, content)
    await server.clock.until('it is here', () => window.items()[0]?.kind === 'message')
    await server.clock.advance(1_000)
    const [item] = window.items()
    expect(item).toMatchObject({ canEdit: false, canDelete: true })
    const messageId = item?.kind === 'message' ? item.id : 0
    const refusal = { ok: false, error: { code: 'NOT_ALLOWED', values: { act: 'edit_widget' } } }
    expect(await last()).toEqual(refusal)
    expect(await client.engine.call('messages.raw', { messageId, toEdit: true })).toEqual(refusal)
    expect(await client.engine.call('messages.edit', { messageId, content: 'other' })).toEqual(refusal)
    expect(await client.engine.call('messages.raw', { messageId })).toMatchObject({ ok: true })
  })

  it('is refused with the reason in advance: too old, of another person, or not permitted at all', async () => {
    const { client, server, window, noor, general, lunch, last } = await setUp()
    const theirs = await server.post(noor, { stream: general, topic: 'lunch' }, 'theirs')
    await client.send(lunch, '/me waves')
    await server.clock.until('both are here', () => window.texts().length === 2 && window.texts()[1] === '/me waves')
    const mine = window.items()[1]
    const messageId = mine?.kind === 'message' ? mine.id : 0
    const toEdit = (id: number) => client.engine.call('messages.raw', { messageId: id, toEdit: true })
    expect(await toEdit(messageId)).toEqual({ ok: true, value: { content: '/me waves' } })
    expect(await toEdit(theirs)).toMatchObject({ error: { values: { act: 'change_of_other' } } })
    const { context } = server.built
    context.write(() => changeOrganizationSettings(context, { message_content_edit_limit_seconds: 60 }))
    await server.clock.advance(61_000)
    const late = { error: { code: 'NOT_ALLOWED', values: { act: 'edit', isLate: true } } }
    expect([await toEdit(messageId), await last()]).toMatchObject([late, late])
    context.write(() => changeOrganizationSettings(context, { allow_message_editing: false }))
    await server.clock.advance(1_000)
    expect(await last()).toMatchObject({ error: { values: { act: 'edit', isLate: false } } })
  })
})
