/** A level of the search index: its pieces, and how many of them are being merged into one of the next level. */
export interface IndexLevel {
  readonly merging: number
  /** Pages of each piece that are still to be read. */
  readonly pieces: readonly number[]
}

const secondVersion = Buffer.from([0xff, 0x00, 0x00, 0x01])
const cookieBytes = 4
/** FTS5 makes no more pieces and levels than this, and numbers its pieces up to it (`FTS5_MAX_SEGMENT`). */
const mostPieces = 2000

/** The record is not as we know it: it is damaged, or SQLite writes it in another way now. */
class UnknownRecord extends Error {}

/**
 * Reads the record in which FTS5 keeps how its index is made up: row 10 of the table `…_data` (`fts5StructureDecode` in
 * SQLite's source). Everything in it is checked: the format is SQLite's own affair, and may change with any version.
 * @returns null where the record is not one that we know to the last byte
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

  /** SQLite's integers of variable length; more than 53 bits do not occur in what we know. */
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
  next() // how many pages were ever written; it may have wrapped
  const ids = new Set<number>()
  const read = Array.from({ length: levels }, () => {
    const merging = next(mostPieces)
    const count = next(left)
    if (merging > count) throw new UnknownRecord('more pieces are merged than there are')
    left -= count
    const pieces = Array.from({ length: count }, () => {
      const id = next(mostPieces)
      if (id === 0 || ids.has(id)) throw new UnknownRecord(`a piece has the number ${id}`)
      ids.add(id)
      const first = next()
      const last = next()
      if (last < first || (first === 0) !== (last === 0)) throw new UnknownRecord(`pages ${first} to ${last}`)
      // Where its rows come from, and which of them were deleted since.
      if (isSecond) for (let field = 0; field < 5; field += 1) next()
      // Of one that is merged already no page is left.
      return last === 0 ? 0 : last - first + 1
    })
    return { merging, pieces }
  })
  if (left > 0) throw new UnknownRecord(`${left} pieces are missing`)
  if (offset !== record.length) throw new UnknownRecord('it goes on')
  return read
}

/** A merge that is due: the pages that are still to be read for it, and how many pieces its level has. */
export interface DueMerge {
  readonly pages: number
  readonly pieces: number
}

/** What FTS5 merges next, as `fts5IndexMerge` chooses it; null where no level has as many pieces as `least`. */
export function nextMerge(levels: readonly IndexLevel[], least: number): DueMerge | null {
  let most = 0
  let best: readonly number[] = []
  for (const { merging, pieces } of levels) {
    if (merging > 0) {
      if (merging > most) return { pages: sum(pieces.slice(0, merging)), pieces: pieces.length }
      break
    }
    if (pieces.length > most) {
      most = pieces.length
      best = pieces
    }
  }
  return most < least ? null : { pages: sum(best), pieces: most }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
