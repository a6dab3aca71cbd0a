import { describe, expect, it } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import type { Mentionable } from '#contract/people.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { askedLevel } from '#support/asked-forms.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

/** A candidate as one line of text. */
function shown(found: Mentionable): string {
  switch (found.kind) {
    case 'person':
      return `${found.person.name}${found.email === null ? '' : ` <${found.email}>`}${found.isHere ? ' (here)' : ''}`
    case 'group':
      return `*${found.name}* ${found.memberCount}`
    case 'wildcard':
      return `**${found.name}** ${found.reach ?? '?'}`
  }
}

/** Adds people with these names and e-mails. */
function withPeople(added: readonly (readonly [string, string])[]): WorldOptions {
  return {
    before({ built: { context } }) {
      context.write(() => {
        for (const [fullName, deliveryEmail] of added) {
          const user = { deliveryEmail, fullName, role: 400, apiKey: `key of ${deliveryEmail}`, dateJoined: 1 }
          context.tables.users.add(user, 'test.example')
        }
      })
    },
  }
}

async function setUp(options: WorldOptions = {}) {
  const made = await setupWorld(options)
  const { client, server, clock } = made
  const find = async (narrow: Narrow, query: string) => {
    const found = await client.engine.call('mentions.find', { narrow, query })
    if (!found.ok) throw new Error(found.error.code)
    return found.value.map(shown)
  }
  const post = async (from: typeof made.noor, stream: number, topic: string) => {
    await server.post(from, { stream, topic }, 'a message')
    await clock.advance(2_000)
  }
  return { ...made, find, post }
}

const people = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('*'))

describe('the candidates for a mention', () => {
  it('are the latest participants of the conversation, then partners of the newest direct conversations, then others', async () => {
    const { find, post, server, clock, noor, mei, iris, general } = await setUp(
      withPeople([
        ['Maja Aas', 'm0@test.example'],
        ['Mona Berg', 'm1@test.example'],
      ]),
    )
    const narrow = { kind: 'topic', streamId: general, topic: 'lunch' } as const
    expect(people(await find(narrow, 'm'))).toEqual(['Maja Aas', 'Mei', 'Mona Berg'])
    await server.post(mei, { direct: [iris.id, mei.id] }, 'a word')
    await clock.advance(2_000)
    expect(people(await find(narrow, 'm'))).toEqual(['Mei', 'Maja Aas', 'Mona Berg'])
    await post(noor, general, 'lunch')
    expect(people(await find(narrow, ''))[0]).toBe('Noor (here)')
    await post(mei, general, 'lunch')
    expect(people(await find(narrow, '')).slice(0, 2)).toEqual(['Mei (here)', 'Noor (here)'])
    // All people of a direct conversation are participants.
    const direct = { kind: 'direct', userIds: [noor.id] } as const
    expect(people(await find(direct, ''))[0]).toBe('Noor (here)')
  })

  it('have e-mails if their names are equal, and exclude deactivated people', async () => {
    const { find, server, clock, mei, iris, general } = await setUp(
      withPeople(['ana.one@test.example', 'ana.two@test.example'].map((email) => ['Ana Lopez', email])),
    )
    const narrow = { kind: 'stream', streamId: general } as const
    expect(people(await find(narrow, 'ana'))).toEqual([
      'Ana Lopez <ana.one@test.example>',
      'Ana Lopez <ana.two@test.example>',
    ])
    expect(people(await find(narrow, 'ana.two'))).toEqual(['Ana Lopez <ana.two@test.example>'])
    expect(people(await find(narrow, 'mei'))).toEqual(['Mei'])
    await server.call(iris, 'DELETE', `/users/${mei.id}`)
    await clock.advance(2_000)
    expect(people(await find(narrow, 'mei'))).toEqual([])
  })

  it('include wildcards with their number of recipients if the account may use them', async () => {
    const { find, post, clock, noor, general } = await setUp()
    const narrow = { kind: 'topic', streamId: general, topic: 'lunch' } as const
    await post(noor, general, 'lunch')
    // The client asks the server for the number of subscribers.
    await find(narrow, 'all')
    await clock.advance(5_000)
    const [all = ''] = await find(narrow, 'all')
    expect(all).toMatch(/^\*\*all\*\* [1-9]/)
    expect(await find(narrow, 'topic')).toEqual(askedLevel() >= 224 ? ['**topic** 1'] : [])
    expect(await find({ kind: 'stream', streamId: general }, 'topic')).toEqual([])
    expect(await find({ kind: 'direct', userIds: [noor.id] }, 'every')).toEqual(['**everyone** 2'])
    expect(await find({ kind: 'direct', userIds: [noor.id] }, 'stream')).toEqual([])
  })

  it('include groups except system groups', async () => {
    const { find, general, noor } = await setUp({
      before: async (server, { iris, noor }) => {
        await server.ok(iris, 'POST', '/user_groups/create', { name: 'crew', description: '', members: [noor.id] })
      },
    })
    const narrow = { kind: 'stream', streamId: general } as const
    expect(await find(narrow, 'cre')).toEqual(['*crew* 1'])
    expect((await find(narrow, 'role')).filter((line) => line.startsWith('*role'))).toEqual([])
    expect(noor.id).toBeGreaterThan(0)
  })

  it('are limited in number', async () => {
    const { find, general } = await setUp(
      withPeople(Array.from({ length: 60 }, (_, index) => [`Many ${index}`, `many${index}@test.example`])),
    )
    expect(await find({ kind: 'stream', streamId: general }, 'many')).toHaveLength(clientLimits.mentionsOffered.most)
  })
})
