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

describe('saved snippets', () => {
  it('are added, edited and removed, with events to their owner only', async () => {
    const { service, ada, ben } = await world(371)
    await service.listen(ada)
    await service.listen(ben)
    const form = { title: ' hello ', content: '\nHello, *thank you*\n' }
    const { saved_snippet_id: id } = await service.ok(ada, 'POST', '/saved_snippets', form)
    await service.ok(ada, 'PATCH', `/saved_snippets/${String(id)}`, { title: 'hello again' })
    await service.ok(ada, 'PATCH', `/saved_snippets/${String(id)}`, {})
    const [listed] = objects((await service.ok(ada, 'GET', '/saved_snippets')).saved_snippets)
    await service.ok(ada, 'DELETE', `/saved_snippets/${String(id)}`)
    const events = (await service.events(ada)).filter(({ type }) => type === 'saved_snippets')
    const snippet = { id, title: 'hello', content: 'Hello, *thank you*', date_created: expect.any(Number) as number }
    expect(listed).toEqual({ ...snippet, title: 'hello again' })
    expect(events).toMatchObject([
      { op: 'add', saved_snippet: snippet },
      { op: 'update', saved_snippet: { ...snippet, title: 'hello again' } },
      { op: 'remove', saved_snippet_id: id },
    ])
    expect((await service.events(ben)).filter(({ type }) => type === 'saved_snippets')).toEqual([])
    expect((await service.ok(ada, 'GET', '/saved_snippets')).saved_snippets).toEqual([])
  })

  it('are in a registration, oldest first, if their type is requested', async () => {
    const { service, ada, ben } = await world(300)
    for (const title of ['b', 'a']) await service.ok(ada, 'POST', '/saved_snippets', { title, content: 'x' })
    await service.ok(ben, 'POST', '/saved_snippets', { title: 'c', content: 'x' })
    const own = await service.ok(ada, 'POST', '/register', { fetch_event_types: ['saved_snippets'] })
    expect(objects(own.saved_snippets).map(({ title }) => title)).toEqual(['b', 'a'])
    expect(await service.ok(ada, 'POST', '/register', { fetch_event_types: ['message'] })).not.toHaveProperty(
      'saved_snippets',
    )
  })

  it('are refused if they are blank, too long, or of another user', async () => {
    const { service, ada, ben } = await world(371)
    const { saved_snippet_id } = await service.ok(ada, 'POST', '/saved_snippets', { title: 'a', content: 'x' })
    const path = `/saved_snippets/${String(saved_snippet_id)}`
    const say = async (...call: Parameters<Service['call']>) => (await service.call(...call)).msg
    expect([
      await say(ada, 'POST', '/saved_snippets', { title: ' ', content: 'x' }),
      await say(ada, 'POST', '/saved_snippets', { title: 'a', content: '\n' }),
      await say(ada, 'POST', '/saved_snippets', { title: 'a'.repeat(61), content: 'x' }),
      await say(ada, 'POST', '/saved_snippets', { title: 'a', content: 'x'.repeat(10_001) }),
      await say(ada, 'POST', '/saved_snippets', { title: 'a' }),
      await say(ada, 'PATCH', path, { content: ' ' }),
      await say(ben, 'PATCH', path, { content: 'mine' }),
      await say(ben, 'DELETE', path),
      await say(ada, 'DELETE', '/saved_snippets/999'),
    ]).toEqual([
      'title cannot be blank',
      'content cannot be blank',
      'title is too long (limit: 60 characters)',
      'content is too long (limit: 10000 characters)',
      "Missing 'content' argument",
      'content cannot be blank',
      'Saved snippet does not exist.',
      'Saved snippet does not exist.',
      'Saved snippet does not exist.',
    ])
    expect((await service.call(ben, 'DELETE', path)).code).toBe('BAD_REQUEST')
  })

  it('do not exist on servers below level 297, and cannot be edited below 368', async () => {
    const old = await world(237)
    expect((await old.service.call(old.ada, 'GET', '/saved_snippets')).msg).toBe('Not found')
    const { service, ada } = await world(300)
    const { saved_snippet_id: id } = await service.ok(ada, 'POST', '/saved_snippets', { title: 'a', content: 'x' })
    expect((await service.call(ada, 'PATCH', `/saved_snippets/${String(id)}`, { title: 'b' })).msg).toBe(
      'Method Not Allowed',
    )
  })
})
