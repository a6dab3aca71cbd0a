import { keep, mostParts, sameBytes, uint32, type CleanPart } from './clean-form.ts'
import { orientationAlone, orientationIn } from './orientation.ts'
import { latin, type PieceReader } from './piece-reader.ts'

/** Bytes before the data of a chunk, and in all besides its data. */
const headBytes = 8
const frameBytes = 12
/** A larger EXIF is not looked into: it goes. */
const mostExifBytes = 1024 * 1024

/** What is not needed to draw the picture, and is no word about it: colours, transparency, size of a pixel, animation. */
const staying: ReadonlySet<string> = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)

/** Chunks that the picture needs stay, and all others go: EXIF, texts (XMP among them), times, and what is not known. */
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
    // A capital letter first: no picture without it.
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

/** The checksum of a chunk (PNG, annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
