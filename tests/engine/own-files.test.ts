import { describe, expect, it } from 'vitest'
import type { FileOutcome, UploadItem, UploadsMeta } from '#contract/attachments.ts'
import type { Result } from '#contract/base/failures.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { filesQuery } from '#support/files-query.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'
import type { Account } from '#support/test-server.ts'
import type { FaultFor } from '#support/test-transport.ts'

const levels = [237, 371, 500] as const satisfies readonly FeatureLevel[]
const mib = 1024 * 1024

async function setUp(featureLevel: FeatureLevel, options: WorldOptions = {}) {
  let fault: FaultFor = () => undefined
  const here = await setupWorld({
    settings: { featureLevel, uploadQuotaMib: 5 },
    faultFor: (request) => fault(request),
    ...options,
  })
  const { client, server, iris, general } = here
  const upload = async (account: Account, name: string) => {
    const sent = { attachmentId: 'a'.repeat(36), name, type: 'text/plain', onProgress: () => undefined }
    const answer = await server.raw(account, { method: 'POST', path: '/api/v1/user_uploads', form: {}, upload: sent })
    return (JSON.parse(answer.body) as { uri: string }).uri // the service answers objects
  }
  const open = (...query: Parameters<typeof filesQuery>) =>
    client.openView<{ item: UploadItem; meta: UploadsMeta }>(filesQuery(...query))
  /** Opens the list, and waits until it is that of the server. */
  const whole = async () => {
    const view = await open()
    await server.clock.until('the list has come', () => view.meta().isWhole)
    return view
  }
  /** Deletes files: the clock runs until the call is answered. */
  const remove = async (fileIds: readonly number[]): Promise<Result<readonly FileOutcome[]>> => {
    let answer: Result<readonly FileOutcome[]> | undefined
    void client.engine.call('files.delete', { fileIds }).then((result) => (answer = result))
    await server.clock.until('the call is answered', () => answer !== undefined, 120_000)
    if (answer === undefined) throw new Error('no answer')
    return answer
  }
  /** The user's files at the server, by name. */
  const held = async (account: Account = iris) => {
    const { attachments } = await server.ok(account, 'GET', '/attachments')
    return (attachments as { id: number; name: string }[]).map(({ name }) => name) // shape of GET /attachments
  }
  const idOf = (view: { items: () => readonly UploadItem[] }, name: string) =>
    view.items().find((item) => item.name === name)?.id ?? 0
  return {
    ...here,
    upload,
    open,
    whole,
    remove,
    held,
    idOf,
    breaks: (faults: FaultFor) => (fault = faults),
    say: (topic: string, content: string) => server.post(iris, { stream: general, topic }, content),
  }
}

const isDeletion = ({ method, path }: { method: string; path: string }) =>
  method === 'DELETE' && path.includes('/attachments/')
const isList = ({ method, path }: { method: string; path: string }) => method === 'GET' && path.endsWith('/attachments')
const names = (view: { items: () => readonly UploadItem[] }) => view.items().map(({ name }) => name)

describe.each(levels)('the own files at level %i', (level) => {
  it('tell where they are used, and follow a move and an edit of the message', async () => {
    const { server, iris, upload, whole, say, general } = await setUp(level)
    const path = await upload(iris, 'plan.txt')
    const view = await whole()
    const id = await say('lunch', `[plan.txt](${path})`)
    await server.clock.until('it is used', () => view.items()[0]?.useCount === 1)
    const place = {
      narrow: { kind: 'topic', streamId: general, topic: 'lunch' },
      title: 'lunch',
      streamName: 'general',
    }
    expect(view.items()).toMatchObject([{ fileKind: 'document', path, uses: [{ messageId: id, place }] }])
    await server.call(iris, 'PATCH', `/messages/${id}`, { topic: 'supper', propagate_mode: 'change_one' })
    const title = () => view.items()[0]?.uses[0]?.place?.title
    await server.clock.until('the move has come', () => title() === 'supper')
    await server.call(iris, 'PATCH', `/messages/${id}`, { content: 'no file' })
    await server.clock.until('it is not used', () => view.items()[0]?.useCount === 0)
    expect(view.items()).toMatchObject([{ uses: [] }])
  })

  it('name no place for a message that is not stored here', async () => {
    const messageId = 987_654
    const links = { messages: [{ id: messageId, date_sent: 1_700_000_000 }], message_ids: [messageId] }
    const { server, iris, upload, whole } = await setUp(level, {
      rewrite: (request, body) =>
        isList(request)
          ? { ...body, attachments: (body.attachments as object[]).map((file) => ({ ...file, ...links })) }
          : body,
    })
    await upload(iris, 'plan.txt')
    await server.clock.advance(1_000)
    expect((await whole()).items()).toMatchObject([{ uses: [{ messageId, place: null }], useCount: 1 }])
  })

  it('are found, filtered, sorted and summed, with the space of the organization', async () => {
    const { server, iris, noor, upload, whole, open, say } = await setUp(level)
    await upload(iris, 'b10.png')
    await server.clock.advance(2_000)
    await upload(iris, 'b9.TXT')
    await server.clock.advance(2_000)
    const used = await upload(iris, 'Łódź.mp3')
    await upload(noor, 'not mine.txt')
    await say('lunch', `[a](${used})`)
    const all = await whole()
    await server.clock.until('it is used', () => all.items()[0]?.useCount === 1)
    const size = all.items()[0]?.size ?? 0
    expect(names(all)).toEqual(['Łódź.mp3', 'b9.TXT', 'b10.png'])
    expect(all.meta()).toMatchObject({
      found: 3,
      foundBytes: 3 * size,
      total: 3,
      hasMore: false,
      usedBytes: 4 * size,
      quotaBytes: 5 * mib,
    })
    expect(all.meta().fetchedAt).toBeLessThanOrEqual(server.clock.now())
    expect(names(await open({}, { sort: 'name' }))).toEqual(['b9.TXT', 'b10.png', 'Łódź.mp3'])
    expect(names(await open({}, { text: ' LODZ ' }))).toEqual(['Łódź.mp3'])
    expect(names(await open({ kind: 'sound' }))).toEqual(['Łódź.mp3'])
    expect(names(await open({ kind: 'picture', isUnused: true }))).toEqual(['b10.png'])
    const unused = await open({ isUnused: true })
    expect(names(unused)).toEqual(['b9.TXT', 'b10.png'])
    expect(unused.meta()).toMatchObject({ found: 2, foundBytes: 2 * size, total: 3 })
    const first = await open({}, { rows: 1 })
    expect(names(first)).toEqual(['Łódź.mp3'])
    expect(first.meta()).toMatchObject({ found: 3, hasMore: true })
  })

  it('are deleted one by one, and the messages keep their links', async () => {
    const { server, iris, noor, general, upload, whole, remove, held, idOf, say } = await setUp(level)
    const path = await upload(iris, 'plan.txt')
    await upload(iris, 'draft.txt')
    await upload(iris, 'kept.txt')
    await say('lunch', `the [plan.txt](${path})`)
    const view = await whole()
    const [plan, draft] = [idOf(view, 'plan.txt'), idOf(view, 'draft.txt')]
    expect(await remove([plan, draft, plan])).toEqual({
      ok: true,
      value: [
        { fileId: plan, failure: null },
        { fileId: draft, failure: null },
      ],
    })
    expect(await held()).toEqual(['kept.txt'])
    await server.clock.until('the list is new', () => names(view).join() === 'kept.txt')
    expect(view.meta()).toMatchObject({ isWhole: true, total: 1, usedBytes: view.items()[0]?.size })
    const contents = await server.contents(noor, [
      ['stream', general],
      ['topic', 'lunch'],
    ])
    expect(contents.at(-1)).toContain(path)
  })

  it('that another device has deleted count as deleted, and a foreign file is not there', async () => {
    const { server, iris, noor, upload, whole, remove, held, idOf, breaks } = await setUp(level)
    await upload(iris, 'plan.txt')
    await upload(noor, 'not mine.txt')
    const view = await whole()
    const plan = idOf(view, 'plan.txt')
    const { attachments } = await server.ok(noor, 'GET', '/attachments')
    const [foreign] = attachments as { id: number }[] // shape of GET /attachments
    // The event of the deletion does not come before the call.
    breaks(({ path }) => (path.endsWith('/events') ? { answerDelayMs: 30_000 } : undefined))
    await server.call(iris, 'DELETE', `/attachments/${plan}`)
    expect(await remove([plan, foreign?.id ?? 0])).toMatchObject({
      ok: true,
      value: [{ failure: null }, { failure: null }],
    })
    await server.clock.until('the list is new', () => view.items().length === 0)
    expect(await held(noor)).toEqual(['not mine.txt'])
  })

  it('that the server does not delete stay, with its reason', async () => {
    let refusal: object | null = null
    const { iris, upload, whole, remove, held, idOf } = await setUp(level, {
      through: (request, ask) =>
        refusal !== null && isDeletion(request)
          ? Promise.resolve({ status: 400, headers: {}, body: JSON.stringify(refusal) })
          : ask(),
    })
    await upload(iris, 'plan.txt')
    const view = await whole()
    const fileId = idOf(view, 'plan.txt')
    refusal = { result: 'error', code: 'BAD_REQUEST', msg: 'Files are frozen' }
    const text = 'Files are frozen'
    expect(await remove([fileId])).toEqual({
      ok: true,
      value: [{ fileId, failure: { code: 'TEXT', values: { text } } }],
    })
    refusal = { result: 'error', code: 'BAD_REQUEST', msg: '' }
    expect(await remove([fileId])).toEqual({ ok: true, value: [{ fileId, failure: { code: 'FILE_NOT_DELETED' } }] })
    expect([names(view), await held()]).toEqual([['plan.txt'], ['plan.txt']])
  })

  it('are looked up after a deletion without an answer', async () => {
    const { server, iris, upload, whole, remove, held, idOf, breaks } = await setUp(level)
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(iris, name)
    const view = await whole()
    const [a, b, c] = ['a.txt', 'b.txt', 'c.txt'].map((name) => idOf(view, name))
    if (a === undefined || b === undefined || c === undefined) throw new Error('no files')
    // The server deletes the file, and the answer is lost. The next files are not requested.
    breaks((request) => (isDeletion(request) ? { after: 'broken' } : undefined))
    expect(await remove([a, b])).toEqual({
      ok: true,
      value: [
        { fileId: a, failure: null },
        { fileId: b, failure: { code: 'FILES_OFFLINE' } },
      ],
    })
    expect(await held()).toEqual(['b.txt', 'c.txt'])
    // The request never arrives.
    breaks((request) => (isDeletion(request) ? { before: 'broken' } : undefined))
    await server.clock.until('it is online', () => view.meta().isWhole)
    expect(await remove([b])).toEqual({ ok: true, value: [{ fileId: b, failure: { code: 'FILES_OFFLINE' } }] })
    // Nor does the query.
    breaks((request) =>
      isDeletion(request) ? { after: 'broken' } : isList(request) ? { before: 'unreachable' } : undefined,
    )
    expect(await remove([c])).toEqual({ ok: true, value: [{ fileId: c, failure: { code: 'FILE_OUTCOME_UNKNOWN' } }] })
    expect(await held()).toEqual(['b.txt'])
    breaks(() => undefined)
    await server.clock.until('the event has come', () => names(view).join() === 'b.txt')
    expect(await remove([c])).toEqual({ ok: true, value: [{ fileId: c, failure: null }] })
  })

  it('are not deleted offline', async () => {
    const { server, client, iris, upload, whole, remove, held, idOf, breaks } = await setUp(level)
    await upload(iris, 'plan.txt')
    const view = await whole()
    breaks(() => ({ before: 'unreachable' }))
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline', 200_000)
    expect(await remove([idOf(view, 'plan.txt')])).toEqual({ ok: false, error: { code: 'FILES_OFFLINE' } })
    expect(names(view)).toEqual(['plan.txt'])
    expect(await held()).toEqual(['plan.txt'])
  })
})
