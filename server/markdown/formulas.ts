import katex from 'katex'
import { formulaOptions, isSettable } from '../../shared/formulas.ts'
import { limits } from '../limits.ts'
import type { Environment } from './environment.ts'
import { escapeHtml } from './escape.ts'

const mathTag = 'skein-math'

/**
 * The place of a drawn formula, or what was typed where it is no formula, or beyond the bounds: without definitions the
 * work follows from the length of the source, and one message gets no more than so much of it (X2).
 */
export function formula(environment: Environment, source: string, { isBlock }: { isBlock: boolean }): string {
  const drawn = isWithinBounds(environment, source) ? draw(source, isBlock) : null
  if (drawn === null) return `<span class="tex-error">${escapeHtml(isBlock ? source : `$$${source}$$`)}</span>`
  environment.formulas.push(drawn)
  return `<${mathTag} data-n="${environment.formulas.length - 1}"></${mathTag}>`
}

function isWithinBounds({ formulas }: Environment, source: string): boolean {
  if (!isSettable(source, limits.formulaSource.most)) return false
  return formulas.reduce((length, { length: more }) => length + more, 0) < limits.formulaOutputs.most
}

function draw(source: string, isBlock: boolean): string | null {
  try {
    const html = katex.renderToString(source, { ...formulaOptions, displayMode: isBlock, throwOnError: true })
    return html.length > limits.formulaOutput.most ? null : html
  } catch {
    return null
  }
}

/** Puts the drawn formulas into sanitised HTML. No text can write their marks, since all of it is escaped. */
export function insertFormulas(html: string, formulas: readonly string[]): string {
  if (formulas.length === 0) return html
  return html.replaceAll(
    /<skein-math data-n="(\d+)"><\/skein-math>/g,
    (_, index: string) => formulas[Number(index)] ?? '',
  )
}
