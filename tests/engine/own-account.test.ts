import { describe, expect, it } from 'vitest'
import type { OwnAccountMeta, OwnFieldItem, TopicChoiceItem, TopicChoicesMeta } from '#contract/people/own-account.ts'
import type { PeopleMeta, PersonItem } from '#contract/people.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { temporaryDatabase } from '#support/files.ts'
import { directoryQuery } from '#support/directory-query.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

const hourMs = 3_600_000
const palm = { type: 'unicode_emoji', code: '1f334' }

async function setUp(options: WorldOptions = {}) {
  const world = await setupWorld({
    ...options,
    before: async (server, people) => {
      await server.post(people.noor, { stream: people.general, topic: 'earlier' }, 'hello')
      await options.before?.(server, people)
    },
  })
  const { server, client, iris } = world
  const view = await client.openView<{ item: OwnFieldItem; meta: OwnAccountMeta }>({ type: 'own_account' })
  const status = () => view.meta().status
  const atServer = async () => {
    const answer = await server.call(iris, 'POST', '/register', { fetch_event_types: '["user_status"]' })
    const found = (answer.user_status as Record<string, { status_text?: string; emoji_name?: string }>)[iris.id]
    return `${found?.emoji_name ?? ''} ${found?.status_text ?? ''}`.trim()
  }
  return {
    ...world,
    view,
    status,
    atServer,
    set: (text: string, until: number | null = null, emoji: typeof palm | null = null) =>
      client.engine.call('account.setStatus', { text, emoji, until }),
    requests: () => client.requests.filter(({ path }) => path.endsWith('/users/me/status')),
    settled: () => server.clock.advance(3_000),
  }
}

describe.each<FeatureLevel>([237, 500])('the own status at level %i', (featureLevel) => {
  const settings = { featureLevel }

  it('is shown at once, also in the list of people, and reaches the server', async () => {
    const { server, client, iris, status, set, atServer, settled } = await setUp({
      settings,
      faultFor: ({ path }) => (path.endsWith('/users/me/status') ? { delayMs: 1_000 } : undefined),
    })
    const people = await client.openView<{ item: PersonItem; meta: PeopleMeta }>(directoryQuery('Iris'))
    expect(await set('  On   holiday ', null, palm)).toEqual({ ok: true, value: null })
    await server.clock.until('it is shown', () => status()?.state.kind === 'saving')
    expect(status()).toMatchObject({ text: 'On holiday', emoji: { name: 'palm_tree' }, until: null })
    await server.clock.until('the list has it', () =>
      people.items().some((person) => person.id === iris.id && person.status?.text === 'On holiday'),
    )
    await settled()
    expect(status()?.state).toEqual({ kind: 'saved' })
    expect(await atServer()).toBe('palm_tree On holiday')
    await set('')
    await settled()
    expect(status()).toBeNull()
    expect(await atServer()).toBe('')
  })

  it('ends at its time', async () => {
    const { server, status, set, atServer, settled } = await setUp({ settings })
    const until = server.clock.now() + hourMs
    await set('In a meeting', until)
    await settled()
    expect(status()).toMatchObject({ text: 'In a meeting', until })
    await server.clock.advance(hourMs - 10_000)
    expect(await atServer()).toBe('In a meeting')
    await server.clock.advance(20_000)
    expect(status()).toBeNull()
    expect(await atServer()).toBe('')
  })

  it('ends after a restart that was later than its end', async () => {
    const database = temporaryDatabase()
    const { server, client, set, atServer, settled, start } = await setUp({ settings, database })
    await set('In a meeting', server.clock.now() + hourMs)
    await settled()
    client.engine.close()
    await server.clock.advance(2 * hourMs)
    expect(await atServer()).toBe('In a meeting')
    const next = start({ engineEpoch: 2 })
    await next.online()
    await settled()
    expect(await atServer()).toBe('')
  })

  it('stays if another device has changed it before its end', async () => {
    const { server, iris, status, set, atServer, settled } = await setUp({ settings })
    await set('In a meeting', server.clock.now() + hourMs)
    await settled()
    await server.ok(iris, 'POST', '/users/me/status', { status_text: 'At lunch' })
    await server.clock.until('it is shown', () => status()?.text === 'At lunch')
    expect(status()?.until).toBeNull()
    await server.clock.advance(2 * hourMs)
    expect(await atServer()).toBe('At lunch')
    // The same text, set there, does not bring the end back.
    await server.ok(iris, 'POST', '/users/me/status', { status_text: 'In a meeting' })
    await server.clock.advance(hourMs)
    expect(await atServer()).toBe('In a meeting')
  })
})

describe('the own status', () => {
  it('is set offline, and only the newest reaches the server', async () => {
    let isDown = false
    const { server, client, status, set, atServer, requests, settled } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await set('one')
    await set('two')
    await server.clock.until('it is shown', () => status()?.text === 'two')
    isDown = false
    client.engine.signal('retry')
    await server.clock.until('it is sent', () => status()?.state.kind === 'saved')
    await settled()
    expect(await atServer()).toBe('two')
    expect(requests().filter(({ form }) => form.status_text === 'one')).toEqual([])
  })

  it('is not sent after its end has passed offline, and leaves the status of another device alone', async () => {
    let isDown = false
    const { server, client, iris, status, set, atServer, requests, settled } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await set('At lunch', server.clock.now() + hourMs)
    await server.clock.until('it is shown', () => status()?.text === 'At lunch')
    await server.ok(iris, 'POST', '/users/me/status', { status_text: 'On holiday' })
    await server.clock.advance(hourMs + 1_000)
    expect(status()).toBeNull()
    isDown = false
    client.engine.signal('retry')
    await client.online()
    await settled()
    await server.clock.until('the other is shown', () => status()?.text === 'On holiday')
    await server.clock.advance(hourMs)
    expect(await atServer()).toBe('On holiday')
    expect(requests()).toEqual([])
  })

  it('ends after its time if the server could not be reached then', async () => {
    let isDown = false
    const { server, client, status, set, atServer, settled } = await setUp({
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await set('In a meeting', server.clock.now() + hourMs)
    await settled()
    isDown = true
    client.engine.signal('resume')
    await server.clock.advance(2 * hourMs)
    expect(status()).toBeNull()
    expect(await atServer()).toBe('In a meeting')
    isDown = false
    client.engine.signal('retry')
    await client.online()
    await settled()
    expect(await atServer()).toBe('')
  })

  it('keeps the reason of a refusal until it is retried or discarded', async () => {
    let refuses = true
    const refusal = JSON.stringify({ result: 'error', code: 'BAD_REQUEST', msg: 'Not this one' })
    const { server, client, status, set, atServer, settled } = await setUp({
      through: (request, ask) =>
        request.path.endsWith('/users/me/status') && refuses
          ? Promise.resolve({ status: 400, headers: {}, body: refusal })
          : ask(),
    })
    await set('rude')
    await server.clock.until('it is refused', () => status()?.state.kind === 'failed')
    const state = status()?.state
    expect(state).toMatchObject({ failure: { code: 'TEXT', values: { text: 'Not this one' } } })
    refuses = false
    await client.engine.call('outbox.retry', { localId: state?.kind === 'failed' ? state.localId : '' })
    await settled()
    expect(await atServer()).toBe('rude')
  })

  it('is refused at once if the server would not accept it', async () => {
    const { server, set, settled } = await setUp()
    expect(await set('x'.repeat(61))).toMatchObject({ error: { code: 'STATUS_TOO_LONG', values: { most: 60 } } })
    expect(await set('𝒳'.repeat(60))).toMatchObject({ ok: true })
    expect(await set('soon', server.clock.now())).toMatchObject({ error: { code: 'TIME_PASSED' } })
    expect(await set('', null, { type: 'unicode_emoji', code: 'ffff' })).toMatchObject({ error: { code: 'NO_EMOJI' } })
    await settled()
  })
})

/** Adds a field of each type. */
async function addFields(server: Awaited<ReturnType<typeof setupWorld>>['server'], owner: { apiKey: string }) {
  const add = (form: Record<string, unknown>) =>
    server.ok(owner as Parameters<typeof server.ok>[0], 'POST', '/realm/profile_fields', form)
  await add({ field_type: 1, name: 'Nickname', hint: 'Short' })
  await add({ field_type: 2, name: 'About' })
  const choices = { b: { text: 'Night', order: '2' }, a: { text: 'Day', order: '1' } }
  await add({ field_type: 3, name: 'Shift', field_data: JSON.stringify(choices) })
  await add({ field_type: 4, name: 'Birthday' })
  await add({ field_type: 5, name: 'Homepage' })
  await add({ field_type: 6, name: 'Mentor' })
  await add({ field_type: 7, name: 'GitHub', field_data: JSON.stringify({ subtype: 'github' }) })
  await add({ field_type: 8, name: 'Pronouns' })
}

describe.each<FeatureLevel>([237, 500])('the own profile at level %i', (featureLevel) => {
  const options: WorldOptions = {
    settings: { featureLevel },
    before: (server, { iris }) => addFields(server, iris),
  }

  it('has a field of each type, whose values are changed and cleared', async () => {
    const { server, client, view, noor, iris, settled } = await setUp(options)
    expect(view.items().map(({ name, content }) => `${name} ${content.type}`)).toEqual([
      'Nickname short_text',
      'About long_text',
      'Shift list',
      'Birthday date',
      'Homepage link',
      'Mentor person',
      'GitHub external_account',
      'Pronouns pronouns',
    ])
    const shift = view.items()[2]?.content
    expect(shift).toEqual({
      type: 'list',
      choices: [
        { value: 'a', text: 'Day' },
        { value: 'b', text: 'Night' },
      ],
    })
    const values = ['Ir', 'long', 'b', '2000-02-29', 'https://iris.example', `[${noor.id}]`, 'iris', 'she/her']
    const ids = view.items().map(({ fieldId }) => fieldId)
    for (const [index, value] of values.entries()) {
      const changed = await client.engine.call('account.setField', { fieldId: ids[index] ?? 0, value })
      expect(changed).toEqual({ ok: true, value: null })
    }
    await server.clock.until('all are shown', () => view.items().every(({ value }, index) => value === values[index]))
    await settled()
    expect(view.items().map(({ state }) => state.kind)).toEqual(values.map(() => 'saved'))
    expect(view.items()[5]?.content).toMatchObject({ people: [{ id: noor.id, name: 'Noor' }] })
    const known = await server.call(noor, 'GET', `/users/${iris.id}`, { include_custom_profile_fields: 'true' })
    const { profile_data: data } = known.user as { profile_data: Record<string, { value: string }> }
    expect(Object.values(data).map(({ value }) => value)).toEqual(values)
    for (const fieldId of ids) await client.engine.call('account.setField', { fieldId, value: '' })
    await settled()
    expect(view.items().map(({ value, state }) => `${value}${state.kind}`)).toEqual(values.map(() => 'saved'))
  })

  it('has a name, a time zone and the visibility of the e-mail address', async () => {
    const { client, view, settled } = await setUp(options)
    const change = (wanted: Parameters<typeof client.engine.call<'account.change'>>[1]['change']) =>
      client.engine.call('account.change', { change: wanted })
    await change({ property: 'full_name', value: ' Iris L ' })
    await change({ property: 'timezone', value: 'Europe/Stockholm' })
    await change({ property: 'email_address_visibility', value: 3 })
    await settled()
    const saved = { kind: 'saved' }
    expect(view.meta()).toMatchObject({
      self: { name: 'Iris L' },
      name: { value: 'Iris L', state: saved },
      timezone: { value: 'Europe/Stockholm', state: saved },
      emailVisibility: { value: 3, state: saved },
      canRename: true,
      canChangePicture: true,
      minPassword: 6,
    })
    expect(await change({ property: 'full_name', value: '  ' })).toMatchObject({ error: { code: 'OWN_NAME_EMPTY' } })
    expect(await change({ property: 'full_name', value: 'x'.repeat(101) })).toMatchObject({
      error: { code: 'OWN_NAME_TOO_LONG' },
    })
  })

  it('shows the changes of an administrator, and a refused name with its reason', async () => {
    const { server, client, view, iris, noor } = await setUp({ ...options, account: 'noor' })
    await server.ok(iris, 'PATCH', `/users/${noor.id}`, { full_name: 'Noor H' })
    await server.clock.until('it is shown', () => view.meta().name.value === 'Noor H')
    await server.ok(iris, 'PATCH', '/realm', { name_changes_disabled: true, avatar_changes_disabled: true })
    await server.clock.until('the rights are gone', () => !view.meta().canRename && !view.meta().canChangePicture)
    await client.engine.call('account.change', { change: { property: 'full_name', value: 'Nora' } })
    await server.clock.until('it is refused', () => view.meta().name.state.kind === 'failed')
    expect(view.meta().name).toMatchObject({ value: 'Nora', state: { failure: { code: 'TEXT' } } })
  })

  it('refuses values at once that the server would refuse', async () => {
    const { client, view } = await setUp(options)
    const set = (index: number, value: string) =>
      client.engine.call('account.setField', { fieldId: view.items()[index]?.fieldId ?? 0, value })
    expect(await set(0, 'x'.repeat(51))).toMatchObject({ error: { code: 'PROFILE_TOO_LONG', values: { most: 50 } } })
    expect(await set(1, 'x'.repeat(501))).toMatchObject({ error: { code: 'PROFILE_TOO_LONG', values: { most: 500 } } })
    // eslint-disable-next-line no-script-url -- such an address is refused
    expect(await set(4, 'javascript:alert(1)')).toMatchObject({ error: { code: 'PROFILE_NOT_A_LINK' } })
    expect(await client.engine.call('account.setField', { fieldId: 9_999, value: 'x' })).toMatchObject({
      error: { code: 'NO_PROFILE_FIELD' },
    })
  })
})

describe('the lists of muted and followed topics', () => {
  it('have the pending choices, are searched, and lose a topic at once', async () => {
    const { server, client, iris, general, design, settled } = await setUp()
    await server.setTopicPolicy(iris, { stream: general, topic: 'Lunch' }, 1)
    await server.setTopicPolicy(iris, { stream: design, topic: 'colours' }, 1)
    await server.setTopicPolicy(iris, { stream: design, topic: 'logo' }, 3)
    await settled()
    const open = (policy: 'muted' | 'followed', text = '') =>
      client.openView<{ item: TopicChoiceItem; meta: TopicChoicesMeta }>({ type: 'topic_choices', policy, text })
    const muted = await open('muted')
    const names = (view: typeof muted) => view.items().map(({ streamName, name }) => `${streamName ?? ''} ${name}`)
    expect(names(muted).map((name) => name.toLowerCase())).toEqual(['design colours', 'general lunch'])
    expect(names(await open('followed'))).toEqual(['design logo'])
    const found = await open('muted', 'DES col')
    expect(names(found)).toEqual(['design colours'])
    expect(found.meta()).toEqual({ total: 2, found: 1, canFollow: true })
    await client.engine.call('topics.policy', { streamId: design, topic: 'colours', policy: 0 })
    await server.clock.until('it is gone', () => muted.items().length === 1)
    await client.engine.call('topics.policy', { streamId: design, topic: 'colours', policy: 1 })
    await server.clock.until('it is back', () => muted.items().length === 2)
  })
})
