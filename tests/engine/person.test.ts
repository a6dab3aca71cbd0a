import { describe, expect, it } from 'vitest'
import type { PersonMeta, ProfileFieldItem } from '#contract/people/profiles.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { TestClient } from '#support/test-client.ts'
import type { Account, TestServer } from '#support/test-server.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'

async function setUp(options: WorldOptions = {}) {
  const here = await setupWorld(options)
  const open = (userId: number) =>
    here.client.openView<{ item: ProfileFieldItem; meta: PersonMeta }>({ type: 'person', userId })
  return { ...here, open }
}

/** Creates a field of a type and lets a person fill it in. */
async function fill(
  server: TestServer,
  { iris, noor }: { readonly iris: Account; readonly noor: Account },
  field: { readonly type: number; readonly name: string; readonly data?: unknown; readonly isInSummary?: boolean },
  value: unknown,
): Promise<void> {
  const { id } = await server.ok(iris, 'POST', '/realm/profile_fields', {
    name: field.name,
    hint: '',
    field_type: field.type,
    ...(field.data === undefined ? {} : { field_data: field.data }),
    ...(field.isInSummary === true ? { display_in_profile_summary: true } : {}),
  })
  await server.ok(noor, 'PATCH', '/users/me/profile_data', { data: [{ id: Number(id), value }] })
}

/** Delivers an event that the server would not send, and waits until it is applied. */
async function deliver(server: TestServer, iris: Account, event: { type: string } & Record<string, unknown>) {
  server.event(iris, event)
  await server.clock.advance(500)
}

const loseSight = (server: TestServer, iris: Account, personId: number) =>
  deliver(server, iris, { type: 'realm_user', op: 'remove', person: { user_id: personId } })

describe('a person in detail', () => {
  it('has the values of all eight types of fields as the service renders them', async () => {
    const { server, open, iris, noor, mei } = await setUp()
    const people = { iris, noor }
    await fill(server, people, { type: 1, name: 'Phone', isInSummary: true }, '+47 55')
    await fill(server, people, { type: 2, name: 'Biography' }, '**bold**')
    const choices = { 0: { text: 'Vim', order: '1' }, 1: { text: 'Emacs', order: '2' } }
    await fill(server, people, { type: 3, name: 'Editor', data: choices }, '1')
    await fill(server, people, { type: 4, name: 'Birthday' }, '1990-03-14')
    await fill(server, people, { type: 5, name: 'Home page' }, 'https://noor.example/')
    await fill(server, people, { type: 6, name: 'Mentor' }, [mei.id])
    await fill(server, people, { type: 7, name: 'GitHub', data: { subtype: 'github' } }, 'no or')
    await fill(server, people, { type: 8, name: 'Pronouns' }, 'she/her')
    await server.clock.advance(500)
    const view = await open(noor.id)
    const values = Object.fromEntries(view.items().map(({ name, value }) => [name, value]))
    expect(values).toMatchObject({
      Phone: { kind: 'rendered', html: expect.stringContaining('+47 55') as string },
      Biography: { kind: 'rendered', html: expect.stringContaining('<strong>bold</strong>') as string },
      Editor: { kind: 'text', text: 'Emacs' },
      Birthday: { kind: 'date', day: '1990-03-14' },
      'Home page': { kind: 'link', address: 'https://noor.example/' },
      Mentor: { kind: 'people', people: [expect.objectContaining({ id: mei.id, name: 'Mei' })], others: 0 },
      GitHub: { kind: 'account', name: 'no or', address: 'https://github.com/no%20or' },
    })
    expect(values).not.toHaveProperty('Pronouns')
    expect(view.meta().person?.pronouns).toBe('she/her')
    expect(view.items().filter(({ isInSummary }) => isInSummary)).toMatchObject([{ name: 'Phone' }])
  })

  it('never has an address that could run code, and bounds hostile values', async () => {
    const { server, open, iris, noor } = await setUp()
    const values: Record<string, string> = {
      1: 'javascript:alert(1)',
      2: '2026-02-31',
      3: `[${Array.from({ length: 500 }, (_, index) => index + 1).join(',')}]`,
      4: 'x'.repeat(50_000),
      5: 'not a list',
      6: 'me" onclick="alert(1)',
    }
    const types = [5, 4, 6, 1, 6, 7]
    const fields = types.map((type, index) => ({
      id: index + 1,
      type,
      name: `field ${index}`,
      hint: '',
      field_data: type === 7 ? '{"subtype":"custom","url_pattern":"javascript:%(username)s"}' : '',
    }))
    await deliver(server, iris, { type: 'custom_profile_fields', fields })
    for (const [id, value] of Object.entries(values)) {
      const person = { user_id: noor.id, custom_profile_field: { id: Number(id), value } }
      await deliver(server, iris, { type: 'realm_user', op: 'update', person })
    }
    const [link, date, people, text, broken, account] = [1, 2, 3, 4, 5, 6].map(
      (id) => (items: ProfileFieldItem[]) => items.find((item) => item.id === id)?.value,
    )
    const items = (await open(noor.id)).items()
    expect(link?.(items)).toEqual({ kind: 'text', text: 'javascript:alert(1)' })
    expect(date?.(items)).toEqual({ kind: 'text', text: '2026-02-31' })
    expect(people?.(items)).toMatchObject({ kind: 'people', others: 500 - clientLimits.profilePeople.most })
    const long = text?.(items)
    expect(long?.kind === 'text' && long.text.length).toBeLessThanOrEqual(clientLimits.shownFieldText.most)
    expect(broken?.(items)).toBeUndefined()
    expect(account?.(items)).toEqual({ kind: 'account', name: 'me" onclick="alert(1)', address: null })
  })

  it('shows role, groups and status, and follows changes of other devices and administrators', async () => {
    const { server, open, iris, noor } = await setUp()
    const view = await open(noor.id)
    expect(view.meta()).toMatchObject({ state: 'known', person: { name: 'Noor', role: 'member', groups: [] } })
    await server.ok(iris, 'POST', '/user_groups/create', { name: 'crew', description: '', members: [noor.id] })
    await server.ok(iris, 'PATCH', `/users/${noor.id}`, { role: 300, full_name: 'Noor Haddad' })
    await server.ok(noor, 'POST', '/users/me/status', { status_text: 'at lunch' })
    await server.clock.advance(1_000)
    expect(view.meta().person).toMatchObject({
      name: 'Noor Haddad',
      role: 'moderator',
      groups: [{ name: 'crew' }],
      status: { text: 'at lunch' },
    })
  })

  it('becomes offline when the presence expires, without a request (O5)', async () => {
    const { server, client, open, noor } = await setUp()
    await server.ok(noor, 'POST', '/users/me/presence', { status: 'active', ping_only: false })
    await server.clock.advance(61_000)
    const view = await open(noor.id)
    expect(view.meta().person?.presence?.state).toBe('active')
    await server.clock.until('the presence expires', () => view.meta().person?.presence?.state === 'offline', 400_000)
    expect(client.requests.filter(({ path }) => path.endsWith(`/users/${noor.id}/presence`))).toEqual([])
  })

  it('hides the address that the server makes up for a hidden one', async () => {
    const { server, open, iris, noor } = await setUp()
    await server.ok(noor, 'PATCH', '/settings', { email_address_visibility: 4 })
    await server.clock.advance(500)
    expect((await open(noor.id)).meta().person?.email).toBeNull()
    expect((await open(iris.id)).meta().person).toMatchObject({ email: iris.email, isSelf: true, role: 'owner' })
  })
})

describe('a person whom the disk does not know', () => {
  it('is asked for once and stored', async () => {
    const { server, client, open, iris, mei } = await setUp()
    await loseSight(server, iris, mei.id)
    const view = await open(mei.id)
    expect(view.meta()).toMatchObject({ person: null })
    await server.clock.until('the person is known', () => view.meta().state === 'known')
    expect(view.meta().person?.name).toBe('Mei')
    await open(mei.id)
    expect(client.requests.filter(({ path }) => path.endsWith(`/users/${mei.id}`))).toHaveLength(1)
  })

  it('is gone if the server refuses, and is not asked for again by the same card', async () => {
    const { server, open } = await setUp()
    const view = await open(4_711)
    await server.clock.until('the server has refused', () => view.meta().state === 'gone')
    await server.clock.advance(100_000)
    expect(view.meta()).toMatchObject({ state: 'gone', person: null })
  })
})

describe('the streams in common with a person', () => {
  it.each([237, 371, 500] as const)('are the own streams of both at level %i', async (featureLevel) => {
    const { server, client, noor, design } = await setUp({ settings: { featureLevel } })
    const ask = async (from: TestClient, userId: number) => {
      let names: readonly string[] | undefined
      void from.engine.call('people.commonStreams', { userId }).then((result) => {
        names = result.ok ? result.value.map(({ name }) => name) : [result.error.code]
      })
      await server.clock.until('the call is answered', () => names !== undefined)
      return names
    }
    expect(await ask(client, noor.id)).toEqual(['design', 'general'])
    await server.ok(noor, 'DELETE', '/users/me/subscriptions', { subscriptions: ['design'] })
    expect(design).toBeGreaterThan(0)
    expect(await ask(client, noor.id)).toEqual(['general'])
  })
})
