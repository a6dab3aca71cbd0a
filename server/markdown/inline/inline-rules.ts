import type { StateInline } from 'markdown-it'
import { hasBareLink } from './bare-links.ts'
import { emojiCode, emojiHtml } from './emoji.ts'
import { environmentOf, pushHtml } from '../environment.ts'
import { escapeHtml } from '../html/escape.ts'
import { formula } from '../formulas.ts'
import { readTime } from './times.ts'

/** `:name:`, custom emoji first. */
export function emojiRule(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':') return false
  const match = /^:([a-z0-9_+-]+):/i.exec(state.src.slice(state.pos, state.pos + 100))
  if (match === null) return false
  const [whole, name = ''] = match
  if (hasBareLink(state, state.pos + 1, state.pos + whole.length)) return false
  const custom = environmentOf(state).directory.customEmoji(name)
  const code = custom === undefined ? emojiCode(name) : undefined
  if (custom === undefined && code === undefined) {
    // The colons of an unknown name are consumed with it.
    if (!silent) state.pending += whole
  } else if (!silent) {
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

/** `<time:2024-01-31T10:00:00+01:00>`, other forms of dates and times, or UNIX seconds. */
export function timeRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (!src.startsWith(timeStart, pos)) return false
  const end = src.indexOf('>', pos)
  if (end < 0) return false
  if (!silent) {
    const typed = src.slice(pos + timeStart.length, end)
    const instant = readTime(typed, new Date())
    const escaped = escapeHtml(typed)
    pushHtml(
      state,
      instant === undefined
        ? `<span class="timestamp-error">Invalid time format: ${escaped}</span>`
        : `<time datetime="${instant}">${escaped}</time>`,
    )
  }
  state.pos = end + 1
  return true
}

const timeStart = '<time:'

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

/**
 * `` `code` `` with its blanks. The closing run is as long as the opening one; without one, the code starts with some
 * of the opening backticks. A backslash escapes a backtick, and two backslashes before one are one.
 */
export function codeRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src[pos] === '\\') return backslashRule(state, silent)
  if (src[pos] !== '`' || src[pos - 1] === '`') return false
  const run = runLength(src, pos, '`')
  const isEscaped = lengthBefore(src, pos, '\\') % 2 === 1
  const from = isEscaped ? pos + 1 : pos
  for (let length = run - (from - pos); length > 0; length -= 1) {
    const close = closeOf(state, pos + run, length)
    if (close === undefined || close + length > posMax) continue
    if (!silent) {
      if (isEscaped) state.pending += '`'
      const token = state.push('code_inline', 'code', 0)
      token.markup = src.slice(from, from + length)
      token.content = src.slice(from + length, close)
    }
    state.pos = close + length
    return true
  }
  if (!silent) state.pending += src.slice(pos, pos + run)
  state.pos += run
  return true
}

function backslashRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src[pos - 1] === '\\') return false
  const run = runLength(src, pos, '\\')
  if (run % 2 === 1 || src[pos + run] !== '`') return false
  if (!silent) state.pending += src.slice(pos, pos + run / 2)
  state.pos += run
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
  return places[lowerBound(places, from)]
}

function runLength(text: string, from: number, character: string): number {
  let end = from
  while (text[end] === character) end += 1
  return end - from
}

/** The number of repetitions of the character directly before the offset. */
function lengthBefore(text: string, offset: number, character: string): number {
  let start = offset
  while (text[start - 1] === character) start -= 1
  return offset - start
}

/** Every line break of a text is a line break of the paragraph, without adjacent blanks. */
export function lineBreakRule(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '\n') return false
  if (!silent) state.push('hardbreak', 'br', 0)
  state.pos += 1
  return true
}

/** The index of the first of the ascending numbers that is at least `least`. */
export function lowerBound(numbers: readonly number[], least: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
