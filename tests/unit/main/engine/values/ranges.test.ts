import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containersOf, intersection, intervalAt, intervalOf, provenBy, union, without } from '#engine/values/ranges.ts'
import { chooseSeed, sampled } from '#support/random.ts'

const runs = sampled(150, 20_000)
const interval = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
  .map(([low, length]) => ({ low, high: low + length }))

function ids(intervals: readonly { low: number; high: number }[]): number[] {
  return Array.from({ length: 100 }, (_, id) => id).filter((id) =>
    intervals.some(({ low, high }) => low <= id && id <= high),
  )
}

describe('ranges', () => {
  it('have a union that covers exactly their ids, sorted and without adjacent parts [M5]', () => {
    const seed = chooseSeed()
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 12 }), (intervals) => {
        const merged = union(intervals)
        expect(ids(merged)).toEqual(ids(intervals))
        for (const [index, part] of merged.entries()) {
          const next = merged[index + 1]
          if (next !== undefined) expect(next.low).toBeGreaterThan(part.high + 1)
        }
      }),
      { seed, numRuns: runs },
    )
  })

  it('have an exact difference and an exact intersection [M8]', () => {
    const seed = chooseSeed()
    const several = fc.array(interval, { maxLength: 8 })
    fc.assert(
      fc.property(interval, several, several, (whole, first, second) => {
        const taken = new Set(ids(first))
        expect(ids(without(whole, first))).toEqual(ids([whole]).filter((id) => !taken.has(id)))
        const others = new Set(ids(second))
        expect(ids(intersection(first, second))).toEqual(ids(first).filter((id) => others.has(id)))
      }),
      { seed, numRuns: runs },
    )
    expect(without({ low: 5, high: Infinity }, [{ low: 9, high: Infinity }])).toEqual([{ low: 5, high: 8 }])
    expect(without({ low: 5, high: Infinity }, [{ low: 0, high: 9 }])).toEqual([{ low: 10, high: Infinity }])
  })

  it('of an answer cover only the ids between its anchor and its messages [M5] [M7] [M11]', () => {
    const seed = chooseSeed()
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 8 }),
        (all, anchor, numBefore, numAfter) => {
          const sorted = all.toSorted((a, b) => a - b)
          const before = sorted.filter((id) => id < anchor).slice(-numBefore || sorted.length)
          const taken = numBefore === 0 ? [] : before
          const after = sorted.filter((id) => id >= anchor).slice(0, numAfter + 1)
          const page = [...taken, ...after]
          const proven = provenBy({
            anchor,
            numBefore,
            numAfter,
            foundOldest: numBefore > 0 && taken.length < numBefore,
            foundNewest: after.length <= numAfter,
            ids: page,
          })
          expect(proven).toBeDefined()
          const { low, high } = proven ?? { low: 0, high: 0 }
          expect(sorted.filter((id) => low <= id && id <= high)).toEqual(page)
        },
      ),
      { seed, numRuns: runs },
    )
  })

  it('of an answer without older messages exclude older ids [M5]', () => {
    const asked = { anchor: 50, numBefore: 0, numAfter: 10, ids: [60, 70] } as const
    expect(provenBy({ ...asked, foundOldest: true, foundNewest: false })).toEqual({ low: 50, high: 70 })
    expect(provenBy({ ...asked, numBefore: 10, foundOldest: true, foundNewest: false })).toEqual({ low: 0, high: 70 })
  })

  it('that are live have no upper end in their epoch, and end at the last delivered id after it [M6] [M8]', () => {
    const row = { container: 'stream:1', low: 5, high: 20, live_epoch: 3 }
    const highs = new Map([[3, 42]])
    expect(intervalOf(row, 3, highs)).toEqual({ low: 5, high: Infinity })
    expect(intervalOf(row, 4, highs)).toEqual({ low: 5, high: 42 })
    expect(intervalOf({ ...row, live_epoch: null }, 4, highs)).toEqual({ low: 5, high: 20 })
  })

  it('of a topic are those of its stream and its own, of a direct conversation those of all direct messages', () => {
    expect(containersOf({ kind: 'topic', streamId: 4, topic: 'Lunch' })).toEqual(['stream:4', 'topic:4:lunch'])
    expect(containersOf({ kind: 'direct', userIds: [9, 3] })).toEqual(['direct', 'direct:3,9'])
    expect(intervalAt([{ low: 0, high: 3 }], 4)).toBeUndefined()
  })
})
