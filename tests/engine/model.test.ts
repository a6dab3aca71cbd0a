import { describe, expect, it } from 'vitest'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { askedLevel } from '#support/asked-forms.ts'
import { temporaryDatabase } from '#support/files.ts'
import { modelOf } from '#support/model.ts'
import { setupWorld } from '#support/setup-world.ts'

async function world() {
  const database = temporaryDatabase()
  const { server, client, people, start } = await setupWorld({ database })
  const call = server.ok.bind(server)
  /** Expects that a client that received every change has the same state as a client that registers now. */
  const expectAsFresh = async (step: string) => {
    await server.clock.advance(2_000)
    const fresh = temporaryDatabase()
    const other = start({ database: fresh, engineEpoch: 2 })
    await other.online()
    other.engine.close()
    expect([step, modelOf(database)]).toEqual([step, modelOf(fresh)])
  }
  /** Expects that a client that returns after its queue has ended has the same state as a client that registers now. */
  const expectAsFreshAfterReturn = async () => {
    server.built.context.events.removeAll()
    const again = start({ database, engineEpoch: 3 })
    await again.online()
    expect(again.requests.some((request) => request.path.endsWith('/register'))).toBe(true)
    await expectAsFresh('after the absence')
    again.engine.close()
  }
  return { server, client, database, call, expectAsFresh, expectAsFreshAfterReturn, ...people }
}

type World = Awaited<ReturnType<typeof world>>

/** Each kind of change that the service publishes, caused by a user. */
const changes: Record<string, (world: World) => Promise<unknown>> = {
  'a new account': ({ call, iris }) =>
    call(iris, 'POST', '/users', { email: 'new@test.example', password: 'longenough', full_name: 'Newcomer' }),
  'a new name': ({ call, iris, noor }) => call(iris, 'PATCH', `/users/${noor.id}`, { full_name: 'Noor the Second' }),
  'a new role': ({ call, iris, noor }) => call(iris, 'PATCH', `/users/${noor.id}`, { role: 300 }),
  'a deactivation': ({ call, iris, mei }) => call(iris, 'DELETE', `/users/${mei.id}`),
  'a reactivation': ({ call, iris, mei }) => call(iris, 'POST', `/users/${mei.id}/reactivate`),
  'profile fields': async ({ call, iris }) => {
    await call(iris, 'POST', '/realm/profile_fields', {
      field_type: '1',
      name: 'Desk',
      hint: 'Where?',
      display_in_profile_summary: true,
    })
    await call(iris, 'POST', '/realm/profile_fields', {
      field_type: '2',
      name: 'About',
    })
  },
  'profile values': async ({ call, iris, noor }) => {
    const [desk, about] = (await call(iris, 'GET', '/realm/profile_fields')).custom_fields as { id: number }[]
    for (const account of [iris, noor]) {
      const data = [
        { id: desk?.id, value: `desk of ${account.email}` },
        { id: about?.id, value: 'likes **robots**' },
      ]
      await call(account, 'PATCH', '/users/me/profile_data', { data })
    }
  },
  'an emptied profile field': async ({ call, iris, noor }) => {
    const [desk] = (await call(iris, 'GET', '/realm/profile_fields')).custom_fields as { id: number }[]
    await call(noor, 'DELETE', '/users/me/profile_data', { data: [desk?.id] })
  },
  'profile fields in another order, and one less': async ({ call, iris }) => {
    const fields = (await call(iris, 'GET', '/realm/profile_fields')).custom_fields as { id: number }[]
    await call(iris, 'PATCH', '/realm/profile_fields', { order: fields.map((field) => field.id).reverse() })
    await call(iris, 'DELETE', `/realm/profile_fields/${fields[0]?.id ?? 0}`)
  },
  'user groups': async ({ call, iris, noor }) => {
    await call(iris, 'POST', '/user_groups/create', {
      name: 'crew',
      description: 'The crew',
      members: [iris.id, noor.id],
    })
    await call(iris, 'POST', '/user_groups/create', { name: 'all hands', description: '', members: [] })
  },
  'what a group is called, and who is in it': async ({ call, iris, noor, mei }) => {
    const groups = (await call(iris, 'GET', '/user_groups')).user_groups as { id: number; name: string }[]
    const id = (name: string) => groups.find((group) => group.name === name)?.id ?? 0
    await call(iris, 'PATCH', `/user_groups/${id('crew')}`, { name: 'the crew', description: 'All of it' })
    await call(iris, 'POST', `/user_groups/${id('crew')}/members`, { add: [mei.id], delete: [noor.id] })
    await call(iris, 'POST', `/user_groups/${id('all hands')}/subgroups`, { add: [id('crew')] })
  },
  'a group that is gone': async ({ call, iris }) => {
    const groups = (await call(iris, 'GET', '/user_groups')).user_groups as { id: number; name: string }[]
    const id = (name: string) => groups.find((group) => group.name === name)?.id ?? 0
    await call(iris, 'POST', `/user_groups/${id('all hands')}/subgroups`, { delete: [id('the crew')] })
    // From level 294 on, groups are deactivated, not deleted.
    if (askedLevel() < 294) await call(iris, 'DELETE', `/user_groups/${id('the crew')}`)
    else await call(iris, 'POST', `/user_groups/${id('the crew')}/deactivate`)
  },
  linkifiers: async ({ call, iris }) => {
    await call(iris, 'POST', '/realm/filters', { pattern: 'PR-(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' })
    const second = await call(iris, 'POST', '/realm/filters', {
      pattern: 'T(?P<id>[0-9]+)',
      url_template: 'https://t.example/{id}',
    })
    const first = ((await call(iris, 'GET', '/realm/linkifiers')).linkifiers as { id: number }[])[0]
    await call(iris, 'PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [second.id, first?.id] })
  },
  'alert words': async ({ call, iris }) => {
    await call(iris, 'POST', '/users/me/alert_words', { alert_words: ['coffee', 'Fire'] })
    await call(iris, 'DELETE', '/users/me/alert_words', { alert_words: ['coffee'] })
  },
  'statuses, one part at a time': async ({ call, iris, noor, mei }) => {
    await call(noor, 'POST', '/users/me/status', { status_text: 'at lunch', emoji_name: 'coffee' })
    await call(noor, 'POST', '/users/me/status', { status_text: '' })
    await call(mei, 'POST', '/users/me/status', { status_text: 'gone' })
    await call(mei, 'POST', '/users/me/status', { status_text: '' })
    await call(iris, 'POST', '/users/me/status', { status_text: 'here' })
  },
  'scheduled messages': async ({ call, server, iris, noor, general }) => {
    const at = Math.floor(server.clock.now() / 1000) + 3600
    const schedule = (form: object) =>
      call(iris, 'POST', '/scheduled_messages', { scheduled_delivery_timestamp: at, content: '**later**', ...form })
    const { scheduled_message_id: id } = await schedule({ type: 'stream', to: general, topic: 'Lunch' })
    const { scheduled_message_id: other } = await schedule({ type: 'direct', to: [noor.id] })
    await call(iris, 'PATCH', `/scheduled_messages/${Number(id)}`, { content: 'even later' })
    await call(iris, 'DELETE', `/scheduled_messages/${Number(other)}`)
  },
  'a scheduled message that was sent': async ({ server, iris, general, client }) => {
    await server.clock.advance(2 * 3_600_000)
    await client.online()
    expect(await server.contents(iris, [['stream', general]])).toContain('even later')
  },
  'a stream of another name, with other rules': ({ call, iris, design }) =>
    call(iris, 'PATCH', `/streams/${design}`, {
      new_name: 'looks',
      description: 'How things look',
      stream_post_policy: 2,
      message_retention_days: '30',
    }),
  'a stream that becomes private': ({ call, iris, design }) =>
    call(iris, 'PATCH', `/streams/${design}`, { is_private: true, history_public_to_subscribers: false }),
  'a new stream, of one’s own and of somebody else': async ({ call, iris, noor }) => {
    await call(iris, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'mine', description: 'My own' }] })
    await call(noor, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'theirs' }] })
  },
  'choices for a stream': ({ call, iris, general }) =>
    call(iris, 'POST', '/users/me/subscriptions/properties', {
      subscription_data: [
        { stream_id: general, property: 'color', value: '#123456' },
        { stream_id: general, property: 'is_muted', value: true },
        { stream_id: general, property: 'pin_to_top', value: true },
        { stream_id: general, property: 'push_notifications', value: true },
        { stream_id: general, property: 'email_notifications', value: false },
        { stream_id: general, property: 'desktop_notifications', value: true },
      ],
    }),
  'a default stream': ({ call, iris, general }) =>
    call(iris, 'PATCH', `/streams/${general}`, { is_default_stream: true }),
  'a subscription that ended': ({ call, iris }) =>
    call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: ['mine'] }),
  'a stream that is archived': async ({ call, iris }) => {
    const { stream_id: id } = await call(iris, 'GET', '/get_stream_id', { stream: 'theirs' })
    await call(iris, 'DELETE', `/streams/${Number(id)}`)
  },
  'the first message of a stream': async ({ call, server, iris }) => {
    await call(iris, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'quiet' }] })
    const { stream_id: id } = await call(iris, 'GET', '/get_stream_id', { stream: 'quiet' })
    await server.post(iris, { stream: Number(id), topic: 'hello' }, 'the first')
  },
  'policies of topics': async ({ call, iris, general }) => {
    const choose = (topic: string, visibility_policy: number) =>
      call(iris, 'POST', '/user_topics', { stream_id: general, topic, visibility_policy })
    await choose('Lunch', 3)
    await choose('noise', 1)
    await choose('LUNCH', 2)
    await choose('noise', 0)
  },
  'muted people': ({ call, iris, mei }) => call(iris, 'POST', `/users/me/muted_users/${mei.id}`),
  'settings of one’s own': ({ call, iris }) =>
    call(iris, 'PATCH', '/settings', {
      enter_sends: true,
      enable_stream_desktop_notifications: true,
      twenty_four_hour_time: true,
    }),
  'settings of the organization': async ({ server }) => {
    const { context } = server.built
    context.write(() =>
      changeOrganizationSettings(context, {
        message_content_edit_limit_seconds: 3600,
        delete_own_message_policy: 2,
        edit_topic_policy: 4,
        waiting_period_threshold: 3,
        mandatory_topics: true,
        enable_read_receipts: false,
      }),
    )
    return Promise.resolve()
  },
}

describe('the account state', () => {
  it('equals a fresh registration after each kind of change [Q6] [O1] [O2] [O3] [O7]', async () => {
    const here = await world()
    for (const [step, change] of Object.entries(changes)) {
      await change(here)
      await here.expectAsFresh(step)
    }
  })

  it('equals a fresh registration after all changes during an absence [Q6]', async () => {
    const here = await world()
    here.client.engine.close()
    for (const change of Object.values(changes)) {
      if (change === changes['a scheduled message that was sent']) continue
      await change(here)
    }
    await here.expectAsFreshAfterReturn()
  })

  it('drops the objects that ended during an absence [Q6]', async () => {
    const here = await world()
    const { server, client, call, iris, noor, mei, general } = here
    const choose = (visibility_policy: number) =>
      call(iris, 'POST', '/user_topics', { stream_id: general, topic: 'noise', visibility_policy })
    for (const step of [
      'profile fields',
      'user groups',
      'linkifiers',
      'alert words',
      'statuses, one part at a time',
      'scheduled messages',
      'a new stream, of one’s own and of somebody else',
      'a default stream',
      'muted people',
    ]) {
      await changes[step]!(here)
    }
    await choose(1)
    await here.expectAsFresh('before the absence')
    client.engine.close()
    await changes['profile fields in another order, and one less']!(here)
    await changes['what a group is called, and who is in it']!(here)
    await changes['a group that is gone']!(here)
    const { linkifiers } = (await call(iris, 'GET', '/realm/linkifiers')) as { linkifiers: { id: number }[] }
    for (const { id } of linkifiers) await call(iris, 'DELETE', `/realm/filters/${id}`)
    await call(iris, 'DELETE', '/users/me/alert_words', { alert_words: ['Fire'] })
    await call(noor, 'POST', '/users/me/status', { status_text: '', emoji_name: '' })
    const scheduled = (await call(iris, 'GET', '/scheduled_messages')) as {
      scheduled_messages: { scheduled_message_id: number }[]
    }
    for (const { scheduled_message_id: id } of scheduled.scheduled_messages) {
      await call(iris, 'DELETE', `/scheduled_messages/${id}`)
    }
    await changes['a subscription that ended']!(here)
    await call(iris, 'PATCH', `/streams/${general}`, { is_default_stream: false })
    await call(iris, 'DELETE', `/users/me/muted_users/${mei.id}`)
    await choose(0)
    await server.clock.advance(1_000)
    await here.expectAsFreshAfterReturn()
  })
})

describe('the permissions of the own account', () => {
  it('follow its role and the organization’s policies at once (§6.8 case 17) [O4]', async () => {
    const here = await world()
    const { server, client, call, iris, noor, general } = here
    const id = await server.post(noor, { stream: general, topic: 'lunch' }, 'from noor')
    const own = await server.post(iris, { stream: general, topic: 'lunch' }, 'from iris')
    const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
    await server.clock.until('both are shown', () => window.texts().length === 2)
    const item = (messageId: number) =>
      window.items().find((entry) => entry.kind === 'message' && entry.id === messageId)
    expect([item(id), item(own)]).toMatchObject([
      { canEdit: false, canDelete: true },
      { canEdit: true, canDelete: true },
    ])
    await call(iris, 'PATCH', `/users/${noor.id}`, { role: 100 })
    await call(iris, 'PATCH', `/streams/${general}`, { stream_post_policy: 2 })
    await call(noor, 'PATCH', `/users/${iris.id}`, { role: 400 })
    await server.clock.until('it is no administrator any more', () => !window.meta().canPost)
    expect([item(id), item(own)]).toMatchObject([
      { canEdit: false, canDelete: false },
      { canEdit: true, canDelete: true },
    ])
    const { context } = server.built
    context.write(() =>
      changeOrganizationSettings(context, { delete_own_message_policy: 4, message_content_edit_limit_seconds: 60 }),
    )
    // The limit, and the time that an edit under way has.
    await server.clock.advance(81_000)
    await server.clock.until('the policies hold', () => {
      const shown = item(own)
      return shown?.kind === 'message' && !shown.canDelete
    })
    const edit = (messageId: number) => client.engine.call('messages.edit', { messageId, content: 'other' })
    const remove = (messageId: number) => client.engine.call('messages.delete', { messageId })
    expect([await edit(own), await remove(own), await edit(id)]).toMatchObject([
      { error: { code: 'NOT_ALLOWED', values: { act: 'edit', isLate: true } } },
      { error: { code: 'NOT_ALLOWED', values: { act: 'delete', isLate: false } } },
      { error: { code: 'NOT_ALLOWED', values: { act: 'change_of_other' } } },
    ])
  })

  it('use the server’s clock, not the local clock [O8]', async () => {
    const { server, iris, general, start } = await setupWorld({ engine: 'none' })
    const { context } = server.built
    context.write(() => changeOrganizationSettings(context, { message_content_edit_limit_seconds: 3600 }))
    const own = await server.post(iris, { stream: general, topic: 'lunch' }, 'from iris')
    for (const [aheadSeconds, canEdit] of [
      [0, true],
      [7200, false],
    ] as const) {
      const client = start({
        rewrite: (_, body) =>
          'server_timestamp' in body
            ? { ...body, server_timestamp: Number(body.server_timestamp) + aheadSeconds }
            : body,
      })
      await client.online()
      const window = await client.openConversation({ kind: 'topic', streamId: general, topic: 'lunch' })
      await server.clock.until('it is shown', () => window.items().length === 1)
      expect(window.items()[0]).toMatchObject({ id: own, canEdit })
      client.engine.close()
    }
  })
})
