import type { StateInline } from 'markdown-it'
import { type EmphasisTag, environmentOf, type Span, type Spans } from '../environment.ts'

/**
 * The kinds in the order of the family's server, which searches the whole text for each: a span of an earlier kind is
 * one character for later kinds, and contains only later kinds.
 */
const kinds: readonly { readonly mark: string; readonly tags: readonly EmphasisTag[]; readonly pattern: RegExp }[] = [
  { mark: '***', tags: ['strong', 'em'], pattern: /\*\*\*(?!\s)[^*^\n]+(?<!\s)\*\*\*/g },
  { mark: '**', tags: ['strong'], pattern: /\*\*[^\n]+?\*\*/g },
  { mark: '*', tags: ['em'], pattern: /\*(?!\s)[^*^\n]+(?<!\s)\*/g },
  { mark: '~~', tags: ['del'], pattern: /(?<!~)~~[^~\n]+?~~(?!~)/g },
]
/** A character that texts do not contain, since the block rules remove it. */
const taken = '\u0002'

/**
 * `**bold**`, `*italic*`, `***both***` and `~~struck~~` within a line; underscores are literal (wire-protocol.md
 * §2.14). Code, links and mentions take precedence: marks inside of them are ignored.
 */
export function emphasisRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (silent || (src[pos] !== '*' && src[pos] !== '~')) return false
  const span = spansOf(state).get(pos)
  if (span === undefined || span.end > posMax) return false
  const { mark, tags, end } = span
  for (const tag of tags) state.push(`${tag}_open`, tag, 1)
  state.pos += mark.length
  state.posMax = end - mark.length
  state.md.inline.tokenize(state)
  state.posMax = posMax
  for (const tag of [...tags].reverse()) state.push(`${tag}_close`, tag, -1)
  state.pos = end
  return true
}

function spansOf(state: StateInline): Spans {
  const environment = environmentOf(state)
  if (environment.emphasis?.source !== state.src) {
    const spans = new Map<number, Span>()
    collect(withoutMarkup(state), 0, 0, spans)
    environment.emphasis = { source: state.src, spans }
  }
  return environment.emphasis.spans
}

/** Adds the spans of `text`, which starts at `offset` of the whole text, from the kind at `first` on. */
function collect(text: string, offset: number, first: number, spans: Map<number, Span>): void {
  let rest = text
  for (const [index, { mark, tags, pattern }] of kinds.entries()) {
    if (index < first || !rest.includes(mark)) continue
    rest = rest.replaceAll(pattern, (whole: string, start: number) => {
      const from = offset + start
      spans.set(from, { mark, tags, end: from + whole.length })
      collect(whole.slice(mark.length, -mark.length), from + mark.length, index + 1, spans)
      return taken.repeat(whole.length)
    })
  }
}

/** The text with its code, links and mentions replaced by a repeated character; lengths are kept. */
function withoutMarkup(state: StateInline): string {
  const { src, md, env } = state
  const scan = new md.inline.State(src, md, env, [])
  let text = ''
  while (scan.pos < scan.posMax) {
    const { pos } = scan
    md.inline.skipToken(scan)
    const part = src.slice(pos, scan.pos)
    text += /[*~^]/.test(part) && part.length > 1 ? taken.repeat(part.length) : part
  }
  return text
}
