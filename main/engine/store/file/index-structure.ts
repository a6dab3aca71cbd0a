/**
 * A level of the search index: its segments, and the number of those that are being merged into one of the next
 * level.
 */
export interface IndexLevel {
  readonly merging: number
  /** The unread pages of each segment. */
  readonly segments: readonly number[]
}

const secondVersion = Buffer.from([0xff, 0x00, 0x00, 0x01])
const cookieBytes = 4
/** FTS5 has at most this many segments and levels, and segment numbers up to it (`FTS5_MAX_SEGMENT`). */
const mostPieces = 2000

/** The record has another format: it is damaged, or SQLite's format has changed. */
class UnknownRecord extends Error {}

/**
 * Decodes FTS5's record of its index structure: row 10 of the table `…_data` (`fts5StructureDecode` in SQLite's
 * source). Everything is validated, because the format is internal to SQLite and may change with any version.
 * @returns null unless the whole record has the known format
 */
export function readIndexStructure(record: Uint8Array): IndexLevel[] | null {
  try {
    return readLevels(record)
  } catch (error) {
    if (error instanceof UnknownRecord) return null
    throw error
  }
}

function readLevels(record: Uint8Array): IndexLevel[] {
  let offset = cookieBytes
  const isSecond = secondVersion.equals(record.subarray(offset, offset + secondVersion.length))
  if (isSecond) offset += secondVersion.length

  /** Reads one of SQLite's variable-length integers. The known format has none above 53 bits. */
  function next(most = Number.MAX_SAFE_INTEGER): number {
    let value = 0
    for (let count = 0; count < 9; count += 1) {
      const byte = record[offset]
      if (byte === undefined) throw new UnknownRecord('it ends too early')
      offset += 1
      value = count === 8 ? value * 256 + byte : value * 128 + (byte & 0x7f)
      if (count === 8 || byte < 0x80) break
    }
    if (value > most) throw new UnknownRecord(`${value} is more than ${most}`)
    return value
  }

  const levels = next(mostPieces)
  let left = next(mostPieces)
  next() // This is the number of pages ever written, which may have wrapped.
  const ids = new Set<number>()
  const read = Array.from({ length: levels }, () => {
    const merging = next(mostPieces)
    const count = next(left)
    if (merging > count) throw new UnknownRecord('more segments are merged than there are')
    left -= count
    const segments = Array.from({ length: count }, () => {
      const id = next(mostPieces)
      if (id === 0 || ids.has(id)) throw new UnknownRecord(`a segment has the number ${id}`)
      ids.add(id)
      const first = next()
      const last = next()
      if (last < first || (first === 0) !== (last === 0)) throw new UnknownRecord(`pages ${first} to ${last}`)
      // These are the origin of the segment's rows, and the number of those that were deleted since.
      if (isSecond) for (let field = 0; field < 5; field += 1) next()
      // A fully merged segment has no pages left.
      return last === 0 ? 0 : last - first + 1
    })
    return { merging, segments }
  })
  if (left > 0) throw new UnknownRecord(`${left} segments are missing`)
  if (offset !== record.length) throw new UnknownRecord('it goes on')
  return read
}

/** A due merge: its unread pages, and the number of segments on its level. */
export interface DueMerge {
  readonly pages: number
  readonly segments: number
}

/** Returns the next merge as `fts5IndexMerge` selects it; null if no level has at least `least` segments. */
export function nextMerge(levels: readonly IndexLevel[], least: number): DueMerge | null {
  let most = 0
  let best: readonly number[] = []
  for (const { merging, segments } of levels) {
    if (merging > 0) {
      if (merging > most) return { pages: sum(segments.slice(0, merging)), segments: segments.length }
      break
    }
    if (segments.length > most) {
      most = segments.length
      best = segments
    }
  }
  return most < least ? null : { pages: sum(best), segments: most }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
