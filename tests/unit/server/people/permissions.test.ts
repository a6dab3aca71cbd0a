import { describe, expect, it } from 'vitest'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import type { OrganizationSettings } from '#server/context/organization-settings.ts'
import { Service, type Form } from '#support/service.ts'

async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const ada = service.person('Ada', 'administrator')
  const mod = service.person('Mod', 'moderator')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const sam = service.person('Sam', 'guest')
  const bot = service.bot('Builder', ada)
  const everybody = [olga, ada, mod, noor, mei, sam]
  const hall = await service.stream('hall', everybody)
  const decide = (change: Partial<OrganizationSettings>) => {
    service.context.write(() => {
      changeOrganizationSettings(service.context, change)
    })
  }
  const post = async (who: typeof noor, content: string, topic = 'x') =>
    service.call(who, 'POST', '/messages', { type: 'stream', to: hall, topic, content })
  const flags = async (who: typeof noor, id: unknown) =>
    ((await service.ok(who, 'GET', `/messages/${String(id)}`)).message as { flags: string[] }).flags
  return { service, olga, ada, mod, noor, mei, sam, bot, everybody, hall, decide, post, flags }
}

const ok = { result: 'success' }
const bad = { status: 400, code: 'BAD_REQUEST' }
const notAdministrator = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' }

describe('posting', () => {
  it.each([
    [1, ['olga', 'ada', 'mod', 'noor', 'sam', 'bot']],
    [2, ['olga', 'ada', 'bot']],
    [3, ['olga', 'ada', 'mod', 'noor', 'bot']],
    [4, ['olga', 'ada', 'mod', 'bot']],
  ] as const)('is allowed under policy %i for %j', async (stream_post_policy, allowed) => {
    const w = await world()
    await w.service.ok(w.ada, 'PATCH', `/streams/${w.hall}`, { stream_post_policy })
    for (const name of ['olga', 'ada', 'mod', 'noor', 'sam', 'bot'] as const) {
      const isAllowed = (allowed as readonly string[]).includes(name)
      expect([name, (await w.post(w[name], 'x')).result]).toEqual([name, isAllowed ? 'success' : 'error'])
    }
  })

  it('is allowed for full members after the waiting period', async () => {
    const { service, ada, noor, hall, decide, post } = await world()
    await service.ok(ada, 'PATCH', `/streams/${hall}`, { stream_post_policy: 3 })
    const days = Math.ceil((service.context.nowSeconds() - 1_600_000_000) / 86_400)
    decide({ waiting_period_threshold: days })
    expect(await post(noor, 'x')).toMatchObject(bad)
    await service.server.clock.advance(86_400_000)
    expect(await post(noor, 'x')).toMatchObject(ok)
  })

  it('directly can be forbidden by the organization, except to bots and oneself', async () => {
    const { service, noor, mei, bot, decide } = await world()
    decide({ private_message_policy: 2 })
    const to = (...people: { id: number }[]) => ({
      type: 'direct',
      to: people.map((person) => person.id),
      content: 'x',
    })
    expect(await service.call(noor, 'POST', '/messages', to(mei))).toMatchObject(bad)
    expect(await service.call(noor, 'POST', '/messages', to(noor))).toMatchObject(ok)
    expect(await service.call(noor, 'POST', '/messages', to(bot))).toMatchObject(ok)
  })

  it('requires a topic if topics are mandatory', async () => {
    const { noor, decide, post } = await world()
    decide({ mandatory_topics: true })
    expect(await post(noor, 'x', '(no topic)')).toMatchObject({ msg: 'Topics are required in this organization.' })
    expect(await post(noor, 'x', '')).toMatchObject({ msg: "Topic can't be empty!" })
    expect(await post(noor, ' ')).toMatchObject({ msg: 'Message must not be empty' })
    expect(await post(noor, 'a\u0000')).toMatchObject(bad)
  })
})

describe('streams', () => {
  it.each<[keyof OrganizationSettings, Form]>([
    ['create_public_stream_policy', {}],
    ['create_private_stream_policy', { invite_only: true }],
  ])('are created by users that %s allows', async (policy, settings) => {
    const { service, ada, mod, noor, sam, decide } = await world()
    const make = (who: typeof noor, name: string) =>
      service.call(who, 'POST', '/users/me/subscriptions', { subscriptions: [{ name }], ...settings })
    expect(await make(sam, 'a')).toMatchObject(bad)
    expect(await make(noor, 'b')).toMatchObject(ok)
    decide({ [policy]: 4 })
    expect(await make(noor, 'c')).toMatchObject(bad)
    expect(await make(mod, 'd')).toMatchObject(ok)
    decide({ [policy]: 2 })
    expect(await make(mod, 'e')).toMatchObject(bad)
    expect(await make(ada, 'f')).toMatchObject(ok)
  })

  it.each<[string, Form, object]>([
    ['web-public where the server has none', { is_web_public: true }, { msg: 'Web-public streams are not enabled.' }],
    ['default by a member', { is_default_stream: true }, notAdministrator],
    ['with a retention by a member', { message_retention_days: 5 }, notAdministrator],
    ['with a retention that is none', { message_retention_days: 'soon' }, { code: 'REQUEST_VARIABLE_INVALID' }],
    ['with a policy that is none', { stream_post_policy: 9 }, bad],
    ['with a group that the setting excludes', { can_remove_subscribers_group: 7 }, bad],
    ['with a group that does not exist', { can_remove_subscribers_group: 99 }, { msg: 'Invalid user group' }],
    ['default and private', { is_default_stream: true, invite_only: true }, bad],
  ])('are not created %s', async (_, settings, expected) => {
    const { service, noor } = await world()
    const form = { subscriptions: [{ name: 'new' }], ...settings }
    expect(await service.call(noor, 'POST', '/users/me/subscriptions', form)).toMatchObject(expected)
    expect(await service.call(noor, 'GET', '/get_stream_id', { stream: 'new' })).toMatchObject(bad)
  })

  it('keep all their settings', async () => {
    const { service, olga } = await world()
    const id = await service.stream('archive', [olga], {
      invite_only: true,
      history_public_to_subscribers: true,
      stream_post_policy: 4,
      message_retention_days: 'unlimited',
      can_remove_subscribers_group: 3,
    })
    expect(await service.ok(olga, 'GET', `/streams/${id}`)).toMatchObject({
      stream: {
        invite_only: true,
        history_public_to_subscribers: true,
        stream_post_policy: 4,
        message_retention_days: -1,
        can_remove_subscribers_group: 3,
        is_web_public: false,
        date_created: service.context.nowSeconds(),
      },
    })
  })

  it('lose subscribers by administrators and by the group that may remove them', async () => {
    const { service, ada, mod, noor, mei, hall } = await world()
    const remove = (who: typeof noor) =>
      service.call(who, 'DELETE', '/users/me/subscriptions', { subscriptions: ['hall'], principals: [mei.id] })
    expect(await remove(mod)).toMatchObject(bad)
    await service.ok(ada, 'PATCH', `/streams/${hall}`, { can_remove_subscribers_group: 3 })
    expect(await remove(noor)).toMatchObject(bad)
    expect(await remove(mod)).toMatchObject({ removed: ['hall'], not_removed: [] })
    expect(await remove(ada)).toMatchObject({ removed: [], not_removed: ['hall'] })
  })

  it('are announced in the stream that the organization chooses', async () => {
    const { service, noor, hall, decide } = await world()
    decide({ notifications_stream_id: hall })
    await service.stream('fresh', [noor], { announce: true })
    expect(await service.found(noor, [['stream', 'hall']])).toEqual([
      `@_**Noor|${noor.id}** created a new stream #**fresh**.`,
    ])
  })

  it('that are renamed or changed cause events to all users who can see them', async () => {
    const { service, ada, noor, sam, hall } = await world()
    for (const person of [noor, sam]) await service.listen(person)
    await service.ok(ada, 'PATCH', `/streams/${hall}`, { new_name: 'great hall', description: 'big' })
    const told = [
      { type: 'stream', op: 'update', stream_id: hall, name: 'hall', property: 'name', value: 'great hall' },
      { property: 'description', value: 'big', rendered_description: '<p>big</p>' },
    ]
    for (const person of [noor, sam]) {
      const events = await service.events(person)
      expect(events.filter((event) => event.type === 'stream')).toMatchObject(told)
      expect(events.filter((event) => event.type === 'message')).toMatchObject([
        { message: { subject: 'stream events', display_recipient: 'great hall' } },
        { message: { subject: 'stream events' } },
      ])
    }
    expect(await service.call(ada, 'PATCH', `/streams/${hall}`, { new_name: 'great hall' })).toMatchObject(bad)
    await service.stream('other', [noor])
    expect(await service.call(ada, 'PATCH', `/streams/${hall}`, { new_name: 'OTHER' })).toMatchObject(bad)
    await service.ok(ada, 'PATCH', `/streams/${hall}`, { new_name: 'Great Hall' })
  })
})

describe('mentions', () => {
  it('of users, groups, a whole stream and a topic set their flags', async () => {
    const { service, noor, mei, mod, olga, post, flags } = await world()
    await service.ok(olga, 'POST', '/user_groups/create', { name: 'crew', description: '', members: [mei.id] })
    const { id } = await post(noor, '@**Mod** @*crew* @_**Olga** @_*crew*')
    expect(await flags(mod, id)).toContain('mentioned')
    expect(await flags(mei, id)).toContain('mentioned')
    expect(await flags(olga, id)).not.toContain('mentioned')
    await post(mei, 'me too')
    const { id: topical } = await post(noor, '@**topic** done')
    expect(await flags(mei, topical)).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned'])
    expect(await flags(mod, topical)).toEqual([])
    const { id: all } = await post(noor, '@**everyone** hi')
    expect(await flags(mod, all)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
  })

  it('in quotations and code are silent', async () => {
    const { noor, mei, post, flags } = await world()
    const { id } = await post(noor, '```quote\n@**Mei** @**all**\n```\n`@**Mei**`')
    expect(await flags(mei, id)).toEqual([])
  })

  it('of a large stream are limited to some users', async () => {
    const { service, ada, noor, hall, decide, post } = await world()
    expect(await post(noor, '@**all**')).toMatchObject(ok)
    for (let index = 0; index < 12; index += 1) {
      const person = service.person(`Extra ${String.fromCodePoint(65 + index)}`)
      await service.ok(ada, 'POST', '/users/me/subscriptions', {
        subscriptions: [{ name: 'hall' }],
        principals: [person.id],
      })
      await service.say(person, hall, 'crowded', 'here')
    }
    for (const person of [noor, ada]) await service.say(person, hall, 'crowded', 'here')
    expect(await post(noor, '@**all**')).toMatchObject({ code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' })
    expect(await post(ada, '@**all**')).toMatchObject(ok)
    expect(await post(noor, '@**topic**', 'crowded')).toMatchObject(ok)
    decide({ wildcard_mention_policy: 1 })
    expect(await post(noor, '@**all**')).toMatchObject(ok)
  })

  it('of a group are limited to users who may mention it', async () => {
    const { service, ada, noor, mei, post } = await world()
    await service.ok(ada, 'POST', '/user_groups/create', {
      name: 'crew',
      description: '',
      members: [mei.id],
      can_mention_group: 3,
    })
    expect(await post(noor, '@*crew*')).toMatchObject({ msg: expect.stringContaining("'role:moderators'") as string })
    expect(await post(noor, '@_*crew*')).toMatchObject(ok)
    expect(await post(ada, '@*crew*')).toMatchObject(ok)
  })

  it('by alert words are flagged as separate words only', async () => {
    const { service, noor, mei, post, flags } = await world()
    await service.ok(mei, 'POST', '/users/me/alert_words', { alert_words: ['Cake'] })
    expect(await flags(mei, (await post(noor, 'there is cake!')).id)).toEqual(['has_alert_word'])
    expect(await flags(mei, (await post(noor, 'pancakes')).id)).toEqual([])
  })

  it("follow and unmute topics according to each user's settings", async () => {
    const { service, noor, mei, hall, post } = await world()
    await service.ok(noor, 'PATCH', '/settings', { automatically_follow_topics_policy: 3 })
    await service.ok(mei, 'PATCH', '/settings', { automatically_follow_topics_where_mentioned: true })
    expect(await post(noor, '@**Mei**', 'mine')).toMatchObject({ automatic_new_visibility_policy: 3 })
    expect(await post(mei, 'yes', 'mine')).not.toHaveProperty('automatic_new_visibility_policy')
    await service.ok(mei, 'PATCH', '/settings', { automatically_unmute_topics_in_muted_streams_policy: 1 })
    await service.ok(mei, 'POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: hall, property: 'is_muted', value: true }],
    })
    const { id } = await post(noor, 'look', 'other')
    await service.ok(mei, 'POST', `/messages/${String(id)}/reactions`, { emoji_name: 'eyes' })
    expect((await service.listen(mei)).user_topics).toMatchObject([
      { topic_name: 'mine', visibility_policy: 3 },
      { topic_name: 'other', visibility_policy: 2 },
    ])
  })
})

describe('a poll or to-do list', () => {
  it("begins with its author's text and continues with submessages of all readers", async () => {
    const { service, noor, mei, post } = await world()
    const { id } = await post(noor, '/poll Tea or coffee?\n* tea\ncoffee')
    const vote = (who: typeof noor, content: unknown) =>
      service.call(who, 'POST', '/submessage', { message_id: id, msg_type: 'widget', content: JSON.stringify(content) })
    expect(await vote(mei, { type: 'vote', key: 'canned,0', vote: 1 })).toMatchObject(ok)
    expect(await vote(mei, { type: 'question', question: 'Mine?' })).toMatchObject(bad)
    expect(await vote(noor, { type: 'question', question: 'Tea?' })).toMatchObject(ok)
    const { message } = await service.ok(mei, 'GET', `/messages/${String(id)}`)
    const contents = (message as { submessages: { content: string }[] }).submessages.map(
      (sub) => JSON.parse(sub.content) as unknown,
    )
    expect(contents).toMatchObject([
      { widget_type: 'poll', extra_data: { question: 'Tea or coffee?', options: ['tea', 'coffee'] } },
      { type: 'vote' },
      { type: 'question' },
    ])
    const { id: plain } = await post(noor, 'no poll')
    const form = { message_id: plain, msg_type: 'widget', content: '{}' }
    expect(await service.call(mei, 'POST', '/submessage', form)).toMatchObject(bad)
    const todo = await post(noor, '/todo')
    expect(await service.ok(mei, 'GET', `/messages/${String(todo.id)}`)).toMatchObject({
      message: { submessages: [{ content: '{"widget_type":"todo","extra_data":null}' }] },
    })
  })
})

describe('an account', () => {
  it.each([
    ['POST', '/users', { email: 'x@x.example', password: 'abcdef', full_name: 'Xy' }],
    ['POST', '/realm/profile_fields', { name: 'x', field_type: 1 }],
    ['POST', '/realm/filters', { pattern: 'x', url_template: 'https://x.example' }],
    ['PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [] }],
    ['POST', '/default_streams', { stream_id: 1 }],
    ['PATCH', '/streams/1', { description: 'x' }],
    ['DELETE', '/streams/1', {}],
    ['POST', '/streams/1/delete_topic', { topic_name: 'x' }],
    ['DELETE', '/users/8', {}],
    ['POST', '/users/8/reactivate', {}],
    ['PATCH', '/users/8', { full_name: 'Xy' }],
  ] as const)('%s %s is for administrators', async (method, path, form) => {
    const { service, mod, sam } = await world()
    for (const person of [mod, sam]) {
      expect(await service.call(person, method, path, form)).toMatchObject(notAdministrator)
    }
  })

  it('that is deactivated can neither act nor read until it is reactivated', async () => {
    const { service, ada, noor, mei, hall } = await world()
    await service.listen(mei)
    const waiting = service.waitForEvents(mei)
    const settled = expect(waiting).rejects.toThrow()
    await service.ok(ada, 'DELETE', `/users/${mei.id}`)
    await settled
    expect(await service.call(mei, 'GET', '/users/me')).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    await service.say(noor, hall, 'x', 'without her')
    expect(await service.call(noor, 'POST', '/messages', { type: 'direct', to: [mei.id], content: 'x' })).toMatchObject(
      bad,
    )
    await service.ok(ada, 'POST', `/users/${mei.id}/reactivate`)
    expect(await service.listen(mei)).toMatchObject({ subscriptions: [{ name: 'hall' }] })
    await service.say(noor, hall, 'x', 'with her')
    expect(await service.events(mei)).toMatchObject([{ type: 'message' }])
  })

  it('gets and loses its role by administrators, the owner’s role by owners only', async () => {
    const { service, olga, ada, noor, mei } = await world()
    await service.listen(noor)
    const give = (who: typeof noor, role: number) => service.call(who, 'PATCH', `/users/${mei.id}`, { role })
    expect(await give(noor, 300)).toMatchObject(notAdministrator)
    expect(await give(ada, 100)).toMatchObject(notAdministrator)
    expect(await give(ada, 250)).toMatchObject(bad)
    expect(await give(ada, 300)).toMatchObject(ok)
    expect(await service.events(noor)).toMatchObject([
      { type: 'realm_user', op: 'update', person: { user_id: mei.id, role: 300 } },
      { type: 'user_group', op: 'remove_members', user_ids: [mei.id] },
      { type: 'user_group', op: 'add_members', group_id: 3, user_ids: [mei.id] },
      { type: 'user_group', op: 'remove_members', group_id: 4, user_ids: [mei.id] },
    ])
    expect(await service.call(olga, 'PATCH', `/users/${olga.id}`, { role: 400 })).toMatchObject(bad)
    expect(await give(olga, 100)).toMatchObject(ok)
    expect(await service.call(ada, 'DELETE', `/users/${mei.id}`)).toMatchObject(notAdministrator)
  })

  it('gets a new key, after which the old one is invalid', async () => {
    const { service, noor } = await world()
    const { api_key: apiKey } = await service.ok(noor, 'POST', '/users/me/api_key/regenerate')
    expect(String(apiKey)).toHaveLength(32)
    expect(await service.call(noor, 'GET', '/users/me')).toMatchObject({ status: 401 })
    await service.ok({ ...noor, apiKey: String(apiKey) }, 'GET', '/users/me')
  })

  it('gets a new password by the old one, and a new address for its sign-ins', async () => {
    const { service, ada } = await world()
    await service.ok(ada, 'POST', '/users', { email: 'kim@test.example', password: 'first one', full_name: 'Kim K' })
    const sign = (username: string, password: string) =>
      service.call(null, 'POST', '/fetch_api_key', { username, password })
    const { api_key, user_id } = await sign('kim@test.example', 'first one')
    const kim = { id: Number(user_id), email: 'kim@test.example', apiKey: String(api_key) }
    const settle = (form: Form) => service.call(kim, 'PATCH', '/settings', form)
    expect(await settle({ new_password: 'second one', old_password: 'wrong' })).toMatchObject({
      msg: 'Wrong password!',
    })
    expect(await settle({ new_password: 'short', old_password: 'first one' })).toMatchObject(bad)
    expect(
      await settle({ new_password: 'second one', old_password: 'first one', email: 'kk@test.example' }),
    ).toMatchObject(ok)
    expect(await sign('kk@test.example', 'second one')).toMatchObject({ email: 'kk@test.example' })
    expect(await sign('kk@test.example', 'first one')).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  })

  it('shows its address to the users that it chooses', async () => {
    const { service, ada, mod, noor, mei, sam } = await world()
    const address = async (who: typeof noor) =>
      ((await service.ok(who, 'GET', `/users/${mei.id}`)).user as { delivery_email: string | null }).delivery_email
    const seen: [number, (typeof noor)[]][] = [
      [1, [ada, mod, noor, sam]],
      [2, [ada, mod, noor]],
      [5, [ada, mod]],
      [3, [ada]],
      [4, []],
    ]
    for (const [email_address_visibility, who] of seen) {
      await service.ok(mei, 'PATCH', '/settings', { email_address_visibility })
      for (const person of [ada, mod, noor, sam]) {
        expect(await address(person)).toBe(who.includes(person) ? mei.email : null)
      }
    }
  })

  it('has profile fields of every type, with valid values', async () => {
    const { service, ada, noor, mei } = await world()
    const make = async (name: string, field_type: number, field_data?: unknown) =>
      Number((await service.ok(ada, 'POST', '/realm/profile_fields', { name, field_type, field_data })).id)
    const kinds: [number, unknown, unknown][] = [
      [await make('Short', 1), '*x*', 'x'.repeat(51)],
      [await make('Long', 2), 'x'.repeat(500), 'x'.repeat(501)],
      [await make('List', 3, { a: { text: 'A', order: '1' } }), 'a', 'b'],
      [await make('Date', 4), '2020-02-29', '2020-02-30x'],
      [await make('Link', 5), 'https://x.example', 'javascript:x'],
      [await make('People', 6), [noor.id], [999]],
      [await make('', 7, { subtype: 'github' }), 'mei', 'x'.repeat(51)],
      [await make('Pronouns', 8), 'she', 'x'.repeat(51)],
    ]
    const write = (id: number, value: unknown) =>
      service.call(mei, 'PATCH', '/users/me/profile_data', { data: [{ id, value }] })
    for (const [id, right, wrong] of kinds) {
      expect(await write(id, wrong)).toMatchObject(bad)
      expect(await write(id, right)).toMatchObject(ok)
    }
    const { user } = await service.ok(noor, 'GET', `/users/${mei.id}`, { include_custom_profile_fields: true })
    expect((user as { profile_data: Record<string, unknown> }).profile_data).toMatchObject({
      [kinds[0]![0]]: { value: '*x*', rendered_value: '<p><em>x</em></p>' },
      [kinds[5]![0]]: { value: `[${noor.id}]` },
    })
    await service.ok(ada, 'DELETE', `/realm/profile_fields/${kinds[0]![0]}`)
    expect((await service.listen(noor)).custom_profile_fields).toHaveLength(7)
    expect(
      await service.call(ada, 'POST', '/realm/profile_fields', { name: 'Empty list', field_type: 3, field_data: {} }),
    ).toMatchObject(bad)
    expect(
      await service.call(ada, 'POST', '/realm/profile_fields', {
        name: 'P',
        field_type: 6,
        display_in_profile_summary: true,
      }),
    ).toMatchObject(bad)
  })
})

describe('the dialect of a stock Zulip server', () => {
  it('has its own names, and parameters of both dialects are accepted in either', async () => {
    const service = await Service.start({ dialect: 'zulip' })
    const noor = service.person('Noor')
    const raw = async (path: string, method: 'GET' | 'POST' = 'GET', form: Record<string, string> = {}) =>
      JSON.parse((await service.server.raw(noor, { method, path: `/api/v1${path}`, form })).body) as Record<
        string,
        unknown
      >
    expect(await raw('/server_settings')).toMatchObject({
      zulip_feature_level: 237,
      zulip_version: expect.any(String) as string,
    })
    const state = await raw('/register', 'POST', { client_gravatar: 'false' })
    expect(state).toMatchObject({ zulip_feature_level: 237, zulip_plan_is_not_limited: true })
    expect(Object.keys(state).filter((key) => key.startsWith('svc_'))).toEqual([])
    expect(state).not.toHaveProperty('ignored_parameters_unsupported')
    const { id } = await raw('/messages', 'POST', { type: 'direct', to: `[${noor.id}]`, content: 'x' })
    await raw(`/messages/${String(id)}/reactions`, 'POST', { emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' })
    expect(await raw(`/messages/${String(id)}`)).toMatchObject({
      message: { reactions: [{ emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }] },
    })
  })
})
