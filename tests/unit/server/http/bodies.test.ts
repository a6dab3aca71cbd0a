import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { carried, multipartBody, requestForms, type FilePart, type RequestForm, encodeForm } from '#support/forms.ts'
import { Service, type Form } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const withFile = [
  'POST /user_uploads',
  'POST /realm/emoji/:name',
  'POST /users/me/avatar',
  'POST /realm/icon',
  'POST /realm/logo',
]

type Answer = Record<string, unknown>
type Send = (
  account: Account | null,
  endpoint: string,
  path: readonly (number | string)[],
  form?: Form,
) => Promise<Answer>

function credentials(account: Account | null): Record<string, string> {
  return account === null
    ? {}
    : { authorization: `Basic ${Buffer.from(`${account.email}:${account.apiKey}`).toString('base64')}` }
}

async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const general = await service.stream('general', [olga, noor, mei])
  return { service, olga, noor, mei, general }
}

/** Calls each endpoint once so that it succeeds. */
async function callEverything(w: Awaited<ReturnType<typeof world>>, send: Send): Promise<void> {
  const { service, olga, noor, mei, general } = w
  const soon = service.context.nowSeconds() + 3600
  const id = (answer: Answer, name = 'id') => Number(answer[name])
  const first = (answer: Answer, name: string) => (answer[name] as readonly { id: number }[])[0]?.id ?? 0 // lists of the service

  await send(null, 'GET /server_settings', [])
  const registered = await send(noor, 'POST /register', [], { event_types: ['message'] })
  const queue = { queue_id: registered.queue_id }
  await send(noor, 'GET /events', [], { ...queue, last_event_id: -1, dont_block: true })
  await send(noor, 'DELETE /events', [], queue)

  const stream = { type: 'stream', to: general, topic: 'plans' }
  const message = id(await send(noor, 'POST /messages', [], { ...stream, content: 'hello' }))
  const page = { anchor: 'newest', num_before: 5, num_after: 0 }
  await send(noor, 'GET /messages', [], { ...page, narrow: [['stream', String(general)]] })
  await send(noor, 'GET /messages/:message_id', [message], { apply_markdown: false })
  await send(noor, 'GET /messages/matches_narrow', [], { msg_ids: [message], narrow: [['topic', 'plans']] })
  await send(noor, 'POST /messages/render', [], { content: '*x*' })
  await send(noor, 'PATCH /messages/:message_id', [message], { content: 'hello again' })
  await send(noor, 'GET /messages/:message_id/history', [message])
  await send(noor, 'GET /messages/:message_id/read_receipts', [message])
  await send(noor, 'POST /messages/flags', [], { messages: [message], op: 'add', flag: 'starred' })
  const range = { ...page, narrow: [], op: 'add', flag: 'read' }
  await send(mei, 'POST /messages/flags/narrow', [], range)
  await send(mei, 'POST /mark_all_as_read', [])
  await send(mei, 'POST /mark_stream_as_read', [], { stream_id: general })
  await send(mei, 'POST /mark_topic_as_read', [], { stream_id: general, topic_name: 'plans' })
  await send(mei, 'POST /messages/:message_id/reactions', [message], { emoji_name: 'heart' })
  await send(mei, 'DELETE /messages/:message_id/reactions', [message], { emoji_name: 'heart' })
  const poll = id(await send(noor, 'POST /messages', [], { ...stream, content: '/poll lunch?\nsoup' }))
  const vote = { message_id: poll, msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' }
  await send(mei, 'POST /submessage', [], vote)
  await send(noor, 'DELETE /messages/:message_id', [poll])
  await send(noor, 'POST /typing', [], { type: 'stream', op: 'start', stream_id: general, topic: 'plans' })

  const later = { type: 'stream', to: general, topic: 'plans', content: 'later', scheduled_delivery_timestamp: soon }
  const scheduled = id(await send(noor, 'POST /scheduled_messages', [], later), 'scheduled_message_id')
  await send(noor, 'GET /scheduled_messages', [])
  await send(noor, 'PATCH /scheduled_messages/:scheduled_message_id', [scheduled], { content: 'much later' })
  await send(noor, 'DELETE /scheduled_messages/:scheduled_message_id', [scheduled])
  const draft = { type: '', to: [], topic: '', content: 'x' }
  const drafts = await send(noor, 'POST /drafts', [], { drafts: [draft] })
  const draftId = (drafts.ids as readonly number[])[0] ?? 0 // ids of POST /drafts
  await send(noor, 'GET /drafts', [])
  await send(noor, 'PATCH /drafts/:draft_id', [draftId], { draft: { ...draft, content: 'y' } })
  await send(noor, 'DELETE /drafts/:draft_id', [draftId])

  await send(noor, 'POST /users/me/subscriptions', [], { subscriptions: [{ name: 'harbour' }] })
  await send(noor, 'GET /users/me/subscriptions', [], { include_subscribers: true })
  await send(noor, 'PATCH /users/me/subscriptions', [], { add: [{ name: 'quay' }] })
  const dye = { stream_id: general, property: 'color', value: '#123456' }
  await send(noor, 'POST /users/me/subscriptions/properties', [], { subscription_data: [dye] })
  const mute = { stream_id: general, topic: 'plans', op: 'add' }
  await send(noor, 'PATCH /users/me/subscriptions/muted_topics', [], mute)
  await send(noor, 'POST /user_topics', [], { stream_id: general, topic: 'plans', visibility_policy: 0 })
  await send(noor, 'GET /users/:user_id/subscriptions/:stream_id', [noor.id, general])
  await send(noor, 'DELETE /users/me/subscriptions', [], { subscriptions: ['quay'] })
  await send(noor, 'GET /streams', [], { include_public: true })
  const harbour = id(await send(noor, 'GET /get_stream_id', [], { stream: 'harbour' }), 'stream_id')
  await send(noor, 'GET /streams/:stream_id', [harbour])
  await send(noor, 'GET /streams/:stream_id/members', [harbour])
  await send(olga, 'PATCH /streams/:stream_id', [harbour], { description: 'ships' })
  await send(olga, 'POST /default_streams', [], { stream_id: harbour })
  await send(olga, 'DELETE /default_streams', [], { stream_id: harbour })
  await send(noor, 'GET /users/me/:stream_id/topics', [general])
  await send(olga, 'POST /streams/:stream_id/delete_topic', [general], { topic_name: 'plans' })
  await send(olga, 'DELETE /streams/:stream_id', [harbour])

  await send(noor, 'GET /users', [], { client_gravatar: false })
  await send(noor, 'GET /users/me', [])
  await send(noor, 'GET /users/:user_id', [mei.id], { include_custom_profile_fields: true })
  await send(noor, 'POST /users/me/presence', [], { status: 'active' })
  await send(mei, 'GET /users/:user_id/presence', [noor.id])
  await send(mei, 'GET /realm/presence', [])
  await send(mei, 'POST /users/me/status', [], { status_text: 'away' })
  await send(mei, 'PATCH /settings', [], { twenty_four_hour_time: true })
  await send(mei, 'POST /users/me/alert_words', [], { alert_words: ['soup'] })
  await send(mei, 'GET /users/me/alert_words', [])
  await send(mei, 'DELETE /users/me/alert_words', [], { alert_words: ['soup'] })
  await send(mei, 'POST /users/me/muted_users/:muted_user_id', [noor.id])
  await send(mei, 'DELETE /users/me/muted_users/:muted_user_id', [noor.id])

  const group = { name: 'crew', description: '', members: [mei.id] }
  await send(olga, 'POST /user_groups/create', [], group)
  const groups = (await send(mei, 'GET /user_groups', [])).user_groups as readonly { id: number; name: string }[] // GET /user_groups
  const crew = groups.find(({ name }) => name === 'crew')?.id ?? 0
  const system = groups.find(({ name }) => name === 'role:moderators')?.id ?? 0
  await send(olga, 'PATCH /user_groups/:user_group_id', [crew], { description: 'of the boat' })
  await send(olga, 'POST /user_groups/:user_group_id/members', [crew], { add: [noor.id] })
  await send(mei, 'GET /user_groups/:user_group_id/members', [crew], { direct_member_only: true })
  await send(mei, 'GET /user_groups/:user_group_id/members/:user_id', [crew, noor.id])
  await send(olga, 'POST /user_groups/:user_group_id/subgroups', [crew], { add: [system] })
  await send(mei, 'GET /user_groups/:user_group_id/subgroups', [crew])
  await send(olga, 'DELETE /user_groups/:user_group_id', [crew])

  const field = id(await send(olga, 'POST /realm/profile_fields', [], { field_type: 1, name: 'Room' }))
  await send(olga, 'GET /realm/profile_fields', [])
  await send(olga, 'PATCH /realm/profile_fields/:field_id', [field], { name: 'Desk' })
  await send(olga, 'PATCH /realm/profile_fields', [], { order: [field] })
  await send(mei, 'PATCH /users/me/profile_data', [], { data: [{ id: field, value: '12' }] })
  await send(mei, 'DELETE /users/me/profile_data', [], { data: [field] })
  await send(olga, 'DELETE /realm/profile_fields/:field_id', [field])
  const link = { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://tasks.example/{id}' }
  const filter = id(await send(olga, 'POST /realm/filters', [], link))
  await send(olga, 'GET /realm/linkifiers', [])
  await send(olga, 'PATCH /realm/filters/:filter_id', [filter], { ...link, url_template: 'https://t.example/{id}' })
  await send(olga, 'PATCH /realm/linkifiers', [], { ordered_linkifier_ids: [filter] })
  await send(olga, 'DELETE /realm/filters/:filter_id', [filter])

  const uploaded = await send(noor, 'POST /user_uploads', [])
  const file = String(uploaded.uri).split('/')
  await send(noor, 'GET /user_uploads/:realm_id/*', [file[2] ?? '', file.slice(3).join('/')])
  const attachment = first(await send(noor, 'GET /attachments', []), 'attachments')
  await send(noor, 'DELETE /attachments/:attachment_id', [attachment])
  await send(olga, 'POST /realm/emoji/:name', ['boat'])
  await send(olga, 'GET /realm/emoji', [])
  await send(olga, 'DELETE /realm/emoji/:name', ['boat'])

  await send(noor, 'POST /users/me/avatar', [])
  await send(noor, 'DELETE /users/me/avatar', [])
  await send(olga, 'POST /realm/icon', [])
  await send(olga, 'DELETE /realm/icon', [])
  await send(olga, 'POST /realm/logo', [], { night: true })
  await send(olga, 'DELETE /realm/logo', [], { night: true })
  const archive = id(await send(olga, 'POST /export/realm', []))
  for (let isPending = true; isPending;) {
    const answer = await send(olga, 'GET /export/realm', [])
    isPending = (answer.exports as { pending: boolean }[]).some(({ pending }) => pending)
    await new Promise(setImmediate)
  }
  await send(olga, 'DELETE /export/realm/:export_id', [archive])
  await send(olga, 'POST /invites', [], { invitee_emails: 'invited@test.example', stream_ids: [] })
  await send(olga, 'POST /invites/multiuse', [], { stream_ids: [general] })
  const { invites } = (await send(olga, 'GET /invites', [])) as { invites: { id: number }[] }
  await send(olga, 'POST /invites/:invite_id/resend', [invites[0]?.id ?? 0])
  await send(olga, 'DELETE /invites/:invite_id', [invites[0]?.id ?? 0])
  await send(olga, 'DELETE /invites/multiuse/:invite_id', [invites[1]?.id ?? 0])
  await send(olga, 'PATCH /realm', [], { name: 'Renamed' })
  await send(olga, 'PATCH /realm/user_settings_defaults', [], { enter_sends: false })
  await send(olga, 'POST /realm/domains', [], { domain: 'test.example' })
  await send(olga, 'GET /realm/domains', [])
  await send(olga, 'PATCH /realm/domains/:domain', ['test.example'], { allow_subdomains: true })
  await send(olga, 'DELETE /realm/domains/:domain', ['test.example'])
  const place = { name: 'py', pygments_language: 'Python', url_template: 'https://py.example/?c={code}' }
  const playground = id(await send(olga, 'POST /realm/playgrounds', [], place))
  await send(olga, 'DELETE /realm/playgrounds/:playground_id', [playground])
  await send(noor, 'GET /streams/:stream_id/email_address', [general])
  const bot = id(await send(noor, 'POST /bots', [], { full_name: 'Build', short_name: 'build' }), 'user_id')
  await send(noor, 'GET /bots', [])
  await send(noor, 'PATCH /bots/:bot_id', [bot], { full_name: 'Builder' })
  await send(noor, 'POST /bots/:bot_id/api_key/regenerate', [bot])
  await send(noor, 'DELETE /bots/:bot_id', [bot])

  const sven = { email: 'sven@test.example', password: 'a long password', full_name: 'Sven' }
  const user = id(await send(olga, 'POST /users', [], sven), 'user_id')
  const signedIn = await send(null, 'POST /fetch_api_key', [], { username: sven.email, password: sven.password })
  await send(olga, 'PATCH /users/:user_id', [user], { full_name: 'Sven S.' })
  await send(olga, 'DELETE /users/:user_id', [user])
  await send(olga, 'POST /users/:user_id/reactivate', [user])
  const own = { id: user, email: sven.email, apiKey: String(signedIn.api_key) }
  const renewed = await send(own, 'POST /users/me/api_key/regenerate', [])
  await send({ ...own, apiKey: String(renewed.api_key) }, 'DELETE /users/me', [])
  await send(olga, 'POST /realm/deactivate', [])
}

describe('the body of a request', () => {
  it.each(requestForms)('passes parameters that come %s to every endpoint', async (form) => {
    const w = await world()
    const tried = new Set<string>()
    await callEverything(w, async (account, endpoint, path, fields = {}) => {
      tried.add(endpoint)
      const [method = '', template = ''] = endpoint.split(' ')
      const values = path.map(String)
      const url = `/api/v1${template.replaceAll(/:\w+|\*/g, () => values.shift() ?? '')}`
      const file: FilePart | undefined = withFile.includes(endpoint) ? { name: 'boat.png', bytes: png } : undefined
      const all = [...Object.entries(encodeForm(fields)), ['unheard_of', 'x']] as [string, string][]
      const { headers, ...request } = carried(form, url, all, file)
      const response = await w.service.server.built.app.inject({
        method: method as 'GET', // one of the declared ones
        ...request,
        headers: { host: 'test.example', ...headers, ...credentials(account) },
      })
      const answer = JSON.parse(response.body) as Answer // the service always answers an object
      expect(answer, `${endpoint} ${form}`).toMatchObject({
        result: 'success',
        ignored_parameters_unsupported: ['unheard_of'],
      })
      return answer
    })
    expect(w.service.server.built.endpoints.filter((endpoint) => !tried.has(endpoint))).toEqual([])
  })

  async function render(
    form: RequestForm,
    fields: readonly (readonly [string, string])[],
    more: { readonly query?: string; readonly file?: FilePart } = {},
  ): Promise<Answer> {
    const { service, noor } = await world()
    const { headers, ...request } = carried(form, `/api/v1/messages/render${more.query ?? ''}`, fields, more.file)
    const response = await service.server.built.app.inject({
      method: 'POST',
      ...request,
      headers: { ...headers, ...credentials(noor) },
    })
    return { ...(JSON.parse(response.body) as Answer), status: response.statusCode } // the service always answers an object
  }

  it.each(requestForms)('has the last value of a field that is repeated %s', async (form) => {
    const fields = [
      ['content', 'first'],
      ['content', 'last'],
    ] as const
    expect(await render(form, fields)).toMatchObject({ rendered: '<p>last</p>' })
  })

  it.each(['URL-encoded', 'multipart'] as const)('takes precedence over the query with a field (%s)', async (form) => {
    const answer = await render(form, [['content', 'body']], { query: '?content=query' })
    expect(answer).toMatchObject({ rendered: '<p>body</p>' })
  })

  it.each(['URL-encoded', 'multipart'] as const)('transports texts of every script and line end %s', async (form) => {
    const answer = await render(form, [['content', 'Größe 🎉 & = + %41\r\n--xyz\n東京']])
    expect(answer.rendered).toContain('Größe')
    expect(answer.rendered).toContain('&amp; = + %41')
    expect(answer.rendered).toContain('東京')
  })

  it('has the text of a part with a JSON type', async () => {
    const { service, noor } = await world()
    const payload =
      '--b\r\nContent-Disposition: form-data; name="content"\r\nContent-Type: application/json\r\n\r\n[1,2]\r\n--b--\r\n'
    const response = await service.server.built.app.inject({
      method: 'POST',
      url: '/api/v1/messages/render',
      headers: { ...credentials(noor), 'content-type': 'multipart/form-data; boundary=b' },
      payload,
    })
    expect(JSON.parse(response.body)).toMatchObject({ rendered: '<p>[1,2]</p>' })
  })

  it('is read without a file that the endpoint does not take', async () => {
    const file = { name: 'x.bin', bytes: Buffer.alloc(100_000) }
    expect(await render('multipart', [['content', 'x']], { file })).toMatchObject({ rendered: '<p>x</p>' })
  })

  it.each(['application/json', 'text/plain', 'application/octet-stream'])(
    'has no parameters with the type %s',
    async (type) => {
      const { service, noor } = await world()
      const response = await service.server.built.app.inject({
        method: 'POST',
        url: '/api/v1/messages/render',
        headers: { ...credentials(noor), 'content-type': type },
        payload: '{"content":"x"}',
      })
      expect(JSON.parse(response.body)).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' })
    },
  )
})

describe('an invalid or too large body', () => {
  const many = Array.from({ length: 1001 }, (_, index) => [`f${index}`, 'x'] as const)

  async function post(payload: Buffer | string, type: string): Promise<Answer> {
    const { service, noor } = await world()
    const response = await service.server.built.app.inject({
      method: 'POST',
      url: '/api/v1/messages/render',
      headers: { ...credentials(noor), 'content-type': type },
      payload,
    })
    await service.ok(noor, 'GET', '/users/me')
    return { ...(JSON.parse(response.body) as Answer), status: response.statusCode } // the service always answers an object
  }

  it.each([
    ['nothing but a boundary', 'multipart/form-data; boundary=b', '--b'],
    [
      'a part without its end',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nx',
    ],
    ['no boundary in the header', 'multipart/form-data', '--b\r\n\r\n--b--\r\n'],
    [
      'another boundary',
      'multipart/form-data; boundary=c',
      '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nx\r\n--b--\r\n',
    ],
    [
      'a name of every object',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="toString"\r\n\r\nx\r\n--b--\r\n',
    ],
    ['1001 URL-encoded fields', 'application/x-www-form-urlencoded', many.map(([name]) => `${name}=x`).join('&')],
    ['1001 parts', 'multipart/form-data; boundary=b', multipartBody(many, { boundary: 'b' })],
  ])('is a bad request with %s', async (_, type, payload) => {
    expect(await post(payload, type)).toMatchObject({ status: 400, result: 'error', code: 'BAD_REQUEST' })
  })

  it.each([
    ['field', multipartBody([['content', 'x'.repeat(3 << 20)]], { boundary: 'b' })],
    ['file', multipartBody([], { boundary: 'b', file: { name: 'x', bytes: Buffer.alloc(3 << 20) } })],
    [
      'number of fields',
      multipartBody(
        Array.from({ length: 30 }, (__, i) => [`f${i}`, 'x'.repeat(100_000)] as const),
        { boundary: 'b' },
      ),
    ],
  ])('of several parts is bounded in each %s', async (_, payload) => {
    expect(await post(payload, 'multipart/form-data; boundary=b')).toMatchObject({ status: 413, code: 'BAD_REQUEST' })
  })

  it('of endless parts is interrupted, with any encoding', async () => {
    const { service, noor } = await world()
    const url = new URL(await service.server.built.app.listen({ host: '127.0.0.1', port: 0 }))
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const part = '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\n'
    const head = [
      'POST /api/v1/messages/render HTTP/1.1',
      'Host: x',
      `Authorization: ${credentials(noor).authorization ?? ''}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Transfer-Encoding: chunked',
    ].join('\r\n')
    let sent = 0
    const answer = await new Promise<string>((found) => {
      let text = ''
      const socket = connect(Number(url.port), url.hostname, () => {
        socket.write(`${head}\r\n\r\n${part.length.toString(16)}\r\n${part}\r\n`)
        push()
      })
      const push = (): void => {
        if (socket.destroyed || sent > 1 << 30) return
        sent += chunk.length
        socket.write(`${chunk.length.toString(16)}\r\n`)
        socket.write(chunk)
        socket.write('\r\n', (error) => {
          if (error == null) push()
        })
      }
      socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => found(text))
    })
    // The connection may end before the answer while more bytes arrive.
    expect(answer).toMatch(/^(?:HTTP\/1\.1 413|$)/)
    expect(sent).toBeLessThan(1 << 27)
    await service.ok(noor, 'GET', '/users/me')
    await service.server.stop()
  })
})
