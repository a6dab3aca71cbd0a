import exifr from 'exifr'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanPicture } from '#renderer/parts/media/cleaning/clean-picture.ts'
import { pngChunk } from '#server/base/png.ts'
import {
  bareJpeg,
  exifWith,
  jpegWith,
  pngWith,
  segment,
  telltale,
  tellingSegments,
  webpChunk,
  webpWith,
  xmp,
} from '#support/pictures-with-metadata.ts'

const everything = { tiff: true, exif: true, gps: true, xmp: true, iptc: true, makerNote: true, mergeOutput: true }

async function cleaned(bytes: Uint8Array) {
  const { file, metadata } = await cleanPicture(new Blob([new Uint8Array(bytes)]))
  return { bytes: Buffer.from(await file.arrayBuffer()), metadata }
}

/** The bytes of the scan of a JPEG: its pixels. */
function scan(jpeg: Buffer): Buffer {
  return jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), jpeg.lastIndexOf(Buffer.from([0xff, 0xd9])) + 2)
}

const exifOfJpeg = (exif: Buffer) => segment(0xe1, 'Exif\0\0', exif)
const riff = (size: number) => {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(size, 4)
  return head
}

describe('a JPEG', () => {
  it('loses its location, names and maker notes, and keeps its orientation and its pixels', async () => {
    const original = jpegWith(tellingSegments(6))
    expect(await exifr.gps(original)).toMatchObject({ latitude: 52.5, longitude: 13.4 })
    const { bytes, metadata } = await cleaned(original)
    expect(metadata).toBe('removed')
    expect(await exifr.gps(bytes)).toBeUndefined()
    expect(await exifr.parse(bytes, { ...everything, translateValues: false })).toEqual({ Orientation: 6 })
    expect(bytes.includes(telltale)).toBe(false)
    expect(bytes.includes('maker notes')).toBe(false)
    expect(scan(bytes)).toEqual(scan(bareJpeg))
  })

  it.each([
    [8, 'MM'],
    [3, 'II'],
  ] as const)('keeps the orientation %i with the byte order %s', async (orientation, order) => {
    const { bytes } = await cleaned(jpegWith([exifOfJpeg(exifWith(orientation, order))]))
    expect(await exifr.orientation(bytes)).toBe(orientation)
    expect(bytes.includes(telltale)).toBe(false)
  })

  it.each([[0], [1], [9], [65_535]])('has no EXIF at all if its orientation is %i', async (orientation) => {
    const { bytes } = await cleaned(jpegWith([exifOfJpeg(exifWith(orientation))]))
    expect(bytes).toEqual(bareJpeg)
  })

  it('keeps its colour profile, and its JFIF without the thumbnail', async () => {
    const colours = [segment(0xe2, 'ICC_PROFILE\0', 'profile'), segment(0xee, 'Adobe\0d\0\0\0\0')]
    const thumbnail = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01', telltale)
    const { bytes } = await cleaned(jpegWith([thumbnail, ...tellingSegments(1), ...colours]))
    expect(bytes).toEqual(jpegWith([segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'), ...colours]))
  })

  it('loses the pictures and films after its end', async () => {
    const { bytes, metadata } = await cleaned(jpegWith([], jpegWith(tellingSegments(6))))
    expect(metadata).toBe('removed')
    expect(bytes).toEqual(bareJpeg)
  })

  it('loses segments between its scans, too', async () => {
    const scans = bareJpeg.subarray(2, -2)
    const between = Buffer.concat([bareJpeg.subarray(0, 2), scans, ...tellingSegments(1), scans, bareJpeg.subarray(-2)])
    const { bytes } = await cleaned(between)
    expect(bytes).toEqual(Buffer.concat([bareJpeg.subarray(0, 2), scans, scans, bareJpeg.subarray(-2)]))
  })

  it('is cleaned up to its last byte if it is truncated within its pixels', async () => {
    const { bytes, metadata } = await cleaned(jpegWith(tellingSegments(1)).subarray(0, -4))
    expect(metadata).toBe('removed')
    expect(bytes).toEqual(bareJpeg.subarray(0, -4))
  })

  it('is read to its end across many chunks', async () => {
    const filler = Buffer.alloc(1_500_000, Buffer.from([0xff, 0x00, 0x12, 0xff, 0xd3, 0x34]))
    const large = Buffer.concat([bareJpeg.subarray(0, -2), filler, bareJpeg.subarray(-2)])
    const { bytes } = await cleaned(Buffer.concat([large, Buffer.from(telltale)]))
    expect(bytes.equals(large)).toBe(true)
  })
})

describe('a PNG', () => {
  it('loses EXIF, texts and times, and keeps its orientation, its colours and its pixels', async () => {
    const telling = [
      pngChunk('eXIf', exifWith(6)),
      pngChunk('tEXt', Buffer.from(`Author\0${telltale}`)),
      pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), xmp])),
      pngChunk('tIME', Buffer.alloc(7)),
      pngChunk('prVt', Buffer.from(telltale)),
    ]
    const gamma = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))
    const original = pngWith([...telling, gamma])
    expect(await exifr.gps(original)).toMatchObject({ latitude: 52.5 })
    const { bytes, metadata } = await cleaned(Buffer.concat([original, Buffer.from(telltale)]))
    expect(metadata).toBe('removed')
    expect(bytes.includes(telltale)).toBe(false)
    expect(await exifr.parse(bytes, { ...everything, translateValues: false })).toMatchObject({ Orientation: 6 })
    expect(await exifr.gps(bytes)).toBeUndefined()
    const bare = pngWith([gamma])
    const exif = bytes.length - bare.length
    // The checksum equals that of zlib.
    expect(bytes).toEqual(pngWith([pngChunk('eXIf', bytes.subarray(33 + 8, 33 + exif - 4)), gamma]))
  })
})

describe('a WebP', () => {
  it('loses EXIF, XMP and unknown chunks, and clears their flags in its header', async () => {
    const telling = [webpChunk('EXIF', exifWith(6)), webpChunk('XMP ', xmp), webpChunk('PRVT', Buffer.from(telltale))]
    const { bytes, metadata } = await cleaned(Buffer.concat([webpWith(telling, 0x1c), Buffer.from(telltale)]))
    expect(metadata).toBe('removed')
    expect(bytes.includes(telltale)).toBe(false)
    const exif = bytes.subarray(bytes.indexOf('EXIF') + 8)
    expect(await exifr.parse(exif, { ...everything, translateValues: false })).toEqual({ Orientation: 6 })
    expect(bytes).toEqual(webpWith([webpChunk('EXIF', exif)], 0x18))
  })

  it('has no EXIF if it needs no rotation', async () => {
    const { bytes } = await cleaned(webpWith([webpChunk('EXIF', exifWith(1))], 0x08))
    expect(bytes).toEqual(webpWith([], 0))
  })
})

it.each([
  ['a bare JPEG', bareJpeg],
  ['a bare PNG', pngWith([])],
  ['a bare WebP', webpWith([], 0x10)],
])('%s is attached unchanged, without a notice', async (_what, bytes) => {
  expect(await cleaned(Buffer.from(bytes))).toEqual({ bytes, metadata: undefined })
})

it.each([
  ['JPEG', jpegWith(tellingSegments(6))],
  ['PNG', pngWith([pngChunk('eXIf', exifWith(6))])],
  ['WebP', webpWith([webpChunk('EXIF', exifWith(6))], 0x08)],
])('a cleaned %s has nothing more to clean', async (_what, bytes) => {
  const once = await cleaned(Buffer.from(bytes))
  expect(await cleaned(once.bytes)).toEqual({ bytes: once.bytes, metadata: undefined })
})

it.each([
  ['a JPEG whose segment is longer than the file', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1, 2])],
  ['a JPEG whose segment has an impossible length', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 1, 0xff, 0xd9])],
  ['a JPEG without a picture', Buffer.concat([bareJpeg.subarray(0, 2), ...tellingSegments(6), bareJpeg.subarray(-2)])],
  ['a JPEG with only its first bytes', bareJpeg.subarray(0, 3)],
  ['a JPEG with rubbish between its segments', jpegWith([Buffer.from(telltale)])],
  ['a truncated PNG', pngWith([pngChunk('eXIf', exifWith(6))]).subarray(0, -20)],
  ['a PNG whose chunk is longer than the file', Buffer.from('\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR1234', 'latin1')],
  ['a PNG that does not begin with its head', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\0IEND1234', 'latin1')],
  ['a PNG with too many chunks', pngWith(Array.from({ length: 100_001 }, () => pngChunk('tEXt', Buffer.alloc(0))))],
  ['a WebP shorter than its header says', webpWith([], 0).subarray(0, -1)],
  ['a WebP without a picture', riff(4)],
  ['HEIF of a telephone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')],
  ['AVIF', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0', 'latin1')],
  ['TIFF', exifWith(6)],
])('%s is attached unchanged, with a notice that it may contain a location', async (_what, bytes) => {
  expect(await cleaned(Buffer.from(bytes))).toEqual({ bytes, metadata: 'kept' })
})

it.each([
  ['nothing', ''],
  ['a text', 'GPS 52.5'],
  ['a film', '\0\0\0\x18ftypisom\0\0\0\0'],
  ['a sound', 'RIFF\x24\0\0\0WAVEfmt '],
])('%s is no picture', async (_what, text) => {
  const bytes = Buffer.from(text, 'latin1')
  expect(await cleaned(bytes)).toEqual({ bytes, metadata: undefined })
})

it('a damaged picture is attached unchanged or without its location, and never lost', async () => {
  const originals = [
    jpegWith(tellingSegments(6)),
    pngWith([pngChunk('eXIf', exifWith(6)), pngChunk('tEXt', Buffer.from(telltale))]),
    webpWith([webpChunk('EXIF', exifWith(6)), webpChunk('XMP ', xmp)], 0x0c),
  ]
  const damage = fc.array(fc.tuple(fc.nat(5000), fc.nat(255)), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...originals), damage, fc.nat(5000), async (original, changes, cut) => {
      const damaged = Buffer.from(original.subarray(0, original.length - (cut % 3 === 0 ? cut % original.length : 0)))
      for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value
      const { bytes, metadata } = await cleaned(damaged)
      if (metadata === 'removed') {
        expect(bytes.length).toBeGreaterThan(0)
        expect(await exifr.gps(bytes).catch(() => undefined)).toBeUndefined()
      } else {
        expect(bytes).toEqual(damaged)
      }
    }),
    { numRuns: 300 },
  )
})

it('an unreadable file causes an error, like any file', async () => {
  const gone = { size: 9, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }
  await expect(cleanPicture(gone as unknown as Blob)).rejects.toThrow('gone')
})
