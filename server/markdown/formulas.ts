import { isDrawable } from '#shared/formulas.ts'
import { limits } from '../base/limits.ts'
import type { Environment } from './environment.ts'
import { escapeHtml } from './html/escape.ts'

const mathTag = 'skein-math'

/**
 * The placeholder of a drawn formula (`drawings.ts`); the source of a formula that is invalid, not drawn in time, or
 * beyond the limit of formulas in a message.
 */
export function formula(environment: Environment, source: string, { isBlock }: { isBlock: boolean }): string {
  const html = isWithinBounds(environment, source)
    ? environment.directory.drawn?.({ type: 'formula', isBlock, source })
    : undefined
  if (html === undefined) return `<span class="tex-error">${escapeHtml(isBlock ? source : `$$${source}$$`)}</span>`
  environment.formulas.push(html)
  return `<${mathTag} data-n="${environment.formulas.length - 1}"></${mathTag}>`
}

function isWithinBounds({ formulas }: Environment, source: string): boolean {
  if (!isDrawable(source, limits.formulaSource.most)) return false
  return formulas.reduce((length, { length: more }) => length + more, 0) < limits.formulaOutputs.most
}

/** Replaces the placeholders in sanitized HTML. Texts cannot forge placeholders, since they are escaped. */
export function insertFormulas(html: string, formulas: readonly string[]): string {
  if (formulas.length === 0) return html
  return html.replaceAll(
    /<skein-math data-n="(\d+)"><\/skein-math>/g,
    (_, index: string) => formulas[Number(index)] ?? '',
  )
}
