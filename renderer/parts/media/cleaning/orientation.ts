import { latin } from './pieces.ts'

/** Tag 0x0112: the rotation that makes a picture upright. */
const orientationTag = 0x0112
/** The limit of tags in a real IFD; a damaged count is not followed. */
const mostTags = 1000
/** The mark before the TIFF structure in JPEG; some programs write it in other formats, too. */
const exifMark = 'Exif\0\0'

/** Returns the orientation in EXIF, 2 to 8; null if the picture is upright or the data cannot be read. */
export function orientationIn(exif: Uint8Array): number | null {
  const tiff = latin(exif.subarray(0, 6)) === exifMark ? exif.subarray(6) : exif
  if (tiff.length < 8) return null
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const order = latin(tiff.subarray(0, 2))
  if (order !== 'II' && order !== 'MM') return null
  const isLittle = order === 'II'
  if (view.getUint16(2, isLittle) !== 42) return null
  const start = view.getUint32(4, isLittle)
  if (start + 2 > tiff.length) return null
  const count = Math.min(view.getUint16(start, isLittle), mostTags)
  for (let entry = start + 2, index = 0; index < count && entry + 12 <= tiff.length; entry += 12, index += 1) {
    if (view.getUint16(entry, isLittle) !== orientationTag) continue
    const value = view.getUint16(entry + 8, isLittle)
    return value >= 2 && value <= 8 ? value : null
  }
  return null
}

/**
 * Returns EXIF that contains the orientation only. The tag turns the picture without drawing it again: its pixels stay
 * the same, and browsers, mobile clients and the thumbnails of the server all follow the tag.
 */
export function orientationAlone(orientation: number): Uint8Array<ArrayBuffer> {
  const tiff = new Uint8Array(26)
  const view = new DataView(tiff.buffer)
  tiff.set([0x4d, 0x4d, 0, 42])
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, orientationTag)
  view.setUint16(12, 3) // type SHORT
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return tiff
}

/** Whether a segment's payload is EXIF. */
export function isExif(payload: Uint8Array): boolean {
  return latin(payload.subarray(0, 6)) === exifMark
}

/** Returns EXIF with the mark that precedes it in JPEG. */
export function markedExif(tiff: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array([0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff])
}
