import hljs from 'highlight.js/lib/common'
import { codeLanguages } from './code-languages.ts'
import { pygmentsClass } from './pygments-classes.ts'

/** The highlighter's language by alias; undefined if it is unknown. */
const highlightedByAlias = new Map(
  codeLanguages.flatMap(([name, aliases]) => {
    const known = name === 'Python 2.x' ? 'python' : aliases.find((alias) => hljs.getLanguage(alias) !== undefined)
    return aliases.map((alias): [string, string | undefined] => [
      alias,
      hljs.getLanguage(alias) === undefined ? known : alias,
    ])
  }),
)

/**
 * Escaped, highlighted HTML of `code`; null for an unknown language (wire-protocol.md §2.14). The time is unbounded for
 * hostile code, so users' texts are highlighted only in the threads of `drawing-pool.ts`.
 */
export function highlight(code: string, typed: string): string | null {
  const language = highlightedByAlias.has(typed) ? highlightedByAlias.get(typed) : typed
  if (language === undefined || hljs.getLanguage(language) === undefined) return null
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true })
  // Quotation marks need no escape, since they are all between tags.
  const html = value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
  return html.replaceAll(
    /<span class="([^"]+)">([^<]*)/g,
    (_, scope: string, text: string) => `<span class="${pygmentsClass(scope, text)}">${text}`,
  )
}
