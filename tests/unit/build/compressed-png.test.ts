import { describe, expect, it } from 'vitest'
import { drawPng, type Color } from '#server/base/png.ts'
import { compressedPng, readPng } from '#support/compressed-png.ts'

/** The colour of each pixel without its transparency. */
function coloursOf(file: Buffer): string[] {
  const { pixels, size } = readPng(file) ?? { pixels: Buffer.alloc(0), size: 1 }
  return Array.from({ length: pixels.length / size }, (_, index) =>
    pixels.subarray(index * size, index * size + 3).toString('hex'),
  )
}

describe('the compression of pictures', () => {
  it('changes no pixel of an opaque picture with many colours', () => {
    const many = drawPng(64, (x, y): Color => [Math.round(x * 255), Math.round(y * 255), Math.round(x * y * 255)])
    const smaller = compressedPng(many)
    expect(smaller.length).toBeLessThan(many.length)
    expect(coloursOf(smaller)).toEqual(coloursOf(many))
  })

  it('keeps the transparency of a picture', () => {
    const ring = drawPng(32, (x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.4 ? [200, 30, 30] : undefined))
    expect(readPng(compressedPng(ring))).toEqual(readPng(ring))
  })

  it('gives a picture with few colours a palette', () => {
    const few = drawPng(64, (x): Color => (x < 0.5 ? [255, 0, 0] : [0, 0, 255]))
    const smaller = compressedPng(few)
    expect(smaller.length).toBeLessThan(few.length)
    expect(smaller.includes('PLTE')).toBe(true)
    // A compressed picture is left as it is.
    expect(compressedPng(smaller)).toEqual(smaller)
  })
})
