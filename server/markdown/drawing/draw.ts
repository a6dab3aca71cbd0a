import hljs from 'highlight.js/lib/common'
import katex from 'katex'
import { limits } from '../../base/limits.ts'
import type { Drawing, Outcome } from './drawing.ts'
import { codeLanguages } from './code-languages.ts'
import { pygmentsClass } from './pygments-classes.ts'
import { formulaOptions } from '#shared/formulas.ts'

/**
 * Draws synchronously and without a time limit, for the drawing thread and for the server's own texts. Returns null if
 * there is no result.
 */
export function draw(drawing: Drawing): string | null {
  switch (drawing.type) {
    case 'code':
      return highlight(drawing.source, drawing.language)
    case 'formula':
      return setFormula(drawing.source, { isBlock: drawing.isBlock })
  }
}

/**
 * Draws the parts of one text in sequence. Formulas are skipped when the earlier ones reach the limit of HTML in a text
 * (`formula` in `formulas.ts` counts in the same way).
 */
export function* drawAll(drawings: readonly Drawing[]): Generator<Outcome> {
  let formulas = 0
  for (const drawing of drawings) {
    if (drawing.type === 'formula' && formulas >= limits.formulaOutputs.most) {
      yield { type: 'skipped' }
      continue
    }
    const html = draw(drawing)
    if (drawing.type === 'formula') formulas += html?.length ?? 0
    yield html === null ? { type: 'nothing' } : { type: 'drawn', html }
  }
}

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

/**
 * KaTeX's HTML of a formula; null for an invalid or too large one. A bounded source does not bound the time, so users'
 * texts are rendered only in the threads of `drawing-pool.ts`.
 */
function setFormula(source: string, { isBlock }: { readonly isBlock: boolean }): string | null {
  try {
    const html = katex.renderToString(source, { ...formulaOptions, displayMode: isBlock, throwOnError: true })
    return html.length > limits.formulaOutput.most ? null : withFamilyClasses(html)
  } catch {
    return null
  }
}

/** The classes with the same name in every version of KaTeX. */
const commonClasses = new Set(['katex-display', 'katex-error', 'katex-html', 'katex-mathml', 'katex-version'])

/**
 * KaTeX 0.19 prefixes most of its classes with `katex-`. Stock servers write the earlier names (`base`, `strut`), and
 * the style sheets of the family's clients have only these.
 */
function withFamilyClasses(html: string): string {
  return html.replaceAll(/ class="([^"]*)"/g, (_, names: string) => {
    const family = names.split(' ').map((name) => (commonClasses.has(name) ? name : name.replace(/^katex-/, '')))
    return ` class="${family.join(' ')}"`
  })
}
