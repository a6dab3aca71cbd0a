import type { MultipartFile } from '@fastify/multipart'
import { readPictureHead, type PictureType } from '#shared/picture/picture-head.ts'
import { wholeUpload } from './bodies.ts'
import { ServiceError } from '../base/errors.ts'
import { limits, requireAtMost, type Limit } from '../base/limits.ts'

/** An uploaded picture and its file extension. */
export interface Picture {
  readonly bytes: Buffer
  readonly extension: string
}

/**
 * Reads an avatar, an icon or an emoji up to a size limit. The number of pixels is read from its header; none is
 * decoded.
 * @throws ServiceError `BAD_IMAGE` for a file that is no picture or has too many pixels; the limit's refusal
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
  const head = readPictureHead(bytes)
  const extension = head === null ? undefined : extensions[head.type]
  if (head === null || extension === undefined) {
    throw new ServiceError('BAD_IMAGE', 'Could not decode image; did you upload an image file?')
  }
  requireAtMost(limits.picturePixels, head.width * head.height)
  if (head.frames > 1) requireAtMost(limits.animationPixels, head.width * head.height * head.frames)
  return { bytes, extension }
}

/** The accepted types with their file extensions. */
const extensions: Partial<Readonly<Record<PictureType, string>>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}
