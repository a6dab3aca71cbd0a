import type { PictureMetadata } from '#contract/drafts.ts'
import { type CleanForm, latin, PieceReader } from './pieces.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

/** A picture after cleaning. */
export interface CleanedPicture {
  readonly file: Blob
  /** The outcome for the metadata; undefined if there was nothing to remove, or the file is no picture. */
  readonly metadata: PictureMetadata | undefined
}

/** The brands of HEIF (telephones) and AVIF, which keep EXIF at a position of their own. */
const heifBrand = /^(?:avi[fs]|hei[cmsx]|hev[cmsx]|mif[12]|msf1)$/

/**
 * Removes metadata that reveals a place, a time, a device or a person from a picture; its pixels stay the same. The
 * page does this before copying, with slices of the file: removed bytes never reach the disk, and a large file is never
 * whole in memory. The first bytes decide the format, since a name and a type may be wrong.
 * @returns the unchanged file, marked `kept`, if it is a picture that is damaged or cannot be cleaned
 */
export async function cleanPicture(file: Blob): Promise<CleanedPicture> {
  const reader = new PieceReader(file)
  const head = latin(await reader.bytes(0, 12))
  const form = formOf(head)
  if (form === null) return { file, metadata: isOtherPicture(head) ? 'kept' : undefined }
  const parts = await form(reader)
  if (parts === null) return { file, metadata: 'kept' }
  const [first] = parts
  if (parts.length === 1 && first !== undefined && 'to' in first && first.to === file.size) {
    return { file, metadata: undefined }
  }
  const blobs = parts.map((part) => ('to' in part ? file.slice(part.from, part.to) : part))
  return { file: new Blob(blobs, { type: file.type }), metadata: 'removed' }
}

function formOf(head: string): CleanForm | null {
  if (head.startsWith('\xff\xd8')) return cleanJpeg
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return cleanPng
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? cleanWebp : null
}

/** Whether a file is HEIF, AVIF, TIFF, a raw picture of a camera (a TIFF, too) or JPEG XL. */
function isOtherPicture(head: string): boolean {
  if (head.slice(4, 8) === 'ftyp') return heifBrand.test(head.slice(8))
  return ['II*\0', 'MM\0*', '\xff\x0a', '\0\0\0\x0cJXL '].some((start) => head.startsWith(start))
}
