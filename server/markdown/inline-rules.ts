import katex from 'katex'
import type { StateInline } from 'markdown-it'
import { emojiCode, emojiHtml } from './emoji.ts'
import { environmentOf, pushHtml, type Environment } from './environment.ts'

/** `:name:`, custom emoji first. */
export function emojiRule(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':') return false
  const match = /^:([a-z0-9_+-]+):/i.exec(state.src.slice(state.pos, state.pos + 100))
  if (match === null) return false
  const [whole, name = ''] = match
  const custom = environmentOf(state).directory.customEmoji(name)
  const code = custom === undefined ? emojiCode(name) : undefined
  if (custom === undefined && code === undefined) return false
  if (!silent) {
    pushHtml(
      state,
      custom === undefined
        ? emojiHtml(code ?? '', name)
        : `<img alt=":${name}:" class="emoji" src="${state.md.utils.escapeHtml(custom.source)}" title="${name.replaceAll('_', ' ')}">`,
    )
  }
  state.pos += whole.length
  return true
}

/** `<time:2024-01-31T10:00:00+01:00>`, or UNIX seconds. */
export function timeRule(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('<time:', state.pos)) return false
  const match = /^<time:([^>\n]{1,60})>/.exec(state.src.slice(state.pos, state.pos + 80))
  if (match === null) return false
  const [whole, text = ''] = match
  if (!silent) {
    const milliseconds = /^\d{1,11}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
    const escaped = state.md.utils.escapeHtml(text)
    pushHtml(
      state,
      Number.isNaN(milliseconds)
        ? `<span class="timestamp-error">Invalid time format: ${escaped}</span>`
        : `<time datetime="${new Date(milliseconds).toISOString().replace('.000', '')}">${escaped}</time>`,
    )
  }
  state.pos += whole.length
  return true
}

/** `$$x^2$$` */
export function mathRule(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('$$', state.pos)) return false
  const end = state.src.indexOf('$$', state.pos + 2)
  if (end <= state.pos + 2) return false
  const source = state.src.slice(state.pos + 2, end)
  if (source.includes('\n')) return false
  if (!silent) {
    pushHtml(state, formula(environmentOf(state), source, { isBlock: false }, state.md.utils.escapeHtml))
  }
  state.pos = end + 2
  return true
}

const mathTag = 'skein-math'

/** The place of a drawn formula, or what was typed where it is no formula. */
export function formula(
  environment: Environment,
  source: string,
  { isBlock }: { isBlock: boolean },
  escape: (text: string) => string,
): string {
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
    return `<span class="tex-error">${escape(isBlock ? source : `$$${source}$$`)}</span>`
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
