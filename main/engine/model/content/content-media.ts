/** Attributes of an element as the server wrote them. */
type Attributes = Readonly<Record<string, string | undefined>>

/** What an address of the server's stands for: a path on the account's own server, or null. */
type PathOf = (address: string | undefined) => string | null

/** A picture of a message (wire-protocol.md §2.14; from level 275 on a thumbnail). Paths are those of the own server. */
export interface PictureReferences {
  /** What the message shows: a thumbnail where there is one. */
  readonly media: string | null
  /** What the large view shows, where that is another. */
  readonly full: string | null
  /** What was sent, where it is neither: what is saved. */
  readonly file: string | null
  /** `1920x1080`, the size of what was sent. */
  readonly size: string | null
  readonly isAnimated: boolean
}

const uploads = '/user_uploads/'
const thumbnails = '/user_uploads/thumbnail/'
/** Sizes with more digits are no pictures, and would only make a box that nothing fits. */
const sizePattern = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/
/** `1920x1080.webp`, `840x560-anim.webp`: the last part of a thumbnail's path. */
const formatPattern = /^\d{1,5}x\d{1,5}(?:-anim)?\.[a-z]{3,4}$/
/** What `shell/media.ts` shows; another type is shown as the server has transcoded it (level 336). */
const drawnTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/i

/**
 * What the parts of a picture are. The original is `data-original-src` of Markdown's own pictures (level 437), else what
 * the link around leads to; the older form names its large picture in `data-src-fullsize`.
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

/** The large view of a thumbnail: what was sent, or what the server made of a type that no browser draws. */
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
