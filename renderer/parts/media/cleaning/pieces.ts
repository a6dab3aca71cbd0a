/** The number of bytes that are read at once, so that many small parts of a file cost one request. */
const windowBytes = 512 * 1024

/** Reads a file at any position, without loading a large one as a whole. */
export class PieceReader {
  readonly size: number
  readonly #file: Blob
  #start = 0
  #window = new Uint8Array()

  constructor(file: Blob) {
    this.#file = file
    this.size = file.size
  }

  /** Returns the bytes from a position on: `length` of them, or fewer at the end of the file. */
  async bytes(from: number, length: number): Promise<Uint8Array> {
    const end = Math.min(from + length, this.size)
    if (from < this.#start || end > this.#start + this.#window.length) {
      const read = this.#file.slice(from, Math.max(end, from + windowBytes))
      this.#window = new Uint8Array(await read.arrayBuffer())
      this.#start = from
    }
    return this.#window.subarray(from - this.#start, Math.max(from, end) - this.#start)
  }

  /** Returns the position of the first byte with a value from a position on; the size of the file if there is none. */
  async find(value: number, from: number): Promise<number> {
    for (let at = from; at < this.size;) {
      if (at < this.#start || at >= this.#start + this.#window.length) await this.bytes(at, windowBytes)
      const found = this.#window.indexOf(value, at - this.#start)
      if (found !== -1) return this.#start + found
      at = this.#start + this.#window.length
    }
    return this.size
  }
}

/** Decodes bytes as Latin-1, one character each. */
export function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

/** A part of a cleaned file: a range of the original in bytes, or new bytes. */
export type CleanPart = { readonly from: number; readonly to: number } | Uint8Array<ArrayBuffer>

/** Cleans a picture of one format. @returns null if the file is damaged, so that its contents are unknown */
export type CleanForm = (file: PieceReader) => Promise<CleanPart[] | null>

/** The limit of parts (segments, chunks) in a file that a camera or a program has written. */
export const mostParts = 100_000

/** Keeps a range of the original, joined with the range before it. */
export function keep(parts: CleanPart[], from: number, to: number): void {
  const last = parts.at(-1)
  if (last !== undefined && 'to' in last && last.to === from) parts[parts.length - 1] = { from: last.from, to }
  else parts.push({ from, to })
}

/** Whether two arrays have the same bytes. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** Reads an unsigned integer of 32 bits, big-endian unless `isLittle`. */
export function uint32(bytes: Uint8Array, at: number, isLittle = false): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, isLittle)
}
