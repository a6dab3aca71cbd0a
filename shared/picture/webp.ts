import { ByteReader, mostParts, type PictureSize } from './bytes.ts'

const animationFlag = 2
/** The fields of an animation frame before its own chunks. */
const frameFields = 16

/** The largest size of the canvas (VP8X), the frames (ANMF) and the bitstreams (VP8, VP8L), each of which has one. */
export function readWebp(bytes: Uint8Array): PictureSize | null {
  const file = new ByteReader(bytes)
  let [width, height, frames, parts, flags] = [0, 0, 0, 0, 0]
  const grow = (toWidth: number, toHeight: number) => {
    width = Math.max(width, toWidth)
    height = Math.max(height, toHeight)
  }
  const walk = (from: number, end: number): void => {
    for (let at = from; at + 8 < end && parts <= mostParts;) {
      parts += 1
      const data = at + 8
      const next = data + file.uint32(at + 4, true)
      // A truncated chunk still has its size at its beginning.
      const isHeld = (length: number) => data + length <= end
      switch (file.name(at)) {
        case 'VP8X':
          if (!isHeld(10)) break
          grow(file.uint24(data + 4) + 1, file.uint24(data + 7) + 1)
          flags |= file.uint8(data)
          break
        case 'VP8 ':
          if (isHeld(10)) grow(file.uint16(data + 6, true) & 0x3fff, file.uint16(data + 8, true) & 0x3fff)
          break
        case 'VP8L':
          if (isHeld(5)) {
            const bits = file.uint32(data + 1, true)
            grow((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
          }
          break
        case 'ANMF':
          if (!isHeld(frameFields)) break
          frames += 1
          grow(file.uint24(data) * 2 + file.uint24(data + 6) + 1, file.uint24(data + 3) * 2 + file.uint24(data + 9) + 1)
          if (from === 12) walk(data + frameFields, Math.min(next, end))
          break
        default:
      }
      // Chunks begin at even offsets.
      at = next + (next % 2)
    }
  }
  walk(12, file.length)
  if (parts > mostParts) return null
  const isAnimated = (flags & animationFlag) !== 0 || frames > 1
  return { width, height, frames: Math.max(1, frames), isAnimated }
}
