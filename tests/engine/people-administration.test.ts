import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type {
  ManagedFieldItem,
  ManagedPersonMeta,
  RightItem,
  RightsMeta,
} from '#contract/people/people-administration.ts'
import type { PeopleMeta, PersonItem } from '#contract/people.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { directoryQuery } from '#support/directory-query.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'
import type { TestClient } from '#support/test-client.ts'

async function setUp(options: WorldOptions = {}) {
  const world = await setupWorld(options)
  const { server, client } = world
  const managed = (userId: number, of = client) =>
    of.openView<{ item: ManagedFieldItem; meta: ManagedPersonMeta }>({ type: 'managed_person', userId })
  /** Makes a call that waits for the server: the clock runs until it is answered. */
  const call = async (name: Parameters<TestClient['engine']['call']>[0], input: unknown) => {
    let given: { readonly result: unknown } | undefined
    void client.engine.call(name, input as never).then((result: unknown) => (given = { result }))
    // The hash of a password takes time of the machine, not of the clock.
    for (let tries = 0; name === 'people.add' && given === undefined && tries < 100; tries += 1) {
      await server.clock.advance(10)
      await wait(10)
    }
    await server.clock.until('the call is answered', () => given !== undefined, 120_000)
    return given?.result as { ok: boolean; value: { userId: number; key: string }; error: { code: string } }
  }
  const user = async (id: number) => (await server.call(world.iris, 'GET', `/users/${id}`)).user
  return { ...world, managed, call, user, settled: () => server.clock.advance(3_000) }
}

const done = { ok: true, value: null }

describe.each<FeatureLevel>([237, 371, 500])('the administration of people at level %i', (featureLevel) => {
  const settings = { featureLevel }

  it('changes name, role and fields of a person, and shows what another administrator changes', async () => {
    const { server, call, managed, user, mei, iris, settled } = await setUp({ settings })
    const { id: fieldId } = await server.ok(iris, 'POST', '/realm/profile_fields', { field_type: 1, name: 'Team' })
    await settled()
    const view = await managed(mei.id)
    expect(view.meta().person).toMatchObject({ role: 'member', editRefusal: null, activityRefusal: null, bot: null })
    expect(view.items()).toMatchObject([{ name: 'Team', value: '' }])
    const fields = [{ fieldId, value: 'firmware' }]
    expect(await call('people.change', { userId: mei.id, name: ' Mei O. ', role: 'moderator', fields })).toEqual(done)
    expect(await user(mei.id)).toMatchObject({ full_name: 'Mei O.', role: 300 })
    await settled()
    expect(view.meta().person).toMatchObject({ name: 'Mei O.', role: 'moderator' })
    expect(view.items()).toMatchObject([{ value: 'firmware' }])
    expect(await call('people.change', { userId: mei.id, fields: [{ fieldId, value: '' }] })).toEqual(done)
    await server.ok(iris, 'PATCH', `/users/${mei.id}`, { role: 600 })
    await settled()
    expect(view.meta().person).toMatchObject({ role: 'guest' })
    expect(view.items()).toMatchObject([{ value: '' }])
  })

  it('deactivates and reactivates a person, and tells what happens to their bots', async () => {
    const { server, call, managed, user, mei, noor, settled } = await setUp({
      settings,
      before: async (made, people) => {
        await made.ok(people.mei, 'POST', '/bots', { full_name: 'Helper', short_name: 'helper' })
        await made.ok(people.iris, 'POST', '/user_groups/create', {
          name: 'crew',
          description: '',
          members: [people.mei.id],
        })
      },
    })
    const view = await managed(mei.id)
    expect(view.meta().person).toMatchObject({ bots: [{ name: 'Helper' }], botCount: 1, groupCount: 1 })
    expect(await call('people.deactivate', { userId: mei.id, comment: '' })).toEqual(done)
    expect(await user(mei.id)).toMatchObject({ is_active: false })
    await settled()
    expect(view.meta().person).toMatchObject({ isActive: false, activityRefusal: null })
    expect(await call('people.reactivate', { userId: mei.id })).toEqual(done)
    await settled()
    expect(view.meta().person).toMatchObject({ isActive: true })
    expect(await call('people.deactivate', { userId: 999_999, comment: '' })).toMatchObject({
      error: { code: 'PERSON_UNKNOWN' },
    })
    expect(await server.call(noor, 'GET', `/users/${mei.id}`)).toMatchObject({ user: { is_active: true } })
  })

  it('adds a person, whom the directory lists', async () => {
    const { client, call, settled } = await setUp({ settings })
    const person = { name: 'Ada Brandt', email: 'ada@test.example', password: 'a long enough password' }
    const added = await call('people.add', person)
    expect(added).toMatchObject({ ok: true })
    const people = await client.openView<{ item: PersonItem; meta: PeopleMeta }>(directoryQuery('Ada'))
    await settled()
    expect(people.items()).toMatchObject([{ id: added.value.userId, name: 'Ada Brandt', canManage: true }])
    expect(await call('people.add', { ...person, email: 'nobody' })).toMatchObject({
      error: { code: 'PERSON_EMAIL_INVALID' },
    })
    expect(await call('people.add', { ...person, password: 'x' })).toMatchObject({
      error: { code: 'PERSON_PASSWORD_TOO_SHORT' },
    })
  })

  it('creates a bot, whose owner, name and key it changes', async () => {
    const { server, client, call, managed, mei, iris, settled } = await setUp({ settings })
    const made = await call('bots.create', { type: 'incoming', name: 'Builds', shortName: 'builds', address: '' })
    expect(made).toMatchObject({ ok: true })
    const { userId } = made.value
    const view = await managed(userId)
    expect(view.meta().person).toMatchObject({
      isBot: true,
      bot: { type: 'incoming', owner: { id: iris.id }, hasKey: true, refusal: null },
    })
    const own = await client.openView<{ item: PersonItem; meta: PeopleMeta }>({
      ...directoryQuery(''),
      filters: { ...directoryQuery('').filters, kind: 'own_bots' },
    })
    expect(own.items().map(({ name }) => name)).toEqual(['Builds'])
    const first = await call('bots.key', { userId })
    expect(first.value.key).toBeTruthy()
    const second = await call('bots.replaceKey', { userId })
    expect(second.value.key).not.toBe(first.value.key)
    expect((await call('bots.key', { userId })).value.key).toBe(second.value.key)
    expect(await call('bots.change', { userId, name: 'Build bot', ownerId: mei.id })).toEqual(done)
    await settled()
    expect(view.meta().person).toMatchObject({ name: 'Build bot', bot: { owner: { id: mei.id } } })
    // The key of another person's bot is told by newer servers only.
    expect(view.meta().person?.bot?.hasKey).toBe(featureLevel >= 463)
    expect(await call('bots.key', { userId })).toMatchObject(
      featureLevel >= 463 ? { value: second.value } : { error: { code: 'BOT_KEY_UNKNOWN' } },
    )
    expect(own.items()).toEqual([])
    expect(await call('people.deactivate', { userId, comment: '' })).toEqual(done)
    expect((await server.call(iris, 'GET', `/users/${userId}`)).user).toMatchObject({ is_active: false })
    expect(await call('people.reactivate', { userId })).toEqual(done)
  })

  it('is locked for whom it is not for, also after a demotion', async () => {
    const { server, client, call, managed, mei, iris, noor, settled } = await setUp({
      settings,
      account: 'noor',
      before: (made, people) => made.ok(people.iris, 'PATCH', `/users/${people.noor.id}`, { role: 200 }),
    })
    const [ofMei, ofIris] = [await managed(mei.id), await managed(iris.id)]
    expect(ofMei.meta().person).toMatchObject({
      editRefusal: null,
      roleRefusals: { owner: { code: 'role', least: 'owner' }, moderator: null, guest: null },
    })
    expect(ofIris.meta().person).toMatchObject({ editRefusal: { code: 'role', least: 'owner' } })
    const rights = await client.openView<{ item: RightItem; meta: RightsMeta }>({ type: 'rights' })
    const refusal = () => rights.items().find(({ act }) => act === 'add_person')?.refusal
    expect(refusal()).toBeNull()
    await server.ok(iris, 'PATCH', `/users/${noor.id}`, { role: 400 })
    await settled()
    const code = { code: 'role', least: 'administrator' }
    expect(ofMei.meta().person).toMatchObject({ editRefusal: code, activityRefusal: code })
    expect(refusal()).toEqual(code)
    expect(rights.meta()).toMatchObject({ role: 'member', botTypes: ['generic', 'incoming'] })
    expect(await call('people.change', { userId: mei.id, role: 'guest', fields: [] })).toMatchObject({
      error: { code: 'RIGHT_MISSING', values: { refusal: code } },
    })
  })

  it('keeps the last owner', async () => {
    const { call, managed, iris } = await setUp({ settings })
    const view = await managed(iris.id)
    const code = { code: 'last_owner' }
    expect(view.meta().person).toMatchObject({
      activityRefusal: code,
      roleRefusals: { owner: null, administrator: code, guest: code },
    })
    expect(await call('people.deactivate', { userId: iris.id, comment: '' })).toMatchObject({
      error: { code: 'RIGHT_MISSING' },
    })
  })
})

describe('a change of a person', () => {
  it('whose answer is lost is looked up at the server', async () => {
    let isLost = false
    const { call, user, mei } = await setUp({
      faultFor: ({ method, path }) => {
        const isChange = method === 'PATCH' && path.includes('/users/')
        return isChange && isLost ? { after: 'broken' as const } : undefined
      },
    })
    isLost = true
    expect(await call('people.change', { userId: mei.id, name: 'Mei O.', fields: [] })).toEqual(done)
    expect(await user(mei.id)).toMatchObject({ full_name: 'Mei O.' })
  })

  it('says offline that it needs the server', async () => {
    const { server, call, mei } = await setUp()
    await server.stop()
    await server.clock.advance(120_000)
    expect(await call('people.deactivate', { userId: mei.id, comment: '' })).toMatchObject({
      error: { code: 'CHANGE_NEEDS_SERVER' },
    })
  })
})
