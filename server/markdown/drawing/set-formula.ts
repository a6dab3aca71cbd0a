import katex from 'katex'
import { formulaOptions } from '../../../shared/formulas.ts'
import { limits } from '../../base/limits.ts'

/**
 * KaTeX's HTML of a formula; null where it is none or too much. No bound of its source bounds its time: only the threads
 * of `drawing-pool.ts` call this for what others wrote (X2).
 */
export function setFormula(source: string, { isBlock }: { readonly isBlock: boolean }): string | null {
  try {
    const html = katex.renderToString(source, { ...formulaOptions, displayMode: isBlock, throwOnError: true })
    return html.length > limits.formulaOutput.most ? null : html
  } catch {
    return null
  }
}
