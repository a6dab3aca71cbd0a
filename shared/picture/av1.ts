import type { ByteReader } from './bytes.ts'

const sequenceHeader = 1
const hasExtension = 4
const hasSize = 2

/** The largest frame that a sequence header allows. */
export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** A run of units. */
export interface UnitRun {
  readonly from: number
  /** The offset after its last byte. */
  readonly to: number
  /** Whether each unit must state its length; otherwise the last one may extend to the end of the run. */
  readonly needsLengths: boolean
}

export interface SequenceSizes {
  readonly sizes: readonly FrameSize[]
  /** The number of units that were read. */
  readonly parts: number
}

/**
 * The frame sizes of a run of open bitstream units (AV1, 5.3), from its sequence headers. Null for more than `most`
 * units, or if their bounds are unclear.
 */
export function sequenceSizes(
  file: ByteReader,
  { from, to: end, needsLengths }: UnitRun,
  most: number,
): SequenceSizes | null {
  const sizes: FrameSize[] = []
  let parts = 0
  for (let at = from; at < end;) {
    parts += 1
    if (parts > most) return null
    const head = file.uint8(at)
    let data = at + ((head & hasExtension) === 0 ? 1 : 2)
    let next = end
    if ((head & hasSize) !== 0) {
      const length = readLeb128(file, data)
      data = length.next
      next = data + length.value
    } else if (needsLengths) return null
    if (next > end) return null
    if (((head >> 3) & 15) === sequenceHeader) sizes.push(readSequenceHeader(new BitReader(file, data)))
    at = next
  }
  return { sizes, parts }
}

function readLeb128(file: ByteReader, from: number): { readonly value: number; readonly next: number } {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = file.uint8(from + index)
    value += (byte & 0x7f) * 2 ** (7 * index)
    if ((byte & 0x80) === 0) return { value, next: from + index + 1 }
  }
  throw new RangeError('a length of more than eight bytes')
}

/** `sequence_header_obu` (AV1, 5.5.1) up to the size of its frames. */
function readSequenceHeader(bits: BitReader): FrameSize {
  bits.read(4)
  if (bits.isSet()) bits.read(5)
  else skipOperatingPoints(bits)
  const widthBits = bits.read(4) + 1
  const heightBits = bits.read(4) + 1
  return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 }
}

function skipOperatingPoints(bits: BitReader): void {
  let delayBits = 0
  if (bits.isSet()) {
    bits.read(32)
    bits.read(32)
    if (bits.isSet()) bits.skipUvlc()
    if (bits.isSet()) {
      delayBits = bits.read(5) + 1
      bits.read(32)
      bits.read(10)
    }
  }
  const hasDisplayDelay = bits.isSet()
  const last = bits.read(5)
  for (let point = 0; point <= last; point += 1) {
    bits.read(12)
    if (bits.read(5) > 7) bits.read(1)
    if (delayBits > 0 && bits.isSet()) {
      bits.read(delayBits)
      bits.read(delayBits)
      bits.read(1)
    }
    if (hasDisplayDelay && bits.isSet()) bits.read(4)
  }
}

class BitReader {
  readonly #file: ByteReader
  #at: number

  constructor(file: ByteReader, fromByte: number) {
    this.#file = file
    this.#at = fromByte * 8
  }

  read(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1) {
      const bit = (this.#file.uint8(Math.floor(this.#at / 8)) >> (7 - (this.#at % 8))) & 1
      value = value * 2 + bit
      this.#at += 1
    }
    return value
  }

  isSet(): boolean {
    return this.read(1) === 1
  }

  skipUvlc(): void {
    let zeros = 0
    while (!this.isSet()) zeros += 1
    if (zeros < 32) this.read(zeros)
  }
}
