import { describe, expect, it } from 'vitest'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { systemGroups } from '#server/store/people/groups.ts'
import { Service, type Form, type Method } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const secret = 'xyzzy-secret'

/** Private objects, and all users who must not see them. */
async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const ada = service.person('Ada', 'administrator')
  const mod = service.person('Mod', 'moderator')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const sam = service.person('Sam', 'guest')
  const bot = service.bot('Builder', mei)
  const insiders = [noor]
  const outsiders = { owner: olga, administrator: ada, moderator: mod, member: mei, guest: sam, bot }
  const attic = await service.stream('attic', insiders, { invite_only: true, history_public_to_subscribers: true })
  const inAttic = await service.say(noor, attic, `topic ${secret}`, `in the attic: ${secret}`)
  const toSelf = await service.tell(noor, [noor], `to myself: ${secret}`)
  const { uri } = await service.upload(noor, '/user_uploads', 'plan.txt', Buffer.from(secret))
  await service.say(noor, attic, 'files', `[${secret}](${String(uri)})`)
  const draft = { type: '', to: [], topic: '', content: secret }
  const { ids } = await service.ok(noor, 'POST', '/drafts', { drafts: [draft] })
  const scheduled = await service.ok(noor, 'POST', '/scheduled_messages', {
    type: 'direct',
    to: [noor.id],
    content: secret,
    scheduled_delivery_timestamp: service.context.nowSeconds() + 60,
  })
  await service.ok(noor, 'POST', '/users/me/alert_words', { alert_words: [secret] })
  const state = await service.listen(noor)
  return {
    service,
    noor,
    outsiders,
    attic,
    inAttic,
    toSelf,
    uri: String(uri),
    draftId: (ids as number[])[0] ?? 0,
    scheduledId: Number(scheduled.scheduled_message_id),
    queueId: String(state.queue_id),
  }
}

type World = Awaited<ReturnType<typeof world>>

const range = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false }

/** All ways to access an object of another user. */
function probes(w: World): [Method, string, Form?][] {
  const messages = [w.inAttic, w.toSelf]
  const narrows = [
    [],
    [['stream', 'attic']],
    [{ operator: 'stream', operand: w.attic }],
    [{ operator: 'dm', operand: [w.noor.id] }],
    [['search', 'xyzzy']],
    [
      ['streams', 'public'],
      ['search', 'xyzzy'],
    ],
    [['has', 'attachment']],
    [{ operator: 'sender', operand: w.noor.id }],
    [{ operator: 'search', operand: 'nothing', negated: true }],
    [{ operator: 'is', operand: 'starred', negated: true }],
  ]
  return [
    ...narrows.map((narrow): [Method, string, Form] => ['GET', '/messages', { ...range, narrow }]),
    ...messages.flatMap((id): [Method, string, Form?][] => [
      ['GET', '/messages', { ...range, narrow: [{ operator: 'id', operand: id }] }],
      ['GET', `/messages/${id}`],
      ['GET', `/messages/${id}/history`],
      ['GET', `/messages/${id}/read_receipts`],
      ['POST', `/messages/${id}/reactions`, { emoji_name: 'tada' }],
      ['POST', '/submessage', { message_id: id, msg_type: 'widget', content: '{}' }],
      ['PATCH', `/messages/${id}`, { content: 'mine' }],
      ['PATCH', `/messages/${id}`, { topic: 'mine' }],
      ['DELETE', `/messages/${id}`],
      ['POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' }],
      ['GET', '/messages/matches_narrow', { msg_ids: [id], narrow: [['search', 'xyzzy']] }],
    ]),
    [
      'POST',
      '/messages/flags/narrow',
      { anchor: 'oldest', num_before: 0, num_after: 100, narrow: [['stream', 'attic']], op: 'add', flag: 'starred' },
    ],
    ['GET', `/users/me/${w.attic}/topics`],
    ['POST', '/users/me/subscriptions', { subscriptions: [{ name: 'attic' }] }],
    ['POST', '/messages', { type: 'stream', to: w.attic, topic: 'x', content: 'x' }],
    ['POST', `/streams/${w.attic}/delete_topic`, { topic_name: 'files' }],
    ['PATCH', `/streams/${w.attic}`, { is_private: false }],
    ['POST', '/mark_stream_as_read', { stream_id: w.attic }],
    ['POST', '/typing', { op: 'start', type: 'stream', stream_id: w.attic, topic: 'x' }],
    ['GET', w.uri],
    ['GET', '/attachments'],
    ['DELETE', '/attachments/1'],
    ['GET', '/drafts'],
    ['PATCH', `/drafts/${w.draftId}`, { draft: { type: '', to: [], topic: '', content: 'mine' } }],
    ['DELETE', `/drafts/${w.draftId}`],
    ['GET', '/scheduled_messages'],
    ['PATCH', `/scheduled_messages/${w.scheduledId}`, { content: 'mine' }],
    ['DELETE', `/scheduled_messages/${w.scheduledId}`],
    ['GET', '/users/me/alert_words'],
    ['GET', '/events', { queue_id: w.queueId, last_event_id: -1, dont_block: true }],
    ['DELETE', '/events', { queue_id: w.queueId }],
    ['POST', '/register', {}],
    ['GET', '/users', { include_custom_profile_fields: true }],
  ]
}

describe('private data', () => {
  it.each(['owner', 'administrator', 'moderator', 'member', 'guest', 'bot'] as const)(
    'is never seen, changed or listened to by the %s without access',
    async (role) => {
      const w = await world()
      const outsider: Account = w.outsiders[role]
      for (const [method, path, form] of probes(w)) {
        const answer = await w.service.call(outsider, method, path, form)
        const told = { ...answer, msg: '' }
        expect([method, path, JSON.stringify(told)].join(' ')).not.toContain('xyzzy')
      }
      const raw = await w.service.server.raw(outsider, { method: 'GET', path: w.uri, form: {} })
      expect(raw.status).toBe(404)
      // The objects are unchanged.
      expect(await w.service.found(w.noor, [['stream', 'attic']])).toHaveLength(2)
      expect(await w.service.found(w.noor, [['dm', String(w.noor.id)]])).toEqual([`to myself: ${secret}`])
      expect(await w.service.ok(w.noor, 'GET', '/drafts')).toMatchObject({ drafts: [{ content: secret }] })
      expect(await w.service.ok(w.noor, 'GET', '/scheduled_messages')).toMatchObject({
        scheduled_messages: [{ content: secret }],
      })
      expect(await w.service.ok(w.noor, 'GET', '/attachments')).toMatchObject({ attachments: [{ name: 'plan.txt' }] })
      // Users who cannot read the stream get no event of it.
      expect((await w.service.events(w.noor)).filter((event) => event.type === 'reaction')).toEqual([])
    },
  )

  it('is invisible without an account, even if streams are web-public', async () => {
    const service = await Service.start({ webPublicStreams: true })
    service.context.tables.organization.setSettings('{"enable_spectator_access":true}')
    const olga = service.person('Olga', 'owner')
    const open = await service.stream('open', [olga], { is_web_public: true })
    const closed = await service.stream('closed', [olga])
    const shown = await service.say(olga, open, 'x', 'for all')
    const hidden = await service.say(olga, closed, 'x', 'for us')
    const web = [{ operator: 'streams', operand: 'web-public' }]
    const answer = await service.ok(null, 'GET', '/messages', { ...range, narrow: web })
    expect(answer).toMatchObject({ messages: [{ id: shown, content: 'for all' }] })
    expect(await service.call(null, 'GET', '/messages', range)).toMatchObject({ code: 'UNAUTHENTICATED_USER' })
    const narrow = [...web, { operator: 'stream', operand: closed }]
    expect(await service.call(null, 'GET', '/messages', { ...range, narrow })).toMatchObject({ code: 'BAD_NARROW' })
    expect(await service.call(null, 'GET', `/messages/${hidden}`)).toMatchObject({ msg: 'Invalid message(s)' })
    const state = await service.ok(null, 'POST', '/register')
    expect(JSON.stringify(state)).not.toContain('olga@')
    expect(state).toMatchObject({ never_subscribed: [{ name: 'open' }], realm_users: [] })
  })

  it('is not in queues that listen to all public streams', async () => {
    const { service, outsiders, noor, attic } = await world()
    await service.listen(outsiders.owner, { all_public_streams: true, event_types: ['message'] })
    expect(await service.call(outsiders.guest, 'POST', '/register', { all_public_streams: true })).toMatchObject({
      status: 400,
    })
    const hall = await service.stream('hall', [noor])
    await service.say(noor, attic, 'x', 'private')
    await service.say(noor, hall, 'x', 'public')
    expect(await service.events(outsiders.owner)).toMatchObject([
      { type: 'message', message: { subject: 'stream events', display_recipient: 'hall' } },
      { type: 'message', message: { content: '<p>public</p>' } },
    ])
  })
})

describe('private streams', () => {
  it('without shared history show new subscribers only later messages', async () => {
    const service = await Service.start()
    const [noor, mei] = [service.person('Noor'), service.person('Mei')]
    const attic = await service.stream('attic', [noor], { invite_only: true, history_public_to_subscribers: false })
    const before = await service.say(noor, attic, 'x', 'before')
    await service.stream('attic', [noor, mei])
    await service.say(noor, attic, 'y', 'after')
    expect(await service.found(mei, [['stream', 'attic']])).toEqual(['after'])
    expect(await service.call(mei, 'GET', `/messages/${before}`)).toMatchObject({ status: 400 })
    expect(await service.ok(mei, 'GET', `/users/me/${attic}/topics`)).toMatchObject({ topics: [{ name: 'y' }] })
  })

  it('with shared history show new subscribers all messages, and former subscribers none', async () => {
    const service = await Service.start()
    const [noor, mei] = [service.person('Noor'), service.person('Mei')]
    const attic = await service.stream('attic', [noor], { invite_only: true, history_public_to_subscribers: true })
    await service.say(noor, attic, 'x', 'before')
    await service.stream('attic', [noor, mei])
    await service.say(noor, attic, 'x', 'after')
    expect(await service.found(mei, [['stream', 'attic']])).toEqual(['before', 'after'])
    await service.listen(mei)
    await service.ok(mei, 'DELETE', '/users/me/subscriptions', { subscriptions: ['attic'] })
    expect(await service.found(mei, [['topic', 'x']])).toEqual([])
    expect(await service.found(mei, [['search', 'after']])).toEqual([])
    expect(await service.events(mei)).toMatchObject([
      { type: 'subscription', op: 'remove' },
      { type: 'stream', op: 'delete' },
      { type: 'update_message_flags', op: 'add', flag: 'read' },
    ])
  })

  it('are visible to administrators, who cannot read their messages', async () => {
    const service = await Service.start()
    const [ada, noor] = [service.person('Ada', 'administrator'), service.person('Noor')]
    const attic = await service.stream('attic', [noor], { invite_only: true })
    await service.say(noor, attic, 'x', 'hush')
    expect((await service.listen(ada)).never_subscribed).toMatchObject([{ name: 'attic' }])
    expect(await service.call(ada, 'GET', '/messages', { ...range, narrow: [['stream', 'attic']] })).toMatchObject({
      messages: [],
    })
    await service.ok(ada, 'PATCH', `/streams/${attic}`, { description: 'known, not read' })
    expect(await service.call(ada, 'PATCH', `/streams/${attic}`, { is_private: false })).toMatchObject({ status: 400 })
  })

  it('are archived when the last subscriber leaves', async () => {
    const service = await Service.start()
    const noor = service.person('Noor')
    const attic = await service.stream('attic', [noor], { invite_only: true })
    await service.ok(noor, 'DELETE', '/users/me/subscriptions', { subscriptions: ['attic'] })
    expect(await service.call(noor, 'GET', `/streams/${attic}`)).toMatchObject({ msg: 'Invalid stream ID' })
    // The name is available again.
    expect(await service.stream('attic', [noor])).not.toBe(attic)
  })
})

describe('guests', () => {
  it('see only streams that they subscribe to', async () => {
    const service = await Service.start()
    const [noor, sam] = [service.person('Noor'), service.person('Sam', 'guest')]
    await service.stream('hall', [noor])
    const shop = await service.stream('shop', [noor, sam])
    await service.say(noor, shop, 'x', 'here')
    const state = await service.listen(sam)
    expect(state).toMatchObject({ subscriptions: [{ name: 'shop' }], never_subscribed: [], realm_default_streams: [] })
    expect(await service.found(sam, [['stream', 'shop']])).toEqual(['here'])
    await service.ok(sam, 'DELETE', '/users/me/subscriptions', { subscriptions: ['shop'] })
    expect(await service.events(sam)).toMatchObject([
      { type: 'subscription', op: 'remove' },
      { type: 'stream', op: 'delete' },
      { type: 'update_message_flags' },
    ])
    expect(await service.found(sam, [])).toEqual([])
    const again = { subscriptions: [{ name: 'shop' }] }
    expect(await service.call(sam, 'POST', '/users/me/subscriptions', again)).toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('with restricted access see only users of their conversations', async () => {
    const service = await Service.start()
    const [noor, mei, sam] = [service.person('Noor'), service.person('Mei'), service.person('Sam', 'guest')]
    await service.stream('shop', [noor, sam])
    service.context.write(() => {
      changeOrganizationSettings(service.context, { can_access_all_users_group: systemGroups.members })
    })
    const names = (list: unknown) => (list as { full_name: string }[]).map((user) => user.full_name)
    const state = await service.listen(sam)
    expect(names(state.realm_users)).toEqual(['Noor', 'Sam'])
    const capabilities = { notification_settings_null: true }
    expect(names((await service.listen(sam, { client_capabilities: capabilities })).realm_users)).toEqual([
      ...['Noor', 'Unknown user', 'Sam'],
    ])
    expect(names((await service.ok(sam, 'GET', '/users')).members)).toEqual(['Noor', 'Unknown user', 'Sam'])
    expect(await service.call(sam, 'GET', `/users/${mei.id}`)).toMatchObject({ msg: 'No such user' })
    expect(await service.call(sam, 'POST', '/messages', { type: 'direct', to: [mei.id], content: 'x' })).toMatchObject({
      status: 400,
    })
  })
})
