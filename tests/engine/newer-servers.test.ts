import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { DraftItem, DraftsMeta } from '#contract/drafts.ts'
import type { MessageItem } from '#contract/messages.ts'
import type { NavigationItem } from '#contract/navigation.ts'
import type { PeopleMeta, PersonItem } from '#contract/people.ts'
import type { TransportRequest, TransportResponse } from '#engine/ports.ts'
import { directoryQuery } from '#support/directory-query.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld } from '#support/setup-world.ts'

const minute = 60_000
const named = '(no topic)'

type Json = Record<string, unknown>

/** Empties every string that names the empty topic in an answer. */
function withEmptyTopics(value: unknown): unknown {
  if (value === named) return ''
  if (Array.isArray(value)) return value.map(withEmptyTopics)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withEmptyTopics(inner)]))
}

/** A request as this server understands it: with its own name for the empty topic, and the operators of its level. */
function asOlder(request: TransportRequest): TransportRequest {
  const form: Record<string, string> = { ...request.form }
  if (form.topic === '') form.topic = named
  if (form.narrow !== undefined) {
    const terms = JSON.parse(form.narrow) as { operator: string; operand: unknown }[]
    const older = terms.map(({ operator, operand }) => ({
      operator: operator.replace(/^channel/, 'stream'),
      operand: operator === 'topic' && operand === '' ? named : operand,
    }))
    form.narrow = JSON.stringify(older)
  }
  return { ...request, form }
}

/**
 * A client of a server at feature level 400: topics may be empty, and edits contain the hash of the replaced content.
 * `laid` changes its registration.
 */
async function world(level = 400, laid: { readonly registration?: Json; readonly lacks?: string } = {}) {
  const { server, people, start } = await setupWorld({ engine: 'none' })
  const { iris } = people
  const state = { lacks: laid.lacks ?? null, losesNextSending: false, presenceUpdateId: 40 }
  const asked: TransportRequest[] = []
  const refuse = (code: string): TransportResponse => ({
    status: 400,
    headers: {},
    body: JSON.stringify({ result: 'error', code, msg: 'no' }),
  })
  const options = {
    database: temporaryDatabase(),
    through: async (request: TransportRequest): Promise<TransportResponse> => {
      asked.push(request)
      const edited = /\/messages\/(\d+)$/.exec(request.path)?.[1]
      if (request.method === 'PATCH' && edited !== undefined && request.form.content !== undefined) {
        const { prev_content_sha256: expected } = request.form
        const { message } = (await server.call(iris, 'GET', `/messages/${edited}`, { apply_markdown: 'false' })) as {
          message: { content: string }
        }
        const hash = createHash('sha256').update(message.content).digest('hex')
        if (expected !== undefined && expected !== hash) return refuse('EXPECTATION_MISMATCH')
      }
      const response = await server.raw(iris, asOlder(request))
      if (state.losesNextSending && request.method === 'POST' && request.path.endsWith('/messages')) {
        state.losesNextSending = false
        return { status: 502, headers: {}, body: 'gone' }
      }
      const body = withEmptyTopics(JSON.parse(response.body)) as Json
      if (request.form.last_update_id !== undefined) {
        // Nothing has changed between two reports.
        if (request.form.last_update_id !== '-1') body.presences = {}
        body.presence_last_update_id = state.presenceUpdateId += 1
      }
      if (request.path.endsWith('/register') && body.result === 'success') {
        Object.assign(body, { svc_feature_level: level, realm_empty_topic_display_name: 'general chat' })
        Object.assign(body, laid.registration)
        if (state.lacks !== null) Reflect.deleteProperty(body, state.lacks)
      }
      return { ...response, body: JSON.stringify(body) }
    },
  }
  const client = start(options)
  const letTimePass = () => server.clock.advance(5_000)
  const send = (topic: string, content: string) =>
    client.engine.call('messages.send', {
      localId: crypto.randomUUID(),
      destination: { kind: 'topic', streamId: people.general, topic },
      content,
    })
  const none = { kind: 'topic', streamId: people.general, topic: '' } as const
  return { server, client, database: options.database, state, asked, letTimePass, send, none, ...people }
}

const entries = (items: readonly NavigationItem[]) => items.filter((item) => item.kind === 'topic')

describe('messages with the empty topic', () => {
  it.each(['', 'general chat', named])(
    'are sent with an empty topic for the input “%s”, and return with it',
    async (typed) => {
      const { server, client, asked, letTimePass, send, none } = await world()
      await client.online()
      const navigation = await client.openNavigation()
      expect(await send(typed, 'hello all')).toMatchObject({ ok: true })
      await letTimePass()
      const sent = asked.find((request) => request.method === 'POST' && request.path.endsWith('/messages'))
      expect(sent?.form.topic).toBe('')
      expect(entries(navigation.items())).toMatchObject([{ topic: '', name: 'general chat' }])
      const view = await client.openConversation(none)
      await letTimePass()
      expect(view.items().filter((item) => item.kind === 'message')).toMatchObject([
        { topic: '', topicName: 'general chat' },
      ])
      expect(view.meta()).toMatchObject({ title: 'general chat', isResolved: null, needsTopic: false })
      expect(await server.contents(client.account, [['stream', none.streamId]])).toEqual(['hello all'])
    },
  )

  it('keep the name of the topic on older servers', async () => {
    const { client, asked, letTimePass, send } = await world(237)
    await client.online()
    expect(await send('', 'hello all')).toMatchObject({ ok: true })
    await letTimePass()
    const sent = asked.find((request) => request.method === 'POST' && request.path.endsWith('/messages'))
    expect(sent?.form.topic).toBe(named)
  })

  it('are found after a lost answer, and not sent twice', async () => {
    const { server, client, state, letTimePass, send, none } = await world()
    await client.online()
    state.losesNextSending = true
    await send('', 'only once')
    await server.clock.advance(2 * minute)
    await letTimePass()
    expect(await server.contents(client.account, [['stream', none.streamId]])).toEqual(['only once'])
  })

  it('have separate drafts, which the stream’s composer does not take over', async () => {
    const { client, letTimePass, none } = await world()
    await client.online()
    const drafts = await client.openView<{ item: DraftItem; meta: DraftsMeta }>({ type: 'drafts' })
    await client.engine.call('drafts.set', { narrow: none, draftId: 'd1', topic: '', content: 'half a thought' })
    await letTimePass()
    expect(drafts.items()).toMatchObject([
      { draftId: 'd1', narrow: none, title: 'general chat', canSend: true, synchronization: { state: 'done' } },
    ])
  })

  it('are refused if the organization requires topics, and named topics if the stream forbids them', async () => {
    const laid = { registration: { realm_mandatory_topics: true } }
    const { server, client, send, general, iris, letTimePass } = await world(400, laid)
    await client.online()
    expect(await send('general chat', 'x')).toMatchObject({ error: { code: 'TOPIC_MISSING' } })
    const change = { property: 'topics_policy', value: 'empty_topic_only' }
    server.event(iris, { type: 'stream', op: 'update', stream_id: general, name: 'general', ...change })
    await letTimePass()
    expect(await send('lunch', 'x')).toMatchObject({ error: { code: 'TOPIC_UNWANTED' } })
    expect(await send('', 'x')).toMatchObject({ ok: true })
    const view = await client.openConversation({ kind: 'stream', streamId: general })
    expect(view.meta()).toMatchObject({ needsTopic: false, isTopicless: true })
  })

  it('cannot be resolved', async () => {
    const { client, letTimePass, send, none } = await world()
    await client.online()
    await send('', 'hello all')
    await letTimePass()
    await client.openConversation(none)
    expect(
      await client.engine.call('topics.resolve', { streamId: none.streamId, topic: '', isResolved: true }),
    ).toMatchObject({
      error: { code: 'TOPIC_MISSING' },
    })
  })
})

describe('an edit with the hash of its original', () => {
  async function edited() {
    const here = await world()
    const { server, client, letTimePass, iris, general } = here
    const id = await server.post(iris, { stream: general, topic: 'lunch' }, 'as it was')
    await client.online()
    const view = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await letTimePass()
    const edit = (content: string, original: string) =>
      client.engine.call('messages.edit', { messageId: id, content, original })
    const item = () => view.items().find((one): one is MessageItem => one.kind === 'message' && one.id === id)
    const text = async () =>
      (
        (await server.call(iris, 'GET', `/messages/${id}`, { apply_markdown: 'false' })) as {
          message: { content: string }
        }
      ).message.content
    return { ...here, id, edit, item, text }
  }

  it('is refused if the message changed meanwhile, and keeps its text and the reason', async () => {
    const { server, client, letTimePass, iris, id, edit, item, text } = await edited()
    await server.call(iris, 'PATCH', `/messages/${id}`, { content: 'changed elsewhere' })
    await edit('my words', 'as it was')
    await letTimePass()
    expect(await text()).toBe('changed elsewhere')
    expect(item()?.change).toMatchObject({ kind: 'edit', state: 'failed', text: 'my words' })
    expect(item()?.change?.reason).toEqual({ kind: 'failed', reason: { code: 'CHANGED_MEANWHILE' } })
    // The user has seen the notice, so the retry is intended.
    await client.engine.call('outbox.retry', { localId: item()?.change?.localId ?? '' })
    await letTimePass()
    expect(await text()).toBe('my words')
    expect(item()?.change).toBeNull()
  })

  it('is accepted if only whitespace differs or an earlier attempt had no answer', async () => {
    const { letTimePass, edit, text } = await edited()
    await edit('my words', 'as it was  ')
    await letTimePass()
    expect(await text()).toBe('my words')
    await edit('my words', 'as it was')
    await letTimePass()
    expect(await text()).toBe('my words')
  })

  it('has no hash for a server that does not compare', async () => {
    const { server, client, asked, letTimePass, iris, general } = await world(378)
    const id = await server.post(iris, { stream: general, topic: 'lunch' }, 'as it was')
    await client.online()
    await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await letTimePass()
    await client.engine.call('messages.edit', { messageId: id, content: 'my words', original: 'as it was' })
    await letTimePass()
    const patches = asked.filter((request) => request.method === 'PATCH')
    expect(patches.map((request) => Object.keys(request.form))).toEqual([['content']])
  })
})

describe('an archived stream', () => {
  it('stays readable, is marked as archived, and refuses changes until it is restored', async () => {
    const { server, client, letTimePass, send, iris, general } = await world()
    const id = await server.post(iris, { stream: general, topic: 'lunch' }, 'soup')
    await client.online()
    const navigation = await client.openNavigation()
    const view = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await letTimePass()
    const deliver = async (value: boolean) => {
      const change = { property: 'is_archived', value }
      server.event(iris, { type: 'stream', op: 'update', stream_id: general, name: 'general', ...change })
      await letTimePass()
    }
    const entry = () => navigation.items().find((item) => item.kind === 'stream' && item.streamId === general)
    await deliver(true)
    expect(entry()).toMatchObject({ isArchived: true, folder: 'inactive' })
    expect(view.meta()).toMatchObject({ canPost: false, isArchived: true, streamName: 'general' })
    expect(view.items().filter((item) => item.kind === 'message')).toMatchObject([
      { id, canEdit: false, canDelete: false },
    ])
    const refused = { ok: false, error: { code: 'STREAM_ARCHIVED' } }
    expect(await send('lunch', 'more')).toMatchObject(refused)
    const react = { messageId: id, type: 'unicode_emoji', code: '1f44d', isOn: true }
    expect(await client.engine.call('messages.react', react)).toMatchObject(refused)
    expect(await client.engine.call('messages.edit', { messageId: id, content: 'x' })).toMatchObject(refused)
    expect(await client.engine.call('messages.delete', { messageId: id })).toMatchObject(refused)
    await deliver(false)
    expect(view.meta()).toMatchObject({ canPost: true, isArchived: false })
    expect(await send('lunch', 'more')).toMatchObject({ ok: true })
  })

  it('is removed with its unread messages if the event has only its id (level 343)', async () => {
    const { server, client, letTimePass, iris, noor, general } = await world()
    await client.online()
    const navigation = await client.openNavigation()
    await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
    await letTimePass()
    expect(navigation.meta().unread).toBe(1)
    server.event(iris, { type: 'stream', op: 'delete', stream_ids: [general], streams: [{ stream_id: general }] })
    await letTimePass()
    expect(navigation.items().some((item) => item.kind === 'stream' && item.streamId === general)).toBe(false)
    expect(navigation.meta().unread).toBe(0)
  })

  /** The stored flag of a stream; undefined if the stream is not stored. */
  function archivedOf(database: string, id: number): number | undefined {
    const reader = new Database(database, { readonly: true })
    const row = reader.prepare<[number], { is_archived: number }>('SELECT is_archived FROM stream WHERE id = ?').get(id)
    reader.close()
    return row?.is_archived
  }

  const deletion = (id: number) => ({ type: 'stream', op: 'delete', stream_ids: [id], streams: [{ stream_id: id }] })

  it.each([315, 371, 377])('keeps its unread messages when level %i calls archiving a deletion', async (level) => {
    const { server, client, database, letTimePass, iris, noor, general } = await world(level)
    await client.online()
    const navigation = await client.openNavigation()
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'soup')
    await letTimePass()
    const view = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    server.event(iris, deletion(general))
    await letTimePass()
    const entry = navigation.items().find((item) => item.kind === 'stream' && item.streamId === general)
    expect(entry).toMatchObject({ isArchived: true })
    expect(navigation.meta().unread).toBe(1)
    expect(view.meta()).toMatchObject({ canPost: false, isArchived: true, streamName: 'general' })
    expect(view.items().filter((item) => item.kind === 'message')).toMatchObject([{ id }])
    // The server’s own message follows the event.
    const last = await server.post(noor, { stream: general, topic: 'lunch' }, 'archived')
    await letTimePass()
    expect(view.items().filter((item) => item.kind === 'message')).toMatchObject([{ id }, { id: last }])
    expect(archivedOf(database, general)).toBe(1)
  })

  it.each(['left before', 'never joined'])(
    'is stored as archived if the next registration would list it: %s',
    async (was) => {
      const stream = { stream_id: 900, name: 'old', description: '', invite_only: false }
      const registration = was === 'left before' ? { unsubscribed: [stream] } : { never_subscribed: [stream] }
      const { server, client, database, letTimePass, iris } = await world(371, { registration })
      await client.online()
      server.event(iris, deletion(900))
      await letTimePass()
      expect(archivedOf(database, 900)).toBe(was === 'left before' ? 1 : undefined)
    },
  )

  it('is removed if the subscription ended first, since the account has lost access', async () => {
    const { server, client, database, letTimePass, iris, noor } = await world(371, {
      registration: { unsubscribed: [{ stream_id: 900, name: 'board', description: '', invite_only: true }] },
    })
    await client.online()
    await server.ok(iris, 'PATCH', `/users/${noor.id}`, { role: 100 })
    await server.ok(noor, 'PATCH', `/users/${iris.id}`, { role: 400 })
    await letTimePass()
    server.event(iris, deletion(900))
    await letTimePass()
    expect(archivedOf(database, 900)).toBeUndefined()
  })
})

describe('a registration without required fields', () => {
  it('is reported to the user, and retried rarely', async () => {
    const { server, client, state, asked } = await world(400, { lacks: 'unread_msgs' })
    const connection = () => client.status?.connection
    await server.clock.until('it is refused', () => connection()?.state === 'refused')
    expect(connection()).toMatchObject({
      reason: { code: 'INCOMPLETE_REGISTRATION', values: { lacks: 'unread_msgs' } },
    })
    const registrations = () => asked.filter((request) => request.path.endsWith('/register')).length
    const before = registrations()
    await server.clock.advance(2 * minute)
    expect(registrations()).toBe(before)
    state.lacks = null
    await server.clock.advance(4 * minute)
    expect(connection()?.state).toBe('online')
  })
})

describe('presence', () => {
  it('requests only changes, and keeps the other entries', async () => {
    const { server, client, asked, noor, mei } = await world()
    await client.online()
    for (const person of [noor, mei]) await server.call(person, 'POST', '/users/me/presence', { status: 'active' })
    const people = await client.openView<{ item: PersonItem; meta: PeopleMeta }>(
      directoryQuery('', {}, { sort: 'activity' }),
    )
    const line = () => people.items().map((item) => `${item.name} ${item.presence?.state}`)
    const reports = () => asked.filter((request) => request.path.endsWith('/users/me/presence'))
    await server.clock.until('it has reported three times', () => reports().length === 3)
    await server.clock.advance(1_000)
    expect(line()).toEqual(['Mei active', 'Noor active', 'Iris idle'])
    expect(reports().map(({ form }) => form.last_update_id)).toEqual(['-1', '41', '42'])
  })
})
