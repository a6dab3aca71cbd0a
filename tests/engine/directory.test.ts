import { describe, expect, it } from 'vitest'
import type { DirectoryFilters, PeopleMeta, PersonItem } from '#contract/people.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { directoryQuery } from '#support/directory-query.ts'
import { setupWorld } from '#support/setup-world.ts'
import { testWindow } from '#support/test-window.ts'

const step = clientLimits.directoryRows.most
const threshold = 140_000

interface Addition {
  readonly name: string
  readonly role?: number
  readonly isActive?: boolean
}

/** A world with further people, who are known to the server before the engine registers. */
function withPeople(additions: readonly Addition[]) {
  return setupWorld({
    before: async (server, { iris }) => {
      const { context } = server.built
      const ids = context.write(() =>
        additions.map(({ name, role = 400 }, index) =>
          context.tables.users.add(
            {
              deliveryEmail: `added${index}@more.example`,
              fullName: name,
              role,
              apiKey: `key of ${index}`,
              dateJoined: 1,
            },
            'test.example',
          ),
        ),
      )
      for (const [index, { isActive = true }] of additions.entries()) {
        if (!isActive) await server.ok(iris, 'DELETE', `/users/${ids[index]}`)
      }
    },
  })
}

type World = Awaited<ReturnType<typeof withPeople>>

async function opened(
  { client }: Pick<World, 'client'>,
  query = '',
  filters: Partial<DirectoryFilters> = {},
  more: Parameters<typeof directoryQuery>[2] = {},
) {
  const view = await client.openView<{ item: PersonItem; meta: PeopleMeta }>(directoryQuery(query, filters, more))
  return Object.assign(view, { names: () => view.items().map(({ name }) => name) })
}

describe('the search of the directory', () => {
  it('finds any part of names and addresses, and beginnings of words first', async () => {
    const world = await withPeople([
      { name: 'Zoë Anders' },
      { name: 'Johanna Berg' },
      { name: 'Ann-Marie Vogel' },
      { name: 'Łukasz Žižka' },
    ])
    const names = async (query: string) => (await opened(world, query)).names()
    expect(await names('AN')).toEqual(['Ann-Marie Vogel', 'Zoë Anders', 'Johanna Berg'])
    expect(await names('zoe')).toEqual(['Zoë Anders'])
    expect(await names('ziz luk')).toEqual(['Łukasz Žižka'])
    expect(await names('žka')).toEqual(['Łukasz Žižka'])
    expect(await names('Vogel, Ann')).toEqual(['Ann-Marie Vogel'])
    expect(await names('more.example berg')).toEqual(['Johanna Berg'])
    expect(await names('ris@')).toEqual(['Iris'])
    expect(await names('nobody is called so')).toEqual([])
    expect(await names('\u0301')).toEqual([])
  })

  it('does not show or find addresses that the user may not see', async () => {
    const world = await withPeople([])
    const { server, client, noor, mei } = world
    await server.ok(noor, 'PATCH', '/settings', { email_address_visibility: 4 })
    const all = await opened(world)
    await server.clock.until('the address is hidden', () => all.items().some(({ email }) => email === null))
    expect(all.items().map(({ name, email }) => [name, email])).toEqual([
      ['Iris', 'iris@test.example'],
      ['Mei', mei.email],
      ['Noor', null],
    ])
    expect((await opened(world, `user${noor.id}`)).names()).toEqual([])
    expect((await opened({ client }, 'noor@')).names()).toEqual([])
    expect((await opened({ client }, 'mei@')).names()).toEqual(['Mei'])
  })

  it('finds the texts and the chosen options of profile fields, and follows their changes', async () => {
    const world = await withPeople([])
    const { server, iris, noor, mei } = world
    const field = async (form: Readonly<Record<string, unknown>>) =>
      Number((await server.ok(iris, 'POST', '/realm/profile_fields', form)).id)
    const desk = await field({ name: 'Desk', field_type: 1 })
    const team = await field({
      name: 'Team',
      field_type: 3,
      field_data: { a: { text: 'Quality assurance', order: '1' }, b: { text: 'Bögen', order: '2' } },
    })
    await server.ok(noor, 'PATCH', '/users/me/profile_data', { data: [{ id: desk, value: '4b, Kitchen' }] })
    await server.ok(mei, 'PATCH', '/users/me/profile_data', { data: [{ id: team, value: 'b' }] })
    await server.clock.advance(2_000)
    const kitchen = await opened(world, 'KITCH')
    expect(kitchen.names()).toEqual(['Noor'])
    expect((await opened(world, 'noor 4b')).names()).toEqual(['Noor'])
    expect((await opened(world, 'bogen')).names()).toEqual(['Mei'])
    expect((await opened(world, 'quality')).names()).toEqual([])
    await server.ok(mei, 'PATCH', '/users/me/profile_data', { data: [{ id: desk, value: 'the kitchen, too' }] })
    await server.clock.until('the new value is found', () => kitchen.names().join() === 'Mei,Noor')
    await server.ok(iris, 'DELETE', `/realm/profile_fields/${desk}`)
    await server.clock.until('the removed field is not found', () => kitchen.names().length === 0)
  })
})

describe('the filters of the directory', () => {
  it('select roles, deactivated accounts, bots and groups, and follow their changes', async () => {
    const world = await withPeople([
      { name: 'Guest One', role: 600 },
      { name: 'Moderator One', role: 300 },
      { name: 'Left One', isActive: false },
    ])
    const { server, iris, noor, mei } = world
    await server.ok(noor, 'POST', '/bots', { full_name: 'Build', short_name: 'build' })
    await server.ok(iris, 'POST', '/user_groups/create', {
      name: 'crew',
      description: '',
      members: [noor.id],
    })
    const bots = await opened(world, '', { kind: 'bots' })
    await server.clock.until('the bot is known', () => bots.names().includes('Build'))
    const all = await opened(world, '', { kind: 'all', state: 'all' })
    // The server has bots of its own.
    const known = all.items().filter(({ name, isBot }) => !isBot || name === 'Build')
    expect(known.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Build member',
      'Guest One guest',
      'Iris owner',
      'Left One member',
      'Mei member',
      'Moderator One moderator',
      'Noor member',
    ])
    expect((await opened(world, '', { role: 'guest' })).names()).toEqual(['Guest One'])
    expect((await opened(world, '', { role: 'owner' })).items()).toMatchObject([{ name: 'Iris', isSelf: true }])
    const gone = await opened(world, '', { state: 'deactivated' })
    expect(gone.items()).toMatchObject([{ name: 'Left One', isActive: false, presence: null }])
    await server.clock.until('the group is offered', () => gone.meta().groups.length === 1)
    const groupId = gone.meta().groups[0]?.groupId ?? 0
    expect(gone.meta().groups).toEqual([{ groupId, name: 'crew' }])
    const crew = await opened(world, '', { groupId })
    expect(crew.names()).toEqual(['Noor'])
    await server.ok(iris, 'POST', `/user_groups/${groupId}/members`, { add: [mei.id] })
    await server.clock.until('the new member is listed', () => crew.names().join() === 'Mei,Noor')
    await server.ok(iris, 'DELETE', `/users/${noor.id}`)
    await server.clock.until('the deactivated one is not listed', () => crew.names().join() === 'Mei')
    await server.clock.until('but listed there', () => gone.names().join() === 'Left One,Noor')
    expect(crew.meta().found).toBe(1)
  })

  it('follow names, statuses and mutes', async () => {
    const world = await withPeople([])
    const { server, client, noor, mei } = world
    const people = await opened(world)
    await server.ok(noor, 'PATCH', '/settings', { full_name: 'Aaron' })
    await server.clock.until('the new name is first', () => people.names().join() === 'Aaron,Iris,Mei')
    await server.call(mei, 'POST', '/users/me/status', { status_text: 'in the lab', emoji_name: 'coffee' })
    await server.clock.until('the status shows', () => people.items()[2]?.status?.text === 'in the lab')
    await client.engine.call('people.mute', { userId: mei.id, isMuted: true })
    await server.clock.until('the mark shows at once', () => people.items()[2]?.isMuted === true)
  })
})

describe('presence in the directory', () => {
  it('filters and sorts people, until it expires by the server’s clock [O5] [O8]', async () => {
    const world = await withPeople([{ name: 'Never Here' }])
    const { server, client, noor, mei } = world
    const online = await opened(world, '', { isOnline: true })
    const byActivity = await opened(world, '', {}, { sort: 'activity' })
    const states = () => byActivity.items().map(({ name, presence }) => `${name} ${presence?.state}`)
    expect(online.names()).toEqual([])
    client.engine.signal('focused')
    await server.call(noor, 'POST', '/users/me/presence', { status: 'idle' })
    await server.call(mei, 'POST', '/users/me/presence', { status: 'active' })
    await server.clock.until('those who are active are listed', () => online.names().join() === 'Iris,Mei')
    expect(states()).toEqual(['Iris active', 'Mei active', 'Noor idle', 'Never Here offline'])
    expect(byActivity.items()[1]?.presence).toEqual({ state: 'active', lastActive: null })
    const leftAt = Math.floor(server.clock.now() / 1000)
    await server.clock.until('they are offline', () => online.names().join() === 'Iris', 3 * threshold)
    const mine = byActivity.items().find(({ name }) => name === 'Mei')?.presence
    expect(mine?.state).toBe('offline')
    expect(Math.abs((mine?.lastActive ?? 0) - leftAt)).toBeLessThan(30)
    expect(states().at(-1)).toBe('Never Here offline')
  })

  it('needs no request of its own, and one timer for all views', async () => {
    const world = await withPeople([])
    const { server, client, mei } = world
    const views = [await opened(world, '', { isOnline: true }), await opened(world), await opened(world, 'm')]
    await server.call(mei, 'POST', '/users/me/presence', { status: 'active' })
    await server.clock.until('it shows', () => views[0]?.names().join() === 'Mei')
    const before = client.requests.length
    await server.clock.until('it ends', () => views[2]?.items()[0]?.presence?.state === 'offline', 3 * threshold)
    const others = client.requests.slice(before).filter(({ path }) => !/\/(?:events|presence)$/.test(path))
    expect(others).toEqual([])
    expect(client.requests.some(({ path }) => /\/users\/\d+\/presence$/.test(path))).toBe(false)
  })

  it('is left out in an organization that does not share it', async () => {
    const world = await withPeople([])
    const { server, iris, mei } = world
    const people = await opened(world)
    await server.call(mei, 'POST', '/users/me/presence', { status: 'active' })
    await server.clock.until('it shows', () => people.items()[1]?.presence?.state === 'active')
    await server.ok(iris, 'PATCH', '/realm', { presence_disabled: true })
    await server.clock.until('it ends', () => !people.meta().hasPresence)
    expect(people.items().map(({ presence }) => presence)).toEqual([null, null, null])
  })

  it('shows the user as offline who hides it', async () => {
    const world = await withPeople([])
    const { server, client, iris } = world
    const people = await opened(world)
    client.engine.signal('focused')
    await server.clock.until('it shows', () => people.items()[0]?.presence?.state === 'active')
    await server.ok(iris, 'PATCH', '/settings', { presence_enabled: false })
    await server.clock.until('it is hidden', () => people.items()[0]?.presence?.state === 'offline')
    expect(people.items()[0]?.presence?.lastActive).toBeNull()
  })

  it('shows in the heading of a conversation with one person', async () => {
    const world = await withPeople([])
    const { server, client, noor, mei } = world
    const one = await client.openConversation({ kind: 'direct', userIds: [mei.id] })
    const several = await client.openConversation({ kind: 'direct', userIds: [noor.id, mei.id] })
    await server.call(mei, 'POST', '/users/me/presence', { status: 'active' })
    await server.clock.until('it shows', () => one.meta().presence?.state === 'active')
    expect(several.meta().presence).toBeNull()
    await server.clock.until('it ends', () => one.meta().presence?.state === 'offline', 3 * threshold)
  })
})

describe('a demotion', () => {
  it('hides the addresses of other people at once [O4]', async () => {
    const world = await withPeople([])
    const { server, client, iris, noor } = world
    await server.ok(noor, 'PATCH', '/settings', { email_address_visibility: 3 })
    await server.ok(iris, 'PATCH', `/users/${noor.id}`, { role: 100 })
    const people = await opened(world, '@')
    const addressOf = (name: string) => people.items().find((person) => person.name === name)?.email
    const registrations = () => client.requests.filter(({ path }) => path.endsWith('/register')).length
    await server.clock.until('Noor is an owner', () => people.items().some(({ role }) => role === 'owner'))
    expect(addressOf('Noor')).toBe(noor.email)
    const before = registrations()
    await server.ok(noor, 'PATCH', `/users/${iris.id}`, { role: 400 })
    await server.clock.until('the address is hidden', () => addressOf('Noor') === undefined)
    expect((await opened(world, 'noor')).items()).toMatchObject([{ email: null }])
    // Another name, a promotion, and the same role once more are no demotion.
    await server.ok(noor, 'PATCH', `/users/${iris.id}`, { full_name: 'Iris L', role: 200 })
    await server.ok(noor, 'PATCH', `/users/${iris.id}`, { role: 200 })
    await server.clock.until('the name is shown', () => people.names().includes('Iris L'))
    await server.clock.advance(5_000)
    expect(registrations() - before).toBe(1)
  })
})

describe('a long directory', () => {
  it('is listed in steps, from a wanted row on, and stays bounded', async () => {
    const count = 450
    const world = await withPeople(
      Array.from({ length: count }, (_, index) => ({ name: `Person ${String(index).padStart(3, '0')}` })),
    )
    const { server, client } = world
    const people = await opened(world, 'person')
    expect([people.names().length, people.meta()]).toMatchObject([step, { found: count, hasMore: true }])
    expect(people.names()[0]).toBe('Person 000')
    const more = () => client.engine.call('views.more', { viewId: people.viewId, direction: 'older' }, testWindow)
    void more()
    await server.clock.until('the next step is listed', () => people.names().length === 2 * step)
    void more()
    await server.clock.until('all are listed', () => people.names().length === count)
    expect(people.meta()).toMatchObject({ found: count, hasMore: false })
    const far = await opened(world, 'person', {}, { rows: 440 })
    expect([far.names().length, far.meta().hasMore]).toEqual([440, true])
  })
})
