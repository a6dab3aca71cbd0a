/** The most characters of a file's name, as the engine takes it. */
const mostCharacters = 300

/** A name without its end, and its end with the dot; a name that only begins with a dot has none. */
export function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const extension = /[^.](\.[A-Za-z0-9]{1,16})$/.exec(name)?.[1] ?? ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}

/**
 * A name on one line, without the signs that separate folders and those that are not seen or turn the direction, which let
 * a file look like one of another kind.
 */
function bareName(name: string): string {
  return name
    .replaceAll(/[/\\]/g, '-')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .trim()
}

/** The name of a file as the system has it. */
export function attachedName(name: string): string {
  const { stem, extension } = splitName(bareName(name))
  return `${stem.slice(0, mostCharacters - extension.length)}${extension}` || 'file'
}

/** A new name for a file, whose end stays. @returns null where nothing is left of it */
export function renamed(stem: string, extension: string): string | null {
  const bare = bareName(stem)
  // Whoever writes the end too has not asked for it twice.
  const isTwice = extension !== '' && bare.toLowerCase().endsWith(extension.toLowerCase())
  const kept = isTwice ? bare.slice(0, bare.length - extension.length) : bare
  return kept === '' ? null : `${kept.slice(0, mostCharacters - extension.length)}${extension}`
}
