import { describe, expect, it } from 'vitest'
import { limits } from '#server/base/limits.ts'
import { Service } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const visibilities = { everybody: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const

async function world(visibility: keyof typeof visibilities) {
  const service = await Service.start()
  const ada = service.person('Ada', 'administrator')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const stream = await service.stream('general', [ada, noor, mei])
  await service.ok(mei, 'PATCH', '/settings', { email_address_visibility: visibilities[visibility] })
  service.context.write(() => {
    service.context.tables.users.change(mei.id, { avatar_path: 'mei.png' })
  })
  return { service, ada, noor, mei, stream, apiEmail: `user${mei.id}@test.example` }
}

/** All ways to look up the owner of an address; returns the names of those that revealed it. */
async function tellers(service: Service, reader: Account, address: string): Promise<string[]> {
  const path = encodeURIComponent(address)
  const answers = {
    user: await service.call(reader, 'GET', `/users/${path}`),
    presence: await service.call(reader, 'GET', `/users/${path}/presence`),
    subscribing: await service.call(reader, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'general' }],
      principals: [address],
    }),
    sending: await service.call(reader, 'POST', '/messages', { type: 'direct', to: [address], content: 'x' }),
    sender: await service.call(reader, 'GET', '/messages', {
      narrow: [{ operator: 'sender', operand: address }],
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    }),
  }
  const avatar = await avatarStatus(service, reader, address)
  return [
    // Presence has a different error for a user without presence.
    ...Object.entries(answers).flatMap(([name, answer]) =>
      answer.result === 'success' || String(answer.msg).startsWith('No presence data') ? [name] : [],
    ),
    ...(avatar === 302 ? ['avatar'] : []),
  ]
}

async function avatarStatus(service: Service, reader: Account | null, idOrAddress: string): Promise<number> {
  const authorization =
    reader === null
      ? {}
      : { authorization: `Basic ${Buffer.from(`${reader.email}:${reader.apiKey}`).toString('base64')}` }
  const answer = await service.server.built.app.inject({
    url: `/avatar/${encodeURIComponent(idOrAddress)}`,
    headers: { ...authorization },
  })
  return answer.statusCode
}

const all = ['user', 'presence', 'subscribing', 'sending', 'sender', 'avatar']

describe('an address', () => {
  it.each([
    ['that nobody may see yields no user for members', 'nobody', 'noor', []],
    ['that nobody may see yields no user for administrators', 'nobody', 'ada', []],
    ['that administrators may see yields no user for others', 'administrators', 'noor', []],
    ['that moderators may see yields no user for others', 'moderators', 'noor', []],
    ['that administrators may see yields its user for them', 'administrators', 'ada', all],
    ['that members may see yields its user for them', 'members', 'noor', all],
    ['that everyone may see yields its user for members', 'everybody', 'noor', all],
  ] as const)('%s', async (_, visibility, reader, expected) => {
    const w = await world(visibility)
    expect(await tellers(w.service, w[reader], w.mei.email)).toEqual(expected)
    expect(await tellers(w.service, w[reader], w.mei.email.toUpperCase())).toEqual(expected)
    expect(await tellers(w.service, w[reader], w.apiEmail)).toEqual(all)
  })

  it('leads its owner to the own account', async () => {
    const w = await world('nobody')
    expect(await tellers(w.service, w.mei, w.mei.email)).toEqual(all)
  })

  it('yields no user in a request without an account, unlike an id', async () => {
    const w = await world('everybody')
    for (const address of [w.mei.email, w.apiEmail]) expect(await avatarStatus(w.service, null, address)).toBe(404)
    expect(await avatarStatus(w.service, null, String(w.mei.id))).toBe(302)
    expect(await avatarStatus(w.service, { ...w.noor, apiKey: 'wrong' }, w.mei.email)).toBe(401)
  })

  it('can be looked up a limited number of times', async () => {
    const w = await world('everybody')
    for (let count = 0; count < limits.lookups.most; count += 1) {
      expect(await avatarStatus(w.service, w.noor, `guess${count}@test.example`)).toBe(404)
    }
    expect(await avatarStatus(w.service, w.noor, w.mei.email)).toBe(429)
    expect(await w.service.call(w.noor, 'GET', `/users/${w.mei.email}`)).toMatchObject({ status: 429 })
    expect(await avatarStatus(w.service, w.noor, String(w.mei.id))).toBe(302)
    expect(await avatarStatus(w.service, w.ada, w.mei.email)).toBe(302)
  })
})
