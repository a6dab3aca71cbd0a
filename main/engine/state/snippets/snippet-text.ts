import { foldText } from '#shared/name-query.ts'

/** The longest title that the server accepts, in characters (code points). */
const mostTitle = 60

/** A snippet as the user wrote it. */
export interface OwnSnippet {
  readonly name: string
  readonly content: string
}

/**
 * Converts a snippet to the server's form: both strings are trimmed, the first line stands for a missing name, and a
 * title that is too long is cut.
 */
export function snippetText({ name, content }: OwnSnippet): { readonly title: string; readonly content: string } {
  const text = content.trim()
  const title = [...(name.trim() || (text.split('\n', 1)[0] ?? '').trim())].slice(0, mostTitle).join('').trim()
  return { title, content: text }
}

/** Returns the text with which a search compares its words. The first line stands for a missing name. */
export function foldedSnippet({ name, content }: OwnSnippet): string {
  return foldText(name === '' ? content.trim() : `${name}\n${content}`)
}
