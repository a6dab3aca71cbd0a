import { describe, expect, it } from 'vitest'
import type {
  DomainItem,
  EmojiListMeta,
  LinkifierItem,
  LinkifierTrial,
  ListChange,
  OrganizationListMeta,
  OwnEmojiItem,
  PlaygroundItem,
} from '#contract/organization/organization-lists.ts'
import { realmEmoji } from '#server/organization/custom-emoji.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { setupWorld, type WorldOptions } from '#support/setup-world.ts'
import type { FaultFor } from '#support/test-transport.ts'

const levels = [237, 371, 500] as const satisfies readonly FeatureLevel[]

async function setUp(featureLevel: FeatureLevel, account: WorldOptions['account'] = 'iris') {
  let fault: FaultFor = () => undefined
  const here = await setupWorld({ settings: { featureLevel }, faultFor: (request) => fault(request), account })
  const { client, server } = here
  const open = <Item extends LinkifierItem | PlaygroundItem | DomainItem>(
    type: 'linkifiers' | 'playgrounds' | 'domains',
  ) => client.openView<{ item: Item; meta: OrganizationListMeta }>({ type })
  const linkifiers = await open<LinkifierItem>('linkifiers')
  const playgrounds = await open<PlaygroundItem>('playgrounds')
  const domains = await open<DomainItem>('domains')
  return {
    ...here,
    linkifiers: () => linkifiers.items(),
    playgrounds: () => playgrounds.items(),
    domains: () => domains.items(),
    breaks: (faults: FaultFor) => (fault = faults),
    change: async (change: ListChange) => {
      let answer: Awaited<ReturnType<typeof client.engine.call<'organization.changeList'>>> | undefined
      void client.engine.call('organization.changeList', { change }).then((value) => (answer = value))
      await server.clock.until('the call is answered', () => answer !== undefined, 60_000)
      await server.clock.advance(500)
      return answer
    },
    tryOut: async (
      text: string,
      written: { linkifierId: number | null; pattern: string; urlTemplate: string } | null = null,
    ): Promise<LinkifierTrial> => {
      const result = await client.engine.call('organization.tryLinkifiers', { text, written })
      if (!result.ok) throw new Error(result.error.code)
      return result.value
    },
  }
}

const done = { ok: true, value: null }
const issue = { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://tracker.example/{id}' }
const plan = { pattern: 'plan-(?P<id>[0-9]+)', urlTemplate: 'https://plans.example/{id}' }

describe.each(levels)('the lists of an organization at level %i', (level) => {
  it('have linkifiers, which are added, changed, moved and removed', async () => {
    const { linkifiers, change } = await setUp(level)
    const before = linkifiers().length
    expect(await change({ kind: 'add_linkifier', ...issue })).toEqual(done)
    expect(await change({ kind: 'add_linkifier', ...plan })).toEqual(done)
    const [first, second] = linkifiers().slice(before)
    expect(first).toMatchObject({ kind: 'linkifier', ...issue })
    expect(second).toMatchObject(plan)
    const urlTemplate = 'https://other.example/{id}'
    const linkifierId = second!.linkifierId
    expect(await change({ kind: 'change_linkifier', linkifierId, ...plan, urlTemplate })).toEqual(done)
    expect(await change({ kind: 'move_linkifier', linkifierId, to: 0 })).toEqual(done)
    expect(linkifiers()[0]).toMatchObject({ pattern: plan.pattern, urlTemplate })
    expect(await change({ kind: 'remove_linkifier', linkifierId })).toEqual(done)
    expect(linkifiers().map(({ linkifierId: id }) => id)).not.toContain(linkifierId)
    const missing = { ok: false, error: { code: 'LIST_ENTRY_MISSING' } }
    expect(await change({ kind: 'remove_linkifier', linkifierId })).toEqual(missing)
  })

  it('have playgrounds, which are added and removed', async () => {
    const { playgrounds, change } = await setUp(level)
    const site = { name: 'Play', language: 'Rust', urlTemplate: 'https://play.example/?code={code}' }
    expect(await change({ kind: 'add_playground', ...site })).toEqual(done)
    const entry = playgrounds().at(-1)
    expect(entry).toMatchObject(site)
    expect(await change({ kind: 'add_playground', ...site })).toMatchObject({ ok: false, error: { code: 'TEXT' } })
    expect(await change({ kind: 'remove_playground', playgroundId: entry!.playgroundId })).toEqual(done)
    expect(playgrounds().map(({ key }) => key)).not.toContain(entry!.key)
  })

  it('have email domains, which are added, changed and removed by owners', async () => {
    const { domains, change } = await setUp(level)
    expect(await change({ kind: 'add_domain', domain: ' Alder.Example ', allowsSubdomains: false })).toEqual(done)
    expect(domains()).toMatchObject([{ domain: 'alder.example', allowsSubdomains: false }])
    expect(await change({ kind: 'change_domain', domain: 'alder.example', allowsSubdomains: true })).toEqual(done)
    expect(domains()).toMatchObject([{ allowsSubdomains: true }])
    expect(await change({ kind: 'add_domain', domain: 'no domain', allowsSubdomains: false })).toMatchObject({
      ok: false,
      error: { code: 'TEXT' },
    })
    expect(await change({ kind: 'remove_domain', domain: 'alder.example' })).toEqual(done)
    expect(domains()).toEqual([])
  })

  it('are changed by nobody without the right, who sees the changes of others', async () => {
    const { change, server, iris, noor, linkifiers } = await setUp(level, 'noor')
    const refused = { ok: false, error: { code: 'RIGHT_MISSING' } }
    expect(await change({ kind: 'add_linkifier', ...issue })).toMatchObject(refused)
    await server.ok(iris, 'POST', '/realm/filters', { pattern: issue.pattern, url_template: issue.urlTemplate })
    await server.clock.advance(500)
    expect(linkifiers().at(-1)).toMatchObject(issue)
    await server.ok(iris, 'PATCH', `/users/${noor.id}`, { role: 200 })
    await server.clock.advance(500)
    expect(await change({ kind: 'add_linkifier', ...plan })).toEqual(done)
    expect(await change({ kind: 'add_domain', domain: 'a.example', allowsSubdomains: false })).toMatchObject(refused)
  })
})

describe.each(levels)('the emoji of an organization at level %i', (level) => {
  it('are listed with their authors, searched, and removed by them and by administrators', async () => {
    const { change, client, server, iris, noor } = await setUp(level, 'noor')
    const { context } = server.built
    context.write(() => {
      context.tables.emoji.add('boat', 'boat.png', noor.id)
      context.tables.emoji.add('sailboat', 'sail.png', iris.id)
    })
    server.event(noor, { type: 'realm_emoji', op: 'update', realm_emoji: realmEmoji(context) })
    await server.clock.advance(500)
    const open = (text: string) =>
      client.openView<{ item: OwnEmojiItem; meta: EmojiListMeta }>({ type: 'organization_emoji', text })
    const all = await open('')
    const found = await open('SAIL')
    const rows = () => all.items().map(({ name, author, canRemove }) => [name, author?.id, canRemove])
    expect(rows()).toEqual([
      ['boat', noor.id, true],
      ['sailboat', iris.id, false],
    ])
    expect(found.items().map(({ name }) => name)).toEqual(['sailboat'])
    expect(found.meta()).toEqual({ isReady: true, total: 2, found: 1 })
    expect(await change({ kind: 'remove_emoji', name: 'boat' })).toEqual(done)
    expect(rows()).toEqual([['sailboat', iris.id, false]])
    expect(await change({ kind: 'remove_emoji', name: 'sailboat' })).toMatchObject({ ok: false })
    await server.ok(iris, 'PATCH', `/users/${noor.id}`, { role: 200 })
    await server.clock.advance(500)
    expect(rows()).toEqual([['sailboat', iris.id, true]])
    expect(await change({ kind: 'remove_emoji', name: 'sailboat' })).toEqual(done)
    expect(all.items()).toEqual([])
  })
})

describe('linkifiers that are written', () => {
  it('are refused with the reason before the server is asked', async () => {
    const { change } = await setUp(500)
    const problem = async (pattern: string, urlTemplate: string) => {
      const answer = await change({ kind: 'add_linkifier', pattern, urlTemplate })
      return answer?.ok === false && answer.error.code === 'LINKIFIER_INVALID' ? answer.error.values.problem : answer
    }
    expect(await problem('(', issue.urlTemplate)).toMatchObject({ kind: 'expression' })
    expect(await problem('x*', 'https://a.example')).toEqual({ kind: 'matches_nothing' })
    expect(await problem('x{500}{500}', 'https://a.example')).toMatchObject({ kind: 'expression' })
    expect(await problem('[a-z]{900}[0-9]{900}', 'https://a.example')).toEqual({ kind: 'too_large' })
    expect(await problem(issue.pattern, 'https://a.example')).toEqual({ kind: 'no_variable', name: 'id' })
    expect(await problem('#1', 'https://a.example/{id}')).toEqual({ kind: 'no_group', name: 'id' })
    expect(await problem('#1', 'javascript:alert(1)')).toEqual({ kind: 'scheme' })
  })

  it('are tried on a text in the order of the list, with the one that is being written in its place', async () => {
    const { change, tryOut, linkifiers } = await setUp(500)
    await change({ kind: 'add_linkifier', ...issue })
    const text = 'see #12 and plan-7'
    const first = { text: '#12', url: 'https://tracker.example/12', pattern: issue.pattern }
    expect(await tryOut(text)).toEqual({ problem: null, links: [first], isCut: false })
    expect((await tryOut(text, { linkifierId: null, ...plan })).links).toEqual([
      first,
      { text: 'plan-7', url: 'https://plans.example/7', pattern: plan.pattern },
    ])
    const linkifierId = linkifiers().find(({ pattern }) => pattern === issue.pattern)!.linkifierId
    expect((await tryOut(text, { linkifierId, ...plan })).links.map((link) => link.text)).toEqual(['plan-7'])
    expect(await tryOut(text, { linkifierId: null, pattern: '(', urlTemplate: '/' })).toMatchObject({
      problem: { kind: 'expression' },
      links: [first],
    })
  })

  it('need the server to be added, and say so', async () => {
    const { change, breaks } = await setUp(500)
    breaks(({ path }) => (path.endsWith('/realm/filters') ? { before: 'unreachable' } : undefined))
    expect(await change({ kind: 'add_linkifier', ...issue })).toEqual({
      ok: false,
      error: { code: 'CHANGE_NEEDS_SERVER' },
    })
  })
})
