import { expect, it, vi } from 'vitest'
import { ListScroll } from '#renderer/ui/list/list-scroll.ts'
import { StepList } from '#renderer/ui/list/step-list.svelte.ts'

/** Returns a drawn list with this number of rows, and the focused rows. */
function drawnList(count: number) {
  const focused: number[] = []
  const buttons = Array.from({ length: count }, (_, index) => ({ focus: () => focused.push(index) }))
  const before = vi.fn()
  const rows = new StepList(new ListScroll(null), () => buttons.map((_, index) => ({ key: String(index) })), before)
  const detach = rows.attach({ querySelectorAll: () => buttons } as unknown as HTMLElement) // only this is used
  return { rows, focused, before, detach }
}

it('a step moves the focus, above the first row to what precedes the list, and stays at the last one', () => {
  const { rows, focused, before } = drawnList(2)
  rows.walk(0, 1)
  rows.walk(1, -1)
  rows.walk(1, 1)
  expect(focused).toEqual([1, 0])
  expect(before).not.toHaveBeenCalled()
  rows.walk(0, -1)
  expect(before).toHaveBeenCalledOnce()
})

it('the last row takes the focus of a removed one, and without rows what precedes the list', async () => {
  const { rows, focused, before, detach } = drawnList(2)
  await rows.focusRow(5)
  expect(focused).toEqual([1])
  detach()
  await rows.focusRow(0)
  expect(before).toHaveBeenCalledOnce()
})
