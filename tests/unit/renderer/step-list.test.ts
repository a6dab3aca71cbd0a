import { expect, it, vi } from 'vitest'
import { ListScroll } from '#renderer/ui/list/list-scroll.ts'
import { StepList, DrawnInSteps } from '#renderer/ui/list/step-list.svelte.ts'

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

const rows = Array.from({ length: 500 }, (_, index) => index)

/** A list whose effect runs whenever its dependencies change. */
function drawn(index: number | null) {
  const waiting: (() => void)[] = []
  const position = index === null ? null : { row: `${index}`, index, offset: 0, isAtEnd: false }
  const list = new DrawnInSteps(position, (task) => waiting.push(task))
  return {
    list,
    idle: () => {
      waiting.shift()?.()
      list.follow(rows.length)
    },
    waiting,
  }
}

it('a long list draws its visible part at once, and the remaining rows when the page is idle', () => {
  const { list, idle, waiting } = drawn(null)
  list.follow(rows.length)
  expect(list.of(rows)).toHaveLength(80)
  const lengths: number[] = []
  while (waiting.length > 0) {
    idle()
    lengths.push(list.of(rows).length)
  }
  expect(lengths).toEqual([160, 240, 320, 400, 480, 500])
  expect(list.of(rows)).toBe(rows)
})

it('a list that is opened again draws down to its last position', () => {
  const { list } = drawn(300)
  expect(list.of(rows)).toHaveLength(380)
  // A short list is drawn completely.
  expect(drawn(null).list.of(rows.slice(0, 80))).toHaveLength(80)
})
