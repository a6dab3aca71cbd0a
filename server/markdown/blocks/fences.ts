/** The contents of a fence that are not Markdown, or a boundary of a spoiler (wire-protocol.md §2.14). */
export type Fenced =
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'math'; readonly text: string }
  | { readonly type: 'spoiler_header' | 'spoiler_content' | 'spoiler_end' }

/** The opening line of a fence, and its closing line. */
export interface Fence {
  /** The closing line. */
  readonly mark: string
  /** The language as typed; empty without one. */
  readonly language: string
  /** The text after the language: the title of a spoiler. */
  readonly header: string
}

/** An open fence, or the text outside of all fences. */
interface OpenFence {
  readonly fence: Fence | undefined
  readonly lines: string[]
}

/** Maximum nesting of quotes; deeper ones are plain text, since each line of a quote is read once per level. */
const deepestFence = 10

/**
 * Replaces fences as the family's server does: code and formulas become placeholder lines, quotes become lines with
 * `>`, and spoilers their text between placeholders. A fence starts at the beginning of a line; an unclosed one ends
 * with the text.
 * @param mark stores the contents and returns the placeholder
 */
export function foldFences(lines: readonly string[], mark: (fenced: Fenced) => string): string[] {
  const outside: OpenFence = { fence: undefined, lines: [] }
  const open: OpenFence[] = [outside]
  const close = () => {
    const closed = open.pop()
    const parent = open.at(-1)
    // An empty fence has no output.
    if (closed?.fence === undefined || parent === undefined || closed.lines.length === 0) return
    parent.lines.push('', ...folded(closed.fence, closed.lines, mark), '')
  }
  for (const line of lines) {
    const { fence, lines: inner } = open.at(-1) ?? outside
    const isClosing = fence !== undefined && line.trimEnd() === fence.mark
    const opening = !isClosing && holdsFences(fence) && open.length <= deepestFence ? readFence(line) : undefined
    if (isClosing) close()
    else if (opening !== undefined) open.push({ fence: opening, lines: [] })
    else inner.push(holdsFences(fence) ? line : line.trimEnd())
  }
  while (open.length > 1) close()
  // The contents of an unclosed fence end with a blank line, as other blocks do.
  return outside.lines.length > 2 && outside.lines.at(-2) !== '' ? [...outside.lines, ''] : outside.lines
}

/**
 * The text with its unclosed fences closed, so that text after it is outside of them.
 * @param within the number of quotes and spoilers that will hold the text
 */
export function withClosedFences(text: string, within: number): string {
  const open: Fence[] = []
  for (const line of text.split('\n')) {
    const fence = open.at(-1)
    if (fence !== undefined && line.trimEnd() === fence.mark) open.pop()
    else if (holdsFences(fence) && open.length + within < deepestFence) {
      const opening = readFence(line)
      if (opening !== undefined) open.push(opening)
    }
  }
  return [text, ...open.map(({ mark }) => mark).toReversed()].join('\n')
}

/**
 * ```` ``` ````, ```` ```python ````, `~~~~.ruby`, ```` ```spoiler The *end* ````; parsed by hand, since a regular
 * expression could be slow on hostile text.
 */
export function readFence(line: string): Fence | undefined {
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
  if (mark === undefined) return undefined
  const rest = line.slice(mark.length).replace(/^ +/, '')
  if (rest === '') return { mark, language: '', header: '' }
  if (rest.includes('`') || rest.includes('~')) return undefined
  const match = /^\{?\.?([\w+,\-./#]+)/.exec(rest)
  if (match === null) return undefined
  return { mark, language: match[1] ?? '', header: rest.slice(match[0].length).replace(/^ +/, '') }
}

/** Whether the contents of the fence are Markdown. */
function holdsFences(fence: Fence | undefined): boolean {
  return fence === undefined || kindOf(fence) === 'quote' || kindOf(fence) === 'spoiler'
}

function kindOf({ language }: Fence): 'quote' | 'spoiler' | 'math' | 'code' {
  const kind = language.toLowerCase()
  if (kind === 'quote' || kind === 'quoted') return 'quote'
  return kind === 'spoiler' || kind === 'math' ? kind : 'code'
}

function folded(fence: Fence, lines: readonly string[], mark: (fenced: Fenced) => string): string[] {
  switch (kindOf(fence)) {
    case 'quote':
      return lines.map((line) => `> ${line}`)
    case 'spoiler': {
      const header = fence.header === '' ? [] : [fence.header, '']
      const start = [mark({ type: 'spoiler_header' }), '', ...header, mark({ type: 'spoiler_content' }), '']
      return [...start, ...lines, '', mark({ type: 'spoiler_end' })]
    }
    case 'math':
      return [mark({ type: 'math', text: lines.join('\n') })]
    case 'code':
      return [mark({ type: 'code', language: fence.language.toLowerCase(), text: lines.join('\n') })]
  }
}
