import { describe, expect, it } from 'vitest'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { SnippetItem, SnippetsMeta } from '#contract/writing.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { temporaryDatabase } from '#support/files.ts'
import { chooseSeed, sampled, SeededRandom } from '#support/random.ts'
import type { TestClient, TestClientOptions } from '#support/test-client.ts'
import { setupWorld } from '#support/setup-world.ts'

interface ServerSnippet {
  readonly id: number
  readonly title: string
  readonly content: string
}

/** The snippets of an engine: calls, and the displayed list as `name: start`. */
async function device(client: TestClient) {
  const view = await client.openView<{ item: SnippetItem; meta: SnippetsMeta }>({ type: 'snippets', text: '' })
  return {
    client,
    view,
    shown: () => view.items().map(({ name, start }) => `${name}: ${start}`),
    save: (name: string, content: string, snippetId: string = crypto.randomUUID()) =>
      client.engine.call('snippets.save', { snippetId, name, content }),
    remove: (snippetId: string) => client.engine.call('snippets.delete', { snippetId }),
    idOf: (name: string) => view.items().find((item) => item.name === name)?.snippetId ?? '',
  }
}

async function setUp(featureLevel: FeatureLevel = 371, options: TestClientOptions = {}) {
  const made = await setupWorld({ ...options, settings: { featureLevel } })
  const { server, iris, client } = made
  const atServer = async () =>
    ((await server.call(iris, 'GET', '/saved_snippets')) as { saved_snippets: ServerSnippet[] }).saved_snippets
  return {
    ...made,
    ...(await device(client)),
    atServer,
    /** The server’s snippets as `title: content`, sorted by name. */
    kept: async () => (await atServer()).map(({ title, content }) => `${title}: ${content}`).toSorted(),
    /** Saves a snippet with another client; returns its id. */
    saveElsewhere: async (title: string, content: string) =>
      Number((await server.call(iris, 'POST', '/saved_snippets', { title, content })).saved_snippet_id),
    letTimePass: () => server.clock.advance(30_000),
  }
}

describe.each([300, 371, 421, 500] as const)('snippets at level %i', (level) => {
  it('are saved, changed and deleted at the server', async () => {
    const { save, remove, idOf, kept, letTimePass, shown } = await setUp(level)
    await save('hours', 'From nine.')
    await save('', '\nNo name\nsecond line  ')
    await letTimePass()
    expect(await kept()).toEqual(['No name: No name\nsecond line', 'hours: From nine.'])
    await save('opening hours', 'From ten.', idOf('hours'))
    await letTimePass()
    expect(await kept()).toEqual(['No name: No name\nsecond line', 'opening hours: From ten.'])
    await remove(idOf('opening hours'))
    await letTimePass()
    expect(await kept()).toEqual(['No name: No name\nsecond line'])
    expect(shown()).toEqual([': \nNo name\nsecond line  '])
  })

  it('of another client appear, change and disappear here', async () => {
    const { server, iris, saveElsewhere, atServer, shown, save, idOf, letTimePass } = await setUp(level)
    const id = await saveElsewhere('hello', 'Hello, thank you')
    await letTimePass()
    expect(shown()).toEqual(['hello: Hello, thank you'])
    if (level >= 368) await server.call(iris, 'PATCH', `/saved_snippets/${id}`, { content: 'Hello' })
    else await save('hello', 'Hello', idOf('hello'))
    await letTimePass()
    expect(shown()).toEqual(['hello: Hello'])
    const [held] = await atServer()
    await server.call(iris, 'DELETE', `/saved_snippets/${held?.id ?? 0}`)
    await letTimePass()
    expect(shown()).toEqual([])
  })
})

describe('snippets of an account', () => {
  it('stay on this computer below level 297, without a request', async () => {
    const { client, save, letTimePass, view } = await setUp(237)
    const before = client.requests.length
    await save('hours', 'From nine.')
    await letTimePass()
    expect(client.requests.slice(before).filter(({ path }) => path.includes('snippet'))).toEqual([])
    expect(view.meta()).toMatchObject({ total: 1, isShared: false })
  })

  it('that were saved offline reach the server later, without a duplicate of an equal one', async () => {
    let isDown = false
    const { client, server, save, kept, saveElsewhere, letTimePass, shown, view } = await setUp(371, {
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    expect(view.meta().isShared).toBe(true)
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await save('hours', 'From nine.')
    await save('thanks', 'Thank you')
    await saveElsewhere('thanks', 'Thank you')
    await letTimePass()
    isDown = false
    client.engine.signal('retry')
    await letTimePass()
    expect(await kept()).toEqual(['hours: From nine.', 'thanks: Thank you'])
    expect(shown()).toEqual(['hours: From nine.', 'thanks: Thank you'])
  })

  it('that were changed on two devices are kept in both forms', async () => {
    let isDown = false
    const { client, server, iris, save, idOf, kept, atServer, letTimePass, shown } = await setUp(371, {
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await save('hours', 'From nine.')
    await letTimePass()
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await save('hours', 'From ten.', idOf('hours'))
    const [held] = await atServer()
    await server.call(iris, 'PATCH', `/saved_snippets/${held?.id ?? 0}`, { content: 'From eleven.' })
    isDown = false
    client.engine.signal('retry')
    await letTimePass()
    expect(await kept()).toEqual(['hours: From eleven.', 'hours: From ten.'])
    expect(shown()).toEqual(['hours: From eleven.', 'hours: From ten.'])
  })

  it.each([
    ['lost', { after: 'broken' } as const],
    ['never sent', { before: 'broken' } as const],
    ['late', { answerDelayMs: 8_000 }],
  ])('exist once at the server although the answer to their creation is %s', async (_, fault) => {
    let isCreated = false
    const { save, kept, letTimePass, shown } = await setUp(371, {
      faultFor({ method, path }) {
        if (isCreated || method !== 'POST' || !path.endsWith('/saved_snippets')) return undefined
        isCreated = true
        return fault
      },
    })
    await save('hours', 'From nine.')
    await letTimePass()
    await letTimePass()
    expect(isCreated).toBe(true)
    expect(await kept()).toEqual(['hours: From nine.'])
    expect(shown()).toEqual(['hours: From nine.'])
  })

  it('keep the last text while the events of earlier saves arrive late', async () => {
    const { save, idOf, kept, letTimePass, shown, server } = await setUp(371, {
      faultFor: ({ path }) => (path.endsWith('/events') ? { answerDelayMs: 9_000 } : undefined),
    })
    await save('hours', 'one')
    await letTimePass()
    for (const text of ['two', 'three', 'two', 'four']) {
      await save('hours', text, idOf('hours'))
      await server.clock.advance(4_000)
      expect(shown()).toEqual([`hours: ${text}`])
    }
    await letTimePass()
    expect(shown()).toEqual(['hours: four'])
    expect(await kept()).toEqual(['hours: four'])
  })

  it('are not deleted at the server if the deletion is undone', async () => {
    const { server, save, remove, idOf, kept, letTimePass } = await setUp()
    await save('hours', 'From nine.')
    await letTimePass()
    const id = idOf('hours')
    await remove(id)
    await server.clock.advance(4_000)
    expect(await kept()).toEqual(['hours: From nine.'])
    await save('hours', 'From nine.', id)
    await letTimePass()
    expect(await kept()).toEqual(['hours: From nine.'])
  })

  it('that another client deletes disappear here, unless they were changed here meanwhile', async () => {
    let isDown = false
    const { client, server, iris, save, idOf, kept, atServer, letTimePass } = await setUp(371, {
      faultFor: () => (isDown ? { before: 'unreachable' } : undefined),
    })
    await save('kept', 'one')
    await save('dropped', 'one')
    await letTimePass()
    isDown = true
    client.engine.signal('resume')
    await server.clock.until('it is offline', () => client.status?.connection.state === 'offline')
    await save('kept', 'two', idOf('kept'))
    for (const { id } of await atServer()) await server.call(iris, 'DELETE', `/saved_snippets/${id}`)
    isDown = false
    client.engine.signal('retry')
    await letTimePass()
    expect(await kept()).toEqual(['kept: two'])
  })

  it('that the server refuses or cannot store stay local with a reason', async () => {
    const { save, view, letTimePass, kept } = await setUp(371, {
      through: (request, ask) =>
        request.method === 'POST' && request.form.title === 'refused'
          ? Promise.resolve({ status: 400, headers: {}, body: '{"result":"error","code":"BAD_REQUEST","msg":"no"}' })
          : ask(),
    })
    await save('refused', 'x')
    await save('long', 'x'.repeat(clientLimits.snippetText.most))
    await save('null', 'a\0b')
    await save('short', 'x')
    await letTimePass()
    const reasons = view
      .items()
      .map(({ name, localReason }): [string, Failure['code'] | null] => [name, localReason?.code ?? null])
    expect(reasons).toEqual([
      ['long', 'SNIPPET_TOO_LONG'],
      ['null', 'SNIPPET_NULL_CHARACTER'],
      ['refused', 'TEXT'],
      ['short', null],
    ])
    expect(await kept()).toEqual(['short: x'])
  })

  it('stay here if the server no longer supports them', async () => {
    const database = temporaryDatabase()
    const { server, client, save, letTimePass, start } = await setUp(371, { database })
    await save('hours', 'From nine.')
    await letTimePass()
    client.engine.close()
    await server.stop()
    await server.start({ featureLevel: 237 })
    server.seed()
    const again = await device(start())
    await again.client.online()
    await letTimePass()
    expect(again.shown()).toEqual(['hours: From nine.'])
    expect(again.view.meta().isShared).toBe(false)
  })

  it('are equal on two devices and the server after any changes, outages and lost answers', async () => {
    const seed = chooseSeed()
    const rounds = sampled(2, 60)
    for (let round = 0; round < rounds; round += 1) {
      const { kept, shown } = await afterRandomChanges(seed + round)
      expect(shown, `seed ${seed + round}`).toEqual([kept, kept])
    }
  })
})

/** Makes random changes on two devices; returns the snippets of the server and those that each device displays. */
async function afterRandomChanges(seed: number) {
  const random = new SeededRandom(seed)
  let isQuiet = false
  const faultFor: TestClientOptions['faultFor'] = ({ path }) => {
    if (isQuiet || random.below(3) > 0) return undefined
    if (path.endsWith('/events')) return { answerDelayMs: random.below(8_000) }
    return random.pick([{ before: 'broken' }, { after: 'broken' }, { answerDelayMs: random.below(6_000) }] as const)
  }
  const made = await setUp(random.pick([300, 371] as const), { faultFor, database: temporaryDatabase() })
  const other = await device(made.start({ faultFor, database: temporaryDatabase() }))
  await other.client.online()
  const devices = [made, other]
  for (let step = 0; step < 25; step += 1) {
    const { view, save, remove } = random.pick(devices)
    const known = view.items()[random.below(Math.max(1, view.items().length))]
    const content = `text ${seed} ${step}`
    if (known === undefined || random.below(3) === 0) await save(`name ${step}`, content)
    else if (random.below(4) === 0) await remove(known.snippetId)
    else await save(known.name, content, known.snippetId)
    // Both devices register again, with their unsent changes.
    if (random.below(12) === 0) made.server.built.context.events.removeAll()
    await made.server.clock.advance(random.below(12_000))
  }
  isQuiet = true
  for (const { client } of devices) client.engine.signal('retry')
  await made.server.clock.advance(180_000)
  return { kept: await made.kept(), shown: devices.map(({ shown }) => shown().toSorted()) }
}
