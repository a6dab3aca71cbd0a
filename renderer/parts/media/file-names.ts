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
