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

/** The most bytes of a name in UTF-8: file systems take 255, some encrypted ones and a mark of a download take more. */
const mostBytes = 200
/** The longest ending that is kept when a name is cut, with its dot. */
const longestEnding = 21

/** Signs that some file system refuses, control characters, and marks that turn the direction or are not seen. */
const refused =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/gu
/** Devices of Windows, whatever ending follows them. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])$/i

/**
 * A file name that every system takes: composed Unicode, no separators, control or direction marks, no dots or blanks at its
 * ends, no device of Windows, and not too long; its ending is kept.
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
  // Whole letters with their marks, and whole emoji.
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
 * The name under which a file is saved: the one that its link shows, where it is a name of the same kind of file. Servers
 * write the names in addresses without blanks, brackets and more.
 */
export function savedFileName(inAddress: string, shown: string | undefined): string {
  const name = shown?.trim() ?? ''
  const isName = name !== '' && !/[\n/\\]/.test(name) && endingOf(name) === endingOf(inAddress) && endingOf(name) !== ''
  return validFileName(isName ? name : inAddress)
}
