import { describe, expect, it } from 'vitest'
import type { OrganizationChange, OrganizationMeta, PermissionItem } from '#contract/organization/organization.ts'
import type { RightItem, RightsMeta } from '#contract/people/people-administration.ts'
import type { OrganizationAct } from '#shared/organization/right-choices.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'
import type { FaultFor } from '#support/test-transport.ts'

const levels = [237, 371, 500] as const satisfies readonly FeatureLevel[]

async function setUp(featureLevel: FeatureLevel, account: WorldOptions['account'] = 'iris') {
  let fault: FaultFor = () => undefined
  const here = await setupWorld({ settings: { featureLevel }, faultFor: (request) => fault(request), account })
  const { client, server, iris, noor } = here
  const view = await client.openView<{ item: PermissionItem; meta: OrganizationMeta }>({ type: 'organization' })
  const rights = await client.openView<{ item: RightItem; meta: RightsMeta }>({ type: 'rights' })
  return {
    ...here,
    breaks: (faults: FaultFor) => (fault = faults),
    meta: () => view.meta(),
    refusalOf: (name: OrganizationAct) => rights.items().find(({ act }) => act === name)?.refusal,
    permission: (name: PermissionItem['permission']) => view.items().find(({ permission }) => permission === name),
    change: async (change: OrganizationChange) => {
      let answer: Awaited<ReturnType<typeof client.engine.call<'organization.change'>>> | undefined
      void client.engine.call('organization.change', { change }).then((value) => (answer = value))
      await server.clock.until('the call is answered', () => answer !== undefined, 60_000)
      await server.clock.advance(500)
      return answer
    },
    setRole: async (role: number) => {
      await server.ok(iris, 'PATCH', `/users/${noor.id}`, { role })
      await server.clock.advance(500)
    },
    /** The organization's settings as a new registration has them. */
    atServer: () => server.ok(iris, 'POST', '/register', { fetch_event_types: ['realm'] }),
  }
}

const done = { ok: true, value: null }

/** Each kind of change, with its effect on the view. */
const changes: readonly (readonly [
  change: OrganizationChange,
  read: (meta: OrganizationMeta) => unknown,
  value: unknown,
])[] = [
  [{ kind: 'name', name: ' Alder & Co ' }, ({ name }) => name, 'Alder & Co'],
  [
    { kind: 'description', description: 'We **build**\narms.' },
    ({ description }) => description,
    'We **build**\narms.',
  ],
  [{ kind: 'description', description: '' }, ({ description }) => description, ''],
  [
    { kind: 'switch', setting: 'name_changes_disabled', isOn: true },
    ({ switches }) => switches.name_changes_disabled,
    true,
  ],
  [{ kind: 'switch', setting: 'mandatory_topics', isOn: true }, ({ switches }) => switches.mandatory_topics, true],
  [{ kind: 'switch', setting: 'mandatory_topics', isOn: false }, ({ switches }) => switches.mandatory_topics, false],
  [
    { kind: 'limit', setting: 'message_content_edit_limit_seconds', seconds: 600 },
    ({ limits }) => limits.message_content_edit_limit_seconds,
    600,
  ],
  [
    { kind: 'limit', setting: 'message_content_edit_limit_seconds', seconds: null },
    ({ limits }) => limits.message_content_edit_limit_seconds,
    null,
  ],
  [{ kind: 'edit_history', to: 'none' }, ({ editHistory }) => editHistory, 'none'],
  [{ kind: 'edit_history', to: 'all' }, ({ editHistory }) => editHistory, 'all'],
  [{ kind: 'retention', days: 30 }, ({ retentionDays }) => retentionDays, 30],
  [{ kind: 'retention', days: null }, ({ retentionDays }) => retentionDays, null],
  [{ kind: 'waiting', days: 3 }, ({ waitingDays }) => waitingDays, 3],
]

describe.each(levels)('the settings of an organization at level %i', (level) => {
  it('are changed at the server, and shown with the value of the event', async () => {
    const { change, meta } = await setUp(level)
    for (const [wanted, read, value] of changes) {
      expect(await change(wanted), JSON.stringify(wanted)).toEqual(done)
      expect(read(meta()), JSON.stringify(wanted)).toEqual(value)
    }
  })

  it('name a stream for announcements, or none', async () => {
    const { change, meta, general } = await setUp(level)
    const setting = 'notifications_stream_id'
    expect(await change({ kind: 'stream', setting, streamId: general })).toEqual(done)
    expect(meta().streams[setting]).toBe(general)
    expect(meta().streamChoices.map(({ id }) => id)).toContain(general)
    expect(await change({ kind: 'stream', setting, streamId: null })).toEqual(done)
    expect(meta().streams[setting]).toBeNull()
  })

  it('give a permission to a system group', async () => {
    const { change, permission } = await setUp(level)
    const name = 'can_create_public_channel_group'
    for (const role of ['administrators', 'members', 'moderators'] as const) {
      expect(permission(name)?.roles).toContain(role)
      expect(await change({ kind: 'permission', permission: name, to: { role } })).toEqual(done)
      expect(permission(name)?.audience).toEqual({ kind: 'role', role })
    }
  })

  it('show the changes of others', async () => {
    const { server, iris, meta } = await setUp(level, 'noor')
    await server.ok(iris, 'PATCH', '/realm', { name: 'Elsewhere', message_content_delete_limit_seconds: 60 })
    await server.clock.advance(500)
    expect(meta()).toMatchObject({ name: 'Elsewhere', limits: { message_content_delete_limit_seconds: 60 } })
  })

  it('follow the own role at once, and refuse what it may not do before the server is asked', async () => {
    const { change, refusalOf, setRole, atServer } = await setUp(level, 'noor')
    expect(refusalOf('edit_organization')).toEqual({ code: 'role', least: 'administrator' })
    expect(await change({ kind: 'name', name: 'Mine' })).toMatchObject({
      ok: false,
      error: { code: 'RIGHT_MISSING', values: { refusal: { code: 'role', least: 'administrator' } } },
    })
    await setRole(200)
    expect(refusalOf('edit_organization')).toBeNull()
    expect(refusalOf('edit_owner_settings')).toEqual({ code: 'role', least: 'owner' })
    expect(await change({ kind: 'retention', days: 1 })).toMatchObject({ ok: false, error: { code: 'RIGHT_MISSING' } })
    expect(await change({ kind: 'name', name: 'Ours' })).toEqual(done)
    await setRole(400)
    expect(refusalOf('edit_organization')).toEqual({ code: 'role', least: 'administrator' })
    expect(await atServer()).toMatchObject({ realm_name: 'Ours', realm_message_retention_days: -1 })
  })
})

describe('the settings of an organization', () => {
  it('have groups as choices of a permission from the level of its group on', async () => {
    const { change, meta, permission, server, iris } = await setUp(500)
    await server.ok(iris, 'POST', '/user_groups/create', { name: 'crew', description: '', members: [iris.id] })
    await server.clock.advance(500)
    const groupId = meta().groupChoices.find(({ name }) => name === 'crew')?.id ?? 0
    expect(permission('can_create_groups')?.hasGroups).toBe(true)
    expect(await change({ kind: 'permission', permission: 'can_create_groups', to: { groupId } })).toEqual(done)
    expect(permission('can_create_groups')?.audience).toEqual({ kind: 'group', name: 'crew' })
  })

  it('have each policy once below the levels of its groups', async () => {
    const { permission } = await setUp(237)
    expect(permission('can_create_groups')).toMatchObject({ hasGroups: false })
    expect(permission('can_manage_all_groups')).toBeUndefined()
    expect(permission('can_resolve_topics_group')).toBeUndefined()
  })

  it('cannot show the moves only on a server without that', async () => {
    const { change } = await setUp(237)
    expect(await change({ kind: 'edit_history', to: 'moves' })).toEqual({
      ok: false,
      error: { code: 'SETTING_MISSING' },
    })
  })

  it('refuse texts that are too long or empty, and say how long they may be', async () => {
    const { change } = await setUp(237)
    expect(await change({ kind: 'name', name: '  ' })).toEqual({
      ok: false,
      error: { code: 'ORGANIZATION_NAME_MISSING' },
    })
    expect(await change({ kind: 'name', name: '𝔘'.repeat(41) })).toEqual({
      ok: false,
      error: { code: 'ORGANIZATION_NAME_TOO_LONG', values: { length: 41, most: 40 } },
    })
    expect(await change({ kind: 'name', name: '𝔘'.repeat(40) })).toEqual(done)
    expect(await change({ kind: 'description', description: 'x'.repeat(1001) })).toEqual({
      ok: false,
      error: { code: 'ORGANIZATION_DESCRIPTION_TOO_LONG', values: { length: 1001, most: 1000 } },
    })
  })

  it('say that they need the server, and that an outcome is unknown', async () => {
    const { breaks, change, meta } = await setUp(237)
    const before = meta().name
    breaks(({ path }) => (path.endsWith('/realm') ? { before: 'unreachable' } : undefined))
    expect(await change({ kind: 'name', name: 'Lost' })).toEqual({ ok: false, error: { code: 'CHANGE_NEEDS_SERVER' } })
    expect(meta().name).toBe(before)
    breaks(({ path }) => (path.endsWith('/realm') ? { after: 'broken' } : undefined))
    expect(await change({ kind: 'name', name: 'Perhaps' })).toEqual({
      ok: false,
      error: { code: 'CHANGE_OUTCOME_UNKNOWN' },
    })
    expect(meta().name).toBe('Perhaps')
  })
})
