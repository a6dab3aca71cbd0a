import { describe, expect, it } from 'vitest'
import { TestServer } from '#support/test-server.ts'

async function world() {
  const server = new TestServer()
  await server.start()
  return { server, ...server.seed() }
}

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

describe('signing in', () => {
  it('accepts the real and the API e-mail, in any case, with the key', async () => {
    const { server, iris } = await world()
    for (const name of [iris.email, iris.email.toUpperCase(), `user${iris.id}@test.example`]) {
      const answer = await server.built.app.inject({
        url: '/api/v1/users/me',
        headers: basic(`${name}:${iris.apiKey}`),
      })
      expect(answer.json()).toMatchObject({ result: 'success', user_id: iris.id })
    }
  })

  it.each([
    ['no credentials', {}],
    ['a wrong key', basic('iris@test.example:nope')],
    ['no such user', basic('x@test.example:key-of-iris')],
    ['no colon', basic('iris')],
  ])('refuses %s with 401 and a challenge', async (_, headers) => {
    const { server } = await world()
    const answer = await server.built.app.inject({ url: '/api/v1/users/me', headers })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/)
  })

  it('exchanges a password for the key, and is blocked after five failures', async () => {
    const { server } = await world()
    server.built.context.tables.users.add(
      {
        deliveryEmail: 'pw@test.example',
        fullName: 'Pw',
        role: 400,
        password: 'right one',
        apiKey: 'the-key',
        dateJoined: 1,
      },
      'test.example',
    )
    const fetchKey = (password: string) =>
      server.built.app.inject({
        method: 'POST',
        url: '/api/v1/fetch_api_key',
        payload: `username=PW@test.example&password=${password}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await fetchKey('right one')).json()).toMatchObject({ api_key: 'the-key', email: 'pw@test.example' })
    for (let failure = 0; failure < 5; failure += 1) {
      const answer = await fetchKey('wrong')
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'AUTHENTICATION_FAILED' }])
    }
    const answer = await fetchKey('right one')
    expect([answer.statusCode, answer.json()]).toMatchObject([429, { code: 'RATE_LIMIT_HIT' }])
    expect(answer.headers['retry-after']).toBe('1800.000')
    await server.clock.advance(31 * 60_000)
    expect((await fetchKey('right one')).statusCode).toBe(200)
  })
})

describe("the server's event queue", () => {
  const register = async ({ server, iris }: Awaited<ReturnType<typeof world>>, form: Record<string, string> = {}) => {
    const state = await server.call(iris, 'POST', '/register', { apply_markdown: 'true', ...form })
    return String(state.queue_id)
  }

  it('keeps a poll waiting until there is an event', async () => {
    const all = await world()
    const { server, iris, noor, general } = all
    const queueId = await register(all)
    let answer: Record<string, unknown> | undefined
    void server
      .call(iris, 'GET', '/events', { queue_id: queueId, last_event_id: '-1' })
      .then((value) => (answer = value))
    await server.clock.advance(1_000)
    expect(answer).toBeUndefined()
    await server.post(noor, { stream: general, topic: 't' }, 'hello')
    await server.clock.until('the poll is answered', () => answer !== undefined)
    expect(answer?.events).toMatchObject([{ id: 0, type: 'message', flags: [], message: { content: '<p>hello</p>' } }])
  })

  it('answers with a heartbeat after 45 to 55 seconds', async () => {
    const all = await world()
    const { server, iris } = all
    const queueId = await register(all)
    let answer: Record<string, unknown> | undefined
    void server
      .call(iris, 'GET', '/events', { queue_id: queueId, last_event_id: '-1' })
      .then((value) => (answer = value))
    await server.clock.advance(44_900)
    expect(answer).toBeUndefined()
    await server.clock.advance(10_200)
    expect(answer?.events).toMatchObject([{ type: 'heartbeat' }])
  })

  it('repeats events until they are acknowledged, and refuses to go back before that', async () => {
    const all = await world()
    const { server, iris, noor, general } = all
    const queueId = await register(all)
    const poll = (last: number) =>
      server.call(iris, 'GET', '/events', { queue_id: queueId, last_event_id: String(last), dont_block: 'true' })
    for (const text of ['a', 'b']) await server.post(noor, { stream: general, topic: 't' }, text)
    const ids = async (last: number) => ((await poll(last)).events as { id: number }[]).map((event) => event.id)
    expect(await ids(-1)).toEqual([0, 1])
    expect(await ids(-1)).toEqual([0, 1])
    expect(await ids(0)).toEqual([1])
    expect(await poll(-1)).toMatchObject({
      code: 'BAD_REQUEST',
      msg: expect.stringContaining('already been pruned') as unknown,
    })
    expect(await poll(7)).toMatchObject({
      code: 'BAD_REQUEST',
      msg: expect.stringContaining('was not in this queue') as unknown,
    })
  })

  it('ends after ten minutes without a poll, and on request', async () => {
    const all = await world()
    const { server, iris } = all
    const queueId = await register(all)
    await server.clock.advance(9 * 60_000)
    const poll = () =>
      server.call(iris, 'GET', '/events', { queue_id: queueId, last_event_id: '-1', dont_block: 'true' })
    expect(await poll()).toMatchObject({ result: 'success' })
    await server.clock.advance(12 * 60_000)
    expect(await poll()).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: queueId })
    const other = await register(all)
    expect(await server.call(iris, 'DELETE', '/events', { queue_id: other })).toMatchObject({ result: 'success' })
    expect(await server.call(iris, 'DELETE', '/events', { queue_id: other })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  it('gives no events to other users', async () => {
    const all = await world()
    const queueId = await register(all)
    expect(
      await all.server.call(all.noor, 'GET', '/events', { queue_id: queueId, last_event_id: '-1', dont_block: 'true' }),
    ).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: queueId })
  })

  it('returns the local id to the sending queue only', async () => {
    const all = await world()
    const { server, iris, general } = all
    const own = await register(all)
    const other = await register(all)
    await server.call(iris, 'POST', '/messages', {
      type: 'stream',
      to: String(general),
      topic: 't',
      content: 'x',
      queue_id: own,
      local_id: 'mine',
    })
    const events = async (queueId: string) =>
      (await server.call(iris, 'GET', '/events', { queue_id: queueId, last_event_id: '-1', dont_block: 'true' })).events
    expect(await events(own)).toMatchObject([{ local_message_id: 'mine' }])
    expect(JSON.stringify(await events(other))).not.toContain('local_message_id')
  })
})

describe('a message on the server', () => {
  const get = async ({ server, iris }: Awaited<ReturnType<typeof world>>, form: Record<string, string>) => {
    const answer = await server.call(iris, 'GET', '/messages', { narrow: '[]', apply_markdown: 'false', ...form })
    return {
      ...answer,
      contents: (answer.messages as { content: string }[] | undefined)?.map((message) => message.content),
    }
  }

  it('is found around an anchor, with the ends of the range', async () => {
    const all = await world()
    const ids: number[] = []
    for (let index = 0; index < 10; index += 1)
      ids.push(await all.server.post(all.noor, { stream: all.general, topic: 't' }, `m${index}`))
    const narrow = JSON.stringify([{ operator: 'stream', operand: all.general }])
    expect(await get(all, { narrow, anchor: String(ids[5]), num_before: '2', num_after: '2' })).toMatchObject({
      contents: ['m3', 'm4', 'm5', 'm6', 'm7'],
      found_anchor: true,
      found_oldest: false,
      found_newest: false,
    })
    expect(await get(all, { narrow, anchor: 'newest', num_before: '3', num_after: '0' })).toMatchObject({
      contents: ['m7', 'm8', 'm9'],
      anchor: 10_000_000_000_000_000,
      found_newest: true,
      found_oldest: false,
    })
    expect(await get(all, { narrow, anchor: 'oldest', num_before: '0', num_after: '20' })).toMatchObject({
      contents: Array.from({ length: 10 }, (_, index) => `m${index}`),
      found_newest: true,
      found_oldest: true,
    })
    expect(await get(all, { narrow, anchor: 'first_unread', num_before: '0', num_after: '1' })).toMatchObject({
      contents: ['m0', 'm1'],
    })
    expect(
      await get(all, { narrow, anchor: String(ids[5]), num_before: '0', num_after: '2', include_anchor: 'false' }),
    ).toMatchObject({
      contents: ['m6', 'm7'],
      found_anchor: false,
    })
  })

  it.each([
    ['more than 5000', { anchor: 'newest', num_before: '4000', num_after: '1001' }, 'BAD_REQUEST'],
    ['no anchor', { num_before: '1', num_after: '1' }, 'REQUEST_VARIABLE_MISSING'],
    ['a number that is none', { anchor: 'newest', num_before: 'x', num_after: '1' }, 'REQUEST_VARIABLE_INVALID'],
    [
      'a narrow that is no JSON',
      { anchor: 'newest', num_before: '1', num_after: '1', narrow: '{' },
      'REQUEST_VARIABLE_INVALID',
    ],
    [
      'an unknown operator',
      { anchor: 'newest', num_before: '1', num_after: '1', narrow: '[["colour","red"]]' },
      'BAD_NARROW',
    ],
    [
      'an unknown stream',
      { anchor: 'newest', num_before: '1', num_after: '1', narrow: '[["stream","nowhere"]]' },
      'BAD_NARROW',
    ],
  ])('is refused for %s', async (_, form, code) => {
    expect(await get(await world(), form)).toMatchObject({ result: 'error', code })
  })

  it('of a private stream is hidden from users outside', async () => {
    const all = await world()
    const { server, noor, mei } = all
    const secret = server.built.context.write(() => {
      const id = server.built.context.tables.streams.add({
        name: 'secret',
        description: '',
        renderedDescription: '',
        dateCreated: 1,
        inviteOnly: true,
      })
      server.built.context.tables.streams.subscribe(noor.id, id, { color: '#000000' })
      return id
    })
    const id = await server.post(noor, { stream: secret, topic: 't' }, 'hidden')
    expect(await server.call(mei, 'GET', `/messages/${id}`)).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'Invalid message(s)',
    })
    expect(
      await server.call(mei, 'GET', '/messages', {
        anchor: 'newest',
        num_before: '9',
        num_after: '0',
        narrow: JSON.stringify([{ operator: 'stream', operand: secret }]),
      }),
    ).toMatchObject({ result: 'success', messages: [] })
    expect(
      await server.call(mei, 'POST', '/messages', { type: 'stream', to: String(secret), topic: 't', content: 'x' }),
    ).toMatchObject({ code: 'BAD_REQUEST', msg: `Not authorized to send to stream '${secret}'` })
    expect(await server.call(noor, 'GET', `/messages/${id}`)).toMatchObject({ raw_content: 'hidden' })
  })

  it.each([
    [{ type: 'stream', to: '1', topic: 't', content: ' \n ' }, 'BAD_REQUEST'],
    [{ type: 'stream', to: '1', topic: '  ', content: 'x' }, 'BAD_REQUEST'],
    [{ type: 'stream', to: '1', content: 'x' }, 'REQUEST_VARIABLE_MISSING'],
    [{ type: 'stream', to: '999', topic: 't', content: 'x' }, 'STREAM_DOES_NOT_EXIST'],
    [{ type: 'direct', to: '[999]', content: 'x' }, 'BAD_REQUEST'],
    [{ type: 'pigeon', to: '[9]', content: 'x' }, 'BAD_REQUEST'],
    [{ type: 'stream', to: '1', topic: 't', content: 'a\0b' }, 'BAD_REQUEST'],
  ])('of %j is refused with %s', async (form, code) => {
    const { server, iris } = await world()
    expect(await server.call(iris, 'POST', '/messages', form)).toMatchObject({ result: 'error', code })
  })

  it('that is too long is truncated, counted in code points', async () => {
    const all = await world()
    const id = await all.server.post(all.iris, { stream: all.general, topic: '😀'.repeat(70) }, '😀'.repeat(10_005))
    const answer = await all.server.call(all.iris, 'GET', `/messages/${id}`)
    expect([...String(answer.raw_content)].length).toBe(10_000)
    expect(String(answer.raw_content)).toMatch(/\[message truncated\]$/)
    const { subject } = answer.message as { subject: string }
    expect([...subject].length).toBe(60)
    expect(subject).toMatch(/\.\.\.$/)
  })

  it('has a case-insensitive topic, whose latest spelling counts', async () => {
    const all = await world()
    for (const topic of ['Über uns', 'ÜBER UNS']) await all.server.post(all.noor, { stream: all.general, topic }, topic)
    const answer = await all.server.call(all.iris, 'GET', `/users/me/${all.general}/topics`)
    expect(answer.topics).toMatchObject([{ name: 'ÜBER UNS' }])
  })

  it('is sent with unknown parameters, which the answer names', async () => {
    const { server, iris } = await world()
    expect(await server.call(iris, 'GET', '/users/me', { colour: 'red' })).toMatchObject({
      result: 'success',
      ignored_parameters_unsupported: ['colour'],
    })
  })

  it('is not found at an unknown address, with an answer in the service’s form', async () => {
    const { server, iris } = await world()
    expect(await server.raw(iris, { method: 'GET', path: '/api/v1/nowhere', form: {} })).toMatchObject({ status: 404 })
    expect(await server.call(iris, 'GET', '/nowhere')).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  })
})

describe('a change of a message on the server', () => {
  it('keeps the history, changes mentions, and causes events to all readers', async () => {
    const all = await world()
    const { server, iris, noor, mei, general } = all
    const state = await server.call(noor, 'POST', '/register', { apply_markdown: 'true' })
    const id = await server.post(iris, { stream: general, topic: 't' }, 'first')
    expect(await server.call(iris, 'PATCH', `/messages/${id}`, { content: 'second @**Noor**' })).toMatchObject({
      result: 'success',
    })
    const answer = await server.call(noor, 'GET', '/events', {
      queue_id: String(state.queue_id),
      last_event_id: '-1',
      dont_block: 'true',
    })
    expect(answer.events).toMatchObject([
      { type: 'message' },
      {
        type: 'update_message',
        message_id: id,
        message_ids: [id],
        flags: ['mentioned'],
        orig_content: 'first',
        content: 'second @**Noor**',
        stream_id: general,
        rendering_only: false,
      },
    ])
    expect(await server.call(mei, 'GET', `/messages/${id}/history`)).toMatchObject({
      message_history: [
        { content: 'first', user_id: iris.id },
        { content: 'second @**Noor**', prev_content: 'first' },
      ],
    })
    const { message } = await server.call(mei, 'GET', `/messages/${id}`)
    expect(message).toMatchObject({
      last_edit_timestamp: expect.any(Number) as unknown,
      edit_history: [{ prev_content: 'first' }],
    })
  })

  it.each([
    ['by another user', 'noor', { content: 'x' }, "You don't have permission to edit this message"],
    ['without a change', 'iris', {}, 'Nothing to change'],
    [
      'with a mode that needs a topic',
      'iris',
      { content: 'x', propagate_mode: 'change_all' },
      'Invalid propagate_mode without topic edit',
    ],
  ] as const)('%s is refused', async (_, who, form, msg) => {
    const all = await world()
    const id = await all.server.post(all.iris, { stream: all.general, topic: 't' }, 'first')
    expect(await all.server.call(all[who], 'PATCH', `/messages/${id}`, form)).toMatchObject({
      code: 'BAD_REQUEST',
      msg,
    })
  })

  it('to empty content is stored as deleted', async () => {
    const all = await world()
    const id = await all.server.post(all.iris, { stream: all.general, topic: 't' }, 'first')
    await all.server.call(all.iris, 'PATCH', `/messages/${id}`, { content: '  ' })
    expect(await all.server.call(all.noor, 'GET', `/messages/${id}`)).toMatchObject({ raw_content: '(deleted)' })
  })

  it.each([
    ['true', { message_ids: [1] }],
    ['false', { message_id: 1 }],
  ])(
    "that is its deletion by the author or an administrator has an event in the client's form (bulk: %s)",
    async (bulk, shape) => {
      const all = await world()
      const { server, iris, noor, mei, general } = all
      const id = await server.post(noor, { stream: general, topic: 't' }, 'gone soon')
      const state = await server.call(mei, 'POST', '/register', {
        client_capabilities: JSON.stringify({
          notification_settings_null: true,
          bulk_message_deletion: bulk === 'true',
        }),
      })
      expect(await server.call(mei, 'DELETE', `/messages/${id}`)).toMatchObject({ code: 'BAD_REQUEST' })
      expect(await server.call(iris, 'DELETE', `/messages/${id}`)).toMatchObject({ result: 'success' })
      expect(await server.call(iris, 'DELETE', `/messages/${id}`)).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'Invalid message(s)',
      })
      const answer = await server.call(mei, 'GET', '/events', {
        queue_id: String(state.queue_id),
        last_event_id: '-1',
        dont_block: 'true',
      })
      expect(answer.events).toMatchObject([
        { type: 'delete_message', message_type: 'stream', stream_id: general, topic: 't', ...shape },
      ])
    },
  )
})
