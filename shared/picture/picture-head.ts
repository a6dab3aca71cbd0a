import { readAvif } from './avif.ts'
import { isOutside, startsWith, ByteReader, type PictureSize } from './bytes.ts'
import { readGif } from './gif.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

/** The media types of the pictures whose size can be read. No browser runs scripts in any of them. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/bmp'

export interface PictureHead extends PictureSize {
  readonly type: PictureType
}

/** The picture type by the first bytes, as browsers recognise it; undefined for other files, SVG and icons included. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  if (startsWith(bytes, 'BM')) return 'image/bmp'
  return startsWith(bytes, 'ftyp', 4) && hasAvifBrand(bytes) ? 'image/avif' : undefined
}

/** Whether the file type box names a brand of AVIF, as its own brand or a compatible one. */
function hasAvifBrand(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0))
  for (let at = 8; at + 4 <= end; at += 4) {
    if (startsWith(bytes, 'avif', at) || startsWith(bytes, 'avis', at)) return true
  }
  return false
}

/**
 * Reads type and size of a picture without decoding a pixel. Null for a file that is no picture, or whose size cannot
 * be read; a file that is truncated after its size can be read.
 */
export function readPictureHead(bytes: Uint8Array): PictureHead | null {
  const type = pictureTypeOf(bytes)
  if (type === undefined) return null
  const size = readSize(type, bytes)
  return size !== null && size.width > 0 && size.height > 0 ? { type, ...size } : null
}

function readSize(type: PictureType, bytes: Uint8Array): PictureSize | null {
  try {
    switch (type) {
      case 'image/png':
        return readPng(bytes)
      case 'image/jpeg':
        return readJpeg(bytes)
      case 'image/gif':
        return readGif(bytes)
      case 'image/webp':
        return readWebp(bytes)
      case 'image/bmp':
        return readBmp(bytes)
      case 'image/avif':
        return readAvif(bytes)
    }
  } catch (error) {
    if (isOutside(error)) return null
    throw error
  }
}

/** The header of OS/2 1.x has two bytes for each side; all others have four. A negative height means rows from the top. */
function readBmp(bytes: Uint8Array): PictureSize {
  const file = new ByteReader(bytes)
  const isShort = file.uint32(14, true) === 12
  const width = isShort ? file.uint16(18, true) : Math.abs(file.int32(18, true))
  const height = isShort ? file.uint16(20, true) : Math.abs(file.int32(22, true))
  return { width, height, frames: 1, isAnimated: false }
}
