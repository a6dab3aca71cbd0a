import { describe, expect, it } from 'vitest'
import type { ServerOptions } from '#server/base/options.ts'
import { limits } from '#server/base/limits.ts'
import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import { roles } from '#server/people/permissions.ts'
import { systemGroups } from '#server/store/people/groups.ts'
import { Service, type Form } from '#support/service.ts'
import type { Account } from '#support/test-server.ts'

const day = 86_400
const password = 'long enough'

async function world(options: ServerOptions = {}) {
  const service = await Service.start(options)
  const olga = service.person('Olga', 'owner')
  const ada = service.person('Ada', 'administrator')
  const noor = service.person('Noor')
  const sam = service.person('Sam', 'guest')
  const general = await service.stream('general', [olga, ada, noor])
  const change = (settings: Parameters<typeof changeOrganizationSettings>[1]) => {
    service.context.write(() => {
      changeOrganizationSettings(service.context, settings)
    })
  }
  const invite = (who: Account, form: Form = {}) =>
    service.call(who, 'POST', '/invites', { invitee_emails: 'new@test.example', stream_ids: [], ...form })
  const invites = async (who: Account) =>
    (await service.ok(who, 'GET', '/invites')).invites as Record<string, unknown>[] // shape of GET /invites
  /** The path of the link in the mail of an invitation. */
  const mailed = (id: unknown): string => {
    const mail = service.server.files.read(`outbox/invitation-${String(id)}.txt`)?.toString() ?? ''
    return /http:\/\/test\.example(\/join\/\S+)/.exec(mail)?.[1] ?? ''
  }
  const link = async (who: Account, form: Form = {}) => {
    const { invite_link } = await service.ok(who, 'POST', '/invites/multiuse', form)
    return new URL(String(invite_link)).pathname
  }
  const open = (url: string, headers: Record<string, string> = {}) =>
    service.server.built.app.inject({ url, headers: { host: 'test.example', ...headers } })
  const join = (url: string, form: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    service.server.built.app.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: { host: 'test.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ full_name: 'New Person', password, ...form }).toString(),
    })
  const person = (email: string) => service.context.tables.users.byEmail(email)
  return { service, olga, ada, noor, sam, general, change, invite, invites, mailed, link, open, join, person }
}

describe('an invitation', () => {
  it('for an address is accepted once, with its role and streams, by the link in the outbox', async () => {
    const { service, ada, noor, general, invite, invites, mailed, open, join, person } = await world()
    await service.listen(ada)
    await service.listen(noor)
    expect(await invite(noor, { stream_ids: [general], invitee_emails: 'Finn <finn@test.example>,' })).toMatchObject({
      status: 200,
    })
    const [one] = await invites(noor)
    expect(one).toEqual({
      id: expect.any(Number) as number,
      email: 'finn@test.example',
      invited_by_user_id: noor.id,
      invited: service.context.nowSeconds(),
      expiry_date: service.context.nowSeconds() + 10 * day,
      invited_as: roles.member,
      is_multiuse: false,
    })
    for (const who of [ada, noor]) expect(await service.events(who)).toMatchObject([{ type: 'invites_changed' }])

    const path = mailed(one?.id)
    const form = await open(path)
    expect(form.statusCode).toBe(200)
    expect(form.body).toContain('value="finn@test.example"')
    // The address of the form is not believed.
    const joined = await join(path, { email: 'other@test.example', full_name: 'Finn' })
    expect([joined.statusCode, joined.body]).toEqual([200, expect.stringContaining('finn@test.example') as string])
    const finn = person('finn@test.example')
    expect(finn).toMatchObject({ full_name: 'Finn', role: roles.member, is_active: 1 })
    expect(service.context.tables.streams.subscription(finn?.id ?? 0, general)?.is_active).toBe(1)
    const { api_key: key } = await service.ok(null, 'POST', '/fetch_api_key', {
      username: 'finn@test.example',
      password,
    })
    expect(key).toBe(finn?.api_key)

    const told = await service.events(noor)
    expect(told.map(({ type, op }) => [type, op].join(' ').trim())).toEqual(
      expect.arrayContaining(['realm_user add', 'subscription peer_add', 'message', 'invites_changed']),
    )
    expect(told.find(({ type }) => type === 'message')).toMatchObject({
      message: { content: expect.stringContaining('accepted your invitation') as string },
    })
    expect(await invites(ada)).toEqual([])
    expect(mailed(one?.id)).toBe('')
    const again = await open(path)
    expect([again.statusCode, again.body]).toEqual([410, expect.stringContaining('already used') as string])
    expect((await join(path)).statusCode).toBe(410)
  })

  it('by link lets people in until it is revoked or expires, each with their own address', async () => {
    const { service, ada, general, invites, link, open, join, person } = await world()
    const path = await link(ada, { invite_as: roles.guest, stream_ids: [general], invite_expires_in_minutes: 60 })
    expect(await invites(ada)).toMatchObject([{ is_multiuse: true, link_url: `http://test.example${path}` }])
    for (const name of ['a', 'b']) expect((await join(path, { email: `${name}@test.example` })).statusCode).toBe(200)
    expect(person('b@test.example')).toMatchObject({ role: roles.guest })
    expect(service.context.tables.streams.subscribers(general)).toHaveLength(5)
    const taken = await join(path, { email: 'a@test.example', full_name: 'Kept & Name' })
    expect(taken.statusCode).toBe(400)
    expect(taken.body).toContain('already in use')
    expect(taken.body).toContain('value="Kept &amp; Name"')
    expect(taken.body).not.toContain(password)

    const forever = await link(ada, { invite_expires_in_minutes: null })
    await service.server.clock.advance(61 * 60_000)
    expect(await invites(ada)).toMatchObject([{ expiry_date: null, link_url: `http://test.example${forever}` }])
    expect((await open(path)).body).toContain('expired')
    const [{ id } = {}] = await invites(ada)
    expect(await service.call(ada, 'DELETE', `/invites/${String(id)}`)).toMatchObject({ msg: 'No such invitation' })
    await service.ok(ada, 'DELETE', `/invites/multiuse/${String(id)}`)
    expect((await join(forever, { email: 'c@test.example' })).statusCode).toBe(410)
    expect((await open(forever)).body).toContain('revoked')
    expect((await open(`${forever}x`)).statusCode).toBe(404)
    expect(person('c@test.example')).toBeUndefined()
  })

  it('is revoked and sent again by its inviter and by administrators only', async () => {
    const { service, olga, ada, noor, invite, invites, mailed, open } = await world()
    await invite(noor)
    const mei = service.person('Mei')
    const [{ id } = {}] = await invites(noor)
    const path = `/invites/${String(id)}`
    expect(await invites(mei)).toEqual([])
    for (const [method, place] of [
      ['DELETE', path],
      ['POST', `${path}/resend`],
    ] as const) {
      expect(await service.call(mei, method, place)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    }
    const link = mailed(id)
    await service.server.clock.advance(day * 1000)
    await service.ok(ada, 'POST', `${path}/resend`)
    expect(await invites(noor)).toMatchObject([{ expiry_date: service.context.nowSeconds() + 10 * day }])
    expect(mailed(id)).toBe(link)
    await service.ok(noor, 'DELETE', path)
    expect(await service.call(noor, 'POST', `${path}/resend`)).toMatchObject({ msg: 'No such invitation' })
    expect((await open(link)).body).toContain('revoked')

    await invite(olga, { invite_as: roles.owner })
    const [owners] = await invites(ada)
    expect(await service.call(ada, 'DELETE', `/invites/${String(owners?.id)}`)).toMatchObject({
      msg: 'Must be an organization owner',
    })
  })

  it('of a deactivated account is revoked', async () => {
    const { service, ada, noor, invite, invites, mailed, open } = await world()
    await invite(noor)
    const [{ id } = {}] = await invites(ada)
    const path = mailed(id)
    await service.ok(ada, 'DELETE', `/users/${noor.id}`)
    expect(await invites(ada)).toEqual([])
    expect((await open(path)).body).toContain('revoked')
  })

  it('survives a restart', async () => {
    const { service, ada, link, join } = await world()
    const path = await link(ada)
    await service.restart()
    expect((await join(path, { email: 'late@test.example' })).statusCode).toBe(200)
  })
})

describe('the right to invite', () => {
  it('follows the policies, and roles are given only by those who may', async () => {
    const { service, olga, ada, noor, sam, change, invite } = await world()
    expect(await invite(sam)).toMatchObject({ msg: 'Not allowed for guest users' })
    expect(await service.call(sam, 'GET', '/invites')).toMatchObject({ status: 400 })
    expect(await invite(service.bot('Builder', noor))).toMatchObject({ status: 400 })
    for (const role of [roles.administrator, roles.moderator]) {
      expect(await invite(noor, { invite_as: role })).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    }
    expect(await invite(ada, { invite_as: roles.owner })).toMatchObject({ msg: 'Must be an organization owner' })
    expect(await invite(ada, { invite_as: 150 })).toMatchObject({ status: 400 })
    expect(await invite(olga, { invite_as: roles.owner, invitee_emails: 'b@test.example' })).toMatchObject({
      status: 200,
    })
    const makeLink = (who: Account) => service.call(who, 'POST', '/invites/multiuse')
    expect(await makeLink(noor)).toMatchObject({ msg: 'Insufficient permission' })
    change({ create_multiuse_invite_group: systemGroups.members, invite_to_realm_policy: 2 })
    expect(await makeLink(noor)).toMatchObject({ status: 200 })
    expect(await makeLink(sam)).toMatchObject({ status: 400 })
    expect(await invite(noor)).toMatchObject({ msg: 'Insufficient permission' })
    change({ invite_to_realm_policy: 6 })
    expect(await invite(olga)).toMatchObject({ msg: 'Insufficient permission' })
  })

  it('does not extend to streams that the inviter cannot read, or may not add others to', async () => {
    const { service, ada, noor, general, change, invite } = await world()
    const attic = await service.stream('attic', [ada], { invite_only: true })
    expect(await invite(noor, { stream_ids: [attic] })).toMatchObject({
      msg: expect.stringContaining(String(attic)) as string,
    })
    change({ invite_to_stream_policy: 2 })
    expect(await invite(noor, { stream_ids: [general] })).toMatchObject({ status: 400 })
    await service.ok(ada, 'POST', '/default_streams', { stream_id: general })
    expect(await invite(noor, { stream_ids: [general] })).toMatchObject({ status: 200 })
  })
})

describe('the outcome of invitations', () => {
  it('names each address that was not invited, and why', async () => {
    const { service, olga, noor, change, invite, invites } = await world()
    const gone = service.person('Gone')
    await service.ok(olga, 'DELETE', `/users/${gone.id}`)
    const nothing = { license_limit_reached: false, daily_limit_reached: false, code: 'INVITATION_FAILED', status: 400 }
    expect(await invite(noor, { invitee_emails: 'new@test.example,nowhere' })).toMatchObject({
      ...nothing,
      sent_invitations: false,
      errors: [['nowhere', 'Invalid address.', false]],
    })
    expect(await invite(noor, { invitee_emails: noor.email })).toMatchObject({ ...nothing, sent_invitations: false })
    expect(await invites(noor)).toEqual([])
    expect(
      await invite(noor, { invitee_emails: `new@test.example\n${noor.email}\n${gone.email}\nNEW@test.example` }),
    ).toMatchObject({
      ...nothing,
      sent_invitations: true,
      errors: [
        [noor.email, 'Already has an account.', false],
        [gone.email, 'Account has been deactivated.', true],
      ],
    })
    expect(await invites(noor)).toHaveLength(1)
    expect(await invite(noor, { invitee_emails: ' ,\n' })).toMatchObject({ code: 'BAD_REQUEST' })
    await service.ok(olga, 'POST', '/realm/domains', { domain: 'good.example', allow_subdomains: true })
    change({ emails_restricted_to_domains: true })
    expect(await invite(noor, { invitee_emails: 'a@good.example,b@eu.good.example' })).toMatchObject({ status: 200 })
    expect(await invite(noor, { invitee_emails: 'a@bad.example,a+b@good.example' })).toMatchObject({
      errors: [
        ['a@bad.example', 'Outside your domain.', false],
        ['a+b@good.example', 'Email addresses containing + are not allowed.', false],
      ],
    })
  })

  it('is a refusal when there are too many, on one day or at once', async () => {
    const { service, noor, invite } = await world()
    const addresses = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `p${from + index}@test.example`).join(',')
    expect(await invite(noor, { invitee_emails: addresses(0, limits.invitedAtOnce.most + 1) })).toMatchObject({
      code: 'BAD_REQUEST',
    })
    for (const from of [0, 500]) {
      expect(await invite(noor, { invitee_emails: addresses(from, 500) })).toMatchObject({ status: 200 })
    }
    expect(await invite(noor)).toMatchObject({ code: 'INVITATION_FAILED', daily_limit_reached: true })
    await service.server.clock.advance(25 * 3600_000)
    expect(await invite(noor)).toMatchObject({ status: 200 })
    expect(await invite(noor, { invite_expires_in_minutes: 1e9 })).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await invite(noor, { invite_expires_in_minutes: 0 })).toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('joining', () => {
  it('without an invitation is possible only where none is needed and addresses need no proof', async () => {
    const { service, ada, general, change, open, join, person } = await world()
    await service.ok(ada, 'POST', '/default_streams', { stream_id: general })
    expect((await open('/join')).statusCode).toBe(403)
    change({ invite_required: false })
    expect((await open('/join')).statusCode).toBe(200)
    expect((await join('/join', { email: 'free@test.example' })).statusCode).toBe(200)
    const free = person('free@test.example')
    expect(service.context.tables.streams.subscription(free?.id ?? 0, general)?.is_active).toBe(1)
    change({ emails_restricted_to_domains: true })
    expect((await join('/join', { email: 'more@test.example' })).statusCode).toBe(403)
    service.context.write(() => {
      service.context.tables.organization.setDeactivated(true)
    })
    expect((await open('/join')).body).toContain('deactivated')
  })

  it('refuses names, addresses and passwords as elsewhere, and keeps what was filled in', async () => {
    const { service, ada, olga, change, link, join, person } = await world()
    const path = await link(ada)
    const form = { email: 'x@test.example' }
    for (const [wrong, word] of [
      [{ full_name: 'x' }, 'too short'],
      [{ password: 'short' }, 'at least 6'],
      [{ password: 'x'.repeat(1001) }, 'too long'],
      [{ email: 'nowhere' }, 'Invalid email'],
      [{ email: '"><script>alert(1)</script>@x' }, 'already'],
    ] as const) {
      const answer = await join(path, { ...form, ...wrong })
      if (word !== 'already')
        expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(word) as string])
      expect(answer.body).not.toContain('<script>')
    }
    expect(person('x@test.example')).toBeUndefined()
    await service.ok(olga, 'POST', '/realm/domains', { domain: 'good.example' })
    change({ emails_restricted_to_domains: true })
    for (const [email, word] of [
      [form.email, 'Use one of its domains.'],
      ['x+y@good.example', 'with a plus sign'],
    ] as const) {
      const answer = await join(path, { email })
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(word) as string])
    }
    expect((await join(path, { email: 'x@good.example' })).statusCode).toBe(200)
  })

  it('uses an invitation once, also when two forms are sent at once', async () => {
    const { service, noor, invite, invites, mailed, join } = await world()
    await invite(noor)
    const [{ id } = {}] = await invites(noor)
    const path = mailed(id)
    const before = service.context.tables.users.all().length
    const answers = await Promise.all([join(path), join(path)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410])
    expect(service.context.tables.users.all()).toHaveLength(before + 1)
  })

  it('is a page without scripts, frames and foreign parts, and is limited for each address', async () => {
    const { ada, link, open, join } = await world()
    const path = await link(ada)
    const { headers, body } = await open(path)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(body).not.toContain('<script')
    for (let count = 0; count < limits.joining.most - 1; count += 1) await open(path)
    const limited = await open(path)
    expect([limited.statusCode, limited.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect((await join(path, { email: 'x@test.example' }, '10.0.0.9')).statusCode).toBe(200)
  })
})

describe('an invitation of a later level', () => {
  it('leads into default streams and groups, and says whether the inviter is told', async () => {
    const { service, ada, noor, general, invite, invites, mailed, join, person } = await world({ featureLevel: 500 })
    await service.ok(ada, 'POST', '/default_streams', { stream_id: general })
    await service.ok(ada, 'POST', '/user_groups/create', { name: 'crew', description: '', members: [] })
    const crew = service.context.tables.groups.byName('crew')?.id ?? 0
    await service.listen(ada)
    const form = { group_ids: [crew], notify_referrer_on_join: false, welcome_message_custom_text: 'Hello **there**' }
    expect(await invite(noor, form)).toMatchObject({ status: 400 })
    expect(await invite(ada, { ...form, include_realm_default_subscriptions: true })).toEqual({
      status: 200,
      result: 'success',
      msg: '',
    })
    const [one] = await invites(ada)
    expect(one).toMatchObject({ notify_referrer_on_join: false })
    await service.events(ada)
    expect((await join(mailed(one?.id))).statusCode).toBe(200)
    const added = person('new@test.example')
    expect(service.context.tables.groups.members(crew)).toEqual([added?.id])
    expect(service.context.tables.streams.subscription(added?.id ?? 0, general)?.is_active).toBe(1)
    const types = (await service.events(ada)).map(({ type, op }) => [type, op].join(' ').trim())
    expect(types).toContain('user_group add_members')
    expect(types).not.toContain('message')
    const account = { id: added?.id ?? 0, email: 'new@test.example', apiKey: added?.api_key ?? '' }
    expect(await service.found(account, [])).toEqual(['Hello **there**'])

    await invite(ada, { invitee_emails: 'bare@test.example' })
    const [bare] = await invites(ada)
    expect((await join(mailed(bare?.id))).statusCode).toBe(200)
    expect(service.context.tables.streams.subscription(person('bare@test.example')?.id ?? 0, general)).toBeUndefined()
  })

  it('has its rights by groups', async () => {
    const { service, olga, noor, sam, invite } = await world({ featureLevel: 500 })
    const one = { direct_members: [noor.id, sam.id], direct_subgroups: [] }
    await service.ok(olga, 'PATCH', '/realm', { create_multiuse_invite_group: { new: one } })
    expect(await service.call(noor, 'POST', '/invites/multiuse')).toMatchObject({ status: 200 })
    expect(await service.call(olga, 'POST', '/invites/multiuse')).toMatchObject({ msg: 'Insufficient permission' })
    expect(await service.call(sam, 'POST', '/invites/multiuse')).toMatchObject({ msg: 'Not allowed for guest users' })
    await service.ok(olga, 'PATCH', '/realm', { can_invite_users_group: { new: systemGroups.owners } })
    expect(await invite(noor)).toMatchObject({ msg: 'Insufficient permission' })
    expect(await invite(olga)).toMatchObject({ status: 200 })
  })

  it('does not know the later parameters before their level', async () => {
    const { ada, invite } = await world()
    const later = { group_ids: [1], include_realm_default_subscriptions: true, notify_referrer_on_join: false }
    expect(await invite(ada, { ...later, welcome_message_custom_text: 'x' })).toMatchObject({
      ignored_parameters_unsupported: [...Object.keys(later), 'welcome_message_custom_text'].toSorted(),
    })
  })
})
