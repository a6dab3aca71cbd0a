import { expect, it } from 'vitest'
import { DrawnInSteps } from '#renderer/ui/list/drawn-in-steps.svelte.ts'

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
