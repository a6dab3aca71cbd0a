/** The size that a file states, for which a decoder allocates memory. */
export interface PictureSize {
  /** Pixels; the largest width that any part of the file states. */
  readonly width: number
  readonly height: number
  /** The number of frames; 1 for a still picture. */
  readonly frames: number
  readonly isAnimated: boolean
}

/**
 * Maximum number of parts of a file (chunks, segments, boxes); no camera or program writes more, and the rest is not
 * read.
 */
export const mostParts = 100_000

/** Reads numbers of a file. A read beyond its end throws a `RangeError`. */
export class ByteReader {
  readonly length: number
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.length = bytes.length
  }

  uint8(at: number): number {
    return this.#view.getUint8(at)
  }

  uint16(at: number, isLittle = false): number {
    return this.#view.getUint16(at, isLittle)
  }

  /** Little-endian, as in WebP. */
  uint24(at: number): number {
    return this.uint16(at, true) + this.uint8(at + 2) * 0x1_00_00
  }

  uint32(at: number, isLittle = false): number {
    return this.#view.getUint32(at, isLittle)
  }

  int32(at: number, isLittle = false): number {
    return this.#view.getInt32(at, isLittle)
  }

  /** A big-endian number of up to 8 bytes. Numbers above 2^53 lose their last bits. */
  uint(at: number, length: number): number {
    let value = 0
    for (let index = 0; index < length; index += 1) value = value * 256 + this.uint8(at + index)
    return value
  }

  /** Four characters; fewer at the end of the file. */
  name(at: number): string {
    return String.fromCharCode(...this.#bytes.subarray(at, at + 4))
  }
}

/** Whether an error means that the file is truncated. */
export function isOutside(error: unknown): boolean {
  return error instanceof RangeError
}

/** Whether the bytes from an offset on are these characters, one byte each. */
export function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  return [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))
}
