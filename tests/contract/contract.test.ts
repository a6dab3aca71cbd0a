import { afterAll, describe, expect, it } from 'vitest'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { systemGroups } from '#server/store/people/groups.ts'
import { pngOf } from '#support/pictures-of-size.ts'
import { Service } from '#support/service.ts'
import { decodeEvent } from '#engine/state/events.ts'
import { bareOf, dialects, fatesOf, without } from './absent-fields.ts'
import { describedEndpoints, describedEvents, seen } from './contract.ts'
import { waysIn } from '#support/ways.ts'
import { TestClient } from '#support/test-client.ts'
import { TestServer } from '#support/test-server.ts'
import { fieldsWithDefault } from './event-defaults.ts'

/** Described events of features that this server lacks: other logins, removed features. */
const neverCaused: ReadonlySet<string> = new Set([
  ...['default_stream_groups', 'has_zoom_token', 'onboarding_steps', 'realm deactivated'],
  ...['realm_bot remove', 'realm_filters'],
])

async function world() {
  const service = await Service.start({ webPublicStreams: true })
  const olga = service.person('Olga', 'owner')
  const ada = service.person('Ada', 'administrator')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const sam = service.person('Sam', 'guest')
  const bot = service.bot('Builder', noor)
  const general = await service.stream('general', [olga, ada, noor, mei, sam])
  return { service, olga, ada, noor, mei, sam, bot, general }
}

const refused = { result: 'error' }

function kindOf({ type, op }: Readonly<Record<string, unknown>>): string {
  return typeof op === 'string' ? `${String(type)} ${op}` : String(type)
}

function isEvent(value: unknown): value is { readonly type: string } & Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'type' in value && 'id' in value
}
const inAnHour = (service: Service) => service.context.nowSeconds() + 3600

describe('the described structure is kept by', () => {
  it('sign-in, server settings, registrations and events', async () => {
    const { service, noor, mei, general } = await world()
    service.context.tables.users.add(
      {
        deliveryEmail: 'pw@test.example',
        fullName: 'Pw',
        role: 400,
        password: 'secret one',
        apiKey: 'k',
        dateJoined: 1,
      },
      'test.example',
    )
    await service.ok(null, 'POST', '/fetch_api_key', { username: 'pw@test.example', password: 'secret one' })
    await service.call(null, 'POST', '/fetch_api_key', { username: 'pw@test.example', password: 'x' })
    await service.ok(null, 'GET', '/server_settings')
    await service.call(null, 'GET', '/users')
    const state = await service.ok(noor, 'POST', '/register', { client_extavatar: false, slim_presence: true })
    expect(state).toMatchObject({ svc_feature_level: 237, max_topic_length: 60 })
    await service.ok(noor, 'POST', '/register', {
      include_subscribers: true,
      client_capabilities: { notification_settings_null: true },
    })
    expect(await service.call(noor, 'POST', '/register', { client_capabilities: {} })).toMatchObject(refused)
    expect(await service.call(null, 'POST', '/register')).toMatchObject({ status: 401, code: 'UNAUTHENTICATED_USER' })
    await service.listen(mei)
    await service.say(noor, general, 'lunch', 'now?')
    expect(await service.events(mei)).toMatchObject([{ type: 'message' }])
    expect(await service.call(mei, 'GET', '/events', { queue_id: 'none', last_event_id: -1 })).toMatchObject({
      status: 400,
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id: 'none',
    })
    await service.ok(noor, 'DELETE', '/events', { queue_id: String(state.queue_id) })
    expect(await service.call(noor, 'DELETE', '/events', { queue_id: 'none' })).toMatchObject(refused)
  })

  it('messages', async () => {
    const { service, olga, noor, mei, sam, general } = await world()
    const design = await service.stream('design', [olga, noor, mei])
    for (const person of [noor, mei, olga]) await service.listen(person)
    const id = await service.say(noor, general, 'lunch', '**now**, @**Mei**? :tada: https://example.org')
    await service.tell(noor, [mei], 'and you')
    await service.tell(noor, [mei, olga], 'all of you')
    await service.tell(noor, [], '').catch(() => undefined)
    expect(
      await service.call(noor, 'POST', '/messages', { type: 'stream', to: 'nowhere', topic: 'x', content: 'y' }),
    ).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' })
    expect(
      await service.call(noor, 'POST', '/messages', { type: 'stream', to: 999, topic: 'x', content: 'y' }),
    ).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream_id: 999 })
    await service.ok(mei, 'GET', '/messages', { anchor: 'newest', num_before: 10, num_after: 0 })
    await service.ok(mei, 'GET', '/messages', {
      anchor: 'first_unread',
      num_before: 10,
      num_after: 5,
      narrow: [{ operator: 'search', operand: 'now' }],
      apply_markdown: false,
    })
    expect(
      await service.call(mei, 'GET', '/messages', { anchor: 'newest', num_before: 5000, num_after: 1 }),
    ).toMatchObject(refused)
    await service.ok(mei, 'GET', `/messages/${id}`)
    expect(await service.call(sam, 'GET', '/messages/999999')).toMatchObject({ msg: 'Invalid message(s)' })
    await service.ok(noor, 'PATCH', `/messages/${id}`, { content: 'later' })
    await service.ok(noor, 'PATCH', `/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' })
    await service.ok(olga, 'PATCH', `/messages/${id}`, {
      stream_id: design,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
    })
    expect(await service.call(mei, 'PATCH', `/messages/${id}`, { content: 'mine' })).toMatchObject({
      msg: "You don't have permission to edit this message",
    })
    await service.ok(mei, 'GET', `/messages/${id}/history`)
    expect(await service.call(mei, 'GET', '/messages/999999/history')).toMatchObject(refused)
    await service.ok(noor, 'GET', `/messages/${id}/read_receipts`)
    expect(await service.call(noor, 'GET', '/messages/999999/read_receipts')).toMatchObject(refused)
    await service.ok(mei, 'GET', '/messages/matches_narrow', {
      msg_ids: [id, 1],
      narrow: [{ operator: 'search', operand: 'later' }],
    })
    expect(await service.call(mei, 'GET', '/messages/matches_narrow', { msg_ids: 'x', narrow: [] })).toMatchObject(
      refused,
    )
    await service.ok(mei, 'POST', '/messages/render', { content: '`x` $$x^2$$' })
    expect(await service.call(mei, 'POST', '/messages/render')).toMatchObject(refused)
    await service.ok(mei, 'POST', `/messages/${id}/reactions`, { emoji_name: '+1' })
    expect(await service.call(mei, 'POST', `/messages/${id}/reactions`, { emoji_name: '+1' })).toMatchObject({
      code: 'REACTION_ALREADY_EXISTS',
    })
    await service.ok(mei, 'DELETE', `/messages/${id}/reactions`, { emoji_name: '+1' })
    expect(await service.call(mei, 'DELETE', `/messages/${id}/reactions`, { emoji_name: '+1' })).toMatchObject({
      code: 'REACTION_DOES_NOT_EXIST',
    })
    await service.ok(olga, 'POST', `/messages/${id}/reactions`, { emoji_name: 'svc', reaction_type: 'svc_extra_emoji' })
    const poll = await service.say(noor, design, 'where', '/poll Where?\nhere\n- there')
    await service.ok(mei, 'POST', '/submessage', {
      message_id: poll,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    })
    await service.ok(olga, 'DELETE', `/messages/${id}`)
    expect(await service.call(mei, 'DELETE', `/messages/${poll}`)).toMatchObject(refused)
    await service.ok(olga, 'POST', `/streams/${design}/delete_topic`, { topic_name: 'where' })
    expect(await service.call(mei, 'POST', `/streams/${design}/delete_topic`, { topic_name: 'where' })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
      status: 400,
    })
    for (const person of [noor, mei, olga]) expect((await service.events(person)).length).toBeGreaterThan(5)
  })

  it('flags', async () => {
    const { service, noor, mei, general } = await world()
    const id = await service.say(noor, general, 'lunch', 'now')
    await service.say(noor, general, 'dinner', 'then')
    await service.listen(mei)
    await service.ok(mei, 'POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    await service.ok(mei, 'POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    await service.ok(mei, 'POST', '/messages/flags', { messages: [id], op: 'remove', flag: 'read' })
    expect(await service.call(mei, 'POST', '/messages/flags', { messages: [id], op: 'add', flag: 'x' })).toMatchObject(
      refused,
    )
    const range = {
      anchor: 'oldest',
      num_before: 0,
      num_after: 10,
      narrow: [['stream', 'general']],
      op: 'add',
      flag: 'read',
    }
    await service.ok(mei, 'POST', '/messages/flags/narrow', range)
    expect(await service.call(mei, 'POST', '/messages/flags/narrow', { ...range, op: 'x' })).toMatchObject(refused)
    await service.ok(mei, 'POST', '/mark_stream_as_read', { stream_id: general })
    expect(await service.call(mei, 'POST', '/mark_stream_as_read', { stream_id: 99 })).toMatchObject(refused)
    await service.ok(mei, 'POST', '/mark_topic_as_read', { stream_id: general, topic_name: 'lunch' })
    expect(
      await service.call(mei, 'POST', '/mark_topic_as_read', { stream_id: general, topic_name: 'none' }),
    ).toMatchObject(refused)
    await service.ok(mei, 'POST', '/mark_all_as_read')
    expect(await service.call(null, 'POST', '/mark_all_as_read')).toMatchObject({ status: 401 })
    await service.events(mei)
  })

  it('drafts and scheduled messages', async () => {
    const { service, noor, mei, general } = await world()
    await service.listen(noor)
    const draft = { type: 'stream', to: [general], topic: 'x', content: 'y', timestamp: 1_700_000_000 }
    const { ids } = await service.ok(noor, 'POST', '/drafts', { drafts: [draft] })
    const [id] = ids as number[]
    await service.ok(noor, 'GET', '/drafts')
    await service.ok(noor, 'PATCH', `/drafts/${id}`, { draft: { ...draft, type: 'private', to: [mei.id] } })
    expect(await service.call(noor, 'PATCH', '/drafts/999', { draft })).toMatchObject({
      status: 404,
      code: 'BAD_REQUEST',
    })
    await service.ok(noor, 'DELETE', `/drafts/${id}`)
    expect(await service.call(noor, 'DELETE', '/drafts/999')).toMatchObject({
      status: 404,
      msg: 'Draft does not exist',
    })
    expect(await service.call(noor, 'POST', '/drafts', { drafts: [{ type: 'x' }] })).toMatchObject(refused)
    await service.ok(noor, 'PATCH', '/settings', { enable_drafts_synchronization: false })
    expect(await service.call(noor, 'GET', '/drafts')).toMatchObject(refused)

    const later = {
      type: 'stream',
      to: general,
      topic: 'x',
      content: 'y',
      scheduled_delivery_timestamp: inAnHour(service),
    }
    const made = await service.ok(noor, 'POST', '/scheduled_messages', later)
    const direct = { ...later, type: 'direct', to: [mei.id], topic: undefined }
    await service.ok(noor, 'POST', '/scheduled_messages', direct)
    expect(await service.call(noor, 'POST', '/scheduled_messages', { ...later, to: 99 })).toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
      stream_id: 99,
    })
    await service.ok(noor, 'GET', '/scheduled_messages')
    await service.ok(noor, 'PATCH', `/scheduled_messages/${String(made.scheduled_message_id)}`, { content: 'z' })
    expect(await service.call(noor, 'PATCH', '/scheduled_messages/999', { content: 'z' })).toMatchObject({
      status: 404,
    })
    await service.ok(noor, 'DELETE', `/scheduled_messages/${String(made.scheduled_message_id)}`)
    expect(await service.call(noor, 'DELETE', '/scheduled_messages/999')).toMatchObject({ status: 404 })
    expect(await service.call(null, 'GET', '/scheduled_messages')).toMatchObject({ status: 401 })
    await service.events(noor)
  })

  it('streams, subscriptions and topics', async () => {
    const { service, olga, ada, noor, mei, sam, general } = await world()
    for (const person of [olga, noor, mei, sam]) await service.listen(person, { include_subscribers: person === noor })
    const hall = await service.stream('hall', [noor, mei], { announce: true })
    const attic = await service.stream('attic', [noor, mei], { invite_only: true })
    expect(
      await service.call(sam, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'hall' }] }),
    ).toMatchObject({ code: 'BAD_REQUEST' })
    await service.ok(noor, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'attic' }],
      principals: [sam.id],
    })
    await service.ok(noor, 'GET', '/users/me/subscriptions', { include_subscribers: true })
    expect(await service.call(null, 'GET', '/users/me/subscriptions')).toMatchObject({ status: 401 })
    await service.ok(mei, 'PATCH', '/users/me/subscriptions', { add: [{ name: 'fresh' }], delete: ['hall'] })
    expect(await service.call(mei, 'PATCH', '/users/me/subscriptions')).toMatchObject(refused)
    await service.ok(sam, 'DELETE', '/users/me/subscriptions', { subscriptions: ['attic'] })
    expect(await service.call(sam, 'DELETE', '/users/me/subscriptions', { subscriptions: ['none'] })).toMatchObject(
      refused,
    )
    await service.ok(noor, 'POST', '/users/me/subscriptions/properties', {
      subscription_data: [
        { stream_id: hall, property: 'is_muted', value: true },
        { stream_id: hall, property: 'color', value: '#aabbcc' },
        { stream_id: hall, property: 'push_notifications', value: true },
      ],
    })
    expect(
      await service.call(noor, 'POST', '/users/me/subscriptions/properties', { subscription_data: [{ stream_id: 1 }] }),
    ).toMatchObject(refused)
    await service.ok(noor, 'GET', `/users/${mei.id}/subscriptions/${hall}`)
    expect(await service.call(noor, 'GET', `/users/${mei.id}/subscriptions/999`)).toMatchObject(refused)
    await service.ok(olga, 'GET', '/streams', { include_all_active: true, include_default: true })
    expect(await service.call(mei, 'GET', '/streams', { include_all_active: true })).toMatchObject(refused)
    await service.ok(noor, 'GET', `/streams/${hall}`)
    expect(await service.call(sam, 'GET', `/streams/${hall}`)).toMatchObject({ msg: 'Invalid stream ID' })
    await service.ok(noor, 'GET', `/streams/${attic}/members`)
    expect(await service.call(sam, 'GET', `/streams/${attic}/members`)).toMatchObject(refused)
    expect(await service.call(sam, 'GET', '/get_stream_id', { stream: 'attic' })).toMatchObject(refused)
    await service.ok(ada, 'PATCH', `/streams/${hall}`, {
      new_name: 'great hall',
      description: 'for **all**',
      stream_post_policy: 2,
      can_remove_subscribers_group: 3,
      is_private: false,
    })
    await service.ok(olga, 'PATCH', `/streams/${hall}`, { message_retention_days: 30 })
    expect(await service.call(ada, 'PATCH', `/streams/${hall}`, { message_retention_days: 30 })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    await service.ok(ada, 'POST', '/default_streams', { stream_id: hall })
    expect(await service.call(ada, 'POST', '/default_streams', { stream_id: attic })).toMatchObject(refused)
    await service.ok(ada, 'DELETE', '/default_streams', { stream_id: hall })
    expect(await service.call(ada, 'DELETE', '/default_streams', { stream_id: 999 })).toMatchObject({
      msg: 'Invalid stream ID',
    })
    await service.say(mei, general, 'Lunch', 'x')
    await service.ok(mei, 'GET', `/users/me/${general}/topics`)
    expect(await service.call(sam, 'GET', `/users/me/${hall}/topics`)).toMatchObject(refused)
    await service.ok(mei, 'POST', '/user_topics', { stream_id: general, topic: 'lunch', visibility_policy: 1 })
    expect(
      await service.call(mei, 'POST', '/user_topics', { stream_id: general, topic: 'lunch', visibility_policy: 7 }),
    ).toMatchObject(refused)
    const muting = { stream_id: general, topic: 'lunch', op: 'add' }
    await service.ok(mei, 'PATCH', '/users/me/subscriptions/muted_topics', muting)
    expect(
      await service.call(mei, 'PATCH', '/users/me/subscriptions/muted_topics', { ...muting, stream: 'general' }),
    ).toMatchObject(refused)
    await service.ok(ada, 'DELETE', `/streams/${hall}`)
    expect(await service.call(mei, 'DELETE', `/streams/${hall}`)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(await service.call(ada, 'DELETE', `/streams/${hall}`)).toMatchObject(refused)
    for (const person of [olga, noor, mei, sam]) expect((await service.events(person)).length).toBeGreaterThan(0)
  })

  it('people', async () => {
    const { service, olga, ada, noor, mei, sam, bot } = await world()
    for (const person of [olga, noor, sam]) await service.listen(person)
    await service.ok(noor, 'GET', '/users', { include_custom_profile_fields: true, client_extavatar: false })
    await service.ok(noor, 'GET', '/users/me')
    await service.ok(noor, 'GET', `/users/${bot.id}`, { include_custom_profile_fields: true })
    await service.ok(noor, 'GET', `/users/${mei.email}`)
    expect(await service.call(noor, 'GET', '/users/nobody@test.example')).toMatchObject(refused)
    expect(await service.call(noor, 'GET', '/users/999')).toMatchObject({ msg: 'No such user' })
    expect(await service.call(null, 'GET', '/users/me')).toMatchObject({ status: 401 })
    const made = await service.ok(ada, 'POST', '/users', {
      email: 'new@test.example',
      password: 'abcdef',
      full_name: 'New One',
    })
    expect(
      await service.call(ada, 'POST', '/users', {
        email: 'new@test.example',
        password: 'abcdef',
        full_name: 'New One',
      }),
    ).toMatchObject(refused)
    await service.ok(ada, 'PATCH', `/users/${String(made.user_id)}`, { full_name: 'Newer', role: 300 })
    expect(await service.call(ada, 'PATCH', `/users/${mei.id}`, { role: 100 })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    await service.ok(ada, 'DELETE', `/users/${mei.id}`)
    expect(await service.call(ada, 'DELETE', '/users/999')).toMatchObject(refused)
    await service.ok(ada, 'POST', `/users/${mei.id}/reactivate`)
    expect(await service.call(ada, 'POST', `/users/${mei.id}/reactivate`)).toMatchObject(refused)
    expect(await service.call(olga, 'DELETE', '/users/me')).toMatchObject({ code: 'CANNOT_DEACTIVATE_LAST_USER' })
    await service.ok(mei, 'DELETE', '/users/me')

    await service.ok(noor, 'POST', '/users/me/presence', { status: 'active', slim_presence: true })
    await service.ok(noor, 'GET', `/users/${noor.id}/presence`)
    await service.ok(noor, 'GET', `/users/${noor.email}/presence`)
    expect(await service.call(noor, 'GET', `/users/${ada.id}/presence`)).toMatchObject(refused)
    await service.ok(noor, 'GET', '/realm/presence')
    expect(await service.call(null, 'GET', '/realm/presence')).toMatchObject({ status: 401 })
    await service.ok(noor, 'POST', '/users/me/status', { status_text: 'away', emoji_name: 'palm_tree', away: true })
    expect(await service.call(noor, 'POST', '/users/me/status', { status_text: 'x'.repeat(61) })).toMatchObject(refused)
    await service.ok(noor, 'POST', '/users/me/alert_words', { alert_words: ['fire', 'cake'] })
    expect(await service.call(noor, 'POST', '/users/me/alert_words', { alert_words: ['x'.repeat(101)] })).toMatchObject(
      refused,
    )
    await service.ok(noor, 'GET', '/users/me/alert_words')
    await service.ok(noor, 'DELETE', '/users/me/alert_words', { alert_words: ['cake'] })
    expect(await service.call(noor, 'DELETE', '/users/me/alert_words', { alert_words: 'x' })).toMatchObject(refused)
    expect(await service.call(null, 'GET', '/users/me/alert_words')).toMatchObject({ status: 401 })
    await service.ok(noor, 'POST', `/users/me/muted_users/${ada.id}`)
    expect(await service.call(noor, 'POST', `/users/me/muted_users/${ada.id}`)).toMatchObject(refused)
    await service.ok(noor, 'DELETE', `/users/me/muted_users/${ada.id}`)
    expect(await service.call(noor, 'DELETE', `/users/me/muted_users/${ada.id}`)).toMatchObject({
      msg: 'User is not muted',
    })
    await service.ok(noor, 'PATCH', '/settings', {
      color_scheme: 2,
      default_language: 'de',
      full_name: 'Noor H.',
      email_address_visibility: 4,
      timezone: 'Europe/Oslo',
    })
    expect(await service.call(noor, 'PATCH', '/settings', { color_scheme: 9 })).toMatchObject(refused)
    await service.ok(noor, 'POST', '/typing', { op: 'start', to: [ada.id] })
    expect(await service.call(noor, 'POST', '/typing', { op: 'x', to: [ada.id] })).toMatchObject(refused)
    for (const person of [olga, noor, sam]) expect((await service.events(person)).length).toBeGreaterThan(0)
  })

  it('events for older clients', async () => {
    const { service, noor } = await world()
    await service.ok(noor, 'PATCH', '/settings', { color_scheme: 1 })
    await service.listen(noor, { client_capabilities: { notification_settings_null: true }, slim_presence: false })
    await service.ok(noor, 'PATCH', '/settings', { color_scheme: 3, default_language: 'fr', enable_sounds: false })
    await service.ok(noor, 'POST', '/users/me/presence', { status: 'active' })
    expect((await service.events(noor)).map((event) => event.type)).toEqual([
      ...['user_settings', 'update_display_settings', 'user_settings', 'update_display_settings'],
      ...['user_settings', 'update_global_notifications', 'presence'],
    ])
  })

  it('the organization', async () => {
    const { service, olga, ada, noor, mei, general } = await world()
    for (const person of [noor, mei]) await service.listen(person)
    const defaults = '/realm/user_settings_defaults'
    await service.ok(ada, 'PATCH', defaults, { enter_sends: false })
    expect(await service.call(ada, 'PATCH', defaults, { color_scheme: 77 })).toMatchObject(refused)
    expect(await service.call(noor, 'PATCH', defaults, { enter_sends: true })).toMatchObject(refused)
    const playground = { name: 'py', pygments_language: 'Python', url_template: 'https://py.example/?c={code}' }
    const { id } = await service.ok(ada, 'POST', '/realm/playgrounds', playground)
    expect(await service.call(ada, 'POST', '/realm/playgrounds', playground)).toMatchObject(refused)
    const elsewhere = { ...playground, name: 'x', url_template: 'https://py.example/' }
    expect(await service.call(ada, 'POST', '/realm/playgrounds', elsewhere)).toMatchObject(refused)
    await service.ok(ada, 'DELETE', `/realm/playgrounds/${String(id)}`)
    expect(await service.call(ada, 'DELETE', `/realm/playgrounds/${String(id)}`)).toMatchObject({ status: 404 })
    await service.ok(noor, 'GET', `/streams/${general}/email_address`)
    expect(await service.call(noor, 'GET', '/streams/999/email_address')).toMatchObject(refused)
    expect((await service.events(noor)).map((event) => event.type)).toEqual([
      'realm_user_settings_defaults',
      'realm_playgrounds',
      'realm_playgrounds',
    ])
    await service.ok(olga, 'POST', '/realm/domains', { domain: 'test.example' })
    await service.ok(olga, 'PATCH', '/realm/domains/test.example', { allow_subdomains: true })
    await service.ok(olga, 'DELETE', '/realm/domains/test.example')
    expect(await service.call(ada, 'POST', '/realm/domains', { domain: 'test.example' })).toMatchObject(refused)
    const { user_id: botId } = await service.ok(noor, 'POST', '/bots', { full_name: 'Runner', short_name: 'runner' })
    await service.ok(noor, 'PATCH', `/bots/${String(botId)}`, { full_name: 'Fast runner' })
    expect(await service.call(mei, 'PATCH', `/bots/${String(botId)}`, { full_name: 'Mine' })).toMatchObject(refused)
    await service.ok(noor, 'PATCH', `/bots/${String(botId)}`, { bot_owner_id: mei.id })
    const told = async (person: typeof noor) =>
      (await service.events(person)).flatMap(({ type, op }) =>
        type === 'realm_bot' || type === 'realm_domains' ? [`${type} ${String(op)}`] : [],
      )
    const domains = ['realm_domains add', 'realm_domains change', 'realm_domains remove']
    expect(await told(noor)).toEqual([...domains, 'realm_bot add', 'realm_bot update', 'realm_bot delete'])
    expect(await told(mei)).toEqual([...domains, 'realm_bot add'])
  })

  it('invitations', async () => {
    const { service, ada, noor, sam, general } = await world()
    await service.listen(ada)
    const form = { invitee_emails: 'new@test.example', stream_ids: [general] }
    await service.ok(noor, 'POST', '/invites', form)
    expect(await service.call(noor, 'POST', '/invites', { ...form, invitee_emails: 'x' })).toMatchObject({
      code: 'INVITATION_FAILED',
    })
    await service.ok(ada, 'POST', '/invites/multiuse', { invite_expires_in_minutes: null })
    expect(await service.call(noor, 'POST', '/invites/multiuse')).toMatchObject(refused)
    const { invites } = await service.ok(ada, 'GET', '/invites')
    expect(await service.call(sam, 'GET', '/invites')).toMatchObject(refused)
    const [one, link] = invites as { id: number }[] // shape of GET /invites
    await service.ok(noor, 'POST', `/invites/${one?.id}/resend`)
    expect(await service.call(noor, 'POST', '/invites/999/resend')).toMatchObject(refused)
    await service.ok(noor, 'DELETE', `/invites/${one?.id}`)
    expect(await service.call(noor, 'DELETE', `/invites/${one?.id}`)).toMatchObject(refused)
    await service.ok(ada, 'DELETE', `/invites/multiuse/${link?.id}`)
    expect(await service.call(ada, 'DELETE', `/invites/multiuse/${link?.id}`)).toMatchObject(refused)
    const types = (await service.events(ada)).map((event) => event.type)
    expect(types).toEqual(Array.from({ length: 5 }, () => 'invites_changed'))
  })

  it('exports', async () => {
    const { service, ada, noor } = await world()
    await service.listen(ada)
    const { id } = await service.ok(ada, 'POST', '/export/realm')
    expect(await service.call(noor, 'POST', '/export/realm')).toMatchObject(refused)
    await service.ok(ada, 'GET', '/export/realm')
    expect(await service.call(noor, 'GET', '/export/realm')).toMatchObject(refused)
    await expect
      .poll(async () => service.call(ada, 'DELETE', `/export/realm/${String(id)}`))
      .toMatchObject({
        result: 'success',
      })
    expect(await service.call(ada, 'DELETE', `/export/realm/${String(id)}`)).toMatchObject(refused)
    const types = (await service.events(ada)).map((event) => event.type)
    expect(types).toEqual(['realm_export', 'realm_export', 'realm_export'])
  })

  it('user groups', async () => {
    const { service, olga, noor, mei, sam } = await world()
    await service.listen(mei)
    const make = { name: 'crew', description: 'who is on duty', members: [noor.id] }
    await service.ok(noor, 'POST', '/user_groups/create', make)
    expect(await service.call(noor, 'POST', '/user_groups/create', make)).toMatchObject({
      msg: "User group 'crew' already exists.",
    })
    const groups = (await service.ok(noor, 'GET', '/user_groups')).user_groups as { id: number; name: string }[]
    expect(await service.call(sam, 'GET', '/user_groups')).toMatchObject(refused)
    const crew = groups.find((group) => group.name === 'crew')!.id
    await service.ok(noor, 'POST', '/user_groups/create', { name: 'other', description: '', members: [] })
    await service.ok(noor, 'PATCH', `/user_groups/${crew}`, { name: 'team', description: 'x', can_mention_group: 5 })
    expect(await service.call(noor, 'PATCH', '/user_groups/999', { name: 'x' })).toMatchObject({
      msg: 'Invalid user group',
    })
    await service.ok(noor, 'POST', `/user_groups/${crew}/members`, { add: [mei.id, olga.id], delete: [noor.id] })
    expect(await service.call(olga, 'POST', `/user_groups/${crew}/members`, { delete: [noor.id] })).toMatchObject(
      refused,
    )
    await service.ok(mei, 'GET', `/user_groups/${crew}/members`)
    expect(await service.call(mei, 'GET', '/user_groups/999/members')).toMatchObject(refused)
    await service.ok(mei, 'GET', `/user_groups/${crew}/members/${mei.id}`)
    expect(await service.call(mei, 'GET', `/user_groups/${crew}/members/999`)).toMatchObject(refused)
    await service.ok(olga, 'POST', `/user_groups/${crew}/subgroups`, { add: [crew + 1] })
    expect(await service.call(olga, 'POST', `/user_groups/${crew + 1}/subgroups`, { add: [crew] })).toMatchObject(
      refused,
    )
    await service.ok(mei, 'GET', `/user_groups/${crew}/subgroups`)
    expect(await service.call(mei, 'GET', '/user_groups/999/subgroups')).toMatchObject(refused)
    await service.ok(olga, 'POST', `/user_groups/${crew}/subgroups`, { delete: [crew + 1] })
    await service.ok(olga, 'DELETE', `/user_groups/${crew}`)
    expect(await service.call(olga, 'DELETE', `/user_groups/${crew}`)).toMatchObject({ msg: 'Invalid user group' })
    expect((await service.events(mei)).length).toBeGreaterThan(6)
  })

  it('profile fields, linkifiers, custom emoji and uploads', async () => {
    const { service, ada, noor, mei, general } = await world()
    await service.listen(mei)
    const made = await service.ok(ada, 'POST', '/realm/profile_fields', {
      name: 'Desk',
      hint: 'where you sit',
      field_type: 1,
    })
    await service.ok(ada, 'POST', '/realm/profile_fields', {
      name: 'Shirt',
      field_type: 3,
      field_data: { s: { text: 'Small', order: '1' } },
      display_in_profile_summary: true,
    })
    expect(await service.call(ada, 'POST', '/realm/profile_fields', { name: 'Desk', field_type: 1 })).toMatchObject(
      refused,
    )
    const { custom_fields: fields } = await service.ok(mei, 'GET', '/realm/profile_fields')
    expect(await service.call(null, 'GET', '/realm/profile_fields')).toMatchObject({ status: 401 })
    const ids = (fields as { id: number }[]).map((field) => field.id)
    await service.ok(ada, 'PATCH', '/realm/profile_fields', { order: ids.toReversed() })
    expect(await service.call(mei, 'PATCH', '/realm/profile_fields', { order: ids })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    await service.ok(mei, 'PATCH', '/users/me/profile_data', { data: [{ id: Number(made.id), value: '*4b*' }] })
    await service.ok(mei, 'DELETE', '/users/me/profile_data', { data: [Number(made.id)] })

    const linkifier = await service.ok(ada, 'POST', '/realm/filters', {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://git.example/{id}',
    })
    const path = `/realm/filters/${String(linkifier.id)}`
    expect(
      await service.call(ada, 'POST', '/realm/filters', { pattern: '(', url_template: 'https://x.example' }),
    ).toMatchObject(refused)
    await service.ok(mei, 'GET', '/realm/linkifiers')
    expect(await service.call(null, 'GET', '/realm/linkifiers')).toMatchObject({ status: 401 })
    await service.ok(ada, 'PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [linkifier.id] })
    expect(await service.call(ada, 'PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [] })).toMatchObject(refused)
    await service.say(noor, general, 'about #12', 'see #34')
    await service.ok(ada, 'PATCH', path, { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://git.example/{id}' })
    expect(
      await service.call(ada, 'PATCH', '/realm/filters/99', { pattern: 'x', url_template: 'https://x.example' }),
    ).toMatchObject(refused)
    await service.ok(ada, 'DELETE', path)
    expect(await service.call(ada, 'DELETE', path)).toMatchObject({ msg: 'Linkifier not found.' })

    const png = pngOf({ width: 8, height: 8 })
    await service.upload(noor, '/realm/emoji/our_boat', 'wave.png', png)
    expect(await service.call(noor, 'POST', '/realm/emoji/our_boat')).toMatchObject(refused)
    await service.ok(mei, 'GET', '/realm/emoji')
    expect(await service.call(null, 'GET', '/realm/emoji')).toMatchObject({ status: 401 })
    await service.ok(ada, 'DELETE', '/realm/emoji/our_boat')
    expect(await service.call(ada, 'DELETE', '/realm/emoji/our_boat')).toMatchObject({ status: 404 })
    await service.listen(noor)
    const { uri } = await service.upload(noor, '/user_uploads', 'plan.png', png)
    expect(await service.call(noor, 'POST', '/user_uploads')).toMatchObject(refused)
    await service.say(noor, general, 'plans', `[plan.png](${String(uri)})`)
    await service.ok(mei, 'GET', String(uri))
    expect(await service.call(mei, 'GET', '/user_uploads/1/none')).toMatchObject({ status: 404 })
    const { attachments } = await service.ok(noor, 'GET', '/attachments')
    expect(await service.call(null, 'GET', '/attachments')).toMatchObject({ status: 401 })
    const [file] = attachments as { id: number }[]
    await service.ok(noor, 'DELETE', `/attachments/${file!.id}`)
    expect(await service.call(noor, 'DELETE', `/attachments/${file!.id}`)).toMatchObject(refused)
    for (const person of [noor, mei]) expect((await service.events(person)).length).toBeGreaterThan(0)
  })

  it('events of settings, restarts, muting and restricted guests', async () => {
    const { service, olga, noor, mei, sam, general } = await world()
    await service.listen(noor, { event_types: ['muted_topics', 'heartbeat', 'restart', 'realm', 'typing'] })
    await service.listen(sam)
    await service.ok(noor, 'PATCH', '/users/me/subscriptions/muted_topics', {
      stream_id: general,
      topic: 'x',
      op: 'add',
    })
    await service.ok(mei, 'POST', '/typing', { op: 'stop', to: [noor.id] })
    await service.ok(mei, 'POST', '/typing', { op: 'start', type: 'stream', stream_id: general, topic: 'x' })
    service.context.write(() => {
      changeOrganizationSettings(service.context, {
        waiting_period_threshold: 3,
        message_content_edit_limit_seconds: 600,
        can_access_all_users_group: systemGroups.members,
      })
    })
    expect((await service.events(noor)).map((event) => event.type)).toEqual([
      ...['muted_topics', 'typing', 'typing', 'realm', 'realm', 'realm'],
    ])
    await service.ok(olga, 'DELETE', '/users/me/subscriptions', { subscriptions: ['general'], principals: [mei.id] })
    await service.tell(mei, [sam], 'still here')
    const about = (await service.events(sam)).filter((event) => event.type === 'realm_user')
    expect(about).toMatchObject([
      { op: 'remove', person: { user_id: mei.id } },
      { op: 'add', person: { user_id: mei.id } },
    ])
    const waiting = service.waitForEvents(noor)
    await service.server.clock.advance(60_000)
    expect(await waiting).toMatchObject([{ type: 'heartbeat' }])
    await service.restart()
    expect(await service.events(noor)).toMatchObject([{ type: 'restart', svc_feature_level: 237 }])
  })

  afterAll(() => {})

  it('each endpoint in a success and a refusal', () => {
    // Only the credentials can be wrong in these calls, which other tests cover.
    const cannotFail = ['GET /server_settings', 'GET /drafts']
    const missing = describedEndpoints.filter((name) => {
      const answers = seen.answers.get(name)
      return answers?.has('success') !== true || (!answers.has('error') && !cannotFail.includes(name))
    })
    expect(missing).toEqual([])
  })

  it('each event that the server can send', () => {
    expect(describedEvents.filter((name) => !seen.events.has(name) && !neverCaused.has(name))).toEqual([])
  })

  it.each(dialects)(
    'each event without any field, which the client reads or reports as unreadable, in the dialect %s',
    (_name, asSaid) => {
      const defaulted = new Map<string, Set<string>>()
      const notRead = new Set<string>()
      for (const event of seen.eventForms.values()) {
        const kind = kindOf(event)
        const wire = asSaid(event)
        const decoded = decodeEvent(wire)
        if (decoded === undefined || decoded.type !== event.type) {
          notRead.add(kind)
          continue
        }
        expect(decoded.isIncomplete, kind).toBeUndefined()
        const fates = fatesOf(wire)
        expect(fates.silent, kind).toEqual([])
        defaulted.set(kind, new Set([...(defaulted.get(kind) ?? []), ...fates.defaulted]))
        // Some reactions have the user twice; one of both is sufficient.
        const bare = decodeEvent(bareOf(wire, [...fates.refused, ...(event.type === 'reaction' ? ['user_id'] : [])]))
        expect([bare?.type, bare?.isIncomplete], kind).toEqual([event.type, undefined])
      }
      // The client does not request these.
      expect([...notRead].toSorted()).toEqual([
        ...['invites_changed', 'realm_export', 'update_display_settings', 'update_global_notifications'],
      ])
      const found = [...defaulted].flatMap(([kind, names]) => (names.size === 0 ? [] : [[kind, [...names].toSorted()]]))
      expect(Object.fromEntries(found)).toEqual(fieldsWithDefault)
    },
  )

  it('each event without any field, which is applied or causes a registration at once, and then rarely', async () => {
    const server = new TestServer()
    await server.start()
    const { iris } = server.seed()
    const client = new TestClient(server, iris).start()
    await client.online()
    await client.openNavigation()
    const registrations = () => client.requests.filter((request) => request.path.endsWith('/register')).length
    const before = registrations()
    let count = 0
    for (const event of seen.eventForms.values()) {
      for (const way of waysIn(event)) {
        const partial = without(event, way)
        if (!isEvent(partial)) continue
        server.event(iris, partial)
        count += 1
      }
      await server.clock.advance(1_000)
      expect(client.status?.connection.state, kindOf(event)).toBe('online')
    }
    expect(count).toBeGreaterThan(500)
    expect(client.logs.filter((line) => line.startsWith('error') || line.includes('could not be applied'))).toEqual([])
    expect(registrations()).toBe(before + 1)
    await server.clock.advance(61 * 60_000)
    expect(registrations()).toBe(before + 2)
    await server.clock.advance(3 * 60 * 60_000)
    expect(registrations()).toBe(before + 2)
    client.engine.close()
  })
})
