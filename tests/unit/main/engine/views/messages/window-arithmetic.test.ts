import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { provenBy, union, without, type Interval } from '#engine/values/ranges.ts'
import {
  staleIntervals,
  keptOf,
  mostRows,
  nextQuery,
  type ReaderPosition,
} from '#engine/views/messages/window-arithmetic.ts'

const ids = fc
  .uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 1_500 })
  .map((all) => all.sort((a, b) => a - b))
const span = fc
  .tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 60 }))
  .map(([low, length]): Interval => ({ low, high: low + length }))
const readerPosition: fc.Arbitrary<ReaderPosition> = fc.oneof(
  fc.constant('low' as const),
  fc.constant('high' as const),
  span,
)

describe('the rows that a window keeps', () => {
  it('are as many as allowed, contiguous, and include the rows on screen', () => {
    fc.assert(
      fc.property(ids, readerPosition, (all, seen) => {
        const { start, end } = keptOf(all, seen)
        expect(end - start).toBe(Math.min(all.length, mostRows))
        const kept = new Set(all.slice(start, end))
        if (seen === 'low') expect(start).toBe(0)
        else if (seen === 'high') expect(end).toBe(all.length)
        else for (const id of all) if (id >= seen.low && id <= seen.high) expect(kept.has(id)).toBe(true)
      }),
    )
  })

  it('lose rows only on the far side if that is enough', () => {
    const all = Array.from({ length: 680 }, (_, index) => index + 1)
    expect(keptOf(all, 'low')).toEqual({ start: 0, end: 600 })
    expect(keptOf(all, 'high')).toEqual({ start: 80, end: 680 })
    expect(keptOf(all, { low: 200, high: 230 })).toEqual({ start: 0, end: 600 })
    expect(keptOf(all, { low: 500, high: 530 })).toEqual({ start: 80, end: 680 })
    expect(keptOf(all, { low: 10, high: 30 })).toEqual({ start: 0, end: 600 })
    // A gap of a thousand rows was filled on both sides of the rows on screen.
    const long = Array.from({ length: 2_000 }, (_, index) => index + 1)
    const { start, end } = keptOf(long, { low: 1_000, high: 1_030 })
    expect([end - start, start <= 999, end >= 1_030]).toEqual([600, true, true])
  })
})

describe('the requests of a window', () => {
  /** A server that has these messages answers until no row is stale. */
  function askAll(
    all: readonly number[],
    window: Interval,
    fresh: readonly Interval[],
    seen: ReaderPosition,
  ): Interval[] {
    const answered: Interval[] = []
    let revalidated = [...fresh]
    const inWindow = all.filter((id) => id >= window.low && id <= window.high)
    const coverage = [{ low: 0, high: Infinity }]
    for (let count = 0; count < 60; count += 1) {
      const query = nextQuery({ window, ids: inWindow, readerPosition: seen, coverage, revalidated })
      if (query === undefined) return answered
      const { anchor, numBefore, numAfter } = query
      expect(numBefore + numAfter).toBeLessThanOrEqual(100)
      const below = anchor === 'newest' ? all : all.filter((id) => id < anchor)
      const above = anchor === 'newest' ? [] : all.filter((id) => id >= anchor)
      const answer = [...(numBefore === 0 ? [] : below.slice(-numBefore)), ...above.slice(0, numAfter + 1)]
      const proven = provenBy({
        ...query,
        ids: answer,
        foundOldest: below.length <= numBefore,
        foundNewest: above.length <= numAfter + 1,
      })
      if (proven === undefined) throw new Error('an answer that proves nothing')
      // Each request covers a stale interval.
      expect(without(proven, revalidated)).not.toEqual([])
      answered.push(proven)
      revalidated = union([...revalidated, proven])
    }
    throw new Error('it asks without end')
  }

  it('cover every stale interval, and come to an end', () => {
    fc.assert(
      fc.property(
        ids,
        span,
        fc.boolean(),
        fc.array(span, { maxLength: 6 }),
        readerPosition,
        (all, { low }, isAtEnd, fresh, seen) => {
          const kept = all.filter((id) => id >= low).slice(0, mostRows)
          const isWhole = isAtEnd && kept.at(-1) === all.at(-1)
          const window = { low, high: isWhole ? Infinity : (kept.at(-1) ?? low) }
          const inside = typeof seen === 'string' || (seen.low >= low && seen.high <= window.high) ? seen : 'low'
          const answered = askAll(all, window, fresh, inside)
          expect(staleIntervals({ window, revalidated: union([...fresh, ...answered]) })).toEqual([])
          expect(answered.length).toBeLessThanOrEqual(9 + 2 * fresh.length)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('begin with the rows on screen', () => {
    const all = Array.from({ length: 600 }, (_, index) => index + 1)
    const window = { low: 0, high: Infinity }
    const ask = (seen: ReaderPosition, revalidated: readonly Interval[] = []) =>
      nextQuery({ window, ids: all, readerPosition: seen, coverage: [{ low: 0, high: Infinity }], revalidated })
    expect(ask('high')).toEqual({ anchor: 'newest', numBefore: 100, numAfter: 0 })
    expect(ask('low')).toEqual({ anchor: 0, numBefore: 0, numAfter: 99 })
    expect(ask({ low: 300, high: 330 })).toEqual({ anchor: 300, numBefore: 40, numAfter: 59 })
    // The next requests go outwards.
    expect(ask({ low: 300, high: 330 }, [{ low: 260, high: 360 }])).toEqual({ anchor: 361, numBefore: 0, numAfter: 99 })
    expect(ask({ low: 300, high: 330 }, [{ low: 260, high: Infinity }])).toEqual({
      anchor: 259,
      numBefore: 99,
      numAfter: 0,
    })
  })
})
