import { describe, expect, it } from 'vitest'
import type { GroupCard, GroupEntry, GroupMeta } from '#contract/people/groups.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { askedLevel } from '#support/asked-forms.ts'
import { setupWorld } from '#support/setup-world.ts'
import type { TestClient } from '#support/test-client.ts'

interface Group {
  readonly name: string
  readonly description?: string
  readonly members: readonly number[]
}

async function setUp(groups: (people: Readonly<Record<'iris' | 'noor' | 'mei', number>>) => readonly Group[]) {
  const made = await setupWorld({
    before: async (server, { iris, noor, mei }) => {
      for (const { name, description = '', members } of groups({ iris: iris.id, noor: noor.id, mei: mei.id })) {
        await server.ok(iris, 'POST', '/user_groups/create', { name, description, members })
      }
    },
  })
  const { client, server, iris } = made
  const find = async (query: string) => {
    const result = await client.engine.call('groups.find', { query })
    return result.ok ? result.value : []
  }
  const ids = async () => {
    const answer = await server.ok(iris, 'GET', '/user_groups')
    return new Map((answer['user_groups'] as { id: number; name: string }[]).map(({ id, name }) => [name, id]))
  }
  return {
    ...made,
    find,
    ids,
    names: async (query: string) => (await find(query)).map(({ name, memberCount }) => `${name} (${memberCount})`),
    show: async (name: string, text = ''): Promise<Shown> => shown(client, (await ids()).get(name) ?? 0, text),
  }
}

interface Shown {
  readonly card: GroupCard | null
  readonly people: readonly number[]
  readonly found: number
}

async function shown(client: TestClient, groupId: number, text: string): Promise<Shown> {
  const view = await client.openView<{ item: GroupEntry; meta: GroupMeta }>({ type: 'group', groupId, text })
  const people = view.items().flatMap((entry) => (entry.kind === 'member' ? [entry.person.id] : []))
  return { card: view.meta().group, people, found: view.meta().found }
}

/** A server with a group `many` of this many people; the user is not among them. */
function withMany(count: number) {
  return setupWorld({
    before: async (server, { iris }) => {
      const { context } = server.built
      const members = context.write(() =>
        Array.from({ length: count }, (_, index) =>
          context.tables.users.add(
            {
              deliveryEmail: `p${index}@many.example`,
              fullName: `Person ${String(index).padStart(3, '0')}`,
              role: 400,
              apiKey: `key ${index}`,
              dateJoined: 1,
            },
            'test.example',
          ),
        ),
      )
      await server.ok(iris, 'POST', '/user_groups/create', { name: 'many', description: '', members })
    },
  })
}

describe('a search for user groups', () => {
  it('matches groups that contain every word, with exact matches first and similar names only as a fallback', async () => {
    const { names, find } = await setUp(({ iris, noor, mei }) => [
      { name: 'Größte Crew of all', members: [] },
      { name: 'the crew', members: [iris, noor, mei] },
      { name: 'crew', members: [iris] },
      { name: 'night shift', members: [mei] },
    ])
    expect(await names('crew')).toEqual(['crew (1)', 'the crew (3)', 'Größte Crew of all (0)'])
    expect(await names('crew something')).toEqual([])
    expect(await names('CREW grö')).toEqual(['Größte Crew of all (0)'])
    expect(await names('')).toEqual([])
    expect(await find('shfit night')).toMatchObject([{ kind: 'group', name: 'night shift', isNear: true }])
  })

  it('leaves out system groups, deactivated groups and deleted groups', async () => {
    const { names, server, clock, iris, ids } = await setUp(({ mei }) => [
      { name: 'members of the board', members: [mei] },
    ])
    expect(await names('role')).toEqual([])
    expect(await names('members')).toEqual(['members of the board (1)'])
    const id = (await ids()).get('members of the board') ?? 0
    // From level 294 on, groups are deactivated, not deleted.
    if (askedLevel() < 294) await server.ok(iris, 'DELETE', `/user_groups/${id}`)
    else await server.ok(iris, 'POST', `/user_groups/${id}/deactivate`)
    await clock.advance(2_000)
    expect(await names('members')).toEqual([])
  })
})

describe('the card of a user group', () => {
  it('has the members of nested groups, filters them by name, and lists the recipients of a message', async () => {
    const { server, clock, iris, noor, mei, ids, show } = await setUp(({ iris, noor, mei }) => [
      { name: 'inner', members: [noor, mei] },
      { name: 'outer', description: 'Everybody who\nruns the place', members: [iris] },
    ])
    const known = await ids()
    await server.ok(iris, 'POST', `/user_groups/${known.get('outer') ?? 0}/subgroups`, { add: [known.get('inner')] })
    await clock.advance(2_000)
    const { card, people, found } = await show('outer')
    expect(card).toMatchObject({
      name: 'outer',
      description: 'Everybody who\nruns the place',
      memberCount: 3,
      self: { id: iris.id, name: 'Iris' },
      others: [noor.id, mei.id].sort((a, b) => a - b),
    })
    expect(new Set(people)).toEqual(new Set([iris.id, noor.id, mei.id]))
    // The three people and the subgroup.
    expect(found).toBe(4)
    expect(await show('outer', 'noor')).toMatchObject({ card: { memberCount: 3 }, people: [noor.id], found: 1 })
    expect(await show('outer', 'nobody of this name')).toMatchObject({
      card: { memberCount: 3 },
      people: [],
      found: 0,
    })
  })

  it.each([clientLimits.groupWriting.most, clientLimits.groupWriting.most + 1])(
    'offers a conversation with all members of a group of %i others within the limit',
    async (count) => {
      const { client } = await withMany(count)
      const [group] = await client.engine
        .call('groups.find', { query: 'many' })
        .then((found) => (found.ok ? found.value : []))
      const { card } = await shown(client, group?.groupId ?? 0, '')
      const others = card?.others
      if (count > clientLimits.groupWriting.most) expect(others).toBeNull()
      else expect(others).toHaveLength(count)
    },
  )

  it('lists a part of a large group, and offers no conversation with all of it', async () => {
    const count = clientLimits.groupMembers.most + 5
    const { client } = await withMany(count)
    const [group] = await client.engine
      .call('groups.find', { query: 'many' })
      .then((found) => (found.ok ? found.value : []))
    const { card, people, found } = await shown(client, group?.groupId ?? 0, 'person')
    expect(card).toMatchObject({ memberCount: count, others: null })
    expect([found, people.length]).toEqual([count, clientLimits.groupMembers.most])
  })
})
