import { ByteReader, mostParts, type PictureSize } from './bytes.ts'

/** Bytes of the signature; bytes of a chunk besides its data. */
const headBytes = 8
const frameBytes = 12

/**
 * IHDR is the first chunk (PNG, 5.6). In an APNG, acTL contains the number of frames, and each frame has a chunk fcTL.
 */
export function readPng(bytes: Uint8Array): PictureSize | null {
  const file = new ByteReader(bytes)
  if (file.name(headBytes + 4) !== 'IHDR') return null
  const width = file.uint32(headBytes + 8)
  const height = file.uint32(headBytes + 12)
  let told = 0
  let found = 0
  let parts = 0
  for (let at = headBytes; at + frameBytes <= file.length; at += frameBytes + file.uint32(at)) {
    parts += 1
    if (parts > mostParts) return null
    const name = file.name(at + 4)
    if (name === 'acTL') told = file.uint32(at + 8)
    if (name === 'fcTL') found += 1
  }
  return { width, height, frames: Math.max(1, told, found), isAnimated: told > 0 || found > 0 }
}
