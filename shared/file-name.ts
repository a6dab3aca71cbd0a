/** The display name of a file at an address: the last part of its path, decoded where possible. */
export function fileNameAt(address: string): string {
  const last = address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // A stray percent sign: the name stays encoded.
    return last
  }
}

/**
 * Maximum size of a file name in bytes of UTF-8. File systems allow 255; some encrypted ones, and the suffix of a
 * running download, need a part of that.
 */
const mostBytes = 200
/** The longest ending that is kept when a name is cut, with its dot. */
const longestEnding = 21

/** Characters that some file system refuses, control characters, and invisible or direction marks. */
const refused =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/gu
/** Device names of Windows, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])$/i

/**
 * A file name that every system accepts: composed Unicode, no separators, control or direction marks, no dots or blanks
 * at its ends, no Windows device, and not too long; the extension is kept.
 */
export function validFileName(name: string): string {
  const plain = trimmed(name.normalize('NFC').replaceAll(refused, '_').replaceAll(/\s+/gu, ' '))
  const stem = plain.split('.', 1)[0]?.trimEnd() ?? ''
  const safe = shortened(device.test(stem) ? `_${plain}` : plain)
  return safe === '' ? 'file' : safe
}

/** Windows drops dots and blanks at the end; a dot at the beginning hides a file elsewhere. */
function trimmed(name: string): string {
  return name.replace(/^[.\s]+/u, '').replace(/[.\s]+$/u, '')
}

function shortened(name: string): string {
  if (bytesOf(name) <= mostBytes) return name
  const dot = name.lastIndexOf('.')
  const found = dot > 0 ? name.slice(dot) : ''
  const ending = bytesOf(found) <= longestEnding ? found : ''
  const stem = ending === '' ? name : name.slice(0, dot)
  let cut = ''
  let left = mostBytes - bytesOf(ending)
  // Names are cut between grapheme clusters.
  for (const { segment } of new Intl.Segmenter('en').segment(stem.slice(0, mostBytes))) {
    left -= bytesOf(segment)
    if (left < 0) break
    cut += segment
  }
  return trimmed(cut) + ending
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** The ending of a name, in lower case and without its dot; empty if it has none. */
function endingOf(name: string): string {
  return /[^.]\.([\p{L}\p{N}]{1,20})$/u.exec(name.trimEnd())?.[1]?.toLowerCase() ?? ''
}

/**
 * The name under which a file is saved: the name that its link shows, if that has the same extension, else the name in
 * the address. Servers remove blanks, brackets and other characters from names in addresses.
 */
export function savedFileName(inAddress: string, shown: string | undefined): string {
  const name = shown?.trim() ?? ''
  const isName = name !== '' && !/[\n/\\]/.test(name) && endingOf(name) === endingOf(inAddress) && endingOf(name) !== ''
  return validFileName(isName ? name : inAddress)
}

/** The kinds of files, which the end of a file's name decides. */
export const fileKinds = ['picture', 'video', 'sound', 'document', 'other'] as const

export type FileKind = (typeof fileKinds)[number]

const endings: Readonly<Record<Exclude<FileKind, 'other'>, string>> = {
  picture: 'png jpg jpeg gif webp avif bmp svg heic heif tif tiff ico',
  video: 'mp4 webm mov m4v mkv avi ogv mpg mpeg',
  sound: 'mp3 m4a aac flac wav ogg oga opus wma aiff',
  document: 'pdf txt md rtf doc docx odt pages xls xlsx ods csv tsv numbers ppt pptx odp key epub tex html htm',
}

const kinds: ReadonlyMap<string, FileKind> = new Map(
  (['picture', 'video', 'sound', 'document'] as const).flatMap((kind) =>
    endings[kind].split(' ').map((ending) => [ending, kind] as const),
  ),
)

/** Returns the kind of a file by the end of its name. */
export function fileKindOf(name: string): FileKind {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  return (ending === undefined ? undefined : kinds.get(ending)) ?? 'other'
}
