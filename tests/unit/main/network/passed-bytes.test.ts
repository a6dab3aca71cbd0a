import { expect, it } from 'vitest'
import { PassedBytes } from '#network/passed-bytes.ts'

it('the counter of transferred bytes frees memory once for each eight megabytes, in any chunk size', () => {
  const mebibyte = 1024 * 1024
  let collections = 0
  const passed = new PassedBytes(() => (collections += 1))
  for (let piece = 0; piece < 127; piece += 1) passed.note(mebibyte / 16)
  expect(collections).toBe(0)
  passed.note(mebibyte / 16)
  expect(collections).toBe(1)
  passed.note(20 * mebibyte)
  expect(collections).toBe(2)
  passed.note(7 * mebibyte)
  expect(collections).toBe(2)
})
