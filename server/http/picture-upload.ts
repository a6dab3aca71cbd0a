import type { MultipartFile } from '@fastify/multipart'
import { wholeUpload } from './bodies.ts'
import { ServiceError } from '../base/errors.ts'
import { requireAtMost, type Limit } from '../base/limits.ts'

/** An uploaded picture and its file extension. */
export interface Picture {
  readonly bytes: Buffer
  readonly extension: string
}

/**
 * Reads a picture up to a size limit.
 * @throws ServiceError `BAD_IMAGE`, or the limit's refusal
 */
export async function readPicture(file: MultipartFile, largest: Limit): Promise<Picture> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of wholeUpload(file.file)) {
    chunks.push(chunk)
    size += chunk.length
    requireAtMost(largest, size)
  }
  const bytes = Buffer.concat(chunks)
  const extension = pictureExtension(bytes)
  if (extension === undefined)
    throw new ServiceError('BAD_IMAGE', 'Could not decode image; did you upload an image file?')
  return { bytes, extension }
}

/** The image type by the first bytes; file names are not trusted. */
function pictureExtension(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (/^GIF8[79]a/.test(bytes.subarray(0, 6).toString('latin1'))) return 'gif'
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP') {
    return 'webp'
  }
  return undefined
}
