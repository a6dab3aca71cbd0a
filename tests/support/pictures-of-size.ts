import { deflateSync } from 'node:zlib'
import { pngChunk } from '#server/base/png.ts'
import { segment, webpChunk } from './pictures-with-metadata.ts'

/** A size in pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function pngHead({ width, height }: Size): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // One bit per pixel, grey.
  head[8] = 1
  return pngChunk('IHDR', head)
}

/** A PNG of this size with black pixels: a small file at any size. */
export function pngOf(size: Size): Buffer<ArrayBuffer> {
  const rows = Buffer.alloc((1 + Math.ceil(size.width / 8)) * size.height)
  return Buffer.concat([
    signature,
    pngHead(size),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The head of a PNG, without pixels. */
export function pngHeadOf(size: Size, chunks: readonly Buffer[] = []): Buffer {
  return Buffer.concat([signature, pngHead(size), ...chunks, pngChunk('IDAT', Buffer.alloc(10))])
}

/** An animated PNG: the number of frames in its header, and the number of actual frames. */
export function apngOf(size: Size, told: number, there = told): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(told, 0)
  const frames = Array.from({ length: there }, () => pngChunk('fcTL', Buffer.alloc(26)))
  return pngHeadOf(size, [pngChunk('acTL', control), ...frames])
}

/** A JPEG whose frame header follows these segments; `marker` is that of the frame (0xC2 is progressive). */
export function jpegOf({ width, height }: Size, { segments = [] as readonly Buffer[], marker = 0xc0 } = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 'JFIF\0', Buffer.alloc(9)),
    ...segments,
    segment(marker, frame),
    segment(0xda, Buffer.alloc(6)),
  ])
}

/** A GIF with a logical screen, and frames at (0, 0). */
export function gifOf(screen: Size, frames: readonly Size[] = [screen], { hasTable = true } = {}): Buffer {
  const head = Buffer.alloc(7)
  head.writeUInt16LE(screen.width, 0)
  head.writeUInt16LE(screen.height, 2)
  head[4] = hasTable ? 0x80 : 0
  const images = frames.map(({ width, height }) => {
    const image = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 1, 2, 3, 0])
    image.writeUInt16LE(width, 5)
    image.writeUInt16LE(height, 7)
    return Buffer.concat([Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]), image])
  })
  const table = Buffer.alloc(hasTable ? 6 : 0)
  return Buffer.concat([Buffer.from('GIF89a'), head, table, ...images, Buffer.from([0x3b])])
}

function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return Buffer.concat([webpChunk('RIFF', body).subarray(0, 8), body])
}

function vp8x({ width, height }: Size, flags: number): Buffer {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', data)
}

function vp8({ width, height }: Size): Buffer {
  const data = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0])
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  return webpChunk('VP8 ', data)
}

function vp8l({ width, height }: Size): Buffer {
  const data = Buffer.from([0x2f, 0, 0, 0, 0])
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return webpChunk('VP8L', data)
}

export const webpOf = {
  lossy: (size: Size) => riff(vp8(size)),
  lossless: (size: Size) => riff(vp8l(size)),
  extended: (canvas: Size, picture: Size) => riff(vp8x(canvas, 0), webpChunk('ICCP', Buffer.alloc(3)), vp8l(picture)),
  animated: (canvas: Size, frames: readonly Size[]) =>
    riff(vp8x(canvas, 2), ...frames.map((frame) => webpChunk('ANMF', Buffer.concat([Buffer.alloc(16), vp8(frame)])))),
}

/** A bitmap; a header of twelve bytes is that of OS/2. */
export function bmpOf({ width, height }: Size, headerBytes: 12 | 40 = 40): Buffer {
  const file = Buffer.alloc(14 + headerBytes)
  file.write('BM', 0, 'latin1')
  file.writeUInt32LE(headerBytes, 14)
  if (headerBytes === 12) {
    file.writeUInt16LE(width, 18)
    file.writeUInt16LE(height, 20)
  } else {
    file.writeInt32LE(width, 18)
    file.writeInt32LE(height, 22)
  }
  return file
}

/** An AVIF of 2 × 2 pixels, as libavif writes it. */
export const realAvif = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  'base64',
)

function box(name: string, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, data])
}

/** The bits of a number, highest first. */
function bits(value: number, count: number): string {
  return value.toString(2).padStart(count, '0')
}

/** A sequence header of AV1 with a length, from an encoder of still pictures or of films (all fields). */
export function sequenceHeaderOf({ width, height }: Size, { isStill = true, hasLength = true } = {}): Buffer {
  const size = bits(15, 4) + bits(15, 4) + bits(width - 1, 16) + bits(height - 1, 16)
  const film = `${bits(1, 1)}${bits(1, 32)}${bits(30, 32)}10101${bits(4, 5)}${bits(9, 32)}${bits(0, 10)}1${bits(0, 5)}${bits(0, 12)}${bits(9, 5)}11${bits(3, 5)}${bits(3, 5)}01${bits(2, 4)}`
  // Profile, still picture, reduced header; then the level.
  const all = isStill ? `000 1 1 00000 ${size}`.replaceAll(' ', '') : `00000${film}${size}`
  const bytes = (all.padEnd(Math.ceil((all.length + 8) / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) =>
    parseInt(byte, 2),
  )
  return Buffer.from(hasLength ? [0x0a, bytes.length, ...bytes] : [0x08, ...bytes])
}

interface AvifParts {
  /** The size in the box of the item. */
  readonly told: Size
  /** The units of the bitstream. */
  readonly units: readonly Buffer[]
  /** The boxes before the one that contains the item. */
  readonly before?: readonly Buffer[]
}

/** A still AVIF whose item consists of the units. */
export function avifOf({ told, units, before = [] }: AvifParts): Buffer {
  const ispe = Buffer.alloc(12)
  ispe.writeUInt32BE(told.width, 4)
  ispe.writeUInt32BE(told.height, 8)
  const item = Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), Buffer.from('av01\0')])
  const front = [box('ftyp', Buffer.from('mif1\0\0\0\0mif1avif')), ...before]
  const places = (offset: number) => {
    const data = Buffer.alloc(22)
    data.writeUInt16BE(0x4400, 4)
    data.writeUInt16BE(1, 6)
    data.writeUInt16BE(1, 8)
    data.writeUInt16BE(1, 12)
    data.writeUInt32BE(offset, 14)
    data.writeUInt32BE(Buffer.concat(units).length, 18)
    return data
  }
  const meta = (offset: number) =>
    box(
      'meta',
      Buffer.alloc(4),
      box('hdlr', Buffer.alloc(25)),
      box('iinf', Buffer.from([0, 0, 0, 0, 0, 1]), box('infe', item)),
      box('iloc', places(offset)),
      box('iprp', box('ipco', box('ispe', ispe))),
    )
  const offset = Buffer.concat([...front, meta(0)]).length + 8
  return Buffer.concat([...front, meta(offset), box('mdat', ...units)])
}

/** An AVIF sequence of some frames in one chunk. */
export function avisOf({ told, units }: AvifParts, frames: number): Buffer {
  const entry = Buffer.alloc(78)
  entry.writeUInt16BE(told.width, 24)
  entry.writeUInt16BE(told.height, 26)
  const samples = Buffer.alloc(12)
  samples.writeUInt32BE(frames, 8)
  const front = box('ftyp', Buffer.from('avis\0\0\0\0avis'))
  const moov = (offset: number) => {
    const chunks = Buffer.alloc(12)
    chunks.writeUInt32BE(1, 4)
    chunks.writeUInt32BE(offset, 8)
    const table = box(
      'stbl',
      box('stsd', Buffer.alloc(8), box('av01', entry)),
      box('stsz', samples),
      box('stco', chunks),
    )
    return box('moov', box('trak', box('mdia', box('minf', table))))
  }
  const offset = front.length + moov(0).length + 8
  return Buffer.concat([front, moov(offset), box('mdat', ...units)])
}
