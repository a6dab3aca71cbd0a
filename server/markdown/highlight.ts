import hljs from 'highlight.js/lib/common'
import languages from './code-languages.json' with { type: 'json' }
import { pygmentsClass } from './pygments-classes.ts'

interface Language {
  /** Written out, as Pygments names it. */
  readonly name: string
  /** What the highlighter calls it; undefined where it does not know it. */
  readonly highlighted: string | undefined
}

/** Languages by what people call them, in lower case. */
const languageByAlias = new Map(
  Object.entries(languages).flatMap(([name, aliases]) => {
    const known = name === 'Python 2.x' ? 'python' : aliases.find((alias) => hljs.getLanguage(alias) !== undefined)
    return aliases.map((alias): [string, Language] => {
      return [alias, { name, highlighted: hljs.getLanguage(alias) === undefined ? known : alias }]
    })
  }),
)

/**
 * The language's name, written out where it is known and as typed otherwise, and escaped, highlighted HTML of `code`
 * where it can be (wire-protocol.md §2.14, F14).
 */
export function highlight(code: string, typed: string): { readonly name: string; readonly html?: string } {
  const { name, highlighted } = languageByAlias.get(typed) ?? { name: typed, highlighted: typed }
  if (highlighted === undefined || hljs.getLanguage(highlighted) === undefined) return { name }
  const { value } = hljs.highlight(code, { language: highlighted, ignoreIllegals: true })
  // Quotation marks stay as they are: all of them stand between tags.
  const html = value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
  return {
    name,
    html: html.replaceAll(
      /<span class="([^"]+)">([^<]*)/g,
      (_, scope: string, text: string) => `<span class="${pygmentsClass(scope, text)}">${text}`,
    ),
  }
}
