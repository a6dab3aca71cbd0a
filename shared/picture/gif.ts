import { ByteReader, mostParts, type PictureSize } from './bytes.ts'

const extension = 0x21
const graphicControl = 0xf9
const imageDescriptor = 0x2c
const hasTable = 0x80

/** The size of a colour table in bytes, from the packed field before it. */
function tableBytes(packed: number): number {
  return (packed & hasTable) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1)
}

/** The size of the logical screen, enlarged by each image that exceeds it. */
export function readGif(bytes: Uint8Array): PictureSize | null {
  const file = new ByteReader(bytes)
  let width = file.uint16(6, true)
  let height = file.uint16(8, true)
  let [frames, controls, parts] = [0, 0, 0]
  for (let at = 13 + tableBytes(bytes[10] ?? 0); at < file.length;) {
    parts += 1
    if (parts > mostParts) return null
    const block = file.uint8(at)
    if (block === imageDescriptor && at + 10 < file.length) {
      frames += 1
      width = Math.max(width, file.uint16(at + 1, true) + file.uint16(at + 5, true))
      height = Math.max(height, file.uint16(at + 3, true) + file.uint16(at + 7, true))
      at = endOfBlocks(bytes, at + 11 + tableBytes(file.uint8(at + 9)))
    } else if (block === extension) {
      if (bytes[at + 1] === graphicControl) controls += 1
      at = endOfBlocks(bytes, at + 2)
    } else break
  }
  frames = Math.max(1, frames, controls)
  return { width, height, frames, isAnimated: frames > 1 }
}

/** The offset after a sequence of sub-blocks. Each has its length before it; an empty one ends the sequence. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length
  return at + 1
}
