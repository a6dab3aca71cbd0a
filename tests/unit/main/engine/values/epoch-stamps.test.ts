import { expect, it } from 'vitest'
import { EpochStamps } from '#engine/values/epoch-stamps.ts'

it('each registration, and each subscription to a stream, has a separate stamp', () => {
  const eras = [1, 2, 3].flatMap((epoch) => [0, 1, 2].map((joins) => new EpochStamps(epoch, new Map([[5, joins]]))))
  expect(new Set(eras.map((era) => era.stampOf(5))).size).toBe(9)
  expect(eras.map((era) => era.stampOf(5))).not.toContain(0)
  // Other streams and direct messages depend only on registrations.
  expect(eras.map((era) => [era.stampOf(6), era.stampOf(null)])).toEqual(eras.map(({ epoch }) => [epoch, epoch]))
})
