import { keep, mostParts, sameBytes, uint32, type CleanPart, latin, type PieceReader } from './pieces.ts'
import { orientationAlone, orientationIn } from './orientation.ts'

const headBytes = 12
const mostExifBytes = 1024 * 1024
const exifFlag = 0x08
const xmpFlag = 0x04
const pictures: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ANMF'])
const staying: ReadonlySet<string> = new Set([...pictures, 'VP8X', 'ALPH', 'ANIM', 'ICCP'])

/** Keeps the chunks of pictures and colours. EXIF, XMP, unknown chunks and data after the container are removed. */
export async function cleanWebp(file: PieceReader): Promise<CleanPart[] | null> {
  const chunks: CleanPart[] = []
  const end = headBytes - 4 + uint32(await file.bytes(0, headBytes), 4, true)
  if (end > file.size) return null
  let flagsAt: number | null = null
  let hasPicture = false
  let hasExif = false
  let at = headBytes
  for (let count = 0; at + 8 <= end; count += 1) {
    const head = await file.bytes(at, 8)
    const name = latin(head.subarray(0, 4))
    const length = uint32(head, 4, true)
    // One byte follows a chunk of odd length; some programs omit it at the end.
    const next = Math.min(at + 8 + length + (length % 2), end)
    if (at + 8 + length > end || count === mostParts) return null
    if (name === 'VP8X' && length >= 10) flagsAt = at + 8
    if (staying.has(name)) keep(chunks, at, next)
    else if (name === 'EXIF' && length <= mostExifBytes) {
      const exif = await file.bytes(at + 8, length)
      const orientation = orientationIn(exif)
      const bare = orientation === null ? null : orientationAlone(orientation)
      if (bare !== null && sameBytes(bare, exif)) keep(chunks, at, next)
      else if (bare !== null) chunks.push(chunk(bare))
      hasExif ||= bare !== null
    }
    hasPicture ||= pictures.has(name)
    at = next
  }
  return hasPicture ? whole(file, chunks, flagsAt, hasExif) : null
}

/** Returns the container of the kept chunks, with its size and its flags updated. */
async function whole(
  file: PieceReader,
  chunks: readonly CleanPart[],
  flagsAt: number | null,
  hasExif: boolean,
): Promise<CleanPart[]> {
  const parts: CleanPart[] = []
  const size = chunks.reduce((sum, part) => sum + ('to' in part ? part.to - part.from : part.length), 4)
  const head = await file.bytes(0, headBytes)
  if (uint32(head, 4, true) === size) keep(parts, 0, headBytes)
  else {
    const rewritten = new Uint8Array(head)
    new DataView(rewritten.buffer).setUint32(4, size, true)
    parts.push(rewritten)
  }
  const [flags = 0] = flagsAt === null ? [] : await file.bytes(flagsAt, 1)
  const wanted = (flags & ~(exifFlag | xmpFlag)) | (hasExif ? exifFlag : 0)
  for (const part of chunks) {
    if (!('to' in part)) parts.push(part)
    else if (flagsAt !== null && flags !== wanted && part.from <= flagsAt && flagsAt < part.to) {
      keep(parts, part.from, flagsAt)
      parts.push(new Uint8Array([wanted]))
      keep(parts, flagsAt + 1, part.to)
    } else keep(parts, part.from, part.to)
  }
  return parts
}

function chunk(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + data.length)
  bytes.set([0x45, 0x58, 0x49, 0x46]) // the name EXIF
  new DataView(bytes.buffer).setUint32(4, data.length, true)
  bytes.set(data, 8)
  return bytes
}
