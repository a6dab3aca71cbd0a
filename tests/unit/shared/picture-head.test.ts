import { describe, expect, it } from 'vitest'
import { pngChunk } from '#server/base/png.ts'
import { fitsBounds, smallPictureBounds, wholePictureBounds } from '#shared/picture/picture-bounds.ts'
import { pictureTypeOf, readPictureHead } from '#shared/picture/picture-head.ts'
import {
  apngOf,
  avifOf,
  avisOf,
  bmpOf,
  gifOf,
  jpegOf,
  pngHeadOf,
  pngOf,
  realAvif,
  sequenceHeaderOf,
  webpOf,
} from '#support/pictures-of-size.ts'
import { bareJpeg, segment, tellingSegments, webpWith } from '#support/pictures-with-metadata.ts'

const huge = { width: 23_000, height: 23_000 }
/** The most that one side of a GIF or a WebP can have is enough for both. */
const large = { width: 16_000, height: 15_000 }
const small = { width: 64, height: 48 }

describe('the size of a picture', () => {
  it.each([
    ['a PNG', pngHeadOf(huge), 'image/png', huge],
    ['a PNG with its pixels', pngOf(small), 'image/png', small],
    ['a JPEG', jpegOf(huge), 'image/jpeg', huge],
    ['a progressive JPEG', jpegOf(huge, { marker: 0xc2 }), 'image/jpeg', huge],
    ['a JPEG with arithmetic coding', jpegOf(huge, { marker: 0xca }), 'image/jpeg', huge],
    ['a JPEG from a telephone', jpegOf(huge, { segments: tellingSegments(6) }), 'image/jpeg', huge],
    [
      'a progressive JPEG behind a megabyte of segments',
      jpegOf(huge, {
        marker: 0xc2,
        segments: Array.from({ length: 17 }, () => segment(0xe1, Buffer.alloc(65_000, 0xff))),
      }),
      'image/jpeg',
      huge,
    ],
    [
      'a JPEG with bytes that fill up before a marker',
      jpegOf(huge, { segments: [Buffer.from([0xff, 0xff, 0xff]), segment(0xfe, 'x')] }),
      'image/jpeg',
      huge,
    ],
    ['a JPEG with a thumbnail in its EXIF', jpegOf(huge, { segments: [segment(0xe1, bareJpeg)] }), 'image/jpeg', huge],
    [
      'a JPEG with two frame headers',
      Buffer.concat([jpegOf(small).subarray(0, -10), jpegOf(huge).subarray(2)]),
      'image/jpeg',
      huge,
    ],
    ['a real JPEG', bareJpeg, 'image/jpeg', { width: 1, height: 1 }],
    ['a GIF', gifOf(large), 'image/gif', large],
    ['a GIF without a colour table', gifOf(small, [large], { hasTable: false }), 'image/gif', large],
    ['a GIF whose frame is larger than its screen', gifOf(small, [small, large]), 'image/gif', large],
    ['a WebP with loss', webpOf.lossy(large), 'image/webp', large],
    ['a WebP without loss', webpOf.lossless(large), 'image/webp', large],
    ['a WebP with a canvas', webpOf.extended(huge, small), 'image/webp', huge],
    ['a WebP whose picture is larger than its canvas', webpOf.extended(small, large), 'image/webp', large],
    ['a WebP with animation', webpOf.animated(small, [small, large]), 'image/webp', large],
    ['a real WebP', webpWith([], 0), 'image/webp', { width: 1, height: 1 }],
    ['a bitmap', bmpOf(huge), 'image/bmp', huge],
    ['a bitmap whose rows begin at the top', bmpOf({ width: 23_000, height: -23_000 }), 'image/bmp', huge],
    ['a bitmap of OS/2', bmpOf(huge, 12), 'image/bmp', huge],
    ['a real AVIF', realAvif, 'image/avif', { width: 2, height: 2 }],
    ['an AVIF by what it tells', avifOf({ told: huge, units: [sequenceHeaderOf(small)] }), 'image/avif', huge],
    ['an AVIF by its bitstream', avifOf({ told: small, units: [sequenceHeaderOf(huge)] }), 'image/avif', huge],
    [
      'an AVIF by a bitstream as of a film',
      avifOf({ told: small, units: [Buffer.from([0x12, 0]), sequenceHeaderOf(huge, { isStill: false })] }),
      'image/avif',
      huge,
    ],
    [
      'an AVIF by a second sequence header behind other units',
      avifOf({ told: small, units: [sequenceHeaderOf(small), Buffer.from([0x2a, 1, 0]), sequenceHeaderOf(huge)] }),
      'image/avif',
      huge,
    ],
    [
      'an AVIF whose properties come behind a large box',
      avifOf({
        told: huge,
        units: [sequenceHeaderOf(small)],
        before: [Buffer.concat([Buffer.from([0, 0x10, 0, 8]), Buffer.from('free'), Buffer.alloc(0x100000)])],
      }),
      'image/avif',
      huge,
    ],
    ['an AVIF sequence', avisOf({ told: huge, units: [sequenceHeaderOf(small)] }, 3), 'image/avif', huge],
    [
      'an AVIF sequence by a later sample',
      avisOf(
        { told: small, units: [sequenceHeaderOf(small), Buffer.from([0x32, 2, 1, 2]), sequenceHeaderOf(huge)] },
        2,
      ),
      'image/avif',
      huge,
    ],
  ])('of %s is read from its head', (_name, bytes, type, size) => {
    expect(readPictureHead(bytes)).toMatchObject({ type, ...size })
  })

  it.each([
    ['an APNG', apngOf(small, 7), 7],
    ['an APNG that tells fewer frames than it has', apngOf(small, 2, 9), 9],
    ['a GIF', gifOf(small, [small, small, small]), 3],
    ['a WebP', webpOf.animated(small, [small, small]), 2],
    ['an AVIF', avisOf({ told: small, units: [sequenceHeaderOf(small)] }, 12), 12],
  ])('of %s includes the number of its frames', (_name, bytes, frames) => {
    expect(readPictureHead(bytes)).toMatchObject({ ...small, frames, isAnimated: true })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>')],
    ['an icon', Buffer.from([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 32, 0])],
    ['a cursor', Buffer.from([0, 0, 2, 0, 1, 0, 0, 0])],
    [
      'a PNG that does not begin with its head',
      Buffer.concat([pngOf(small).subarray(0, 8), pngChunk('tEXt', Buffer.alloc(40))]),
    ],
    [
      'a PNG of 100 001 chunks',
      pngHeadOf(
        small,
        Array.from({ length: 100_001 }, () => pngChunk('fcTL', Buffer.alloc(0))),
      ),
    ],
    ['a JPEG that ends before its frame header', jpegOf(huge).subarray(0, 24)],
    ['a JPEG whose segment leads into another', jpegOf(huge, { segments: [Buffer.from([0xff, 0xe1, 0, 9, 1])] })],
    ['a JPEG without a height', jpegOf({ width: 9, height: 0 })],
    ['a GIF that ends early', gifOf(large).subarray(0, 8)],
    ['a HEIF', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')])],
    ['an AVIF without boxes', realAvif.subarray(0, 32)],
    [
      'an AVIF sequence with a sample of unknown length',
      avisOf({ told: small, units: [sequenceHeaderOf(small, { hasLength: false }), sequenceHeaderOf(huge)] }, 2),
    ],
  ])('of %s is unknown', (_name, bytes) => {
    expect(readPictureHead(bytes)).toBeNull()
  })

  it('is read from a file that is truncated after its head, at any offset', () => {
    for (const whole of [
      pngHeadOf(huge),
      jpegOf(huge),
      gifOf(large, [large, large]),
      webpOf.animated(large, [small]),
      realAvif,
    ]) {
      for (let length = 0; length < whole.length; length += 1) {
        const head = readPictureHead(whole.subarray(0, length))
        expect(head === null || head.width > 0).toBe(true)
      }
    }
  })
})

describe('the bounds of pictures', () => {
  it.each([
    ['a photograph of 40 million pixels', { width: 8000, height: 5000, frames: 1 }, [true, false]],
    ['one row more', { width: 8000, height: 5001, frames: 1 }, [false, false]],
    ['a line of 23 000 × 100 pixels', { width: 23_000, height: 100, frames: 1 }, [true, true]],
    ['an avatar of 2000 × 2000 pixels', { width: 2000, height: 2000, frames: 1 }, [true, true]],
    ['one column more', { width: 2001, height: 2000, frames: 1 }, [true, false]],
    ['a film of the screen as a GIF', { width: 1920, height: 1080, frames: 600 }, [true, false]],
    ['an emoji of 128 × 128 pixels with 90 frames', { width: 128, height: 128, frames: 90 }, [true, true]],
    ['an emoji of 1000 × 1000 pixels with 91 frames', { width: 1000, height: 1000, frames: 91 }, [true, false]],
    ['a GIF of 5000 × 5000 pixels with 81 frames', { width: 5000, height: 5000, frames: 81 }, [false, false]],
  ])('accept %s depending on where it is drawn', (_name, { width, height, frames }, [whole, asSmall]) => {
    const head = { type: 'image/gif', width, height, frames, isAnimated: frames > 1 } as const
    expect([fitsBounds(head, wholePictureBounds), fitsBounds(head, smallPictureBounds)]).toEqual([whole, asSmall])
  })
})

describe('the type of a picture', () => {
  it.each([
    [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png'],
    [Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'image/jpeg'],
    [Buffer.from('GIF89a'), 'image/gif'],
    [Buffer.from('GIF80a'), undefined],
    [Buffer.from('RIFF\x00\x00\x00\x00WEBP'), 'image/webp'],
    [Buffer.from('RIFF\x00\x00\x00\x00WAVE'), undefined],
    [Buffer.from('BM'), 'image/bmp'],
    [Buffer.from('\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00avif'), 'image/avif'],
    [Buffer.from('<svg onload="x">'), undefined],
    [Buffer.from('<html>'), undefined],
    [Buffer.alloc(0), undefined],
  ])('is read from its first bytes', (bytes, type) => {
    expect(pictureTypeOf(bytes)).toBe(type)
  })
})
