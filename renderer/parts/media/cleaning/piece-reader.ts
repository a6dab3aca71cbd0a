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
