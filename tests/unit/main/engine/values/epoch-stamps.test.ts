import { expect, it } from 'vitest'
import { EpochStamps } from '#engine/values/epoch-stamps.ts'

it('each registration, and each subscription to a stream, has a separate stamp', () => {
  const stamps = [1, 2, 3].flatMap((epoch) => [0, 1, 2].map((joins) => new EpochStamps(epoch, new Map([[5, joins]]))))
  expect(new Set(stamps.map((stamp) => stamp.stampOf(5))).size).toBe(9)
  expect(stamps.map((stamp) => stamp.stampOf(5))).not.toContain(0)
  // Other streams and direct messages depend only on registrations.
  expect(stamps.map((stamp) => [stamp.stampOf(6), stamp.stampOf(null)])).toEqual(
    stamps.map(({ epoch }) => [epoch, epoch]),
  )
})
