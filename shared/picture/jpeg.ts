import { ByteReader, mostParts } from './bytes.ts'
import type { PictureSize } from './picture-size.ts'

const startOfScan = 0xda
const endOfImage = 0xd9

/** Start-of-frame markers: all from 0xC0 to 0xCF but the tables among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Markers without a length: restarts, and 0x01, which is reserved for temporary use. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

/**
 * The size is in the frame header, behind any number of segments of applications. Every frame header before the first scan
 * counts. A length that leads elsewhere ends the search: the picture is not shown rather than misread.
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
      // Any number of 0xFF may stand before a marker.
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
