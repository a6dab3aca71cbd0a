import { keep, mostParts, sameBytes, type CleanPart, latin, type PieceReader } from './pieces.ts'
import { isExif, markedExif, orientationAlone, orientationIn } from './orientation.ts'

const startOfScan = 0xda
const endOfImage = 0xd9
/** The largest size of a segment, in bytes: its length has 16 bits. */
const mostBytes = 0xffff

/**
 * Keeps the application segments that colours depend on: JFIF, an ICC profile and Adobe's transformation. All other
 * ones and comments are removed, such as EXIF with its thumbnail and maker notes, XMP and IPTC. Data after the picture
 * is removed, too: further pictures with EXIF of their own, or the film that a telephone appends.
 */
export async function cleanJpeg(file: PieceReader): Promise<CleanPart[] | null> {
  const parts: CleanPart[] = []
  keep(parts, 0, 2)
  let at = 2
  let hasScan = false
  for (let count = 0; count < mostParts; count += 1) {
    if (at >= file.size) return hasScan ? parts : null
    const [mark = 0, marker = 0] = await file.bytes(at, 2)
    if (mark !== 0xff) return null
    // The byte fills the space before a marker.
    if (marker === 0xff) {
      keep(parts, at, at + 1)
      at += 1
      continue
    }
    if (marker === endOfImage) {
      keep(parts, at, at + 2)
      return hasScan ? parts : null
    }
    const segment = await segmentAt(file, at)
    if (segment === null) return null
    const { end, payload } = segment
    const verdict = verdictOn(marker, payload)
    if (verdict === 'stays') keep(parts, at, end)
    else if (verdict !== 'goes') parts.push(verdict)
    at = end
    if (marker !== startOfScan) continue
    hasScan = true
    const next = await endOfScan(file, end)
    keep(parts, end, next)
    at = next
  }
  return null
}

async function segmentAt(file: PieceReader, at: number): Promise<{ end: number; payload: Uint8Array } | null> {
  const bytes = await file.bytes(at, 2 + mostBytes)
  if (bytes.length < 4) return null
  const length = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
  if (length < 2 || length + 2 > bytes.length) return null
  return { end: at + 2 + length, payload: bytes.subarray(4, 2 + length) }
}

type Verdict = 'stays' | 'goes' | Uint8Array<ArrayBuffer>

function verdictOn(marker: number, payload: Uint8Array): Verdict {
  const starts = (name: string): boolean => latin(payload.subarray(0, name.length)) === name
  switch (marker) {
    case 0xe0:
      return starts('JFIF\0') ? bareJfif(payload) : 'goes'
    case 0xe1:
      return isExif(payload) ? turned(payload) : 'goes'
    case 0xe2:
      return starts('ICC_PROFILE\0') ? 'stays' : 'goes'
    case 0xee:
      return starts('Adobe') ? 'stays' : 'goes'
    default:
      return marker >= 0xc0 && marker < 0xe0 ? 'stays' : 'goes'
  }
}

/** Removes the thumbnail of JFIF, which can show the picture as it was before it was cropped. */
function bareJfif(payload: Uint8Array): Verdict {
  if (payload.length <= 14) return 'stays'
  return new Uint8Array([0xff, 0xe0, 0, 16, ...payload.subarray(0, 12), 0, 0])
}

function turned(payload: Uint8Array): Verdict {
  const orientation = orientationIn(payload)
  if (orientation === null) return 'goes'
  const exif = markedExif(orientationAlone(orientation))
  if (sameBytes(exif, payload)) return 'stays'
  return new Uint8Array([0xff, 0xe1, 0, exif.length + 2, ...exif])
}

/** Returns the position of the marker after the data of a scan; the end of a truncated file. */
async function endOfScan(file: PieceReader, from: number): Promise<number> {
  let at = await file.find(0xff, from)
  while (at < file.size) {
    const [, next = 0] = await file.bytes(at, 2)
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (next === 0xff) at += 1
    else if (isData) at = await file.find(0xff, at + 2)
    else return at
  }
  return file.size
}
