import { describe, expect, it } from 'vitest'
import { Service } from '#support/service.ts'

const bad = { status: 400, code: 'BAD_REQUEST' }
const notAdministrator = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' }

async function world() {
  const service = await Service.start()
  const olga = service.person('Olga', 'owner')
  const ada = service.person('Ada', 'administrator')
  const noor = service.person('Noor')
  const mei = service.person('Mei')
  const sam = service.person('Sam', 'guest')
  return { service, olga, ada, noor, mei, sam }
}

describe('the organization', () => {
  it('is changed by administrators and partly by owners only, and never to a value that does not exist', async () => {
    const { service, olga, ada, noor } = await world()
    await service.listen(noor)
    expect(await service.call(noor, 'PATCH', '/realm', { name: 'Mine' })).toMatchObject(notAdministrator)
    expect(await service.call(ada, 'PATCH', '/realm', { message_retention_days: 30 })).toMatchObject(notAdministrator)
    await service.ok(olga, 'PATCH', '/realm', { message_retention_days: 30 })
    for (const form of [
      { name: '' },
      { invite_to_stream_policy: 77 },
      { can_access_all_users_group: 999 },
      { notifications_stream_id: 999 },
    ]) {
      expect([form, (await service.call(ada, 'PATCH', '/realm', form)).status]).toEqual([form, 400])
    }
    expect(await service.call(ada, 'PATCH', '/realm', { mandatory_topics: 'perhaps' })).toMatchObject({ status: 400 })
    const change = { name: 'Alder', mandatory_topics: true, message_content_edit_limit_seconds: 'unlimited' }
    expect(await service.ok(ada, 'PATCH', '/realm', change)).toMatchObject({ name: 'updated', mandatory_topics: true })
    expect(await service.events(noor)).toMatchObject([
      { type: 'realm', property: 'message_retention_days', value: 30 },
      { type: 'realm', op: 'update', property: 'name', value: 'Alder' },
      { type: 'realm', op: 'update', property: 'mandatory_topics', value: true },
    ])
    expect(await service.listen(noor)).toMatchObject({ realm_name: 'Alder', realm_mandatory_topics: true })
  })

  it('gives new users its default settings', async () => {
    const { service, olga, ada, noor } = await world()
    const path = '/realm/user_settings_defaults'
    expect(await service.call(noor, 'PATCH', path, { twenty_four_hour_time: false })).toMatchObject(notAdministrator)
    await service.ok(ada, 'PATCH', path, { twenty_four_hour_time: false })
    const sven = { email: 'sven@test.example', password: 'a long password', full_name: 'Sven' }
    await service.ok(olga, 'POST', '/users', sven)
    const { password, email: username } = sven
    const signedIn = await service.ok(null, 'POST', '/fetch_api_key', { username, password })
    const account = { id: Number(signedIn.user_id), email: username, apiKey: String(signedIn.api_key) }
    expect((await service.listen(account)).user_settings).toMatchObject({ twenty_four_hour_time: false })
    expect((await service.listen(noor)).user_settings).toMatchObject({ twenty_four_hour_time: true })
  })
})

describe('bots', () => {
  it('are created by members if the organization allows it, never by guests or bots', async () => {
    const { service, ada, noor, sam } = await world()
    const form = (name: string) => ({ full_name: name, short_name: name })
    const made = await service.ok(noor, 'POST', '/bots', form('build'))
    const bot = { id: Number(made.user_id), email: 'build-bot@test.example', apiKey: String(made.api_key) }
    expect((await service.ok(bot, 'GET', '/users/me')).is_bot).toBe(true)
    for (const who of [sam, bot]) expect(await service.call(who, 'POST', '/bots', form('other'))).toMatchObject(bad)
    await service.ok(ada, 'PATCH', '/realm', { bot_creation_policy: 3 })
    expect(await service.call(noor, 'POST', '/bots', form('other'))).toMatchObject(bad)
    await service.ok(ada, 'POST', '/bots', form('other'))
  })

  it('have keys that only their owners and administrators see', async () => {
    const { service, ada, noor, mei } = await world()
    const { user_id: id } = await service.ok(noor, 'POST', '/bots', { full_name: 'Build', short_name: 'build' })
    expect(await service.listen(mei)).toMatchObject({ realm_bots: [] })
    expect(await service.listen(ada)).toMatchObject({ realm_bots: [{ user_id: id, owner_id: noor.id }] })
    const path = `/bots/${String(id)}`
    for (const [method, url] of [
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/api_key/regenerate`],
    ] as const) {
      expect(await service.call(mei, method, url, { full_name: 'Mine' })).toMatchObject(bad)
    }
    const renewed = await service.ok(noor, 'POST', `${path}/api_key/regenerate`)
    const bot = { id: Number(id), email: 'build-bot@test.example', apiKey: String(renewed.api_key) }
    await service.ok(bot, 'GET', '/users/me')
    await service.ok(noor, 'DELETE', path)
    expect(await service.call(bot, 'GET', '/users/me')).toMatchObject({ status: 401 })
  })
})
