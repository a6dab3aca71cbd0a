/**
 * The bundled emoji font, repaired for Chromium, which drops the variation selector U+FE0F before shaping if the font
 * has no variation table. Ligatures that contain the selector (keycaps, 🏳️‍🌈, 🤷‍♀️; a fifth of all emoji) would be
 * drawn as their parts, so each is added without the selector.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const selector = 0xfe0f
const headerSize = 48
/**
 * Compression quality. The file is a tenth larger than with 11, the best quality, which takes five seconds of each
 * build.
 */
const quality = 9
const ligatureSubstitution = 4
/** Table tags of the WOFF 2.0 directory by number; 63 means that the tag is written out. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix'
    .split(' ')
    .map((tag) => tag.replace('_', ' '))

interface Table {
  readonly tag: string
  readonly flags: number
  /** Bytes of the uncompressed table. */
  readonly size: number
  readonly data: Buffer
  readonly isTransformed: boolean
}

/** Glyph ids: the sequence and the ligature that replaces it. */
interface Ligature {
  readonly parts: readonly number[]
  readonly glyph: number
}

/** Returns the font as WOFF 2.0; every ligature is also reachable without variation selectors. */
export function mendEmojiFont(font: Uint8Array): Buffer {
  const tables = readTables(Buffer.from(font))
  const points = readPoints(tableOf(tables, 'cmap'))
  const gsub = tableOf(tables, 'GSUB')
  const mended = writeLigatures(gsub, withoutSelector(readLigatures(gsub), points.get(selector)))
  return writeTables(
    Buffer.from(font),
    tables.map((table) => (table.tag === 'GSUB' ? { ...table, size: mended.length, data: mended } : table)),
  )
}

/** All characters and sequences that the font draws as one glyph. */
export function glyphsOf(font: Uint8Array): string[] {
  const tables = readTables(Buffer.from(font))
  const points = readPoints(tableOf(tables, 'cmap'))
  const pointOf = new Map([...points].map(([point, glyph]) => [glyph, point]))
  const sequences = readLigatures(tableOf(tables, 'GSUB')).map(({ parts }) =>
    String.fromCodePoint(...parts.map((part) => pointOf.get(part) ?? 0)),
  )
  return [...[...points.keys()].map((point) => String.fromCodePoint(point)), ...sequences]
}

function tableOf(tables: readonly Table[], tag: string): Buffer {
  const table = tables.find((candidate) => candidate.tag === tag)
  if (table === undefined) throw new Error(`the emoji font has no table ${tag}`)
  return table.data
}

function readTables(font: Buffer): Table[] {
  if (font.toString('latin1', 0, 4) !== 'wOF2') throw new Error('the emoji font is no WOFF 2.0 file')
  let at = headerSize
  const number = () => {
    let value = 0
    for (;;) {
      const byte = font.readUInt8(at)
      at += 1
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const entries = Array.from({ length: font.readUInt16BE(12) }, () => {
    const flags = font.readUInt8(at)
    at += 1
    let tag = knownTags[flags & 63]
    if (tag === undefined) {
      tag = font.toString('latin1', at, at + 4)
      at += 4
    }
    const size = number()
    const version = flags >> 6
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0
    return { tag, flags, size, isTransformed, length: isTransformed ? number() : size }
  })
  const data = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)))
  let start = 0
  return entries.map(({ length, ...entry }) => {
    start += length
    return { ...entry, data: data.subarray(start - length, start) }
  })
}

function writeTables(font: Buffer, tables: readonly Table[]): Buffer {
  const number = (value: number) => {
    const bytes = [value & 127]
    for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 127) | 128)
    return bytes
  }
  const directory = tables.flatMap(({ tag, flags, size, data, isTransformed }) => [
    flags,
    ...((flags & 63) === 63 ? Buffer.from(tag, 'latin1') : []),
    ...number(size),
    ...(isTransformed ? number(data.length) : []),
  ])
  const compressed = brotliCompressSync(Buffer.concat(tables.map(({ data }) => data)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  })
  const header = Buffer.from(font.subarray(0, headerSize))
  const length = headerSize + directory.length + compressed.length
  const padding = (4 - (length % 4)) % 4
  header.writeUInt32BE(length + padding, 8)
  // The uncompressed size: a header, an entry for each table, and the tables with padding to four bytes.
  header.writeUInt32BE(
    tables.reduce((sum, { size }) => sum + Math.ceil(size / 4) * 4, 12 + 16 * tables.length),
    16,
  )
  header.writeUInt32BE(compressed.length, 20)
  // There are no metadata and no private block.
  header.fill(0, 28, headerSize)
  return Buffer.concat([header, Buffer.from(directory), compressed, Buffer.alloc(padding)])
}

/** Glyphs by code point, from the table's largest map (format 12). */
function readPoints(cmap: Buffer): Map<number, number> {
  const points = new Map<number, number>()
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const map = cmap.readUInt32BE(4 + index * 8 + 4)
    if (cmap.readUInt16BE(map) !== 12) continue
    for (let group = 0; group < cmap.readUInt32BE(map + 12); group += 1) {
      const at = map + 16 + group * 12
      const [first, last, glyph] = [cmap.readUInt32BE(at), cmap.readUInt32BE(at + 4), cmap.readUInt32BE(at + 8)]
      for (let point = first; point <= last; point += 1) points.set(point, glyph + point - first)
    }
  }
  return points
}

/** Offsets of the only ligature subtable and of the field that points to it. */
function subtableOf(gsub: Buffer): { lookup: number; subtable: number } {
  const lookups = gsub.readUInt16BE(8)
  const lookup = lookups + gsub.readUInt16BE(lookups + 2)
  const isUsual =
    gsub.readUInt16BE(lookups) === 1 &&
    gsub.readUInt16BE(lookup) === ligatureSubstitution &&
    gsub.readUInt16BE(lookup + 4) === 1
  if (!isUsual) throw new Error('the emoji font is built in another way than it was')
  return { lookup, subtable: lookup + gsub.readUInt16BE(lookup + 6) }
}

function readLigatures(gsub: Buffer): Ligature[] {
  const { subtable } = subtableOf(gsub)
  const firsts = readCoverage(gsub, subtable + gsub.readUInt16BE(subtable + 2))
  return firsts.flatMap((first, index) => {
    const set = subtable + gsub.readUInt16BE(subtable + 6 + index * 2)
    return Array.from({ length: gsub.readUInt16BE(set) }, (_, place) => {
      const ligature = set + gsub.readUInt16BE(set + 2 + place * 2)
      const rest = Array.from({ length: gsub.readUInt16BE(ligature + 2) - 1 }, (_, part) =>
        gsub.readUInt16BE(ligature + 4 + part * 2),
      )
      return { parts: [first, ...rest], glyph: gsub.readUInt16BE(ligature) }
    })
  })
}

function readCoverage(gsub: Buffer, at: number): number[] {
  const count = gsub.readUInt16BE(at + 2)
  if (gsub.readUInt16BE(at) === 1)
    return Array.from({ length: count }, (_, index) => gsub.readUInt16BE(at + 4 + index * 2))
  return Array.from({ length: count }, (_, index) => {
    const first = gsub.readUInt16BE(at + 4 + index * 6)
    return Array.from({ length: gsub.readUInt16BE(at + 6 + index * 6) - first + 1 }, (_, step) => first + step)
  }).flat()
}

function withoutSelector(ligatures: readonly Ligature[], selectorGlyph: number | undefined): Ligature[] {
  const all = new Map(ligatures.map((ligature) => [ligature.parts.join(), ligature]))
  for (const { parts, glyph } of ligatures) {
    const bare = parts.filter((part) => part !== selectorGlyph)
    if (bare.length > 1 && !all.has(bare.join())) all.set(bare.join(), { parts: bare, glyph })
  }
  return [...all.values()]
}

/** The table with these ligatures instead of its own; of ligatures with a common beginning, the longest precedes. */
function writeLigatures(gsub: Buffer, ligatures: readonly Ligature[]): Buffer {
  const { subtable } = subtableOf(gsub)
  const sets = [...Map.groupBy(ligatures, ({ parts }) => parts[0] ?? 0)].sort(([a], [b]) => a - b)
  const coverage = words([1, sets.length, ...sets.map(([first]) => first)])
  const written = sets.map(([, set]) => {
    const longestFirst = set.toSorted((a, b) => b.parts.length - a.parts.length)
    const bodies = longestFirst.map(({ parts, glyph }) => words([glyph, parts.length, ...parts.slice(1)]))
    return Buffer.concat([words([bodies.length, ...offsets(2 + bodies.length * 2, bodies)]), ...bodies])
  })
  const start = 6 + sets.length * 2
  const head = words([1, start, sets.length, ...offsets(start + coverage.length, written)])
  return Buffer.concat([gsub.subarray(0, subtable), head, coverage, ...written])
}

function offsets(start: number, parts: readonly Buffer[]): number[] {
  let at = start
  return parts.map((part) => {
    at += part.length
    return at - part.length
  })
}

function words(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) buffer.writeUInt16BE(value, index * 2)
  return buffer
}
