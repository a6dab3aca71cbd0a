import { describe, expect, it } from 'vitest'
import type { Snippet, SnippetItem, SnippetsMeta } from '#contract/writing.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestClient, type TestClientOptions } from '#support/test-client.ts'
import { setupWorld } from '#support/setup-world.ts'

async function setUp(options: TestClientOptions = {}) {
  // Below level 297 the snippets stay on this computer.
  const { server, people, client } = await setupWorld({ settings: { featureLevel: 237 }, ...options })
  const open = (text: string) => client.openView<{ item: SnippetItem; meta: SnippetsMeta }>({ type: 'snippets', text })
  const view = await open('')
  const save = (name: string, content: string, snippetId: string = crypto.randomUUID()) =>
    client.engine.call('snippets.save', { snippetId, name, content })
  return {
    server,
    client,
    view,
    save,
    get: (snippetId: string) => client.engine.call('snippets.get', { snippetId }),
    remove: (snippetId: string) => client.engine.call('snippets.delete', { snippetId }),
    names: () => view.items().map(({ name }) => name),
    find: async (text: string) => {
      const found = await open(text)
      return { names: found.items().map(({ name }) => name), ...found.meta() }
    },
    ...people,
  }
}

describe('snippets', () => {
  it('are listed by name, changed and deleted, without a request', async () => {
    const { server, client, view, save, get, remove, names } = await setUp()
    expect(view.meta()).toEqual({ total: 0, found: 0, isShared: false })
    const before = client.requests.length
    const id = crypto.randomUUID()
    await save('zebra', 'last')
    await save(' Äpfel ', 'first line\nsecond line', id)
    await server.clock.until('both are listed', () => names().length === 2)
    expect(names()).toEqual(['Äpfel', 'zebra'])
    await save('', '  \nmangoes are in\nsince noon')
    await server.clock.until('the third is listed', () => names().length === 3)
    expect(names()).toEqual(['Äpfel', '', 'zebra'])
    await remove(view.items()[1]?.snippetId ?? '')
    expect(await get(id)).toEqual({ ok: true, value: { name: 'Äpfel', content: 'first line\nsecond line' } })
    await save('Zucchini', 'changed', id)
    await server.clock.until('it goes to its place', () => names().join() === 'zebra,Zucchini')
    expect(await remove(id)).toEqual({ ok: true, value: { name: 'Zucchini', content: 'changed' } })
    await server.clock.until('it is gone', () => names().join() === 'zebra')
    expect(client.requests.slice(before).filter(({ path }) => !path.endsWith('/events'))).toEqual([])
  })

  it('are restored unchanged when a deletion is undone', async () => {
    const { server, save, remove, names, get } = await setUp()
    const id = crypto.randomUUID()
    await save('hours', 'We are open from nine.', id)
    const deleted = (await remove(id)) as { value: Snippet }
    await server.clock.until('it is gone', () => names().length === 0)
    await save(deleted.value.name, deleted.value.content, id)
    await server.clock.until('it is back', () => names().join() === 'hours')
    expect(await get(id)).toMatchObject({ value: { content: 'We are open from nine.' } })
    await remove(id)
    expect(await remove(id)).toEqual({ ok: true, value: null })
    expect(await get(id)).toEqual({ ok: false, error: { code: 'SNIPPET_GONE' } })
  })

  it('are found by each word of their name and text, ignoring case and accents', async () => {
    const { find, save } = await setUp()
    await save('Öffnungszeiten', 'Wir haben täglich geöffnet, außer am Montag.')
    await save('greeting', 'Hello! How can I help you today?')
    await save('返信', 'お問い合わせありがとうございます')
    expect(await find('offnungs MONTAG')).toEqual({ names: ['Öffnungszeiten'], total: 3, found: 1, isShared: false })
    expect(await find('ausser')).toMatchObject({ names: ['Öffnungszeiten'] })
    expect(await find('help greet')).toMatchObject({ names: ['greeting'] })
    expect(await find('ありがとう')).toMatchObject({ names: ['返信'] })
    expect(await find('help Montag')).toEqual({ names: [], total: 3, found: 0, isShared: false })
    expect(await find('%')).toMatchObject({ names: [] })
    expect(await find('   ')).toMatchObject({ found: 3 })
  })

  it('need a text, and are limited in number', async () => {
    const { save, find, view } = await setUp()
    expect(await save('empty', ' \n ')).toEqual({ ok: false, error: { code: 'SNIPPET_EMPTY' } })
    const { most } = clientLimits.snippets
    const first = crypto.randomUUID()
    await save('', 'x'.repeat(clientLimits.snippetText.most), first)
    for (let index = 1; index < most; index += 1) await save(`text ${index}`, `of ${index}`)
    expect(await save('one more', 'x')).toEqual({ ok: false, error: { code: 'SNIPPETS_FULL', values: { most } } })
    expect(await save('changed', 'x', first)).toMatchObject({ ok: true })
    const found = await find('text')
    expect(found).toMatchObject({ total: most, found: most - 1 })
    expect(found.names).toHaveLength(clientLimits.snippetsShown.most)
    expect(view.items().every(({ start }) => start.length <= clientLimits.snippetStart.most)).toBe(true)
  })

  it('survive a restart', async () => {
    const database = temporaryDatabase()
    const { server, client, save, iris } = await setUp({ database })
    await save('hours', 'We are open from nine.')
    client.engine.close()
    const again = new TestClient(server, iris, { database }).start()
    const view = await again.openView<{ item: SnippetItem; meta: SnippetsMeta }>({ type: 'snippets', text: '' })
    expect(view.items()).toMatchObject([{ kind: 'snippet', name: 'hours', start: 'We are open from nine.' }])
    again.engine.close()
  })
})
