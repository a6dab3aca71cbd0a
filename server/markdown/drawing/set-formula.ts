import katex from 'katex'
import { formulaOptions } from '#shared/formulas.ts'
import { limits } from '../../base/limits.ts'

/**
 * KaTeX's HTML of a formula; null for an invalid or too large one. A bounded source does not bound the time, so users'
 * texts are rendered only in the threads of `drawing-pool.ts`.
 */
export function setFormula(source: string, { isBlock }: { readonly isBlock: boolean }): string | null {
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
