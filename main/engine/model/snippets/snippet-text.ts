import { foldText } from '#shared/name-query.ts'

/** The longest title that the service accepts, in characters (code points). */
const mostTitle = 60

/** A saved text as the user wrote it. */
export interface OwnSnippet {
  readonly name: string
  readonly content: string
}

/**
 * A saved text in the service's form: both strings are trimmed, a text without a name is called by its first line, and
 * a title that is too long is cut.
 */
export function snippetText({ name, content }: OwnSnippet): { readonly title: string; readonly content: string } {
  const text = content.trim()
  const title = [...(name.trim() || (text.split('\n', 1)[0] ?? '').trim())].slice(0, mostTitle).join('').trim()
  return { title, content: text }
}

/** The form in which the words of a search are compared. A text without a name is listed by its first line. */
export function foldedSnippet({ name, content }: OwnSnippet): string {
  return foldText(name === '' ? content.trim() : `${name}\n${content}`)
}
