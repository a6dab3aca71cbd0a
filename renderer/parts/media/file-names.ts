import { catalogue } from '#i18n/catalogue.ts'

/** The limit of a file name's length in the engine, in characters. */
const mostCharacters = 300

/**
 * Splits a name into its stem and its extension with the dot. A name whose only dot is at its start has no extension.
 */
export function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const extension = /[^.](\.[A-Za-z0-9]{1,16})$/.exec(name)?.[1] ?? ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}

/**
 * Returns a name on one line, without characters that separate folders, are invisible or change the direction of text.
 * Such characters can make a file look like one of another kind.
 */
function bareName(name: string): string {
  return name
    .replaceAll(/[/\\]/g, '-')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .trim()
}

/** Returns the name of an attachment for a file name of the system. */
export function attachedName(name: string): string {
  const { stem, extension } = splitName(bareName(name))
  return `${stem.slice(0, mostCharacters - extension.length)}${extension}` || 'file'
}

/** Renames a file and keeps its extension. @returns null if no name remains */
export function renamed(stem: string, extension: string): string | null {
  const bare = bareName(stem)
  // A new name may already contain the extension, which is not added twice.
  const isTwice = extension !== '' && bare.toLowerCase().endsWith(extension.toLowerCase())
  const kept = isTwice ? bare.slice(0, bare.length - extension.length) : bare
  return kept === '' ? null : `${kept.slice(0, mostCharacters - extension.length)}${extension}`
}

/** Returns the kind of a file in words, by its media type or else by the extension of its name. */
export function kindOf({ name, type }: { readonly name: string; readonly type: string }): string {
  const { kinds } = catalogue.screens.attachments
  const [group = '', format = ''] = type.toLowerCase().split('/')
  const end = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase()
  switch (group) {
    case 'image': {
      const known = /^(?:x-)?([a-z0-9]{2,8})(?:\+xml)?$/.exec(format)?.[1]?.toUpperCase()
      return kinds.picture(known ?? end ?? '').trim()
    }
    case 'video':
      return kinds.video
    case 'audio':
      return kinds.sound
    default:
      return end === undefined ? kinds.file : kinds.document(end)
  }
}

/** Returns a pasted file with a name. Screenshots have none. */
export function namedFile(file: File): File {
  if (file.name !== '' && file.name !== 'image.png') return file
  return new File([file], catalogue.screens.composer.pastedPicture(stamp()), { type: file.type })
}

/** Returns a text as a file. */
export function textFile(text: string): File {
  return new File([text], catalogue.screens.composer.pastedText(stamp()), { type: 'text/plain' })
}

function stamp(): string {
  const [day = '', time = ''] = new Date().toISOString().slice(0, 19).replaceAll(':', '.').split('T')
  return catalogue.screens.composer.pastedAt({ day, time })
}
