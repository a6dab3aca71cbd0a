/** The attributes of an element as the server sent them. */
type Attributes = Readonly<Record<string, string | undefined>>

/** Maps an address of the server to a path on the account's server, or to null. */
type PathOf = (address: string | undefined) => string | null

/**
 * The addresses of an image (wire-protocol.md §2.14; from level 275 on with a thumbnail). Paths are on the account's
 * server.
 */
export interface PictureReferences {
  /** The image that the message shows: a thumbnail if there is one. */
  readonly media: string | null
  /** The image of the lightbox; null if it is `media`. */
  readonly full: string | null
  /** The original file, which is saved; null if it is `media` or `full`. */
  readonly file: string | null
  /** The size of the original, as in `1920x1080`. */
  readonly size: string | null
  readonly isAnimated: boolean
}

const uploads = '/user_uploads/'
const thumbnails = '/user_uploads/thumbnail/'
/** Larger sizes are not plausible and would only reserve a huge box. */
const sizePattern = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/
/** The last segment of a thumbnail's path, as in `1920x1080.webp` and `840x560-anim.webp`. */
const formatPattern = /^\d{1,5}x\d{1,5}(?:-anim)?\.[a-z]{3,4}$/
/** The types that `shell/protocols/media.ts` serves. The server transcodes images of other types (level 336). */
const drawnTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/i

/**
 * Reads the addresses of an image. The original is `data-original-src` of a Markdown image (level 437), otherwise the
 * target of the surrounding link; the older form has the full image in `data-src-fullsize`.
 */
export function pictureReferences(attributes: Attributes, link: string | null, pathOf: PathOf): PictureReferences {
  const media = pathOf(attributes.src)
  const file = uploaded(pathOf(attributes['data-original-src'])) ?? uploaded(pathOf(link ?? undefined))
  const full = pathOf(attributes['data-src-fullsize']) ?? fullOf(media, file, attributes)
  return {
    media,
    full: full === media ? null : full,
    file: file === (full ?? media) ? null : file,
    size: sizeOf(attributes['data-original-dimensions']),
    isAnimated: attributes['data-animated'] === 'true',
  }
}

/**
 * Returns the lightbox image of a thumbnail: the original, or the server's transcoded version if browsers cannot draw
 * its type.
 */
function fullOf(media: string | null, file: string | null, attributes: Attributes): string | null {
  if (media?.startsWith(thumbnails) !== true) return null
  const type = attributes['data-original-content-type']
  if (type === undefined || drawnTypes.test(type)) return file
  const transcoded = attributes['data-transcoded-image']
  if (transcoded === undefined || !formatPattern.test(transcoded)) return null
  return media.replace(/[^/]*$/, transcoded)
}

function uploaded(path: string | null): string | null {
  return path?.startsWith(uploads) === true ? path : null
}

function sizeOf(dimensions: string | undefined): string | null {
  return dimensions !== undefined && sizePattern.test(dimensions) ? dimensions : null
}
