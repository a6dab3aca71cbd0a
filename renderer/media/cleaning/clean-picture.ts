import type { PictureMetadata } from '#contract/values.ts'
import type { CleanForm } from './clean-form.ts'
import { cleanJpeg } from './jpeg.ts'
import { latin, PieceReader } from './piece-reader.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

export interface CleanedPicture {
  readonly file: Blob
  /** Undefined where there was nothing to remove, or the file is no picture. */
  readonly metadata: PictureMetadata | undefined
}

/** Brands of HEIF (telephones) and AVIF, which keep EXIF in a place of their own. */
const heifBrand = /^(?:avi[fs]|hei[cmsx]|hev[cmsx]|mif[12]|msf1)$/

/**
 * Frees a picture of what tells a place, a time, a device or a person, without touching its pixels. This is done in the page,
 * before the copy: the parts that stay are slices of the file, so that a large one is never whole in memory, no byte of
 * what goes reaches the disk, and the interface waits for no more than a search through half a mebibyte. A file is known by its
 * first bytes, since its name and its type are what somebody has said of it.
 * @returns the file as it is, marked `kept`, where it is a picture whose form is damaged or cannot be cleaned
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

/** HEIF and AVIF, TIFF and the raw pictures of cameras, which are TIFF too, and JPEG XL. */
function isOtherPicture(head: string): boolean {
  if (head.slice(4, 8) === 'ftyp') return heifBrand.test(head.slice(8))
  return ['II*\0', 'MM\0*', '\xff\x0a', '\0\0\0\x0cJXL '].some((start) => head.startsWith(start))
}
