import { describe, expect, it } from 'vitest'
import { limits } from '../../../../server/base/limits.ts'
import { Service } from '../../../support/service.ts'
import type { Account } from '../../../support/test-server.ts'

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

/** Every way to look up the owner of an address; returns the names that revealed it. */
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
    ['[X13] that nobody may see leads members to nothing', 'nobody', 'noor', []],
    ['[X13] that nobody may see leads administrators to nothing', 'nobody', 'ada', []],
    ['[X13] that administrators may see leads others to nothing', 'administrators', 'noor', []],
    ['[X13] that moderators may see leads others to nothing', 'moderators', 'noor', []],
    ['that administrators may see leads them everywhere', 'administrators', 'ada', all],
    ['that members may see leads them everywhere', 'members', 'noor', all],
    ['that everybody may see leads members everywhere', 'everybody', 'noor', all],
  ] as const)('%s', async (_, visibility, reader, expected) => {
    const w = await world(visibility)
    expect(await tellers(w.service, w[reader], w.mei.email)).toEqual(expected)
    expect(await tellers(w.service, w[reader], w.mei.email.toUpperCase())).toEqual(expected)
    expect(await tellers(w.service, w[reader], w.apiEmail)).toEqual(all)
  })

  it('leads its owner to itself', async () => {
    const w = await world('nobody')
    expect(await tellers(w.service, w.mei, w.mei.email)).toEqual(all)
  })

  it('[X13] leads nobody without an account to anybody, only an id does', async () => {
    const w = await world('everybody')
    for (const address of [w.mei.email, w.apiEmail]) expect(await avatarStatus(w.service, null, address)).toBe(404)
    expect(await avatarStatus(w.service, null, String(w.mei.id))).toBe(302)
    expect(await avatarStatus(w.service, { ...w.noor, apiKey: 'wrong' }, w.mei.email)).toBe(401)
  })

  it('[X11] is asked for so often, and no more', async () => {
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
