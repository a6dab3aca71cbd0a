import katex from 'katex'
import type { Environment } from './environment.ts'
import { escapeHtml } from './escape.ts'

const mathTag = 'skein-math'

/** The place of a drawn formula, or what was typed where it is no formula. */
export function formula(environment: Environment, source: string, { isBlock }: { isBlock: boolean }): string {
  let drawn: string
  try {
    drawn = katex.renderToString(source, {
      displayMode: isBlock,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 20,
      maxExpand: 200,
    })
  } catch {
    return `<span class="tex-error">${escapeHtml(isBlock ? source : `$$${source}$$`)}</span>`
  }
  environment.formulas.push(drawn)
  return `<${mathTag} data-n="${environment.formulas.length - 1}"></${mathTag}>`
}

/** Puts the drawn formulas into sanitised HTML. No text can write their marks, since all of it is escaped. */
export function insertFormulas(html: string, formulas: readonly string[]): string {
  if (formulas.length === 0) return html
  return html.replaceAll(
    /<skein-math data-n="(\d+)"><\/skein-math>/g,
    (_, index: string) => formulas[Number(index)] ?? '',
  )
}
