/** Reads and writes container formats of icons (ICO for Windows, ICNS for macOS), and reads sizes of PNG files. */

export class IconFileError extends Error {
  readonly code = 'BAD_ICON_FILE'

  constructor(message: string) {
    super(message)
    this.name = 'IconFileError'
  }
}

/** Straight (not premultiplied) RGBA, row by row from the top. */
export interface Pixels {
  readonly size: number
  readonly rgba: Uint8Array
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function isPng(file: Uint8Array): boolean {
  return pngSignature.equals(file.subarray(0, pngSignature.length))
}

/** Width and height of a PNG file, from its first chunk. */
export function pngSize(file: Buffer): { readonly width: number; readonly height: number } {
  if (!isPng(file)) throw new IconFileError('this is no PNG file')
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

/**
 * The types of an ICNS file that hold PNG, each with its width in pixels. `icp4` and `icp5` are left out, since macOS
 * draws them wrongly in applications (https://en.wikipedia.org/wiki/Apple_Icon_Image_format).
 */
export const icnsSizes = {
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
} as const satisfies Readonly<Record<string, number>>

/** An ICNS file with one PNG picture for each type of `icnsSizes`. `pngOf` is called once for each size. */
export function writeIcns(pngOf: (size: number) => Uint8Array): Buffer {
  const pngs = new Map([...new Set(Object.values(icnsSizes))].map((size) => [size, pngOf(size)]))
  const entries = Object.entries(icnsSizes).flatMap(([type, size]) => {
    const png = pngs.get(size) ?? new Uint8Array()
    const head = Buffer.alloc(8)
    head.write(type, 0, 'latin1')
    head.writeUInt32BE(8 + png.length, 4)
    return [head, png]
  })
  const body = Buffer.concat(entries)
  const head = Buffer.alloc(8)
  head.write('icns', 0, 'latin1')
  head.writeUInt32BE(8 + body.length, 4)
  return Buffer.concat([head, body])
}

/** The pictures of an ICNS file. @throws IconFileError where a length does not fit */
export function readIcns(file: Buffer): { readonly type: string; readonly data: Buffer }[] {
  if (file.toString('latin1', 0, 4) !== 'icns' || file.readUInt32BE(4) !== file.length) {
    throw new IconFileError('this is no whole ICNS file')
  }
  const entries: { type: string; data: Buffer }[] = []
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at + 4)
    if (length < 8 || at + length > file.length) throw new IconFileError('an entry of the ICNS file is cut off')
    entries.push({ type: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, at + length) })
    at += length
  }
  return entries
}

/**
 * An ICO file. Pictures below 256 pixels are bitmaps, as resource compilers require; the picture of 256 is PNG, which
 * the format allows since Windows Vista.
 */
export function writeIco(pictures: readonly (Pixels & { readonly png: Uint8Array })[]): Buffer {
  const bodies = pictures.map((picture) => (picture.size >= 256 ? Buffer.from(picture.png) : bitmapOf(picture)))
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size }] of pictures.entries()) {
    const at = 6 + 16 * index
    const length = bodies[index]?.length ?? 0
    // The size is one byte: 256 is written as 0.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += length
  }
  return Buffer.concat([head, ...bodies])
}

/** The pictures of an ICO file, with the sizes of their directory entries. */
export function readIco(file: Buffer): { readonly size: number; readonly data: Buffer }[] {
  if (file.readUInt16LE(0) !== 0 || file.readUInt16LE(2) !== 1) throw new IconFileError('this is no ICO file')
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index
    const offset = file.readUInt32LE(at + 12)
    const end = offset + file.readUInt32LE(at + 8)
    if (end > file.length) throw new IconFileError('a picture of the ICO file is cut off')
    return { size: file.readUInt8(at) || 256, data: file.subarray(offset, end) }
  })
}

/** A bitmap in the form of ICO files: BGRA from the bottom, twice the height, and an empty mask. */
function bitmapOf({ size, rgba }: Pixels): Buffer {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(size, 4)
  head.writeInt32LE(size * 2, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(32, 14)
  const pixels = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = (y * size + x) * 4
      const to = ((size - 1 - y) * size + x) * 4
      pixels[to] = rgba[from + 2] ?? 0
      pixels[to + 1] = rgba[from + 1] ?? 0
      pixels[to + 2] = rgba[from] ?? 0
      pixels[to + 3] = rgba[from + 3] ?? 0
    }
  }
  const maskRow = Math.ceil(size / 32) * 4
  return Buffer.concat([head, pixels, Buffer.alloc(maskRow * size)])
}
