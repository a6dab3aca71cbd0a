import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { VirtualizerHandle } from 'virtua/svelte'
import { RowList } from '#renderer/ui/list/row-list.svelte.ts'
import { ListScroll, type KeptPosition } from '#renderer/ui/list/list-scroll.ts'
import type { RowListParts } from '#renderer/ui/list/row-list.svelte.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('innerHeight', 700)
  // A hidden window has no frames, so a task for the next frame comes with the next timer.
  vi.stubGlobal('document', { hidden: true })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function listOf(position: KeptPosition | null): RowList {
  const parts = {
    items: [] as { key: string }[],
    scroll: new ListScroll(position),
    hasMore: false,
    reach: () => undefined,
  }
  return new RowList(() => parts)
}

/** Draws and shows the list, with a view of this height. */
function show(rows: RowList, height: number): void {
  rows.list = { getViewportSize: () => height } as VirtualizerHandle // the other methods are not used
  rows.show()
  vi.runAllTimers()
}

it('a new list draws as many first rows as the window may show, and none beyond them', () => {
  const rows = listOf(null)
  expect(rows.mounted(70)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(rows.mounted(70, 40)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 40])
  expect(rows.buffer).toBe(0)
})

it('a displayed list draws beyond its view and keeps only the rows that must stay', () => {
  const rows = listOf(null)
  show(rows, 350)
  expect([rows.mounted(70), rows.mounted(70, 3)]).toEqual([[], [3]])
  expect(rows.buffer).toBeGreaterThan(0)
})

it('the next list first draws as many rows as the previous view had', () => {
  show(listOf(null), 140)
  expect(listOf(null).mounted(70)).toEqual([0, 1])
})

it('a list that is drawn again does not count as displayed yet', () => {
  const rows = listOf(null)
  show(rows, 140)
  rows.list = null
  rows.show()
  expect(rows.mounted(70)).toEqual([0, 1])
})

it('a list that is removed before its frame leaves nothing behind', () => {
  const rows = listOf(null)
  rows.list = { getViewportSize: () => 140 } as VirtualizerHandle
  rows.show()
  rows.list = null
  vi.runAllTimers()
  expect(rows.mounted(70)).not.toEqual([])
})

it('a list that returns to its last position does not draw its first rows', () => {
  expect(listOf({ row: 'x', index: 90, offset: 0, isAtEnd: false }).mounted(70)).toEqual([])
})

/** A list whose rows are added and renewed, in a page that has the focus at `focused`. */
function focusWorld(position: KeptPosition | null = null) {
  const body = {}
  const page: EventTarget & { activeElement: unknown } = Object.assign(new EventTarget(), {
    hidden: true,
    body,
    activeElement: body,
  })
  vi.stubGlobal('document', page)
  const parts = {
    items: [] as RowListParts<{ readonly key: string }>['items'],
    scroll: new ListScroll(position),
    hasMore: false,
    reach: () => undefined,
    renewals: 0,
  }
  const rows = new RowList(() => parts)
  const focused: number[] = []
  const rowAt = (index: number) => ({ closest: () => ({ getAttribute: () => String(index) }) })
  /** The user focuses a row. */
  const walkTo = (index: number): void => {
    page.activeElement = rowAt(index)
  }
  const focus = (index: number): void => {
    focused.push(index)
    walkTo(index)
  }
  /** Changes the list and runs its effect. Returns the rows that it focused. */
  const change = async (keys: readonly string[], isRenewed = false): Promise<readonly number[]> => {
    parts.items = keys.map((key) => ({ key }))
    if (isRenewed) parts.renewals += 1
    rows.takeFocus(focus)
    await vi.advanceTimersByTimeAsync(0)
    rows.scroller = { contains: () => page.activeElement !== body } as unknown as HTMLElement // its other members are not used
    return focused.splice(0)
  }
  return { page, change, walkTo }
}

it('an opened list focuses its first row, and again once its stale rows are replaced', async () => {
  const { change, walkTo } = focusWorld()
  expect(await change(['old', 'older'])).toEqual([0])
  walkTo(1)
  expect(await change(['new', 'old', 'older'])).toEqual([])
  expect(await change(['newer', 'new', 'old'], true)).toEqual([0])
})

it('a list keeps the focused row when it is renewed after a key press', async () => {
  const { page, change, walkTo } = focusWorld()
  expect(await change(['old', 'older'])).toEqual([0])
  page.dispatchEvent(new Event('keydown'))
  walkTo(1)
  expect(await change(['new', 'old', 'older'], true)).toEqual([])
})

it('a list that returned to its last position stays there when it is renewed', async () => {
  const { change, walkTo } = focusWorld({ row: 'older', index: 1, offset: 0, isAtEnd: false })
  await change(['old', 'older'])
  walkTo(1)
  expect(await change(['new', 'old', 'older'], true)).toEqual([])
})

it('a step passes over headings, and beyond the end the last row keeps the focus', async () => {
  const focused: string[] = []
  const focus = vi.fn()
  const items = ['heading', 'a', 'heading', 'b'].map((kind, index) => ({ key: `${kind}${index}`, kind }))
  const rows = new RowList(
    () => ({
      items,
      scroll: new ListScroll(null),
      hasMore: false,
      reach: () => undefined,
    }),
    { isFocusable: ({ kind }) => kind !== 'heading' },
  )
  rows.scroller = {
    querySelector: (selector: string) => {
      focused.push(selector)
      return { querySelector: () => ({ focus }) }
    },
  } as unknown as HTMLElement // the other members are not used
  await rows.focusFrom(2, 1)
  await rows.focusFrom(2, -1)
  await rows.focusFrom(4, 1)
  await rows.focusFrom(0, -1)
  expect(focused).toEqual(['[data-row="3"]', '[data-row="1"]', '[data-row="3"]'])
  expect(focus).toHaveBeenCalledTimes(3)
})
