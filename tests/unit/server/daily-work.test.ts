import { describe, expect, it } from 'vitest'
import { pngOf } from '#support/pictures-of-size.ts'
import { TestServer, type Account } from '#support/test-server.ts'

async function world() {
  const server = new TestServer()
  await server.start()
  const people = server.seed()
  const queues = new Map<number, string>()
  const listen = async (account: Account, form: Record<string, string> = {}) => {
    const state = await server.call(account, 'POST', '/register', { apply_markdown: 'true', ...form })
    queues.set(account.id, String(state.queue_id))
    return state
  }
  const events = async (account: Account) =>
    (
      await server.call(account, 'GET', '/events', {
        queue_id: queues.get(account.id) ?? '',
        last_event_id: '-1',
        dont_block: 'true',
      })
    ).events as Record<string, unknown>[]
  return { server, ...people, listen, events }
}

const ok = { result: 'success' }
const png = pngOf({ width: 2, height: 2 })

describe('a reaction on the server', () => {
  it('is added and removed once, with an event to all readers of the conversation', async () => {
    const { server, iris, noor, general, listen, events } = await world()
    const id = await server.post(noor, { stream: general, topic: 't' }, 'hello')
    await listen(noor)
    const react = (method: 'POST' | 'DELETE') =>
      server.call(iris, method, `/messages/${id}/reactions`, {
        emoji_name: '+1',
        emoji_code: '1f44d',
        reaction_type: 'unicode_emoji',
      })
    expect(await react('POST')).toMatchObject(ok)
    expect(await react('POST')).toMatchObject({ code: 'REACTION_ALREADY_EXISTS' })
    const reaction = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji', user_id: iris.id }
    expect(await server.call(noor, 'GET', `/messages/${id}`)).toMatchObject({ message: { reactions: [reaction] } })
    expect(await react('DELETE')).toMatchObject(ok)
    expect(await react('DELETE')).toMatchObject({ code: 'REACTION_DOES_NOT_EXIST' })
    expect(await events(noor)).toMatchObject([
      { type: 'reaction', op: 'add', message_id: id, ...reaction, user: { user_id: iris.id } },
      { type: 'reaction', op: 'remove', message_id: id, ...reaction },
    ])
  })

  it.each([
    [{ emoji_name: 'no_such' }, 'does not exist'],
    [{ emoji_name: 'no_such', reaction_type: 'realm_emoji' }, 'does not exist'],
    [{ emoji_name: '+1', emoji_code: 'zzz', reaction_type: 'unicode_emoji' }, 'Invalid emoji code'],
    [{ emoji_name: 'heart', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }, 'Invalid emoji name'],
    [{ emoji_name: 'x', emoji_code: '9', reaction_type: 'realm_emoji' }, 'Invalid custom emoji'],
    [{ emoji_name: 'x', emoji_code: 'x', reaction_type: 'svc_extra_emoji' }, 'Invalid emoji code'],
    [{ emoji_name: 'x', emoji_code: 'x', reaction_type: 'y' }, 'Invalid reaction type'],
  ])('is refused for %o', async (form, sentence) => {
    const { server, iris, noor, general } = await world()
    const id = await server.post(noor, { stream: general, topic: 't' }, 'hello')
    const answer = await server.call(iris, 'POST', `/messages/${id}/reactions`, form)
    expect(answer).toMatchObject({ code: 'BAD_REQUEST', msg: expect.stringContaining(sentence) as unknown })
  })
})

describe('mutes on the server', () => {
  it('apply to topics in any case, cause events, and are listed', async () => {
    const { server, iris, noor, general, listen, events } = await world()
    await server.post(noor, { stream: general, topic: 'Noise' }, 'x')
    await listen(iris)
    const set = (policy: number) =>
      server.call(iris, 'POST', '/user_topics', {
        stream_id: String(general),
        topic: 'noise',
        visibility_policy: String(policy),
      })
    expect(await set(1)).toMatchObject(ok)
    expect(await set(9)).toMatchObject({ code: 'BAD_REQUEST' })
    const state = await listen(iris)
    expect(state).toMatchObject({
      user_topics: [{ stream_id: general, topic_name: 'noise', visibility_policy: 1 }],
      unread_msgs: { count: 0, streams: [{ topic: 'Noise' }] },
    })
    expect(await server.contents(iris, [['in', 'home']])).toEqual([])
    await set(0)
    expect(await events(iris)).toMatchObject([
      { type: 'muted_topics', muted_topics: [] },
      { type: 'user_topic', stream_id: general, visibility_policy: 0 },
    ])
    expect(await server.contents(iris, [['in', 'home']])).toEqual(['x'])
  })

  it('of topics work by the deprecated call, also repeatedly, with events in the old form for old clients', async () => {
    const { server, iris, general, listen, events } = await world()
    const state = await listen(iris, { event_types: '["muted_topics"]', fetch_event_types: '["muted_topics"]' })
    expect(state).toMatchObject({ muted_topics: [] })
    const call = (form: Record<string, string>) =>
      server.call(iris, 'PATCH', '/users/me/subscriptions/muted_topics', { topic: 'noise', ...form })
    expect(await call({ stream: 'general', op: 'add' })).toMatchObject(ok)
    expect(await call({ stream_id: String(general), op: 'add' })).toMatchObject(ok)
    expect((await events(iris)).at(-1)).toMatchObject({
      type: 'muted_topics',
      muted_topics: [['general', 'noise', expect.any(Number)]],
    })
    expect(await call({ stream: 'general', op: 'remove' })).toMatchObject(ok)
    expect(await call({ stream: 'general', op: 'remove' })).toMatchObject(ok)
    expect(await call({ op: 'add' })).toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('of users make their earlier and later messages read, which stay read after unmuting', async () => {
    const { server, iris, noor, mei, listen, events } = await world()
    const before = await server.post(noor, { direct: [iris.id] }, 'before')
    await listen(iris)
    const mute = (method: 'POST' | 'DELETE', id: number) => server.call(iris, method, `/users/me/muted_users/${id}`)
    expect(await mute('POST', noor.id)).toMatchObject(ok)
    expect(await mute('POST', noor.id)).toMatchObject({ msg: 'User already muted' })
    expect(await mute('POST', iris.id)).toMatchObject({ msg: 'Cannot mute self' })
    const after = await server.post(noor, { direct: [iris.id] }, 'after')
    expect(await events(iris)).toMatchObject([
      { type: 'muted_users', muted_users: [{ id: noor.id }] },
      { type: 'update_message_flags', op: 'add', flag: 'read', messages: [before] },
      { type: 'message', flags: ['read'], message: { id: after } },
    ])
    expect(await mute('DELETE', noor.id)).toMatchObject(ok)
    expect(await mute('DELETE', mei.id)).toMatchObject({ code: 'BAD_REQUEST', msg: 'User is not muted' })
    expect(await server.contents(iris, [['is', 'unread']])).toEqual([])
  })

  it('of streams cause events in both forms', async () => {
    const { server, iris, general, extra, listen, events } = await world()
    await listen(iris)
    const change = (stream: number) =>
      server.call(iris, 'POST', '/users/me/subscriptions/properties', {
        subscription_data: JSON.stringify([{ stream_id: stream, property: 'is_muted', value: true }]),
      })
    expect(await change(general)).toMatchObject(ok)
    expect(await change(extra)).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await events(iris)).toMatchObject([
      { type: 'subscription', op: 'update', stream_id: general, property: 'in_home_view', value: false },
      { property: 'is_muted', value: true },
    ])
  })
})

describe('drafts on the server', () => {
  const draft = (extra: Record<string, unknown>) => ({
    type: 'stream',
    to: [],
    topic: 'lunch',
    content: 'half a th',
    timestamp: 5,
    ...extra,
  })

  it("are created, replaced and deleted, each with an event to the user's other clients", async () => {
    const { server, iris, general, listen, events } = await world()
    await listen(iris)
    const made = await server.call(iris, 'POST', '/drafts', {
      drafts: JSON.stringify([draft({ to: [general] }), draft({ type: 'private', to: [] })]),
    })
    const [id] = made.ids as number[]
    expect(await server.call(iris, 'GET', '/drafts')).toMatchObject({
      count: 2,
      drafts: [{ id, to: [general] }, { type: '' }],
    })
    await server.call(iris, 'PATCH', `/drafts/${id}`, {
      draft: JSON.stringify(draft({ to: [general], content: 'whole', timestamp: 9 })),
    })
    expect(await server.call(iris, 'DELETE', `/drafts/${id}`)).toMatchObject(ok)
    const gone = await server.raw(iris, { method: 'DELETE', path: `/api/v1/drafts/${id}`, form: {} })
    expect([gone.status, JSON.parse(gone.body)]).toMatchObject([
      404,
      { code: 'BAD_REQUEST', msg: 'Draft does not exist' },
    ])
    expect(await events(iris)).toMatchObject([
      { type: 'drafts', op: 'add', drafts: [{ id }, {}] },
      { type: 'drafts', op: 'update', draft: { id, content: 'whole', timestamp: 9 } },
      { type: 'drafts', op: 'remove', draft_id: id },
    ])
  })

  it.each([
    ['an id', { id: 4 }],
    ['no stream', {}],
    ['two streams', { to: [1, 2] }],
    ['nothing but spaces', { type: '', content: ' \n' }],
    ['a null byte', { type: '', content: 'a\0b' }],
    ['somebody unknown', { type: 'private', to: [99] }],
  ])('are refused with %s', async (_, extra) => {
    const { server, iris } = await world()
    const answer = await server.call(iris, 'POST', '/drafts', { drafts: JSON.stringify([draft(extra)]) })
    expect(answer).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  })

  it('are deleted and refused when synchronization is off', async () => {
    const { server, iris, listen, events } = await world()
    await server.call(iris, 'POST', '/drafts', { drafts: JSON.stringify([draft({ type: '' })]) })
    await listen(iris, {
      client_capabilities: '{"notification_settings_null":true,"user_settings_object":true}',
    })
    await server.call(iris, 'PATCH', '/settings', { enable_drafts_synchronization: 'false' })
    expect(await events(iris)).toMatchObject([
      { type: 'user_settings', property: 'enable_drafts_synchronization', value: false },
      { type: 'drafts', op: 'remove' },
    ])
    expect(await server.call(iris, 'GET', '/drafts')).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await listen(iris)).toMatchObject({ drafts: [], user_settings: { enable_drafts_synchronization: false } })
  })
})

describe('a change of flags in a narrow', () => {
  it('changes a range, reports its progress, and is refused without both ends [U9]', async () => {
    const { server, iris, noor, general, listen, events } = await world()
    const ids: number[] = []
    for (let index = 0; index < 5; index += 1)
      ids.push(await server.post(noor, { stream: general, topic: 't' }, `m${index}`))
    await listen(iris)
    const mark = (form: Record<string, string>) =>
      server.call(iris, 'POST', '/messages/flags/narrow', {
        narrow: JSON.stringify([
          { operator: 'stream', operand: general },
          { operator: 'is', operand: 'unread' },
        ]),
        anchor: 'oldest',
        include_anchor: 'false',
        num_before: '0',
        num_after: '3',
        op: 'add',
        flag: 'read',
        ...form,
      })
    expect(await mark({})).toMatchObject({
      processed_count: 3,
      updated_count: 3,
      first_processed_id: ids[0],
      last_processed_id: ids[2],
      found_newest: false,
    })
    expect(await mark({ anchor: String(ids[2]), num_after: '5000' })).toMatchObject({
      processed_count: 2,
      last_processed_id: ids[4],
      found_newest: true,
    })
    expect(await mark({})).toMatchObject({ processed_count: 0, first_processed_id: null, last_processed_id: null })
    expect(await mark({ flag: 'mentioned' })).toMatchObject({ code: 'BAD_REQUEST' })
    // Two adjacent changes of one flag are merged when they are fetched.
    expect(await events(iris)).toMatchObject([{ messages: ids }])
  })

  it('marks a topic, a stream or all messages as read', async () => {
    const { server, iris, noor, general, design, listen, events } = await world()
    const first = await server.post(noor, { stream: general, topic: 'One' }, 'x')
    const second = await server.post(noor, { stream: general, topic: 'two' }, 'x')
    await server.post(noor, { stream: design, topic: 'three' }, 'x')
    await listen(iris)
    await server.call(iris, 'POST', '/mark_topic_as_read', { stream_id: String(general), topic_name: 'one' })
    await server.call(iris, 'POST', '/mark_stream_as_read', { stream_id: String(general) })
    expect(await server.call(iris, 'POST', '/mark_all_as_read')).toMatchObject({ complete: true })
    expect(await events(iris)).toMatchObject([{ messages: [first, second] }, { all: true, messages: [] }])
    expect(await server.contents(iris, [['is', 'unread']])).toEqual([])
  })
})

describe('files on the server', () => {
  const upload = async (server: TestServer, account: Account, name: string, bytes: Buffer, path = '/user_uploads') => {
    const boundary = 'skein-boundary'
    const answer = await server.built.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { ...basic(account), 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/html\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    })
    return answer.json<Record<string, unknown>>()
  }
  const basic = (account: Account) => ({
    authorization: `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}`,
  })
  const get = (server: TestServer, account: Account, url: string, headers: Record<string, string> = {}) =>
    server.built.app.inject({ url, headers: { ...basic(account), ...headers } })

  it('are readable only for their sender until a message that others can read links to them', async () => {
    const { server, iris, noor, mei, listen, events } = await world()
    await listen(iris)
    const { uri } = await upload(server, iris, '../Grüße an alle?.png', png)
    expect(uri).toMatch(/^\/user_uploads\/1\/[\w-]{2}\/[\w-]+\/Grüße-an-alle\.png$/)
    const path = encodeURI(String(uri))
    expect((await get(server, iris, path)).statusCode).toBe(200)
    expect((await get(server, noor, path)).statusCode).toBe(404)
    expect((await server.built.app.inject({ url: path })).statusCode).toBe(401)
    // A link by a user who may not read the file does not make it readable.
    await server.post(mei, { direct: [noor.id] }, `[x](${path})`)
    expect((await get(server, noor, path)).statusCode).toBe(404)
    await server.post(iris, { direct: [noor.id] }, `[photo](${path})`)
    expect((await get(server, noor, path)).statusCode).toBe(200)
    expect((await get(server, mei, path)).statusCode).toBe(404)
    const [added, updated] = await events(iris)
    // Times of attachments are milliseconds of whole seconds.
    const now = server.built.context.nowSeconds() * 1000
    const stored = { size: png.length, create_time: now, messages: [{ date_sent: now }] }
    expect([added, updated]).toMatchObject([
      { type: 'attachment', op: 'add', upload_space_used: png.length, attachment: { create_time: now, messages: [] } },
      { type: 'attachment', op: 'update', attachment: stored },
    ])
    expect(await server.call(iris, 'GET', '/attachments')).toMatchObject({ attachments: [stored] })
    const shown = (
      await server.call(noor, 'GET', '/messages', { anchor: 'newest', num_before: '1', num_after: '0', narrow: '[]' })
    ).messages as { content: string }[]
    expect(shown.at(-1)?.content).toContain('<div class="message_inline_image"><a href=')
  })

  it('are sent in ranges and without active content, and are removed when their owner deletes them', async () => {
    const { server, iris, noor } = await world()
    const { uri } = await upload(server, iris, 'page.html', Buffer.from('<script>0123456789</script>'))
    const whole = await get(server, iris, String(uri))
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('attachment') as unknown,
      'content-security-policy': expect.stringContaining('sandbox') as unknown,
      'x-content-type-options': 'nosniff',
    })
    const part = await get(server, iris, String(uri), { range: 'bytes=8-11' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '0123', 'bytes 8-11/27'])
    expect((await get(server, iris, String(uri), { range: 'bytes=99-' })).statusCode).toBe(416)
    const { url } = await server.call(iris, 'GET', String(uri))
    expect((await server.built.app.inject({ url: String(url) })).statusCode).toBe(200)
    await server.clock.advance(61_000)
    expect((await server.built.app.inject({ url: String(url) })).statusCode).toBe(404)
    const { attachments } = (await server.call(iris, 'GET', '/attachments')) as { attachments: { id: number }[] }
    const id = attachments[0]?.id ?? 0
    expect(await server.call(noor, 'DELETE', `/attachments/${id}`)).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await server.call(iris, 'DELETE', `/attachments/${id}`)).toMatchObject(ok)
    expect((await get(server, iris, String(uri))).statusCode).toBe(404)
  })

  it('are refused beyond the size limit, as are requests without a file', async () => {
    const { server, iris } = await world()
    expect(await upload(server, iris, 'big.bin', Buffer.alloc(25 * 1024 * 1024 + 1))).toMatchObject({
      code: 'BAD_REQUEST',
      msg: expect.stringContaining('25 MiB') as unknown,
    })
    expect(await server.call(iris, 'POST', '/user_uploads')).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await server.call(iris, 'GET', '/attachments')).toMatchObject({ attachments: [] })
  })

  it('of custom emoji are pictures with an event to all users, appear in messages, and remain for old reactions', async () => {
    const { server, iris, noor, general, listen, events } = await world()
    await listen(noor, { event_types: '["realm_emoji"]', fetch_event_types: '["realm_emoji"]' })
    expect(await upload(server, iris, 'x.png', Buffer.from('<svg onload=1>'), '/realm/emoji/party')).toMatchObject({
      code: 'BAD_IMAGE',
    })
    expect(await upload(server, iris, 'x.png', png, '/realm/emoji/party')).toMatchObject(ok)
    expect(await upload(server, iris, 'x.png', png, '/realm/emoji/party')).toMatchObject({ code: 'BAD_REQUEST' })
    const id = await server.post(iris, { stream: general, topic: 't' }, 'hey :party:')
    expect(await server.call(iris, 'POST', `/messages/${id}/reactions`, { emoji_name: 'party' })).toMatchObject(ok)
    const { message } = (await server.call(iris, 'GET', `/messages/${id}`)) as {
      message: { content: string; reactions: unknown[] }
    }
    expect(message.content).toContain('<img alt=":party:" class="emoji" src="/user_avatars/1/emoji/images/')
    expect(message.reactions).toMatchObject([{ reaction_type: 'realm_emoji', emoji_code: '1' }])
    expect(await server.call(iris, 'DELETE', '/realm/emoji/party')).toMatchObject(ok)
    expect(await server.call(iris, 'DELETE', '/realm/emoji/party')).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await server.call(iris, 'GET', '/realm/emoji')).toMatchObject({
      emoji: { 1: { name: 'party', deactivated: true } },
    })
    expect(await events(noor)).toMatchObject([
      { realm_emoji: { 1: { deactivated: false } } },
      { realm_emoji: { 1: { deactivated: true } } },
    ])
  })
})

describe('typing on the server', () => {
  it('is published to the users of a conversation and to clients that request it, unless its user keeps it private', async () => {
    const { server, iris, noor, general, listen, events } = await world()
    await listen(noor, {
      client_capabilities: '{"notification_settings_null":true,"stream_typing_notifications":true}',
    })
    const type = (form: Record<string, string>) => server.call(iris, 'POST', '/typing', { op: 'start', ...form })
    expect(await type({ to: JSON.stringify([noor.id]) })).toMatchObject(ok)
    expect(await type({ type: 'stream', stream_id: String(general), topic: 't' })).toMatchObject(ok)
    expect(await events(noor)).toMatchObject([
      {
        type: 'typing',
        op: 'start',
        message_type: 'direct',
        sender: { user_id: iris.id },
        recipients: [{ user_id: iris.id }, { user_id: noor.id }],
      },
      { message_type: 'stream', stream_id: general, topic: 't' },
    ])
    await server.call(iris, 'PATCH', '/settings', { send_private_typing_notifications: 'false' })
    expect(await type({ to: JSON.stringify([noor.id]) })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await server.call(iris, 'PATCH', '/settings', { color_scheme: '9' })).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'Invalid color_scheme',
    })
  })
})
