import katex from 'katex'
import { formulaOptions } from '../../../shared/formulas.ts'
import { limits } from '../../base/limits.ts'

/**
 * KaTeX's HTML of a formula; null for an invalid or too large one. Bounds on the source do not bound the time: for
 * users' texts only the threads of `drawing-pool.ts` call it.
 */
export function setFormula(source: string, { isBlock }: { readonly isBlock: boolean }): string | null {
  try {
    const html = katex.renderToString(source, { ...formulaOptions, displayMode: isBlock, throwOnError: true })
    return html.length > limits.formulaOutput.most ? null : withFamilyClasses(html)
  } catch {
    return null
  }
}

/** The classes that bear the same name in every KaTeX. */
const commonClasses = new Set(['katex-display', 'katex-error', 'katex-html', 'katex-mathml', 'katex-version'])

/**
 * KaTeX 0.19 has put `katex-` before most of its classes. Stock servers write the earlier names (`base`, `strut`), and the
 * style sheets of the family's clients know only these.
 */
function withFamilyClasses(html: string): string {
  return html.replaceAll(/ class="([^"]*)"/g, (_, names: string) => {
    const family = names.split(' ').map((name) => (commonClasses.has(name) ? name : name.replace(/^katex-/, '')))
    return ` class="${family.join(' ')}"`
  })
}
