import { expect, test } from 'vitest'
import { droppedShare, percentile } from '../../bench/rows.ts'

test('a percentile is a measured value, whatever the order of measuring', () => {
  const values = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1)
  expect(percentile(values, 0.5)).toBe(51)
  expect(percentile(values, 0.95)).toBe(96)
  expect(percentile(values, 0.99)).toBe(100)
  expect(percentile(values, 1)).toBe(100)
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})

test('the values are not reordered for their owner', () => {
  const values = [3, 1, 2]
  percentile(values, 0.5)
  expect(values).toEqual([3, 1, 2])
})

test('a frame of three intervals counts as one drawn and two dropped', () => {
  expect(droppedShare([16.7, 16.6, 16.8], 16.7)).toBe(0)
  expect(droppedShare([16.7, 50.1, 16.7], 16.7)).toBeCloseTo((2 / 5) * 100)
  // A frame that came early has dropped nothing.
  expect(droppedShare([4, 16.7], 16.7)).toBe(0)
  expect(droppedShare([], 16.7)).toBe(0)
})
