import { describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import type { RecentFilters } from '#contract/navigation.ts'
import { KeptViews } from '#renderer/bridge/kept-views.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'
import { isOn, noFilters, readFilters, textOf, toggled, toggles } from '#renderer/features/recent/kept-filters.ts'
import { RecentScreen } from '#renderer/features/recent/recent-screen.svelte.ts'

const answered = () => new Promise((resolve) => setTimeout(resolve))

async function setUp(text = '') {
  const calls: { name: string; input: Record<string, unknown> }[] = []
  let hold: Promise<void> | null = null
  const bridge: Bridge = {
    call: async (name: string, input: Record<string, unknown>) => {
      calls.push({ name, input })
      if (name !== 'views.open') return { ok: true, value: null }
      if (hold !== null) await hold
      const { filters } = input.query as { filters: RecentFilters }
      const items = Array.from({ length: 60 }, (_, index) => ({ key: `${filters.text}${index}` }))
      return { ok: true, value: { engineEpoch: 1, revision: 0, items, meta: { unread: 0, hasMore: true } } }
    },
    onUpdate: () => () => undefined,
  }
  const recent = new RecentScreen(
    { accountId: 'a', position: null, text },
    { bridge, lists: new KeptViews(new ViewClient(bridge), []) },
  )
  await answered()
  const filters = () => calls.filter(({ name }) => name === 'views.open').map(({ input }) => input.query)
  return { recent, calls, filters, holdOn: (next: Promise<void> | null) => (hold = next) }
}

describe('the filters of the recent conversations', () => {
  it('hide muted conversations initially, and are sent to the engine', async () => {
    const { recent, filters } = await setUp()
    expect([recent.isWhole, filters()]).toEqual([true, [{ type: 'recent', filters: noFilters }]])
    recent.toggle('isUnread')
    recent.toggle('direct')
    recent.search('Noor')
    await answered()
    expect(filters().at(-1)).toEqual({
      type: 'recent',
      filters: { ...noFilters, isUnread: true, only: 'direct', text: 'Noor' },
    })
    expect([recent.isWhole, recent.items[0]?.key]).toEqual([false, 'Noor0'])
  })

  it('show the previous list until the next one is loaded, and close it then', async () => {
    const { recent, calls, holdOn } = await setUp()
    let go: () => void = () => undefined
    void holdOn(new Promise((resolve) => (go = resolve)))
    recent.search('a')
    recent.search('ab')
    await answered()
    expect(recent.items[0]?.key).toBe('0')
    go()
    await answered()
    expect(recent.items[0]?.key).toBe('ab0')
    const closed = calls.filter(({ name }) => name === 'views.close').map(({ input }) => input.viewId)
    expect(closed).toEqual(['v2', 'v1'])
  })

  it('are restored with a visit, whatever is typed', async () => {
    const filters: RecentFilters = { ...noFilters, hasOwn: true, only: 'topic', text: 'a: isUnread :b' }
    expect(readFilters(textOf(filters))).toEqual(filters)
    expect(readFilters('')).toEqual(noFilters)
    const { recent } = await setUp(textOf(filters))
    expect(recent.filters).toEqual(filters)
  })

  it('toggle, and at most one of direct messages and streams is on', () => {
    for (const toggle of toggles) {
      const on = toggled(noFilters, toggle)
      expect(toggles.filter((each) => isOn(on, each))).toEqual([toggle])
      expect(toggled(on, toggle)).toEqual(noFilters)
    }
    expect(toggled(toggled(noFilters, 'direct'), 'topic').only).toBe('topic')
  })
})

describe('the end of the list', () => {
  it('requests more once for each length', async () => {
    const { recent, calls } = await setUp()
    await recent.reach(10)
    await recent.reach(59)
    await recent.reach(59)
    expect(calls.filter(({ name }) => name === 'views.more').map(({ input }) => input.direction)).toEqual(['older'])
  })
})
