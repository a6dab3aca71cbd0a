import { part, type SyntaxPart } from './syntax-node.ts'
import type { SourceLine } from './source-line.ts'

/** The line that opens a fence. */
interface Fence {
  /** The text of its closing line. */
  readonly mark: string
  readonly kind: string
}

/** A fenced block: its first line, its content, and its closing line, which is missing if the text ends before. */
export interface Fenced {
  readonly kind: 'code' | 'math' | 'quote' | 'spoiler'
  readonly opening: SourceLine
  readonly lines: readonly SourceLine[]
  readonly closing: SourceLine | null
}

/**
 * Separates fenced blocks from other lines. A fence begins at the beginning of a line, and an unclosed one ends with
 * the text. Quotes and spoilers may contain fences; code and formulas may not.
 */
export function cutFences(lines: readonly SourceLine[]): (SourceLine | Fenced)[] {
  const parts: (SourceLine | Fenced)[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (line === undefined) break
    const fence = readFence(line.text)
    if (fence === null) {
      parts.push(line)
      continue
    }
    const end = endOf(lines, index, fence)
    parts.push({
      kind: kindOf(fence),
      opening: line,
      lines: lines.slice(index + 1, end),
      closing: lines[end] ?? null,
    })
    index = end
  }
  return parts
}

function readFence(line: string): Fence | null {
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
  if (mark === undefined) return null
  const rest = line.slice(mark.length).trim()
  if (rest.includes('`') || rest.includes('~')) return null
  const name = /^\{?\.?([\w+,\-./#]+)/.exec(rest)
  if (name === null) return rest === '' ? { mark, kind: '' } : null
  return { mark, kind: (name[1] ?? '').toLowerCase() }
}

function kindOf({ kind }: Fence): Fenced['kind'] {
  if (kind === 'quote' || kind === 'quoted') return 'quote'
  return kind === 'spoiler' || kind === 'math' ? kind : 'code'
}

/** Returns the index of the line that closes the fence at `start`, or the number of lines if none does. */
function endOf(lines: readonly SourceLine[], start: number, fence: Fence): number {
  const open = [fence]
  for (let index = start + 1; index < lines.length; index += 1) {
    const innermost = open.at(-1)
    if (innermost === undefined) return index - 1
    const { text } = lines[index] ?? { text: '' }
    if (text.trimEnd() === innermost.mark) {
      open.pop()
      if (open.length === 0) return index
    } else if (kindOf(innermost) === 'quote' || kindOf(innermost) === 'spoiler') {
      const inner = readFence(text)
      if (inner !== null) open.push(inner)
    }
  }
  return lines.length
}

/** Returns the marks of a fence, before and after its content. A spoiler has a header after its name. */
export function marksOf({ kind, opening, closing }: Fenced): {
  readonly before: readonly SyntaxPart[]
  readonly header: SourceLine | null
  readonly after: readonly SyntaxPart[]
} {
  const [, mark = '', blanks = '', name = '', rest = ''] =
    /^(`+|~+)(\s*)(\{?\.?[\w+,\-./#]*)(.*)$/.exec(opening.text) ?? []
  const nameAt = mark.length + blanks.length
  const info = kind === 'spoiler' ? name : (name + rest).trimEnd()
  const before = [part('CodeMark', opening.offset(0), opening.offset(mark.length))]
  if (info !== '') before.push(part('CodeInfo', opening.offset(nameAt), opening.offset(nameAt + info.length)))
  const header = opening.after(nameAt + name.length + (rest.length - rest.trimStart().length))
  return {
    before,
    header: kind === 'spoiler' && !header.isBlank ? header : null,
    after: closing === null ? [] : [part('CodeMark', closing.offset(0), closing.end)],
  }
}
