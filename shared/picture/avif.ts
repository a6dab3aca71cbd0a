import { sequenceSizes, type FrameSize, type UnitRun } from './av1.ts'
import { ByteReader, mostParts, type PictureSize } from './bytes.ts'

/** Boxes that contain boxes, with the number of bytes before the first of them. */
const containers: Readonly<Record<string, number>> = {
  meta: 4,
  iprp: 0,
  ipco: 0,
  iinf: 6,
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  stsd: 8,
  av01: 78,
}
const mostDepth = 8
const mostBoxes = 1000

interface Box {
  readonly name: string
  readonly data: number
  readonly end: number
}

/**
 * The largest size that the boxes (`ispe` of items, `tkhd` and `av01` of sequences) or the sequence headers of the
 * bitstreams state: decoders allocate by the latter, whatever the boxes state. Null if a bitstream cannot be read.
 */
export function readAvif(bytes: Uint8Array): PictureSize | null {
  const file = new ByteReader(bytes)
  const all = boxes(file)
  if (all === null) return null
  let [width, height, frames] = [0, 0, 1]
  const grow = (to: FrameSize) => {
    width = Math.max(width, to.width)
    height = Math.max(height, to.height)
  }
  for (const { name, data, end } of all) {
    if (name === 'ispe') grow({ width: file.uint32(data + 4), height: file.uint32(data + 8) })
    if (name === 'tkhd') grow({ width: fixed(file.uint32(end - 8)), height: fixed(file.uint32(end - 4)) })
    if (name === 'av01') grow({ width: file.uint16(data + 24), height: file.uint16(data + 26) })
    if (name === 'stsz') frames = Math.max(frames, file.uint32(data + 8))
  }
  let parts = 0
  for (const { from, to, needsLengths } of bitstreams(file, all)) {
    const run = { from, to: Math.min(to, file.length), needsLengths }
    const found = sequenceSizes(file, run, mostParts - parts)
    if (found === null) return null
    parts += found.parts
    found.sizes.forEach(grow)
  }
  return { width, height, frames, isAnimated: frames > 1 }
}

/** A 16.16 fixed-point number, rounded up. */
function fixed(value: number): number {
  return Math.ceil(value / 0x1_00_00)
}

/**
 * The beginnings of bitstreams: in the configuration, in items, and in the chunks of sequences up to the end of their
 * media box.
 */
function* bitstreams(file: ByteReader, all: readonly Box[]): Generator<UnitRun> {
  const itemData = all.find(({ name }) => name === 'idat')?.data ?? 0
  const media = all.filter(({ name }) => name === 'mdat')
  const pictures = pictureItems(file, all)
  for (const { name, data, end } of all) {
    if (name === 'av1C') yield { from: data + 4, to: end, needsLengths: false }
    if (name === 'iloc') {
      for (const { item, from, length, isInItemData } of extents(file, data)) {
        if (!pictures.has(item)) continue
        const start = isInItemData ? itemData + from : from
        yield { from: start, to: length === 0 ? file.length : start + length, needsLengths: false }
      }
    }
    if (name !== 'stco' && name !== 'co64') continue
    const each = name === 'co64' ? 8 : 4
    const count = Math.min(file.uint32(data + 4), Math.floor((end - data - 8) / each))
    for (let index = 0; index < count; index += 1) {
      const from = file.uint(data + 8 + index * each, each)
      const to = media.find((box) => box.data <= from && from < box.end)?.end ?? file.length
      // The samples of a chunk are contiguous, so the length of a sample must not be the only end of a unit.
      yield { from, to, needsLengths: true }
    }
  }
}

/** The numbers of the items that are AV1 bitstreams; other items are EXIF, XMP, and grids of bitstreams. */
function pictureItems(file: ByteReader, all: readonly Box[]): ReadonlySet<number> {
  const items = new Set<number>()
  for (const { name, data } of all) {
    if (name !== 'infe') continue
    const idBytes = file.uint8(data) < 3 ? 2 : 4
    if (file.name(data + 4 + idBytes + 2) === 'av01') items.add(file.uint(data + 4, idBytes))
  }
  return items
}

/** All relevant boxes, each before the boxes in it; null if there are more than any picture has. */
function boxes(file: ByteReader): Box[] | null {
  const found: Box[] = []
  const walk = (from: number, end: number, depth: number): void => {
    for (let at = from; at + 8 <= end && found.length <= mostBoxes;) {
      const told = file.uint32(at)
      const name = file.name(at + 4)
      const head = told === 1 ? 16 : 8
      const length = told === 1 ? file.uint(at + 8, 8) : told
      const next = told === 0 ? end : at + length
      // Decoders stop at an impossible length, too.
      if (told !== 0 && length < head) return
      const box = { name, data: at + head, end: Math.min(next, end) }
      found.push(box)
      const skipped = containers[name]
      const counted = name === 'iinf' && file.uint8(box.data) > 0 ? 2 : 0
      if (skipped !== undefined && depth < mostDepth) walk(box.data + skipped + counted, box.end, depth + 1)
      at = next
    }
  }
  walk(0, file.length, 0)
  return found.length > mostBoxes ? null : found
}

interface Extent {
  /** The number of the item. */
  readonly item: number
  readonly from: number
  /** Bytes; 0 extends to the end of the file. */
  readonly length: number
  readonly isInItemData: boolean
}

/** The positions of the items (ISO 14496-12, 8.11.3). */
function extents(file: ByteReader, data: number): Extent[] {
  const version = file.uint8(data)
  const sizes = file.uint16(data + 4)
  const [offsetBytes, lengthBytes, baseBytes] = [(sizes >> 12) & 15, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  const idBytes = version < 2 ? 2 : 4
  let at = data + 6
  const take = (length: number) => {
    const value = file.uint(at, length)
    at += length
    return value
  }
  const found: Extent[] = []
  const items = take(idBytes)
  for (let place = 0; place < items; place += 1) {
    const item = take(idBytes)
    const method = version === 0 ? 0 : take(2) & 15
    take(2)
    const base = take(baseBytes)
    const count = take(2)
    for (let index = 0; index < count; index += 1) {
      take(indexBytes)
      const from = base + take(offsetBytes)
      if (found.length > mostBoxes) throw new RangeError('more places than any picture has')
      found.push({ item, from, length: take(lengthBytes), isInItemData: method === 1 })
    }
  }
  return found
}
