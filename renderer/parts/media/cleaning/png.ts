import { keep, mostParts, sameBytes, uint32, type CleanPart, latin, type PieceReader } from './pieces.ts'
import { orientationAlone, orientationIn } from './orientation.ts'

/** The size of a chunk's head, and of all parts besides its data, in bytes. */
const headBytes = 8
const frameBytes = 12
/** The limit of EXIF that is parsed, in bytes; a larger one is removed. */
const mostExifBytes = 1024 * 1024

/** Optional chunks that describe only the appearance: colours, transparency, the size of a pixel, animation. */
const staying: ReadonlySet<string> = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)

/**
 * Keeps the chunks that the picture needs. All others are removed: EXIF, texts (XMP among them), times and unknown
 * ones.
 */
export async function cleanPng(file: PieceReader): Promise<CleanPart[] | null> {
  const parts: CleanPart[] = []
  keep(parts, 0, headBytes)
  let at = headBytes
  for (let count = 0; count < mostParts && at + frameBytes <= file.size; count += 1) {
    const head = await file.bytes(at, headBytes)
    const length = uint32(head, 0)
    const name = latin(head.subarray(4))
    const end = at + frameBytes + length
    if (!/^[A-Za-z]{4}$/.test(name) || end > file.size || (count === 0 && name !== 'IHDR')) return null
    // A name that begins with a capital letter marks a critical chunk.
    if (/^[A-Z]/.test(name) || staying.has(name)) keep(parts, at, end)
    else if (name === 'eXIf' && length <= mostExifBytes) {
      const exif = await file.bytes(at + headBytes, length)
      const orientation = orientationIn(exif)
      const bare = orientation === null ? null : orientationAlone(orientation)
      if (bare !== null && sameBytes(bare, exif)) keep(parts, at, end)
      else if (bare !== null) parts.push(chunk(name, bare))
    }
    if (name === 'IEND') return parts
    at = end
  }
  return null
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(frameBytes + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let index = 0; index < 4; index += 1) bytes[4 + index] = name.charCodeAt(index)
  bytes.set(data, headBytes)
  view.setUint32(headBytes + data.length, crc32(bytes.subarray(4, headBytes + data.length)))
  return bytes
}

/** Computes the checksum of a chunk (PNG, annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
