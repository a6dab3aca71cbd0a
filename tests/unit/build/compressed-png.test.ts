import { describe, expect, it } from 'vitest'
import { drawPng, type Color } from '#server/base/png.ts'
import { compressedPng } from '#support/compressed-png.ts'

/** The colour type in the header of a PNG file: 2 is red, green and blue, 3 a palette, 6 colours with transparency. */
function colorType(file: Buffer): number {
  return file[25] ?? 0
}

describe('the compression of pictures', () => {
  it('makes an opaque picture with many colours smaller and keeps them all', async () => {
    const many = drawPng(64, (x, y): Color => [Math.round(x * 255), Math.round(y * 255), Math.round(x * y * 255)])
    const smaller = await compressedPng(many)
    expect(smaller.length).toBeLessThan(many.length)
    expect(colorType(smaller)).toBe(2)
  })

  it('keeps the transparency of a picture', async () => {
    const ring = drawPng(64, (x, y) =>
      Math.hypot(x - 0.5, y - 0.5) < 0.4 ? [Math.round(x * 255), Math.round(y * 255), 30] : undefined,
    )
    expect(colorType(await compressedPng(ring))).toBe(6)
  })

  it('gives a picture with few colours a palette', async () => {
    const few = drawPng(64, (x): Color => (x < 0.5 ? [255, 0, 0] : [0, 0, 255]))
    const smaller = await compressedPng(few)
    expect(smaller.length).toBeLessThan(few.length)
    expect(colorType(smaller)).toBe(3)
  })

  it('makes no picture larger', async () => {
    const smaller = await compressedPng(drawPng(64, (x): Color => (x < 0.5 ? [255, 0, 0] : [0, 0, 255])))
    expect((await compressedPng(smaller)).length).toBeLessThanOrEqual(smaller.length)
  })
})
