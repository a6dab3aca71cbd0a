import type { PieceReader } from './piece-reader.ts'

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
