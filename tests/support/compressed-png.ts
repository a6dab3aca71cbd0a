/** Makes PNG files smaller without a change of any pixel: better filters, a palette where one suffices, the best deflate. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, deflateSync, inflateSync } from 'node:zlib'
import { pngChunk } from '#server/base/png.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The colour types of PNG that are read, with their bytes for a pixel. */
const bytesOfType: Readonly<Record<number, number>> = { 2: 3, 6: 4 }
const filters = [0, 1, 2, 3, 4] as const
type Filter = (typeof filters)[number]

interface Picture {
  readonly width: number
  readonly height: number
  /** Bytes for a pixel. */
  readonly size: number
  readonly pixels: Buffer
}

/** @returns the smallest of several encodings with the same pixels, or the file itself; others than 8 bits stay as they are */
export function compressedPng(file: Buffer): Buffer {
  const picture = readPng(file)
  if (picture === undefined) return file
  const rgb = picture.size === 4 ? withoutAlpha(picture) : picture
  const candidates = [file, encode(rgb, 'least'), encode(rgb, 0), ...paletteOf(rgb)]
  return candidates.reduce((best, each) => (each.length < best.length ? each : best))
}

/** The pixels of a file of 8 bits a channel, red, green and blue, with or without alpha; undefined for others. */
export function readPng(file: Buffer): Picture | undefined {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('this is no PNG file')
  const data: Buffer[] = []
  let header: Buffer = Buffer.alloc(0)
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IHDR') header = file.subarray(at + 8, at + 8 + length)
    if (type === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const size = bytesOfType[header[9] ?? 0]
  if (size === undefined || header[8] !== 8 || header[12] !== 0) return undefined
  return { width, height, size, pixels: unfiltered(inflateSync(Buffer.concat(data)), width * size, height, size) }
}

function unfiltered(data: Buffer, line: number, height: number, size: number): Buffer {
  const pixels = Buffer.alloc(line * height)
  for (let y = 0; y < height; y += 1) {
    const filter = (data[y * (line + 1)] ?? 0) as Filter // as the format defines
    for (let x = 0; x < line; x += 1) {
      const value = data[y * (line + 1) + 1 + x] ?? 0
      pixels[y * line + x] = value + predicted(filter, pixels, y * line + x, x, y, line, size)
    }
  }
  return pixels
}

/** What a filter expects of a byte, by the bytes to the left, above, and above to the left. */
function predicted(
  filter: Filter,
  pixels: Buffer,
  at: number,
  x: number,
  y: number,
  line: number,
  size: number,
): number {
  const left = x >= size ? (pixels[at - size] ?? 0) : 0
  const above = y > 0 ? (pixels[at - line] ?? 0) : 0
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  const corner = x >= size && y > 0 ? (pixels[at - line - size] ?? 0) : 0
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

function withoutAlpha(picture: Picture): Picture {
  const { width, height, pixels } = picture
  const rgb = Buffer.alloc(width * height * 3)
  for (let index = 0; index < width * height; index += 1) {
    if (pixels[index * 4 + 3] !== 255) return picture
    pixels.copy(rgb, index * 3, index * 4, index * 4 + 3)
  }
  return { width, height, size: 3, pixels: rgb }
}

/** With one filter for all rows, or for each row the one whose differences are the least. */
function encode({ width, height, size, pixels }: Picture, choice: Filter | 'least', palette?: Buffer): Buffer {
  const line = width * size
  const rows: Buffer[] = []
  for (let y = 0; y < height; y += 1) {
    let [best, least]: [Buffer | undefined, number] = [undefined, Infinity]
    for (const filter of choice === 'least' ? filters : [choice]) {
      const row = Buffer.alloc(line + 1)
      row[0] = filter
      let sum = 0
      for (let x = 0; x < line; x += 1) {
        const at = y * line + x
        const value = ((pixels[at] ?? 0) - predicted(filter, pixels, at, x, y, line, size)) & 255
        row[x + 1] = value
        sum += value < 128 ? value : 256 - value
      }
      if (sum < least) [best, least] = [row, sum]
    }
    if (best !== undefined) rows.push(best)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, palette === undefined ? (size === 4 ? 6 : 2) : 3, 0, 0, 0], 8)
  const data = Buffer.concat(rows)
  const packed = [constants.Z_DEFAULT_STRATEGY, constants.Z_FILTERED]
    .map((strategy) => deflateSync(data, { level: 9, memLevel: 9, strategy }))
    .reduce((best, each) => (each.length < best.length ? each : best))
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...(palette === undefined ? [] : [pngChunk('PLTE', palette)]),
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The encoding with a palette, if the picture has at most 256 colours. */
function paletteOf({ width, height, size, pixels }: Picture): Buffer[] {
  if (size !== 3) return []
  const indexes = new Map<number, number>()
  const indexed = Buffer.alloc(width * height)
  for (let index = 0; index < indexed.length; index += 1) {
    const color = pixels.readUIntBE(index * 3, 3)
    if (!indexes.has(color)) {
      if (indexes.size === 256) return []
      indexes.set(color, indexes.size)
    }
    indexed[index] = indexes.get(color) ?? 0
  }
  const palette = Buffer.alloc(indexes.size * 3)
  for (const [color, index] of indexes) palette.writeUIntBE(color, index * 3, 3)
  return [encode({ width, height, size: 1, pixels: indexed }, 0, palette)]
}

/** Compresses the PNG files of a folder that changed since a time in milliseconds. @returns the bytes before and after */
export function compressPngs(folder: string, since = 0): { readonly before: number; readonly after: number } {
  const sums = { before: 0, after: 0 }
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.png'))) {
    const path = join(folder, name)
    if (statSync(path).mtimeMs < since) continue
    const file = readFileSync(path)
    const smaller = compressedPng(file)
    if (smaller.length < file.length) writeFileSync(path, smaller)
    sums.before += file.length
    sums.after += smaller.length
  }
  return sums
}

if (import.meta.main) {
  for (const folder of process.argv.slice(2)) {
    const { before, after } = compressPngs(folder)
    process.stdout.write(`${folder}: ${before} bytes, now ${after}\n`)
  }
}
