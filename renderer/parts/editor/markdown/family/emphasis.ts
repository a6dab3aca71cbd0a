import type { NodeName } from './syntax-node.ts'

/**
 * The kinds of emphasis in the order in which servers search the whole text for them. A later kind sees the result of
 * an earlier one as characters without a meaning. Within emphasis, only later kinds are found.
 */
const kinds = [
  { mark: '***', names: ['StrongEmphasis', 'Emphasis'], pattern: /\*\*\*(?!\s)[^*^\n]+(?<!\s)\*\*\*/g },
  { mark: '**', names: ['StrongEmphasis'], pattern: /\*\*[^\n]+?\*\*/g },
  { mark: '*', names: ['Emphasis'], pattern: /\*(?!\s)[^*^\n]+(?<!\s)\*/g },
  { mark: '~~', names: ['Strikethrough'], pattern: /(?<!~)~~[^~\n]+?~~(?!~)/g },
] as const satisfies readonly { mark: string; names: readonly NodeName[]; pattern: RegExp }[]

/** The character that stands for text without a meaning. */
export const taken = '\u0002'

/** Emphasized text: its marks, its nodes from the outside in, and the offset after it. */
export interface Span {
  readonly mark: string
  readonly names: readonly NodeName[]
  readonly end: number
}

/** Returns the emphasis of a text by the offsets of the opening marks. Markup that binds more tightly is `taken`. */
export function emphasisOf(text: string): ReadonlyMap<number, Span> {
  const spans = new Map<number, Span>()
  collect(text, 0, 0, spans)
  return spans
}

function collect(text: string, offset: number, first: number, spans: Map<number, Span>): void {
  let rest = text
  for (const [index, { mark, names, pattern }] of kinds.entries()) {
    if (index < first || !rest.includes(mark)) continue
    rest = rest.replaceAll(pattern, (whole: string, start: number) => {
      const from = offset + start
      spans.set(from, { mark, names, end: from + whole.length })
      collect(whole.slice(mark.length, -mark.length), from + mark.length, index + 1, spans)
      return taken.repeat(whole.length)
    })
  }
}
