/** A fenced block (wire-protocol.md §2.14). */
export type Fenced =
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'math'; readonly text: string }
  | { readonly type: 'quote'; readonly lines: readonly string[] }
  | { readonly type: 'spoiler'; readonly header: string; readonly lines: readonly string[] }

interface Fence {
  /** Its closing line. */
  readonly mark: string
  readonly kind: string
  readonly header: string
}

/**
 * Separates fenced blocks from other lines: fences start at the beginning of a line, and an unclosed one ends with the
 * text. Quotes and spoilers may contain fences, code and formulas may not.
 */
export function cutFences(lines: readonly string[]): (string | Fenced)[] {
  const parts: (string | Fenced)[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const fence = readFence(line)
    if (fence === undefined) {
      parts.push(line)
      continue
    }
    const end = endOf(lines, index, fence)
    // An empty fenced block has no output.
    if (end > index + 1) parts.push(fenced(fence, lines.slice(index + 1, end)))
    index = end
  }
  return parts
}

/**
 * ```` ``` ````, ```` ```python ````, `~~~~.ruby`, ```` ```spoiler The *end* ````; parsed by hand, since a regular
 * expression could be slow on hostile text.
 */
function readFence(line: string): Fence | undefined {
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
  if (mark === undefined) return undefined
  const rest = line.slice(mark.length).trim()
  if (rest.includes('`') || rest.includes('~')) return undefined
  const name = /^\{?\.?([\w+,\-./#]+)/.exec(rest)
  if (name === null) return rest === '' ? { mark, kind: '', header: '' } : undefined
  const header = rest.slice(name[0].length).trim().replace(/\}$/, '')
  return { mark, kind: (name[1] ?? '').toLowerCase(), header }
}

function holdsFences({ kind }: Fence): boolean {
  return isQuote(kind) || kind === 'spoiler'
}

function isQuote(kind: string): boolean {
  return kind === 'quote' || kind === 'quoted'
}

/** The index of the line that closes the fence at `start`, or of the end. */
function endOf(lines: readonly string[], start: number, fence: Fence): number {
  const open = [fence]
  for (let index = start + 1; index < lines.length; index += 1) {
    const innermost = open.at(-1)
    if (innermost === undefined) return index - 1
    const line = lines[index] ?? ''
    if (line.trimEnd() === innermost.mark) {
      open.pop()
      if (open.length === 0) return index
    } else if (holdsFences(innermost)) {
      const inner = readFence(line)
      if (inner !== undefined) open.push(inner)
    }
  }
  return lines.length
}

function fenced({ kind, header }: Fence, lines: readonly string[]): Fenced {
  if (isQuote(kind)) return { type: 'quote', lines }
  if (kind === 'spoiler') return { type: 'spoiler', header, lines }
  const text = lines.map((line) => line.trimEnd()).join('\n')
  return kind === 'math' ? { type: 'math', text } : { type: 'code', language: kind, text }
}
