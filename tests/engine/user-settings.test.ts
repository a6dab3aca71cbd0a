import { describe, expect, it } from 'vitest'
import type { NavigationItem, NavigationMeta } from '#contract/navigation.ts'
import { userSettingNameSchema, type UserSettingItem, type UserSettingsMeta } from '#contract/people/user-settings.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { temporaryDatabase } from '#support/files.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'
import type { TestClient } from '#support/test-client.ts'

type Name = UserSettingItem['property']

async function setUp(options: WorldOptions = {}) {
  const world = await setupWorld(options)
  const { server, client, iris } = world
  const open = (of: TestClient) =>
    of.openView<{ item: UserSettingItem; meta: UserSettingsMeta }>({ type: 'user_settings' })
  const view = await open(client)
  const item = (property: Name, of = view) => of.items().find((each) => each.property === property)
  const atServer = async (property: string) => {
    const answer = await server.call(iris, 'POST', '/register', { fetch_event_types: '["user_settings"]' })
    return (answer.user_settings as Record<string, unknown>)[property]
  }
  return {
    ...world,
    view,
    item,
    open,
    atServer,
    change: (property: Name, value: boolean | number | string, of = client) =>
      of.engine.call('account.changeSetting', { property, value }),
    settled: () => server.clock.advance(3_000),
  }
}

/** Returns a valid value of a setting that differs from its present one. */
function otherValue({ property, value }: UserSettingItem): boolean | number | string {
  if (typeof value === 'boolean') return !value
  if (property === 'email_notifications_batching_period_seconds') return 300
  if (typeof value === 'number') return value === 1 ? 2 : 1
  if (property === 'default_language') return 'de'
  return property === 'web_home_view' ? 'all_messages' : 'never'
}

describe.each<FeatureLevel>([237, 371, 500])('the settings of the account at level %i', (featureLevel) => {
  const settings = { featureLevel }

  it('are those that the server has', async () => {
    const { view } = await setUp({ settings })
    const later: readonly (readonly [Name, number])[] = [
      ['receives_typing_notifications', 253],
      ['allow_private_data_export', 293],
      ['resolved_topic_notice_auto_read_policy', 385],
    ]
    const missing = later.flatMap(([name, level]) => (featureLevel < level ? [name] : []))
    const expected = userSettingNameSchema.options.filter((name) => !missing.includes(name))
    expect(view.items().map(({ property }) => property)).toEqual(expected)
    expect(view.meta()).toEqual({ isReady: true })
  })

  it('are changed at once, and reach the server under its names', async () => {
    const { server, item, change, atServer, settled } = await setUp({
      settings,
      faultFor: ({ path }) => (path.endsWith('/settings') ? { delayMs: 1_000 } : undefined),
    })
    await change('web_home_view', 'recent')
    await change('enable_stream_push_notifications', true)
    await change('desktop_icon_count_display', 3)
    await server.clock.until('it is shown', () => item('web_home_view')?.state.kind === 'saving')
    expect(item('web_home_view')?.value).toBe('recent')
    await settled()
    expect(item('web_home_view')).toMatchObject({ value: 'recent', state: { kind: 'saved' } })
    expect(item('enable_stream_push_notifications')).toMatchObject({ value: true, state: { kind: 'saved' } })
    expect(await atServer('web_home_view')).toBe(featureLevel < 454 ? 'recent_topics' : 'recent')
    expect(await atServer('desktop_icon_count_display')).toBe(3)
  })

  it('all reach the server with another value', async () => {
    const { server, view, change, atServer } = await setUp({ settings })
    const wanted = view.items().map((item) => [item.property, otherValue(item)] as const)
    for (const [property, value] of wanted) await change(property, value)
    await server.clock.until('all are sent', () => view.items().every(({ state }) => state.kind === 'saved'), 120_000)
    for (const [property, value] of wanted.filter(([name]) => name !== 'web_home_view')) {
      expect([property, await atServer(property)]).toEqual([property, value])
    }
  })

  it('follow another device', async () => {
    const { server, iris, item } = await setUp({ settings })
    expect(item('enable_sounds')?.value).toBe(true)
    await server.ok(iris, 'PATCH', '/settings', { enable_sounds: 'false' })
    await server.clock.until('it is followed', () => item('enable_sounds')?.value === false)
    if (featureLevel < 293) return
    await server.ok(iris, 'PATCH', '/settings', { allow_private_data_export: 'true' })
    await server.clock.until('it is followed', () => item('allow_private_data_export')?.value === true)
  })
})

describe('a change of a setting of the account', () => {
  it('waits for the network, of which only the last value is sent, also after a restart', async () => {
    const database = temporaryDatabase()
    let isDown = false
    const { server, client, start, item, open, change, atServer } = await setUp({
      database,
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    const navigation = await client.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await change('web_home_view', 'recent')
    await change('web_home_view', 'all_messages')
    await change('starred_message_counts', false)
    await server.clock.until('it waits', () => item('web_home_view')?.state.kind === 'saving')
    expect(item('web_home_view')?.value).toBe('all_messages')
    // The change has its effect before the server has it.
    await server.clock.until('it has its effect', () => navigation.meta().home === 'combined')
    client.engine.close()
    const again = start({ engineEpoch: 2 })
    const view = await open(again)
    expect(item('web_home_view', view)).toMatchObject({ value: 'all_messages', state: { kind: 'saving' } })
    isDown = false
    await again.online()
    await server.clock.until('it is sent', () => item('starred_message_counts', view)?.state.kind === 'saved')
    await server.clock.until('it is sent', () => item('web_home_view', view)?.state.kind === 'saved')
    expect(await atServer('web_home_view')).toBe('all_messages')
    expect(await atServer('starred_message_counts')).toBe(false)
    const sent = again.requests.filter(({ path }) => path.endsWith('/settings'))
    expect(sent).toHaveLength(2)
  })

  it('shows the value of the server again after a refusal, with the reason, and can be retried', async () => {
    let isRefused = true
    const { server, client, item, change } = await setUp({
      through: async ({ path }, ask) =>
        isRefused && path.endsWith('/settings')
          ? {
              status: 400,
              headers: {},
              body: JSON.stringify({ result: 'error', code: 'BAD_REQUEST', msg: 'Not today' }),
            }
          : ask(),
    })
    await change('enable_sounds', false)
    await server.clock.until('it is refused', () => item('enable_sounds')?.state.kind === 'failed')
    const refused = item('enable_sounds')
    expect(refused).toMatchObject({ value: true, state: { failure: { code: 'TEXT', values: { text: 'Not today' } } } })
    isRefused = false
    const localId = refused?.state.kind === 'failed' ? refused.state.localId : ''
    await client.engine.call('outbox.retry', { localId })
    await server.clock.until('it is sent', () => item('enable_sounds')?.state.kind === 'saved')
    expect(item('enable_sounds')?.value).toBe(false)
  })

  it('is overruled where the organization or the server decides', async () => {
    const { server, iris, item } = await setUp()
    expect(item('send_read_receipts')?.isOverruled).toBe(false)
    await server.ok(iris, 'PATCH', '/realm', { enable_read_receipts: false })
    await server.clock.until('it is overruled', () => item('send_read_receipts')?.isOverruled === true)
  })

  it('has its effects in the sidebar: counts follow the choice', async () => {
    const { server, client, change } = await setUp({ settings: { featureLevel: 500 } })
    const navigation = await client.openView<{ item: NavigationItem; meta: NavigationMeta }>({ type: 'navigation' })
    expect(navigation.meta().streamCounts).toBe('unmuted')
    await change('web_stream_unreads_count_display_policy', 3)
    await server.clock.until('no stream shows a count', () => navigation.meta().streamCounts === 'none')
    await change('web_stream_unreads_count_display_policy', 1)
    await server.clock.until('all show a count', () => navigation.meta().streamCounts === 'all')
  })
})
