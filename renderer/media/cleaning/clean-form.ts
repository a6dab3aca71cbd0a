import type { PieceReader } from './piece-reader.ts'

/** A part of a cleaned file: bytes of the original that stay, by their places, or new ones. */
export type CleanPart = { readonly from: number; readonly to: number } | Uint8Array<ArrayBuffer>

/** Cleans one form of pictures. @returns null where the file is damaged: nothing is known of what it holds */
export type CleanForm = (file: PieceReader) => Promise<CleanPart[] | null>

/** Parts of a file (segments, chunks) above which it is no picture that a camera or a program has written. */
export const mostParts = 100_000

/** Keeps bytes of the original, joined with those before them. */
export function keep(parts: CleanPart[], from: number, to: number): void {
  const last = parts.at(-1)
  if (last !== undefined && 'to' in last && last.to === from) parts[parts.length - 1] = { from: last.from, to }
  else parts.push({ from, to })
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

export function uint32(bytes: Uint8Array, at: number, isLittle = false): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, isLittle)
}
