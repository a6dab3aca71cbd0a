import languages from './code-languages.json' with { type: 'json' }

/** Pygments' names of languages with their aliases in lower case. */
export const codeLanguages: readonly (readonly [name: string, aliases: readonly string[]])[] = Object.entries(languages)

const nameByAlias = new Map(codeLanguages.flatMap(([name, aliases]) => aliases.map((alias) => [alias, name] as const)))

/** The full name of a known language, otherwise the input (wire-protocol.md §2.14). */
export function languageName(typed: string): string {
  return nameByAlias.get(typed) ?? typed
}
