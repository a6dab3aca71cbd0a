import { ByteReader, mostParts, type PictureSize } from './bytes.ts'

const startOfScan = 0xda
const endOfImage = 0xd9

/** Start-of-frame markers: 0xC0 to 0xCF, except the markers of tables in this range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Markers without a length: restarts, and 0x01, which is reserved for temporary use. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

/**
 * The size from the frame headers, which follow any number of application segments. Every frame header before the first
 * scan counts. An invalid length makes the picture unreadable.
 */
export function readJpeg(bytes: Uint8Array): PictureSize | null {
  const file = new ByteReader(bytes)
  let [width, height, parts] = [0, 0, 0]
  for (let at = 2; at + 1 < file.length;) {
    parts += 1
    if (file.uint8(at) !== 0xff || parts > mostParts) return null
    const marker = file.uint8(at + 1)
    if (marker === startOfScan || marker === endOfImage) break
    if (marker === 0xff || isBare(marker)) {
      // Any number of 0xFF bytes may precede a marker.
      at += marker === 0xff ? 1 : 2
      continue
    }
    const length = file.uint16(at + 2)
    if (length < 2) return null
    if (isFrame(marker)) {
      height = Math.max(height, file.uint16(at + 5))
      width = Math.max(width, file.uint16(at + 7))
    }
    at += 2 + length
  }
  return { width, height, frames: 1, isAnimated: false }
}
