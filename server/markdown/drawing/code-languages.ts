import languages from './code-languages.json' with { type: 'json' }

/** The names of languages, as Pygments writes them out, with what people call them, in lower case. */
export const codeLanguages: readonly (readonly [name: string, aliases: readonly string[]])[] = Object.entries(languages)

const nameByAlias = new Map(codeLanguages.flatMap(([name, aliases]) => aliases.map((alias) => [alias, name] as const)))

/** A language written out where it is known, as typed otherwise (wire-protocol.md §2.14). */
export function languageName(typed: string): string {
  return nameByAlias.get(typed) ?? typed
}
