import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  drawnAround,
  drawnFor,
  RowHeights,
  withTrueSpaceAbove,
  withRows,
  type DrawnRows,
  type Keyed,
  KeptHeights,
} from '#renderer/parts/messages/list/drawn-rows.ts'
import { clientLimits } from '#shared/client-limits.ts'

const rowsOf = (keys: readonly number[]): Keyed[] => keys.map((key) => ({ key: String(key) }))
const range = (length: number) => Array.from({ length }, (_, index) => index)
const nothing: DrawnRows<Keyed> = { rows: [], from: 0, to: 0, above: 0, below: 0 }

/** The tops of the drawn rows, by key. */
function positionsOf({ rows, from, to, above }: DrawnRows<Keyed>, heights: RowHeights): Map<string, number> {
  let top = above
  return new Map(
    rows.slice(from, to).map(({ key }) => {
      const position = top
      top += heights.of(key)
      return [key, position]
    }),
  )
}

describe('the heights of rows', () => {
  it('are the last measured ones, and an estimate from the first ones for all others', () => {
    const heights = new RowHeights()
    for (const key of range(12)) expect(heights.note(String(key), 100 + key)).toBe(true)
    expect(heights.note('3', 103)).toBe(false)
    expect([heights.of('3'), heights.of('unseen')]).toEqual([103, 105.5])
    for (const key of range(50)) heights.note(`later ${key}`, 900)
    expect(heights.of('unseen')).toBe(105.5)
  })

  it('are estimated from the previous list, and an earlier visit tells how many rows fill a view', () => {
    const heights = new RowHeights(80, new Map([['seen', 200]]))
    // The space for undrawn rows does not depend on earlier visits.
    expect([heights.of('seen'), heights.of('unseen')]).toEqual([80, 80])
    expect(heights.atLeast('seen')).toBe(200)
    expect(heights.atLeast('unseen')).toBeLessThan(80)
    expect(heights.mean).toBeUndefined()
    for (const key of range(12)) heights.note(String(key), 20 + key / 10)
    // The undrawn rows keep their positions.
    expect(heights.of('unseen')).toBe(80)
    expect(heights.mean).toBe(21)
  })

  it('are forgotten for rows that were measured long ago', () => {
    const heights = new RowHeights()
    heights.note('first', 500)
    for (const key of range(3000)) heights.note(String(key), 77)
    expect(heights.of('first')).toBe(500)
    for (const key of range(3000)) heights.note(`later ${key}`, 77)
    expect(heights.of('first')).toBeLessThan(200)
    expect(heights.of('later 0')).toBe(77)
  })
})

describe('the drawn rows', () => {
  const heightsOf = (all: readonly number[]) => {
    const heights = new RowHeights()
    for (const [key, height] of all.entries()) heights.note(String(key), height)
    return heights
  }

  it('cover the view and its margin, with one more row on either side', () => {
    const heights = heightsOf(range(100).map(() => 50))
    const drawn = drawnFor({ ...nothing, rows: rowsOf(range(100)) }, { top: 2000, bottom: 2400 }, heights, 100)
    expect(drawn).toMatchObject({ from: 37, to: 51, above: 37 * 50, below: 49 * 50 })
  })

  it('stay drawn up to twice the margin', () => {
    const heights = heightsOf(range(100).map(() => 50))
    const at = (drawn: DrawnRows<Keyed>, top: number) => drawnFor(drawn, { top, bottom: top + 400 }, heights, 100)
    const first = at({ ...nothing, rows: rowsOf(range(100)) }, 2000)
    expect(at(first, 2000)).toBe(first)
    expect(at(first, 2050)).toMatchObject({ from: 37, to: 52 })
    expect(at(first, 2300)).toMatchObject({ from: 41 })
    expect(at(first, 40)).toMatchObject({ from: 0, to: 12, above: 0 })
  })

  it('stay the same when others are added and removed, with the rows between them', () => {
    const heights = heightsOf(range(40).map(() => 50))
    const before = { rows: rowsOf(range(40)), from: 10, to: 20, above: 500, below: 1000 }
    const keysOf = ({ rows, from, to }: DrawnRows<Keyed>) => rows.slice(from, to).map(({ key }) => Number(key))
    const after = withRows(before, rowsOf([...range(40).slice(5, 12), 99, ...range(40).slice(13)]), heights)
    expect(keysOf(after)).toEqual([10, 11, 99, 13, 14, 15, 16, 17, 18, 19])
    expect(after.above).toBe(500)
    expect(withRows(before, rowsOf(range(40).slice(12)), heights)).toMatchObject({ from: 0, to: 8, above: 0 })
    expect(withRows(before, rowsOf([77, 78]), heights)).toMatchObject({ from: 0, to: 0 })
  })

  it('surround a target row, wherever the view is', () => {
    const drawn = drawnAround(rowsOf(range(100)), 70, heightsOf(range(100).map(() => 50)), { above: 300, below: 300 })
    expect(drawn).toMatchObject({ from: 63, to: 78 })
  })

  it('fill the view even if the list begins or ends within it', () => {
    const heights = heightsOf(range(100).map(() => 50))
    const around = (index: number) => drawnAround(rowsOf(range(100)), index, heights, { above: 80, below: 520 })
    expect(around(97)).toMatchObject({ from: 86, to: 100, above: 86 * 50, below: 0 })
    expect(drawnAround(rowsOf(range(100)), 1, heights, { above: 500, below: 0 })).toMatchObject({ from: 0, to: 12 })
    expect(drawnAround(rowsOf(range(3)), 1, heights, { above: 500, below: 500 })).toMatchObject({ from: 0, to: 3 })
  })

  it('fill the view of a row at once, even if undrawn rows are lower than the estimate', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 80, max: 400 }), { minLength: 1, maxLength: 120 }),
        fc.nat(),
        fc.integer({ min: 0, max: 800 }),
        (all, at, above) => {
          const index = at % all.length
          const rows = rowsOf(range(all.length))
          const first = drawnAround(rows, index, new RowHeights(100), { above, below: 800 - above })
          // The page then measures the rows, and draws missing ones.
          const measured = heightsOf(all)
          const start = all.slice(0, index).reduce((sum, one) => sum + one, 0)
          const end = all.reduce((sum, one) => sum + one, 0)
          const top = Math.max(0, Math.min(start - above, end - 800))
          const position = all.slice(0, first.from).reduce((sum, one) => sum + one, 0)
          expect(
            drawnFor({ ...first, above: position }, { top, bottom: top + 800 }, measured, 0, 10_000),
          ).toMatchObject({
            from: first.from,
            to: first.to,
          })
        },
      ),
    )
  })

  it('have the exact space of the rows above them once scrolling has stopped', () => {
    const heights = heightsOf(range(40).map(() => 50))
    const drawn = { rows: rowsOf(range(40)), from: 10, to: 20, above: 480, below: 1000 }
    expect(withTrueSpaceAbove(drawn, heights).above).toBe(500)
    expect(withTrueSpaceAbove({ ...drawn, above: 500.5 }, heights).above).toBe(500.5)
  })

  it('keep their positions wherever the view moves, as long as there is room above them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 120 }),
        fc.array(fc.integer({ min: -900, max: 900 }), { maxLength: 40 }),
        (all, distances) => {
          const heights = heightsOf(all)
          let drawn: DrawnRows<Keyed> = { ...nothing, rows: rowsOf(range(all.length)) }
          let top = 0
          for (const distance of distances) {
            top = Math.max(0, top + distance)
            const next = drawnFor(drawn, { top, bottom: top + 500 }, heights, 200)
            const positions = positionsOf(next, heights)
            expect(next.to).toBeGreaterThan(next.from)
            for (const [key, position] of positionsOf(drawn, heights)) {
              const now = positions.get(key)
              if (now !== undefined) expect(now).toBe(position)
            }
            expect(next.below).toBe(heights.sum(next.rows.slice(next.to)))
            // A repeated call changes nothing.
            expect(drawnFor(next, { top, bottom: top + 500 }, heights, 200)).toBe(next)
            drawn = next
          }
        },
      ),
    )
  })
})

const keptRows = (count: number, height: number) =>
  Array.from({ length: count }, (_, index) => [`row ${index}`, height] as const)

it('a list that is opened again knows the heights of its rows from several visits', () => {
  const kept = new KeptHeights()
  expect(kept.of('a list').size).toBe(0)
  kept.keep('a list', [
    ['first', 40],
    ['second', 60],
  ])
  kept.keep('another', [['first', 90]])
  kept.keep('a list', [
    ['second', 61],
    ['third', 80],
  ])
  expect([...kept.of('a list')]).toEqual([
    ['first', 40],
    ['second', 61],
    ['third', 80],
  ])
  expect(kept.of('another').get('first')).toBe(90)
})

it('the lists that were left first and the rows that were measured first are forgotten', () => {
  const kept = new KeptHeights()
  for (let list = 0; list < clientLimits.keptHeights.most; list += 1) kept.keep(`list ${list}`, keptRows(1, 50))
  kept.keep('list 0', keptRows(clientLimits.keptHeightsOfList.most, 50))
  kept.keep('one more', keptRows(1, 50))
  expect([kept.of('list 0').size, kept.of('list 1').size]).toEqual([clientLimits.keptHeightsOfList.most, 0])
  kept.keep('list 0', [['new', 70]])
  expect([kept.of('list 0').get('row 0'), kept.of('list 0').get('new')]).toEqual([undefined, 70])
  expect(kept.of('list 0').size).toBe(clientLimits.keptHeightsOfList.most)
})
