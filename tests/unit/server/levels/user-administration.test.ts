import { afterEach, describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { Service, type Form } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'
import { dialects, objects, type Dialect } from './story.ts'

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.server.stop()
})

async function world(dialect: Dialect, featureLevel: FeatureLevel) {
  const service = await Service.start({ dialect, featureLevel })
  started.push(service)
  const olga = service.person('Olga', 'owner')
  const alma = service.person('Alma', 'administrator')
  const ben = service.person('Ben')
  const mei = service.person('Mei')
  const change = (who: Account, whom: string, form: Form) => service.call(who, 'PATCH', `/users/${whom}`, form)
  return { service, olga, alma, ben, mei, change }
}

describe.each(dialects)('the administration of accounts (%s)', (dialect) => {
  it('changes the address of another account (313)', async () => {
    const { service, olga, alma, ben, mei, change } = await world(dialect, 371)
    await service.listen(alma)
    const answer = await change(alma, String(ben.id), { new_email: 'benno@test.example', full_name: 'Benno' })
    expect(answer).toMatchObject({ result: 'success' })
    const told = (await service.events(alma)).map(({ person }) => person)
    expect(told).toContainEqual({ user_id: ben.id, delivery_email: 'benno@test.example' })
    expect(await service.call({ ...ben, email: 'benno@test.example' }, 'GET', '/users/me')).toMatchObject({
      result: 'success',
      full_name: 'Benno',
    })
    expect(await change(alma, String(ben.id), { new_email: mei.email })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await change(alma, String(ben.id), { new_email: 'x' })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await change(mei, String(ben.id), { new_email: 'y@test.example' })).toMatchObject({ result: 'error' })
    expect(await change(mei, String(mei.id), { new_email: 'y@test.example' })).toMatchObject({ result: 'error' })
    expect(await change(alma, String(olga.id), { new_email: 'y@test.example' })).toMatchObject({ result: 'error' })
    expect(await change(alma, '4711', { new_email: 'y@test.example' })).toMatchObject({ result: 'error' })
    expect(service.context.tables.users.get(olga.id)?.delivery_email).toBe(olga.email)
  })

  it('names an account by its address (313)', async () => {
    const { service, alma, ben, mei, change } = await world(dialect, 371)
    expect(await change(alma, ben.email, { full_name: 'Benno' })).toMatchObject({ result: 'success' })
    expect(service.context.tables.users.get(ben.id)?.full_name).toBe('Benno')
    expect(await change(alma, 'nobody@test.example', { full_name: 'x' })).toMatchObject({ msg: 'No such user' })
    expect(await change(mei, ben.email, { full_name: 'Bernd' })).toMatchObject({ result: 'error' })
    const old = await world(dialect, 300)
    await expect(old.service.ok(old.alma, 'PATCH', `/users/${old.ben.email}`, { full_name: 'Benno' })).rejects.toThrow()
  })

  it('deletes the profile and the messages of an account that is deactivated (459)', async () => {
    const { service, olga, alma, ben, mei } = await world(dialect, 500)
    const bot = service.bot('Helper', ben)
    const hall = await service.stream('hall', [ben, mei])
    const attic = await service.stream('attic', [ben, mei], { invite_only: true })
    service.context.write(() => {
      service.context.tables.users.change(ben.id, { avatar_path: 'ben.png' })
    })
    await service.listen(mei)
    const open = [await service.say(ben, hall, 'lunch', 'open'), await service.say(ben, hall, 'tea', 'open')]
    const byBot = await service.say(bot, hall, 'lunch', 'open, by a bot')
    await service.say(mei, hall, 'lunch', 'of mei')
    await service.say(ben, attic, 'lunch', 'closed')
    const direct = await service.tell(ben, [mei], 'direct')
    await service.events(mei)
    const actions = { delete_profile: true, delete_public_channel_messages: true, delete_direct_messages: true }
    await service.ok(alma, 'DELETE', `/users/${ben.id}`, { actions })
    const gone = (await service.events(mei)).filter(({ type }) => type === 'delete_message')
    const ids = gone.flatMap(({ message_ids }) => message_ids as number[])
    expect(ids.toSorted((a, b) => a - b)).toEqual([...open, byBot, direct].toSorted((a, b) => a - b))
    expect(await service.found(mei, [{ operator: 'dm', operand: [ben.id] }])).toEqual([])
    const kept = await service.found(mei, [{ operator: 'sender', operand: ben.id }])
    expect(kept).toEqual(['closed'])
    const users = objects((await service.ok(mei, 'GET', '/users')).members)
    expect(users.find((user) => user.user_id === ben.id)).toMatchObject({
      full_name: 'Deleted user',
      is_active: false,
      is_deleted: true,
    })
    expect(service.context.tables.users.get(ben.id)?.avatar_path).toBeNull()
    expect(users.find((user) => user.user_id === mei.id)).toMatchObject({ is_deleted: false })

    const refused = { actions: { delete_profile: 'yes' } }
    expect(await service.call(olga, 'DELETE', `/users/${mei.id}`, refused)).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await service.call(mei, 'DELETE', `/users/${alma.id}`, { actions })).toMatchObject({ result: 'error' })
    expect(service.context.tables.users.get(alma.id)?.full_name).toBe('Alma')
  })
})
