import { describe, expect, it } from 'vitest'
import { clientLimits } from '#shared/client-limits.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'
import { TestClient } from '#support/test-client.ts'
import { outgoingBytes } from '#support/test-server.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { ComposerDraft } from '#contract/drafts.ts'
import type { PendingItem } from '#contract/messages.ts'

async function world(
  options: Pick<NonNullable<ConstructorParameters<typeof TestClient>[2]>, 'faultFor' | 'database' | 'through'> = {},
) {
  const { server, client, people } = await setupWorld(options)
  const { iris, general } = people
  const lunch = { kind: 'topic', streamId: general, topic: 'lunch' } as const
  const view = await client.openDrafts()
  const type = (content: string, draftId = 'd1', narrow: Narrow = lunch) =>
    client.engine.call('drafts.set', { narrow, draftId, topic: '', content })
  const composer = async (narrow: Narrow = lunch) =>
    ((await client.engine.call('drafts.get', { narrow })) as { value: ComposerDraft }).value
  const atServer = async () => (await server.call(iris, 'GET', '/drafts')).drafts as { id: number; content: string }[]
  const contents = async () => (await atServer()).map((draft) => draft.content)
  const create = async (content: string, timestamp: number) =>
    (
      (
        await server.call(iris, 'POST', '/drafts', {
          drafts: JSON.stringify([{ type: 'stream', to: [general], topic: 'Lunch', content, timestamp }]),
        })
      ).ids as number[]
    )[0] ?? 0
  const edit = (id: number, content: string, timestamp: number) =>
    server.call(iris, 'PATCH', `/drafts/${id}`, {
      draft: JSON.stringify({ type: 'stream', to: [general], topic: 'Lunch', content, timestamp }),
    })
  const seconds = () => Math.floor(server.clock.now() / 1000)
  return { server, client, view, lunch, type, composer, atServer, contents, create, edit, seconds, ...people }
}

describe('drafts', () => {
  it('are pushed to the server when typing pauses, and deleted there when they are sent [O6]', async () => {
    const { server, client, type, contents, lunch } = await world()
    for (const text of ['h', 'ha', 'half a th']) {
      await type(text)
      await server.clock.advance(500)
    }
    expect(await contents()).toEqual([])
    await server.clock.advance(5_000)
    expect(await contents()).toEqual(['half a th'])
    await type('half a thought ')
    await server.clock.advance(10_000)
    expect(await contents()).toEqual(['half a thought'])
    expect(client.requests.filter((request) => /drafts/.test(request.path))).toHaveLength(2)
    await client.send(lunch, 'half a thought', crypto.randomUUID(), 'd1')
    await server.clock.advance(5_000)
    expect(await contents()).toEqual([])
  })

  it('of other devices fill the composer with the newest first, and update it while it is unchanged [O6]', async () => {
    const { server, client, view, composer, create, edit, seconds } = await world()
    const older = await create('older', seconds() - 100)
    await create('newer', seconds() - 50)
    await server.clock.advance(2_000)
    expect(await composer()).toMatchObject({ content: 'newer' })
    expect(view.items().map((item) => item.content)).toEqual(['newer', 'older'])
    await edit(older, 'older, but edited now', seconds())
    await server.clock.advance(2_000)
    expect(await composer()).toMatchObject({ content: 'older, but edited now' })
    await server.call(client.account, 'DELETE', `/drafts/${older}`)
    await server.clock.advance(2_000)
    expect(view.items().map((item) => item.content)).toEqual(['newer'])
  })

  it('that were continued here keep their text when the queue delivers an earlier version late [O6]', async () => {
    const held: (() => void)[] = []
    let isLate = false
    const { server, type, composer, edit, seconds, atServer } = await world({
      through: async (request, ask) => {
        const answer = await ask()
        if (isLate && request.path.endsWith('/events')) await new Promise<void>((go) => held.push(go))
        return answer
      },
    })
    const nextAnswer = () => server.clock.until('the queue has answered', () => held.length > 0)
    isLate = true
    await type('first words')
    await nextAnswer()
    await type('first words and more')
    await server.clock.advance(10_000)
    const [draft] = await atServer()
    expect(draft).toMatchObject({ content: 'first words and more' })
    held.shift()?.()
    await nextAnswer()
    // The queue has delivered only the first content so far.
    expect(await composer()).toMatchObject({ content: 'first words and more' })
    isLate = false
    held.shift()?.()
    // A later edit on another device is applied.
    await edit(draft?.id ?? 0, 'words from the telephone', seconds())
    await server.clock.advance(5_000)
    expect(await composer()).toMatchObject({ content: 'words from the telephone' })
  })

  it('that are changed and changed back do not take the text in between from a late event [O6]', async () => {
    const held: (() => void)[] = []
    const answers: (() => void)[] = []
    let isLate = false
    let isUnanswered = false
    const { server, view, type, composer, contents } = await world({
      through: async (request, ask) => {
        const answer = await ask()
        if (isLate && request.path.endsWith('/events')) await new Promise<void>((go) => held.push(go))
        if (isUnanswered && request.method === 'PATCH') await new Promise<void>((go) => answers.push(go))
        return answer
      },
    })
    const nextAnswer = () => server.clock.until('the queue has answered', () => held.length > 0)
    isLate = true
    await type('a plan')
    await nextAnswer()
    await type('another plan')
    await server.clock.advance(10_000)
    isUnanswered = true
    await type('a plan')
    await server.clock.until('it is changed back at the server', () => answers.length > 0)
    // The queue delivers the first version while the same text is in flight again.
    held.shift()?.()
    await nextAnswer()
    await type('a plan with a date')
    isLate = false
    held.shift()?.()
    await server.clock.advance(1_000)
    expect(await composer()).toMatchObject({ content: 'a plan with a date' })
    isUnanswered = false
    answers.shift()?.()
    await server.clock.advance(10_000)
    expect(view.items().map((item) => item.content)).toEqual(['a plan with a date'])
    expect(await contents()).toEqual(['a plan with a date'])
  })

  it('with conflicting changes are both kept, the older as a separate draft (§6.8 case 18) [O6]', async () => {
    let isDown = false
    const { server, client, view, type, composer, contents, atServer, edit, seconds } = await world({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await type('first words')
    await server.clock.advance(10_000)
    const [draft] = await atServer()
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await edit(draft?.id ?? 0, 'words from the telephone', seconds())
    await server.clock.advance(60_000)
    await type('words from the desk')
    isDown = false
    client.engine.signal('retry')
    await client.online()
    await server.clock.advance(30_000)
    expect(await composer()).toMatchObject({ content: 'words from the desk' })
    expect(view.items().map((item) => item.content)).toEqual(['words from the desk', 'words from the telephone'])
    expect((await contents()).toSorted()).toEqual(['words from the desk', 'words from the telephone'])
  })

  it('that changed here once and elsewhere twice are all kept, even if the events arrive together [O6]', async () => {
    let isDown = false
    const { server, client, view, type, contents, atServer, iris, general } = await world({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await type('first')
    await server.clock.advance(10_000)
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await type('mine')
    const [held] = await atServer()
    const now = Math.floor(server.clock.now() / 1000)
    for (const [content, timestamp] of [
      ['other, older', now - 1_000],
      ['other, newer', now + 1_000],
    ]) {
      const draft = { type: 'stream', to: [general], topic: 'lunch', content, timestamp }
      await server.call(iris, 'PATCH', `/drafts/${held?.id}`, { draft: JSON.stringify(draft) })
    }
    isDown = false
    client.engine.signal('retry')
    await server.clock.advance(30_000)
    const all = ['mine', 'other, newer', 'other, older']
    expect(
      view
        .items()
        .map((item) => item.content)
        .sort(),
    ).toEqual(all)
    expect((await contents()).sort()).toEqual(all)
  })

  it('of the server are accepted up to a limit, and local drafts remain', async () => {
    const { server, view, type, contents, iris } = await world()
    await type('mine')
    await server.clock.advance(10_000)
    const drafts = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ id: 1_000_000 + index, type: 'stream', to: [1], topic: `t${index}` },
      ...{ content: `from elsewhere ${index}`, timestamp: 1_700_000_000 },
    }))
    server.event(iris, { type: 'drafts', op: 'add', drafts })
    await server.clock.until('they are shown', () => view.items().length > 1)
    expect(view.items()).toHaveLength(clientLimits.serverDrafts.most)
    await type('mine, rewritten')
    await type('another one', 'd2', { kind: 'direct', userIds: [iris.id] })
    await server.clock.advance(20_000)
    expect((await contents()).toSorted()).toEqual(['another one', 'mine, rewritten'])
  })

  it('of an unknown outcome of their creation are looked up and exist once [O6]', async () => {
    const database = temporaryDatabase()
    const faults = ['after', 'before'] as const
    let next = 0
    const { server, client, type, contents, iris } = await world({
      database,
      faultFor: (request) =>
        request.method === 'POST' && request.path.endsWith('/drafts') && next < 2
          ? { [faults[next++] ?? 'after']: 'broken' }
          : undefined,
    })
    await type('arrived, answer lost')
    await server.clock.advance(4_000)
    await type('never arrived', 'd2', { kind: 'direct', userIds: [iris.id + 1] })
    await server.clock.advance(4_000)
    client.engine.close()
    server.built.context.events.removeAll()
    const again = new TestClient(server, iris, { database }).start()
    await again.online()
    await server.clock.advance(120_000)
    expect((await contents()).toSorted()).toEqual(['arrived, answer lost', 'never arrived'])
  })

  it('that vanished at the server are created again if they were changed here, and otherwise removed [O6]', async () => {
    let isDown = false
    const { server, client, view, type, contents, atServer, iris } = await world({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await type('kept', 'd1')
    await type('dropped', 'd2', { kind: 'direct', userIds: [iris.id + 1] })
    await server.clock.advance(10_000)
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await type('kept, and more', 'd1')
    for (const { id } of await atServer()) await server.call(iris, 'DELETE', `/drafts/${id}`)
    isDown = false
    client.engine.signal('retry')
    await server.clock.advance(30_000)
    expect(view.items().map((item) => item.content)).toEqual(['kept, and more'])
    expect(await contents()).toEqual(['kept, and more'])
  })

  it('are deleted after an undo period', async () => {
    const { server, client, view, type, contents } = await world()
    await type('a thought')
    await server.clock.advance(10_000)
    await client.engine.call('drafts.delete', { draftId: 'd1' })
    await server.clock.advance(3_000)
    expect([view.items().length, await contents()]).toEqual([0, ['a thought']])
    await client.engine.call('drafts.restore', { draftId: 'd1' })
    await server.clock.advance(20_000)
    expect([view.items().length, await contents()]).toEqual([1, ['a thought']])
    await client.engine.call('drafts.delete', { draftId: 'd1' })
    await server.clock.advance(20_000)
    expect([view.items().length, await contents()]).toEqual([0, []])
    expect(await client.engine.call('drafts.restore', { draftId: 'd1' })).toMatchObject({ error: { code: 'NO_DRAFT' } })
  })

  it('that the server would truncate, or does not accept, stay local with a reason', async () => {
    const { server, client, view, type, contents, iris } = await world()
    await type('x'.repeat(10_001))
    await server.clock.advance(10_000)
    expect(view.items()).toMatchObject([
      { synchronization: { state: 'local', reason: { code: 'DRAFT_TOO_LONG', values: { most: 10_000 } } } },
    ])
    await type('short enough')
    await server.clock.advance(10_000)
    expect([view.items()[0]?.synchronization, await contents()]).toEqual([{ state: 'done' }, ['short enough']])
    await server.call(iris, 'PATCH', '/settings', { enable_drafts_synchronization: 'false' })
    await server.clock.advance(5_000)
    expect(view.items().map((item) => item.content)).toEqual(['short enough'])
    await type('still typing')
    await server.clock.advance(10_000)
    const requests = client.requests.filter((request) => /drafts/.test(request.path)).length
    await server.call(iris, 'PATCH', '/settings', { enable_drafts_synchronization: 'true' })
    await server.clock.advance(10_000)
    expect(client.requests.filter((request) => /drafts/.test(request.path)).length).toBeGreaterThan(requests)
    expect(await contents()).toEqual(['still typing'])
  })

  it('are sent from their list, and report a missing recipient', async () => {
    const { server, client, view, type, iris, noor } = await world()
    await server.call(iris, 'POST', '/drafts', {
      drafts: JSON.stringify([{ type: '', to: [], topic: '', content: 'to whom?', timestamp: 1 }]),
    })
    await type('from the list')
    await server.clock.advance(10_000)
    const send = (draftId: string) => client.engine.call('drafts.send', { draftId, localId: crypto.randomUUID() })
    expect(await send('d1')).toMatchObject({ ok: true })
    const [unaddressed] = view.items().filter((item) => item.narrow === null)
    expect(await send(unaddressed?.draftId ?? '')).toMatchObject({ error: { code: 'NO_RECIPIENT' } })
    await client.engine.call('drafts.address', {
      draftId: unaddressed?.draftId ?? '',
      narrow: { kind: 'direct', userIds: [noor.id] },
    })
    expect(await send(unaddressed?.draftId ?? '')).toMatchObject({ ok: true })
    await server.clock.advance(20_000)
    expect(view.items()).toEqual([])
    expect(await server.contents(noor, [])).toEqual(['from the list', 'to whom?'])
    expect((await server.call(iris, 'GET', '/drafts')).drafts).toEqual([])
  })
})

describe('a draft whose recipient changes', () => {
  it('moves with its text and topic before later text, here and at the server [O6]', async () => {
    const { server, client, view, type, composer, general, design, noor, atServer } = await world()
    const noorsPlace = { kind: 'direct', userIds: [noor.id] } as const
    await type('soup or salad', 'd1')
    await type('written before', 'd2', noorsPlace)
    await server.clock.advance(10_000)
    // The topic has the same name in another stream, and the server has its text and topic already.
    const elsewhere = { kind: 'topic', streamId: design, topic: 'lunch' } as const
    await client.engine.call('drafts.address', { draftId: 'd1', narrow: elsewhere })
    expect([(await composer()).content, (await composer(elsewhere)).content]).toEqual(['', 'soup or salad'])
    await server.clock.advance(10_000)
    expect(await atServer()).toContainEqual(expect.objectContaining({ content: 'soup or salad', to: [design] }))
    const inStream = { kind: 'stream', streamId: general } as const
    await client.engine.call('drafts.address', { draftId: 'd1', narrow: inStream })
    expect(await composer(inStream)).toMatchObject({ topic: 'lunch', content: 'soup or salad' })
    await client.engine.call('drafts.address', { draftId: 'd1', narrow: noorsPlace })
    expect(await composer(noorsPlace)).toMatchObject({ topic: '', content: 'soup or salad' })
    await server.clock.advance(10_000)
    expect(view.items().map((item) => item.content)).toEqual(['soup or salad', 'written before'])
    expect((await atServer()).map(({ content }) => content).sort()).toEqual(['soup or salad', 'written before'])
  })

  it.each([
    ['is lost', { after: 'broken' } as const, 0],
    ['is lost, and its event comes late', { after: 'broken' } as const, 15_000],
    ['comes later', { answerDelayMs: 5_000 }, 0],
    ['comes later, and its event after that', { answerDelayMs: 5_000 }, 15_000],
  ])('exists once at the server although the answer to its creation %s [O6]', async (_, fault, eventDelayMs) => {
    let isCreated = false
    const { server, client, view, type, composer, noor, atServer } = await world({
      faultFor({ method, path }) {
        if (path.endsWith('/events')) return { answerDelayMs: eventDelayMs }
        if (isCreated || method !== 'POST' || !path.endsWith('/drafts')) return undefined
        isCreated = true
        return fault
      },
    })
    await type('soup or salad', 'd1')
    await server.clock.until('its creation is requested', () => isCreated)
    const noorsPlace = { kind: 'direct', userIds: [noor.id] } as const
    await client.engine.call('drafts.address', { draftId: 'd1', narrow: noorsPlace })
    await server.clock.advance(60_000)
    expect([(await composer()).content, (await composer(noorsPlace)).content]).toEqual(['', 'soup or salad'])
    expect(view.items().map((item) => item.content)).toEqual(['soup or salad'])
    expect(await atServer()).toEqual([expect.objectContaining({ type: 'private', content: 'soup or salad' })])
    client.engine.close()
  })

  it('reports its deletion, and stays if it already has the recipient', async () => {
    const { client, type, composer, lunch, noor } = await world()
    await type('soup')
    const before = (await composer()).revision
    expect(await client.engine.call('drafts.address', { draftId: 'd1', narrow: lunch })).toMatchObject({ ok: true })
    expect((await composer()).revision).toBe(before)
    await client.engine.call('drafts.delete', { draftId: 'd1' })
    const noorsPlace = { kind: 'direct', userIds: [noor.id] } as const
    expect(await client.engine.call('drafts.address', { draftId: 'd1', narrow: noorsPlace })).toMatchObject({
      error: { code: 'NO_DRAFT' },
    })
    expect((await composer(noorsPlace)).content).toBe('')
  })
})

describe('attachments', () => {
  const file = (id: string, name: string) => ({
    draftId: 'd1',
    attachmentId: id,
    name,
    type: 'image/png',
    size: outgoingBytes(id).length,
  })
  const one = '00000000-0000-4000-8000-000000000001'
  const two = '00000000-0000-4000-8000-000000000002'

  it('are uploaded before their message, which links to them, also across a restart [S12]', async () => {
    const database = temporaryDatabase()
    let isDown = false
    const { server, client, lunch, type, iris, noor } = await world({
      database,
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await type('two pictures')
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(one, 'a b.png') })
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(two, 'ü.png') })
    expect(client.keptAttachments).toEqual([one, two])
    await client.send(lunch, 'two pictures', crypto.randomUUID(), 'd1')
    client.engine.close()
    isDown = false
    const again = new TestClient(server, iris, { database }).start()
    expect(again.keptAttachments).toEqual([one, two])
    await again.online()
    await server.clock.advance(20_000)
    const [content = ''] = await server.contents(noor, [['topic', 'lunch']])
    expect(content).toMatch(
      /^two pictures\n\n\[a b\.png\]\(\/user_uploads\/\S+\)\n\[ü\.png\]\(\/user_uploads\/\S+\.png\)$/,
    )
    expect(again.keptAttachments).toEqual([])
  })

  it('are in flight while their topic is moved, and the message exists once [S12] [S6]', async () => {
    const { server, client, lunch, noor } = await world({
      faultFor: (request) => (request.path.endsWith('/user_uploads') ? { delayMs: 5_000 } : undefined),
    })
    const first = await server.post(noor, { stream: lunch.streamId, topic: lunch.topic }, 'the topic')
    await server.clock.advance(1_000)
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(one, 'a.png') })
    await client.send(lunch, 'a picture', crypto.randomUUID(), 'd1')
    const uploads = () => client.requests.filter((request) => request.path.endsWith('/user_uploads')).length
    await server.clock.until('the file is on its way', () => uploads() === 1)
    await server.call(noor, 'PATCH', `/messages/${first}`, {
      topic: 'dinner',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: 'false',
    })
    await server.clock.advance(30_000)
    const contents = await server.contents(noor, [['topic', 'dinner']])
    expect(contents.filter((content) => content.startsWith('a picture'))).toHaveLength(1)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual([])
    expect(uploads()).toBe(1)
  })

  it('are sent again after a lost answer, and the message exists once [S12]', async () => {
    let faults = 2
    const { server, client, lunch, noor } = await world({
      faultFor: (request) =>
        request.path.endsWith('/user_uploads') && (faults -= 1) >= 0 ? { after: 'broken' } : undefined,
    })
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(one, 'a.png') })
    await client.send(lunch, '', crypto.randomUUID(), 'd1')
    await server.clock.advance(60_000)
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual([expect.stringMatching(/^\[a\.png\]\(/)])
  })

  it('are not uploaded again when a later request of their message is retried [S12]', async () => {
    const trouble = new Set([two, 'the message'])
    const { server, client, lunch, noor } = await world({
      faultFor: (request) => {
        if (request.method !== 'POST') return undefined
        const step = request.upload?.attachmentId ?? (request.path.endsWith('/messages') ? 'the message' : '')
        return trouble.delete(step) ? { before: 'unreachable' } : undefined
      },
    })
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(one, 'a.png') })
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(two, 'b.png') })
    await client.send(lunch, 'two pictures', crypto.randomUUID(), 'd1')
    await server.clock.advance(60_000)
    expect(trouble.size).toBe(0)
    expect(client.requests.flatMap(({ upload }) => upload?.attachmentId ?? [])).toEqual([one, two, two])
    expect(await server.contents(noor, [['topic', 'lunch']])).toEqual([
      expect.stringMatching(/^two pictures\n\n\[a\.png\]\(\S+\)\n\[b\.png\]\(\S+\)$/),
    ])
  })

  it('that the server refuses stop their message with the reason; taking it back restores the draft with its files', async () => {
    const { server, client, lunch, composer } = await world({
      faultFor: (request) => (request.path.endsWith('/user_uploads') ? { status: 413 } : undefined),
    })
    const window = await client.openConversation(lunch)
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(one, 'huge.png') })
    await client.send(lunch, 'see this', crypto.randomUUID(), 'd1')
    await server.clock.until('it failed', () => window.texts().join() === '[failed] see this')
    const pending = window.items()[0] as PendingItem
    expect(pending).toMatchObject({
      reason: {
        kind: 'failed',
        reason: { code: 'ATTACHMENT_REFUSED', values: { name: 'huge.png', cause: { code: 'ATTACHMENT_TOO_LARGE' } } },
      },
      attachments: [{ name: 'huge.png', state: 'waiting' }],
    })
    await client.engine.call('outbox.cancel', { localId: pending.localId })
    expect(await composer()).toMatchObject({ content: 'see this', attachments: [{ id: one, name: 'huge.png' }] })
    const { draftId } = await composer()
    await client.engine.call('attachments.remove', { draftId: draftId ?? '', attachmentId: one })
    expect(await composer()).toMatchObject({ content: 'see this', attachments: [] })
    expect(client.keptAttachments).toEqual([])
  })

  it('suffice for a message without text, but an empty message is not sent', async () => {
    const { client, lunch } = await world()
    const send = () =>
      client.engine.call('messages.send', {
        localId: crypto.randomUUID(),
        destination: lunch,
        content: ' ',
        draftId: 'd1',
      })
    expect(await send()).toMatchObject({ error: { code: 'EMPTY_MESSAGE' } })
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(one, 'a.png') })
    expect(await send()).toMatchObject({ ok: true })
  })

  it('that are added to a just cleared composer do not restore its text', async () => {
    const { server, client, lunch, type, composer, contents } = await world()
    await type('half a thought')
    await server.clock.advance(10_000)
    expect(await contents()).toEqual(['half a thought'])
    await type('')
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(one, 'a.png') })
    expect(await composer()).toMatchObject({ draftId: 'd1', content: '', attachments: [{ id: one }] })
    await server.clock.advance(10_000)
    expect(await contents()).toEqual([])
    expect(await composer()).toMatchObject({ draftId: 'd1', content: '', attachments: [{ id: one }] })
  })

  it('stay in the draft when its text is cleared, but leave the server’s draft', async () => {
    const { server, client, lunch, type, composer, contents } = await world()
    await client.engine.call('drafts.attach', { narrow: lunch, ...file(one, 'a.png') })
    await type('look at this')
    await server.clock.advance(10_000)
    expect(await contents()).toEqual(['look at this'])
    await type('')
    await server.clock.advance(10_000)
    expect(await contents()).toEqual([])
    expect(await composer()).toMatchObject({ content: '', attachments: [{ id: one }] })
    await type('or at that')
    await server.clock.advance(10_000)
    expect(await contents()).toEqual(['or at that'])
    expect(await composer()).toMatchObject({ content: 'or at that', attachments: [{ id: one }] })
  })
})
