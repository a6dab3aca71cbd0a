import katex from 'katex'
import { formulaOptions } from '../../../shared/formulas.ts'
import { limits } from '../../base/limits.ts'

/**
 * KaTeX's HTML of a formula; null for an invalid or too large one. Bounds on the source do not bound the time: for
 * users' texts only the threads of `drawing-pool.ts` call it (X2).
 */
export function setFormula(source: string, { isBlock }: { readonly isBlock: boolean }): string | null {
  try {
    const html = katex.renderToString(source, { ...formulaOptions, displayMode: isBlock, throwOnError: true })
    return html.length > limits.formulaOutput.most ? null : html
  } catch {
    return null
  }
}
