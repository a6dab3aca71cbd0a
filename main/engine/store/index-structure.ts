/** A level of the search index: its pieces, and how many of them are being merged into one of the next level. */
export interface IndexLevel {
  readonly merging: number
  /** Pages of each piece that are still to be read. */
  readonly pieces: readonly number[]
}

const secondVersion = Buffer.from([0xff, 0x00, 0x00, 0x01])
const cookieBytes = 4

/**
 * Reads the record in which FTS5 keeps how its index is made up: row 10 of the table `…_data` (`fts5StructureDecode` in
 * SQLite's source). Empty where it is written in another way than we know.
 */
export function readIndexStructure(record: Buffer): IndexLevel[] {
  let offset = cookieBytes
  const isSecond = record.subarray(offset, offset + secondVersion.length).equals(secondVersion)
  if (isSecond) offset += secondVersion.length

  /** SQLite's integers of variable length; more than 32 bits do not matter here. */
  function next(): number {
    let value = 0
    for (let count = 0; count < 9; count += 1) {
      const byte = record[offset]
      if (byte === undefined) throw new RangeError('the record ends too early')
      offset += 1
      if (count === 8) return value * 256 + byte
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    return value
  }

  try {
    const levels = next()
    next() // how many pieces there are in all
    next() // how many pages were ever written
    return Array.from({ length: levels }, () => {
      const merging = next()
      const pieces = Array.from({ length: next() }, () => {
        next() // its id
        const first = next()
        const last = next()
        // Where its rows come from, and which of them were deleted since.
        if (isSecond) for (let field = 0; field < 5; field += 1) next()
        return last - first + 1
      })
      return { merging, pieces }
    })
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
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
