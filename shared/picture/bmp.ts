import { ByteReader } from './bytes.ts'
import type { PictureSize } from './picture-size.ts'

/** The header of OS/2 1.x has two bytes for each side; all others have four. A negative height means rows from the top. */
export function readBmp(bytes: Uint8Array): PictureSize {
  const file = new ByteReader(bytes)
  const isShort = file.uint32(14, true) === 12
  const width = isShort ? file.uint16(18, true) : Math.abs(file.int32(18, true))
  const height = isShort ? file.uint16(20, true) : Math.abs(file.int32(22, true))
  return { width, height, frames: 1, isAnimated: false }
}
