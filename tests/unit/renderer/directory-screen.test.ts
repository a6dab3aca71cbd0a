import { describe, expect, it } from 'vitest'
import { presenceText } from '#renderer/parts/people/presence.ts'
import { DirectoryScreen } from '#renderer/features/directory/directory-screen.svelte.ts'
import { hasFilters, noFilters, readChoices, textOf } from '#renderer/features/directory/kept-choices.ts'
import { clientLimits } from '#shared/client-limits.ts'

const step = clientLimits.directoryRows.most
const groups = [{ groupId: 5, name: 'crew' }]

function setUp(text = '', position: ConstructorParameters<typeof DirectoryScreen>[0]['position'] = null) {
  const opened: { readonly query: object; onChange: () => void }[] = []
  const closed: unknown[] = []
  const called: unknown[] = []
  const views = {
    open: (_accountId: string, query: object) => {
      const items = Array.from({ length: step }, (_, id) => ({ id }))
      const meta = { found: 900, hasMore: true, hasPresence: true, groups }
      const view = { query, items, meta, viewId: 'v', accountId: 'a', engineEpoch: 1, onChange: () => undefined }
      opened.push(view)
      return view
    },
    close: (view: { readonly query: unknown }) => closed.push(view.query),
  }
  const bridge = {
    call: (name: string, input: unknown) => {
      called.push([name, input])
      return Promise.resolve({ ok: true, value: null })
    },
  }
  const screen = new DirectoryScreen(
    { accountId: 'a', position, text },
    { bridge: bridge as never, views: views as never },
  )
  return { screen, opened, closed, called, last: () => opened.at(-1)?.query }
}

const everyone = { type: 'people', query: '', filters: noFilters, sort: 'name', rows: step }

describe('the directory', () => {
  it('begins with the active people by name, and returns with its search, filters and order', () => {
    const { screen, last } = setUp()
    expect(last()).toEqual(everyone)
    screen.search('no: or')
    screen.filter({ role: 'guest', state: 'all', kind: 'bots', groupId: 5, isOnline: true })
    screen.sortBy('activity')
    const again = setUp(screen.text)
    expect(again.last()).toEqual({ ...(last() as object), rows: step })
    expect(again.last()).toMatchObject({ query: 'no: or', sort: 'activity', filters: { groupId: 5, isOnline: true } })
    expect([again.screen.groupName, again.screen.isFiltered]).toEqual(['crew', true])
  })

  it('takes no choices from a text of another version', () => {
    for (const text of ['', 'nonsense', 'king:away:cats:1e9:yes:size:', '::::::', ':'.repeat(50)]) {
      expect(readChoices(text)).toMatchObject({ filters: noFilters, sort: 'name' })
    }
    const choices = { text: ':a:', filters: { ...noFilters, groupId: 0 }, sort: 'name' } as const
    expect(readChoices(textOf(choices))).toEqual(choices)
  })

  it('asks once for each choice, and closes superseded views', () => {
    const { screen, opened, closed } = setUp()
    screen.search('a')
    screen.search('a')
    screen.sortBy('name')
    screen.search('ab')
    expect(opened).toHaveLength(3)
    expect(closed).toMatchObject([{ query: 'a' }])
    opened[2]?.onChange()
    expect(closed.at(-1)).toEqual(everyone)
    screen.close()
    expect(closed).toHaveLength(3)
  })

  it('tells filters that match nobody from a time when nobody is online', () => {
    const { screen } = setUp()
    expect([screen.isFiltered, screen.isNobodyOnline]).toEqual([false, false])
    screen.filter({ isOnline: true })
    expect([screen.isFiltered, screen.isNobodyOnline]).toEqual([true, true])
    screen.search('x')
    expect([screen.isFiltered, screen.isNobodyOnline]).toEqual([true, false])
    screen.clear()
    expect([screen.isFiltered, screen.query, hasFilters(screen.filters)]).toEqual([false, '', false])
  })

  it('opens as far as the row to which it returns, within the bound, and requests more once near the end', async () => {
    const at = (index: number) => ({ row: 'person:9', index, offset: 0, isAtEnd: false })
    expect(setUp('', at(700)).last()).toMatchObject({ rows: 700 + step })
    const { most } = clientLimits.directoryListed
    expect(setUp('', at(10 * most)).last()).toMatchObject({ rows: most })
    const { screen, called } = setUp()
    await screen.reach(3)
    await screen.reach(step - 1)
    await screen.reach(step - 1)
    expect(called).toEqual([['views.more', { accountId: 'a', viewId: 'v', direction: 'older' }]])
  })

  it('cuts a search at the limit of the call', () => {
    const { screen, last } = setUp()
    screen.search('x'.repeat(5_000))
    expect(last()).toMatchObject({ query: 'x'.repeat(clientLimits.nameQuery.most) })
  })
})

describe('a presence in words', () => {
  it.each([
    ['active', null, 'Active now'],
    ['idle', 100, 'Away'],
    ['offline', null, 'Offline'],
    ['offline', 9_700, 'Active 5 minutes ago'],
    ['offline', 10_500, 'Active just now'],
  ] as const)('is %s with the last activity at %s: %s', (state, lastActive, text) => {
    expect(presenceText({ state, lastActive }, 10_000_000)).toBe(text)
  })
})
