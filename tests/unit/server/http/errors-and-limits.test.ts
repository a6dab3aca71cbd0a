import { describe, expect, it } from 'vitest'
import { usualRateLimits } from '#server/base/options.ts'
import { Service, type Form, type Method } from '#support/service.ts'

async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const general = await service.stream('general', [olga, noor, mei])
  const attic = await service.stream('attic', [olga], { invite_only: true })
  const message = await service.say(noor, general, 'x', 'y')
  const secret = await service.say(olga, attic, 'x', 'y')
  return { service, olga, noor, mei, general, attic, message, secret }
}

type World = Awaited<ReturnType<typeof world>>
type Row = [what: string, call: (w: World) => [Method, string, Form?], expected: Record<string, unknown>]

const bad = { status: 400, code: 'BAD_REQUEST' }

/** Service API, Errors: each row is a test with a member's calls. */
const errors: Row[] = [
  [
    'an invalid user ID among principals',
    () => ['POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [999] }],
    bad,
  ],
  [
    'a stream that is closed to the asker, where authorization errors are fatal',
    () => ['POST', '/users/me/subscriptions', { subscriptions: [{ name: 'attic' }] }],
    { ...bad, msg: 'Unable to access stream (attic).' },
  ],
  [
    'a draft that does not exist, edited',
    () => ['PATCH', '/drafts/9', { draft: {} }],
    { code: 'BAD_REQUEST', msg: 'Draft does not exist' },
  ],
  [
    'a draft that does not exist, deleted',
    () => ['DELETE', '/drafts/9'],
    { code: 'BAD_REQUEST', msg: 'Draft does not exist' },
  ],
  [
    'an invalid emoji code',
    ({ message }) => [
      'POST',
      `/messages/${message}/reactions`,
      { emoji_name: 'tada', emoji_code: 'zz', reaction_type: 'unicode_emoji' },
    ],
    { ...bad, msg: 'Invalid emoji code.' },
  ],
  [
    'a member who does not exist in a new group',
    () => ['POST', '/user_groups/create', { name: 'g', description: '', members: [999] }],
    bad,
  ],
  [
    'unmuting somebody who does not exist',
    () => ['DELETE', '/users/me/muted_users/999'],
    { ...bad, msg: 'No such user' },
  ],
  [
    'unmuting somebody who is not muted',
    ({ mei }) => ['DELETE', `/users/me/muted_users/${mei.id}`],
    { ...bad, msg: 'User is not muted' },
  ],
  ['an invalid user group', () => ['DELETE', '/user_groups/999'], { ...bad, msg: 'Invalid user group' }],
  ['a message that does not exist', () => ['GET', '/messages/999999'], { ...bad, msg: 'Invalid message(s)' }],
  [
    'a message that is invisible',
    ({ secret }) => ['GET', `/messages/${secret}`],
    { ...bad, msg: 'Invalid message(s)' },
  ],
  [
    'a recipient of a scheduled message who does not exist',
    ({ service }) => [
      'POST',
      '/scheduled_messages',
      { type: 'direct', to: [999], content: 'x', scheduled_delivery_timestamp: service.context.nowSeconds() + 60 },
    ],
    bad,
  ],
  [
    'a scheduled message to a stream that does not exist',
    ({ service }) => [
      'POST',
      '/scheduled_messages',
      {
        type: 'stream',
        to: 999,
        topic: 'x',
        content: 'x',
        scheduled_delivery_timestamp: service.context.nowSeconds() + 60,
      },
    ],
    { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream_id: 999 },
  ],
  [
    'a queue that was discarded',
    () => ['GET', '/events', { queue_id: 'gone', last_event_id: -1 }],
    { status: 400, code: 'BAD_EVENT_QUEUE_ID' },
  ],
  ['more than 5000 messages', () => ['GET', '/messages', { anchor: 'newest', num_before: 5001, num_after: 0 }], bad],
  [
    'an argument that is missing',
    () => ['POST', '/messages/render'],
    { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' },
  ],
  [
    'an argument that is no number',
    () => ['GET', '/messages', { anchor: 'newest', num_before: 'x', num_after: 0 }],
    { code: 'REQUEST_VARIABLE_INVALID' },
  ],
  [
    'an argument that is no JSON',
    () => ['POST', '/messages/flags', { messages: '[', op: 'add', flag: 'read' }],
    { code: 'BAD_REQUEST', msg: 'Argument "messages" is not valid JSON.' },
  ],
  [
    'a narrow operator that nobody knows',
    () => ['GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['x', 'y']] }],
    { code: 'BAD_NARROW', desc: expect.any(String) },
  ],
  [
    'a narrow that nothing can satisfy',
    () => [
      'GET',
      '/messages',
      {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [
          ['stream', 'general'],
          ['is', 'dm'],
        ],
      },
    ],
    { code: 'BAD_NARROW' },
  ],
  [
    'an administrator’s endpoint: reordering profile fields',
    () => ['PATCH', '/realm/profile_fields', { order: [] }],
    { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
  ],
  [
    'an administrator’s endpoint: default streams',
    ({ general }) => ['DELETE', '/default_streams', { stream_id: general }],
    { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
  ],
  [
    'an owner’s endpoint: switching the organization off',
    () => ['POST', '/realm/deactivate'],
    { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
  ],
  ['an address that leads nowhere', () => ['GET', '/nowhere'], { status: 404, code: 'BAD_REQUEST' }],
  [
    'a method that the address does not have',
    () => ['DELETE', '/users'],
    { status: 405, allowed_methods: ['GET', 'POST', 'HEAD'] },
  ],
]

describe('the error', () => {
  it.each(errors)('for %s is the documented one', async (_, call, expected) => {
    const w = await world()
    const [method, path, form] = call(w)
    expect(await w.service.call(w.noor, method, path, form)).toMatchObject({ result: 'error', ...expected })
  })

  it('of an invalid stream ID on removing a default stream is BAD_REQUEST', async () => {
    const { service, olga } = await world()
    expect(await service.call(olga, 'DELETE', '/default_streams', { stream_id: 999 })).toMatchObject({
      ...bad,
      msg: 'Invalid stream ID',
    })
  })

  it('with authorization_errors_fatal false lists inaccessible streams, and the others are subscribed', async () => {
    const { service, noor } = await world()
    const answer = await service.ok(noor, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'attic' }, { name: 'new one' }],
      authorization_errors_fatal: false,
    })
    expect(answer).toMatchObject({
      unauthorized: ['attic'],
      subscribed: { [noor.email]: ['new one'] },
    })
  })

  it('of a deactivated principal is BAD_REQUEST with status 400 (feature level 208)', async () => {
    const { service, olga, noor, mei } = await world()
    await service.ok(olga, 'DELETE', `/users/${mei.id}`)
    const form = { subscriptions: [{ name: 'general' }], principals: [mei.id] }
    expect(await service.call(noor, 'POST', '/users/me/subscriptions', form)).toMatchObject(bad)
  })

  it.each([
    ['client_extavatar', { client_extavatar: true }],
    ['include_subscribers', { include_subscribers: true }],
  ])('of %s in an unauthenticated registration of an open organization is a refusal', async (_, form) => {
    const service = await Service.start({ webPublicStreams: true })
    service.context.tables.organization.setSettings('{"enable_spectator_access":true}')
    expect(await service.ok(null, 'POST', '/register')).toMatchObject({ queue_id: null, svc_feature_level: 237 })
    expect(await service.call(null, 'POST', '/register', form)).toMatchObject({ result: 'error', ...bad })
  })

  it('of a parameter that an endpoint does not have is a report, not a refusal (feature level 167)', async () => {
    const { service, noor } = await world()
    expect(await service.ok(noor, 'GET', '/realm/profile_fields', { colour: 'blue' })).toMatchObject({
      ignored_parameters_unsupported: ['colour'],
    })
  })
})

const umlauts = (count: number) => '🙂'.repeat(count)

describe('the limit', () => {
  it('of stream names is 60 code points', async () => {
    const { service, noor } = await world()
    const join = (name: string) => service.call(noor, 'POST', '/users/me/subscriptions', { subscriptions: [{ name }] })
    expect(await join(umlauts(60))).toMatchObject({ result: 'success' })
    expect(await join(umlauts(61))).toMatchObject(bad)
    expect(await join(' ')).toMatchObject(bad)
    expect(await join('a\u0000b')).toMatchObject(bad)
  })

  it('of stream descriptions is 1024 code points', async () => {
    const { service, noor } = await world()
    const join = (name: string, description: string) =>
      service.call(noor, 'POST', '/users/me/subscriptions', { subscriptions: [{ name, description }] })
    expect(await join('a', umlauts(1024))).toMatchObject({ result: 'success' })
    expect(await join('b', umlauts(1025))).toMatchObject(bad)
  })

  it('of topics is 60 code points; longer ones are truncated', async () => {
    const { service, noor, general } = await world()
    const id = await service.say(noor, general, umlauts(61), 'x')
    const answer = await service.ok(noor, 'GET', `/messages/${id}`)
    expect(answer).toMatchObject({ message: { subject: `${umlauts(57)}...` } })
  })

  it('of messages is 10 000 code points; longer ones are truncated, scheduled ones refused', async () => {
    const { service, noor, general } = await world()
    const id = await service.say(noor, general, 'x', umlauts(10_001))
    const { raw_content: text } = await service.ok(noor, 'GET', `/messages/${id}`)
    expect([...String(text)]).toHaveLength(10_000)
    expect(String(text).endsWith('[message truncated]')).toBe(true)
    const later = {
      type: 'stream',
      to: general,
      topic: 'x',
      scheduled_delivery_timestamp: service.context.nowSeconds() + 60,
    }
    expect(
      await service.call(noor, 'POST', '/scheduled_messages', { ...later, content: umlauts(10_000) }),
    ).toMatchObject({
      result: 'success',
    })
    expect(
      await service.call(noor, 'POST', '/scheduled_messages', { ...later, content: umlauts(10_001) }),
    ).toMatchObject(bad)
  })

  it('of each kind is stated by the registration', async () => {
    const { service, noor } = await world()
    expect(await service.ok(noor, 'POST', '/register', { fetch_event_types: ['realm'] })).toMatchObject({
      max_stream_name_length: 60,
      max_stream_description_length: 1024,
      max_topic_length: 60,
      max_message_length: 10_000,
      max_file_upload_size_mib: 25,
    })
  })

  it('of messages in an answer is 5000', async () => {
    const { service, noor } = await world()
    const form = { anchor: 'newest', num_before: 5000, num_after: 0 }
    expect(await service.ok(noor, 'GET', '/messages', form)).toMatchObject({ found_oldest: true })
  })

  it('of a range of flags is 5000', async () => {
    const { service, noor, general } = await world()
    const form = {
      anchor: 'oldest',
      num_before: 0,
      num_after: 1_000_000,
      narrow: [['stream', String(general)]],
      op: 'add',
      flag: 'starred',
    }
    expect(await service.ok(noor, 'POST', '/messages/flags/narrow', form)).toMatchObject({
      processed_count: 1,
      found_newest: true,
    })
  })

  it('of files is the server’s option, to the byte', async () => {
    const service = await Service.start({ maxUploadMib: 1 })
    const noor = service.person('Noor')
    const mib = 1024 * 1024
    await service.upload(noor, '/user_uploads', 'just.bin', Buffer.alloc(mib))
    await expect(service.upload(noor, '/user_uploads', 'more.bin', Buffer.alloc(mib + 1))).rejects.toThrow('1 MiB')
    expect(await service.ok(noor, 'GET', '/attachments')).toMatchObject({
      attachments: [{ name: 'just.bin' }],
      upload_space_used: mib,
    })
  })

  it('of a request’s body is enforced', async () => {
    const { service, noor } = await world()
    expect(
      await service.call(noor, 'POST', '/messages/render', { content: 'x'.repeat(3 * 1024 * 1024) }),
    ).toMatchObject({
      status: 413,
      code: 'BAD_REQUEST',
    })
  })

  it('of names, group names, status texts and alert words is enforced', async () => {
    const { service, olga, noor } = await world()
    const settle = (form: Form) => service.call(noor, 'PATCH', '/settings', form)
    expect(await settle({ full_name: umlauts(100) })).toMatchObject({ result: 'success' })
    expect(await settle({ full_name: umlauts(101) })).toMatchObject(bad)
    const group = (name: string) =>
      service.call(olga, 'POST', '/user_groups/create', { name, description: '', members: [] })
    expect(await group(umlauts(100))).toMatchObject({ result: 'success' })
    expect(await group(umlauts(101))).toMatchObject(bad)
    expect(await service.call(noor, 'POST', '/users/me/status', { status_text: umlauts(60) })).toMatchObject({
      result: 'success',
    })
    expect(await service.call(noor, 'POST', '/users/me/status', { status_text: umlauts(61) })).toMatchObject(bad)
    expect(await service.call(noor, 'POST', '/users/me/alert_words', { alert_words: [umlauts(100)] })).toMatchObject({
      result: 'success',
    })
    expect(await service.call(noor, 'POST', '/users/me/alert_words', { alert_words: [umlauts(101)] })).toMatchObject(
      bad,
    )
  })

  it("of a user's requests refuses with Retry-After, and ends a minute later", async () => {
    const service = await Service.start({ rateLimits: { ...usualRateLimits, perUser: 3 } })
    const [noor, mei] = [service.person('Noor'), service.person('Mei')]
    for (let time = 0; time < 3; time += 1) await service.ok(noor, 'GET', '/users/me')
    expect(await service.call(noor, 'GET', '/users/me')).toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_HIT',
      'retry-after': 60,
    })
    const raw = await service.server.raw(noor, { method: 'GET', path: '/api/v1/users/me', form: {} })
    expect(raw.headers['retry-after']).toBe('60.000')
    await service.ok(mei, 'GET', '/users/me')
    await service.server.clock.advance(60_000)
    await service.ok(noor, 'GET', '/users/me')
  })

  it('of requests without credentials counts by address', async () => {
    const service = await Service.start({ rateLimits: { ...usualRateLimits, perAddress: 2 } })
    for (let time = 0; time < 2; time += 1) await service.ok(null, 'GET', '/server_settings')
    expect(await service.call(null, 'GET', '/server_settings')).toMatchObject({ status: 429 })
  })

  it('of failed logins also counts simultaneous ones', async () => {
    const { service } = await world()
    const attempt = () => service.call(null, 'POST', '/fetch_api_key', { username: 'noor@test.example', password: 'x' })
    const answers = await Promise.all(Array.from({ length: 12 }, attempt))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7)
    await service.server.clock.advance(31 * 60_000)
    expect(await attempt()).toMatchObject({ status: 401 })
  })
})
