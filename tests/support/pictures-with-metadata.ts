import { deflateSync } from 'node:zlib'
import { pngChunk } from '#server/base/png.ts'

/** A text in the metadata of these pictures. */
export const telltale = 'Alder harbour, berth 7'

/** A JPEG of 1 × 1 pixel that browsers draw, without application segments. */
export const bareJpeg = Buffer.from(
  '/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
)

/** EXIF with an orientation, a maker note, a name, and a location: 52° 30′ N, 13° 24′ E. */
export function exifWith(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const isLittle = order === 'II'
  const bytes = Buffer.alloc(400)
  const short = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    short(tag, at)
    short(type, at + 2)
    long(count, at + 4)
    if (type === 3) short(value, at + 8)
    else long(value, at + 8)
  }
  bytes.write(order, 0, 'latin1')
  short(42, 2)
  long(8, 4)
  short(4, 8)
  entry(10, 0x010e, 2, telltale.length + 1, 300)
  entry(22, 0x0112, 3, 1, orientation)
  entry(34, 0x8769, 4, 1, 200)
  entry(46, 0x8825, 4, 1, 80)
  short(4, 80)
  for (const [at, tag, letter] of [
    [82, 1, 'N'],
    [106, 3, 'E'],
  ] as const) {
    entry(at, tag, 2, 2, 0)
    bytes.write(`${letter}\0\0\0`, at + 8, 'latin1')
  }
  entry(94, 2, 5, 3, 140)
  entry(118, 4, 5, 3, 164)
  ;[52, 1, 30, 1, 0, 1, 13, 1, 24, 1, 0, 1].forEach((value, index) => {
    long(value, 140 + index * 4)
  })
  short(1, 200)
  entry(202, 0x927c, 7, 20, 360)
  bytes.write(telltale, 300, 'latin1')
  bytes.write('maker notes', 360, 'latin1')
  return bytes
}

export const xmp = Buffer.from(
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="${telltale}"/></rdf:RDF></x:xmpmeta>`,
)

export function segment(marker: number, ...data: (string | Buffer)[]): Buffer {
  const payload = Buffer.concat(data.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

/** A JPEG with these segments before the picture and these bytes after it. */
export function jpegWith(segments: readonly Buffer[], after: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([bareJpeg.subarray(0, 2), ...segments, bareJpeg.subarray(2), after])
}

/** The segments of a phone and of a press photographer, all with the location. */
export function tellingSegments(orientation: number): Buffer[] {
  return [
    segment(0xe1, 'Exif\0\0', exifWith(orientation)),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', xmp),
    segment(0xed, 'Photoshop 3.0\0', telltale),
    segment(0xe2, 'MPF\0', telltale),
    segment(0xe5, telltale),
    segment(0xfe, telltale),
  ]
}

/** A red PNG, with chunks between its head and its pixels. */
export function pngWith(chunks: readonly Buffer[], width = 2, height = 1): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([255, 0, 0]))])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.alloc(row.length * height, row))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The pixels of a WebP of 1 × 1 pixel. */
export const webpPixels = Buffer.from('LwAAAAAHEP0PRET/AwA=', 'base64')

/** A WebP with these chunks after its pixels; `flags` declare them. */
export function webpWith(chunks: readonly Buffer[], flags: number): Buffer {
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    webpChunk('VP8L', webpPixels),
    ...chunks,
  ])
  const head = Buffer.alloc(8)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
