import type { StateInline } from 'markdown-it'
import { emojiCode, emojiHtml } from './emoji.ts'
import { environmentOf, pushHtml } from '../environment.ts'
import { escapeHtml } from '../html/escape.ts'
import { formula } from '../formulas.ts'

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
        : `<img alt=":${name}:" class="emoji" src="${escapeHtml(custom.source)}" title="${name.replaceAll('_', ' ')}">`,
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
    const escaped = escapeHtml(text)
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

/** `$$x^2$$`, not adjacent to a letter or another dollar. */
export function mathRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (!src.startsWith('$$', pos) || /[\p{L}\p{N}_$]/u.test(src[pos - 1] ?? '')) return false
  const match = /^\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/u.exec(src.slice(pos, lineEnd(src, pos)))
  if (match === null) return false
  const [whole, source = ''] = match
  if (!silent) pushHtml(state, formula(environmentOf(state), source, { isBlock: false }))
  state.pos += whole.length
  return true
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** `` `code` `` with its blanks; the closing run has the length of the opening one. */
export function codeRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src[pos] !== '`' || src[pos - 1] === '`') return false
  const opening = runLength(src, pos)
  if (src[pos - 1] !== '\\') {
    const close = closeOf(state, pos + opening, opening)
    if (close !== undefined && close + opening <= posMax) {
      if (!silent) {
        const token = state.push('code_inline', 'code', 0)
        token.markup = src.slice(pos, pos + opening)
        token.content = src.slice(pos + opening, close)
      }
      state.pos = close + opening
      return true
    }
  }
  if (!silent) state.pending += src.slice(pos, pos + opening)
  state.pos += opening
  return true
}

/** The first run of backticks of this length from `from` on; results are cached, so that each text is scanned once. */
function closeOf(state: StateInline, from: number, length: number): number | undefined {
  const environment = environmentOf(state)
  if (environment.backticks?.source !== state.src) {
    const runs = new Map<number, number[]>()
    for (const match of state.src.matchAll(/`+/g)) {
      const places = runs.get(match[0].length) ?? []
      runs.set(match[0].length, places)
      places.push(match.index)
    }
    environment.backticks = { source: state.src, runs }
  }
  const places = environment.backticks.runs.get(length) ?? []
  // Runs before the current offset are no longer needed: rules run from left to right.
  return places.find((place) => place >= from)
}

function runLength(text: string, from: number): number {
  let end = from
  while (text[end] === '`') end += 1
  return end - from
}

/** Every line break of a text is a line break of the paragraph, without the blanks around it. */
export function lineBreakRule(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '\n') return false
  if (!silent) state.push('hardbreak', 'br', 0)
  state.pos += 1
  return true
}

/** `![` is not an image, and no link starts after it. */
export function noImageRule(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('![', state.pos)) return false
  if (!silent) state.pending += '!['
  state.pos += 2
  return true
}
