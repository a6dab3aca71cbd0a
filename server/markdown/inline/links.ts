import type { StateInline } from 'markdown-it'
import { environmentOf, type Destination, type LinkParts } from '../environment.ts'
import { codeRule, lowerBound, mathRule, timeRule } from './inline-rules.ts'
import { linkAddress } from './link-address.ts'
import { mentionRule, streamRule } from './mentions.ts'

/** The rules that take precedence over links: brackets and quotation marks inside of their matches do not count. */
const tighter = [codeRule, mentionRule, mathRule, streamRule, timeRule]

/**
 * `[words](address "title")`, as Python-Markdown reads it; the words contain no other markup than code and mentions.
 */
export function linkRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src[pos] !== '[' || src[pos - 1] === '!') return false
  const close = bracketsOf(state).get(pos)
  if (close === undefined || src[close + 1] !== '(') return false
  const destination = destinationAt(state, close + 1)
  if (destination === undefined || destination.end > state.posMax) return false
  const address = linkAddress(destination.address.trim())
  if (address === undefined) return false
  if (!silent) pushLink(state, close, address, destination.title)
  state.pos = destination.end
  return true
}

function pushLink(state: StateInline, close: number, address: string, title: string | undefined): void {
  const { pos } = state
  const open = state.push('link_open', 'a', 1)
  // The family's server writes an attribute that equals its own name without a value.
  open.attrs = [['href', address]]
  if (title !== undefined) open.attrs.push(['title', title === 'title' ? '' : title])
  state.linkLevel += 1
  if (state.src.slice(pos + 1, close).trim() === '') state.push('link_text', '', 0).content = address
  else pushWords(state, close)
  state.linkLevel -= 1
  state.push('link_close', 'a', -1)
}

/** Adds the words of the link up to `end`: literal text, and the markup of `tighter`. */
function pushWords(state: StateInline, end: number): void {
  const { posMax, src } = state
  state.posMax = end
  state.pos += 1
  let from = state.pos
  const pushText = (to: number) => {
    if (to > from) state.push('link_text', '', 0).content = src.slice(from, to)
  }
  while (state.pos < end) {
    const at = state.pos
    if (tightStarts.includes(src[at] ?? '') && tighter.some((rule) => rule(state, true))) {
      const next = state.pos
      pushText(at)
      state.pos = at
      tighter.some((rule) => rule(state, false))
      state.pos = next
      from = next
    } else state.pos = at + 1
  }
  pushText(end)
  state.posMax = posMax
}

/** The closing bracket of each opening bracket that has one. */
function bracketsOf(state: StateInline): ReadonlyMap<number, number> {
  const environment = environmentOf(state)
  if (environment.brackets?.source !== state.src) environment.brackets = linkParts(state)
  return environment.brackets.closing
}

/** Reads the text once, without the markup of `tighter`. */
function linkParts(state: StateInline): LinkParts {
  const { pos, posMax, src } = state
  const closing = new Map<number, number>()
  const marks: number[] = []
  const open: number[] = []
  state.posMax = src.length
  state.pos = 0
  while (state.pos < src.length) {
    const at = state.pos
    const character = src[at] ?? ''
    if (tightStarts.includes(character) && tighter.some((rule) => rule(state, true))) continue
    const start = character === ']' ? open.pop() : undefined
    if (start !== undefined) closing.set(start, at)
    if (character === '[') open.push(at)
    if (destinationMarks.includes(character)) marks.push(at)
    state.pos = at + 1
  }
  state.pos = pos
  state.posMax = posMax
  return { source: src, closing, marks, destinations: new Map() }
}

/** The destination whose opening parenthesis is at `start`. */
function destinationAt(state: StateInline, start: number): Destination | undefined {
  const { brackets } = environmentOf(state)
  if (brackets === undefined) return undefined
  if (!brackets.destinations.has(start)) {
    const destination = inAngles(state.src, start) ?? readDestination(state.src, start, brackets.marks)
    brackets.destinations.set(start, destination)
  }
  return brackets.destinations.get(start)
}

/** Reads `(<address> "title")`. */
function inAngles(src: string, start: number): Destination | undefined {
  const pattern = /\(\s*<([^<>]*)>\s*(?:('[^']*'|"[^"]*")\s*)?\)/y
  pattern.lastIndex = start
  const match = pattern.exec(src)
  if (match === null) return undefined
  const [, address = '', title] = match
  return { address, title: title === undefined ? undefined : titleOf(title.slice(1, -1)), end: pattern.lastIndex }
}

/** The marks of one type of quotation mark in a destination; offsets are after the marks. */
interface Quotation {
  mark: string | undefined
  start: number
  end: number | undefined
}

/**
 * Reads a destination as Python-Markdown does: parentheses nest, except in a title, which is in quotation marks before
 * the closing parenthesis. An unclosed title ends at the parenthesis that closes the address.
 */
function readDestination(src: string, start: number, marks: readonly number[]): Destination | undefined {
  const from = start + 1 + (/^\s*/.exec(src.slice(start + 1))?.[0].length ?? 0)
  const first: Quotation = { mark: undefined, start: 0, end: undefined }
  const second: Quotation = { mark: undefined, start: 0, end: undefined }
  let depth = 1
  /** The depth outside of an open title, and the offset at which it would close. */
  let outerDepth = 1
  let outerEnd: number | undefined
  for (let index = lowerBound(marks, from); index < marks.length; index += 1) {
    const at = marks[index] ?? 0
    const character = src[at] ?? ''
    const last = characterBefore(src, at, from)
    const isInTitle = first.mark !== undefined
    switch (character) {
      case '(':
        if (!isInTitle) depth += 1
        else if (outerDepth > 0) outerDepth -= 1
        break
      case ')':
        if ([first, second].some(({ mark, end }) => end !== undefined && mark === last)) depth = 0
        else if (!isInTitle) depth -= 1
        else if (outerDepth > 0) {
          outerDepth -= 1
          if (outerDepth === 0) outerEnd = at + 1
        }
        break
      case "'":
      case '"':
        if (!isInTitle) {
          outerDepth = depth
          depth = 1
          Object.assign(first, { mark: character, start: at + 1 })
        } else if (character === first.mark) first.end = at + 1
        else if (second.mark === undefined) Object.assign(second, { mark: character, start: at + 1 })
        else second.end = at + 1
    }
    if (depth === 0) {
      return closed(
        src,
        from,
        at + 1,
        [first, second].find(({ mark, end }) => end !== undefined && mark === last),
      )
    }
  }
  return outerEnd === undefined
    ? undefined
    : { address: src.slice(from, outerEnd - 1), title: undefined, end: outerEnd }
}

/** The last non-blank character before the offset. */
function characterBefore(src: string, offset: number, from: number): string {
  let at = offset - 1
  while (at >= from && src[at] === ' ') at -= 1
  return at < from ? '' : (src[at] ?? '')
}

function closed(src: string, from: number, end: number, quotation: Quotation | undefined): Destination {
  if (quotation?.end === undefined) return { address: src.slice(from, end - 1), title: undefined, end }
  const title = titleOf(src.slice(quotation.start, quotation.end - 1))
  return { address: src.slice(from, quotation.start - 1), title, end }
}

/** A title on one line, without its quotation marks. */
function titleOf(typed: string): string {
  const text = typed.trim()
  const isQuoted = text.length > 1 && (text.startsWith('"') || text.startsWith("'")) && text.endsWith(text[0] ?? '')
  return (isQuoted ? text.slice(1, -1) : text).replaceAll(/\s/g, ' ')
}

/** The characters with which the rules of `tighter` start. */
const tightStarts = '`\\@$#<'
const destinationMarks = '()\'"'
