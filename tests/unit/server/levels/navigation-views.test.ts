import { afterEach, describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { Service } from '#support/service.ts'
import { objects } from './story.ts'

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.server.stop()
})

async function world(featureLevel: FeatureLevel) {
  const service = await Service.start({ featureLevel })
  started.push(service)
  return { service, ada: service.person('Ada'), ben: service.person('Ben') }
}

const alerted = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alert words' }
const path = `/navigation_views/${encodeURIComponent(alerted.fragment)}`

describe('navigation views', () => {
  it('are added, changed and removed, with events to their owner only', async () => {
    const { service, ada, ben } = await world(421)
    await service.listen(ada)
    await service.listen(ben)
    await service.ok(ada, 'POST', '/navigation_views', { ...alerted, name: ' Alert words ' })
    await service.ok(ada, 'POST', '/navigation_views', { fragment: 'inbox', is_pinned: false })
    await service.ok(ada, 'PATCH', path, { is_pinned: false, name: 'Words' })
    // A client need not encode the slashes of an address.
    await service.ok(ada, 'PATCH', `/navigation_views/${alerted.fragment}`, { is_pinned: true })
    await service.ok(ada, 'PATCH', path)
    const inbox = { fragment: 'inbox', is_pinned: false, name: null }
    const words = { ...alerted, name: 'Words' }
    expect((await service.ok(ada, 'GET', '/navigation_views')).navigation_views).toEqual([words, inbox])
    await service.ok(ada, 'DELETE', path)
    const events = (await service.events(ada)).filter(({ type }) => type === 'navigation_view')
    expect(events).toEqual([
      expect.objectContaining({ op: 'add', navigation_view: alerted }),
      expect.objectContaining({ op: 'add', navigation_view: inbox }),
      expect.objectContaining({
        op: 'update',
        fragment: alerted.fragment,
        data: { is_pinned: false, name: 'Words' },
      }),
      expect.objectContaining({ op: 'update', fragment: alerted.fragment, data: { is_pinned: true } }),
      expect.objectContaining({ op: 'remove', fragment: alerted.fragment }),
    ])
    expect((await service.events(ben)).filter(({ type }) => type === 'navigation_view')).toEqual([])
    await service.restart({ featureLevel: 421 })
    expect((await service.listen(ada)).navigation_views).toEqual([inbox])
    expect((await service.listen(ben)).navigation_views).toEqual([])
  })

  it('are refused without a name or with that of another, and if they belong to another user', async () => {
    const { service, ada, ben } = await world(500)
    await service.ok(ada, 'POST', '/navigation_views', alerted)
    const add = async (form: Record<string, unknown>) =>
      (await service.call(ada, 'POST', '/navigation_views', form)).msg
    const change = async (who: typeof ada, at: string, form: Record<string, unknown>) =>
      (await service.call(who, 'PATCH', at, form)).msg
    await service.ok(ada, 'POST', '/navigation_views', { fragment: 'feed', is_pinned: true })
    expect([
      await add(alerted),
      await add({ ...alerted, fragment: 'narrow/is/followed' }),
      await add({ fragment: 'narrow/is/followed', is_pinned: true }),
      await add({ fragment: 'recent', is_pinned: true, name: 'Recent' }),
      await add({ fragment: ' ', is_pinned: true, name: 'x' }),
      await add({ fragment: 'x', name: 'x' }),
      await add({ fragment: 'x', is_pinned: 7, name: 'x' }),
      await add({ fragment: 'x'.repeat(1001), is_pinned: true, name: 'x' }),
      await change(ada, '/navigation_views/feed', { name: 'Feed' }),
      await change(ada, path, { name: ' ' }),
      await change(ben, path, { is_pinned: true }),
    ]).toEqual([
      'Navigation view already exists.',
      'Navigation view already exists.',
      'Custom views must have a valid name.',
      'Built-in views cannot have a custom name.',
      'fragment is too short.',
      "Missing 'is_pinned' argument",
      'is_pinned is not a boolean',
      'fragment is too long (limit: 1000 characters)',
      'Built-in views cannot have a custom name.',
      'name is too short.',
      'Navigation view does not exist.',
    ])
    expect(await service.call(ben, 'DELETE', path)).toMatchObject({ status: 404 })
    expect(objects((await service.ok(ada, 'GET', '/navigation_views')).navigation_views)).toHaveLength(2)
  })

  it('do not exist on servers below level 390', async () => {
    const { service, ada } = await world(371)
    expect((await service.call(ada, 'GET', '/navigation_views')).msg).toBe('Not found')
  })
})
