/** Names of fences that hold text. */
const textFences = /^(?:quote|quoted|spoiler)\b/i

/**
 * Whether an offset of a Markdown text is in code: in a fence of code or a formula, also one that is not closed yet, between
 * backticks, or right after the first of them.
 */
export function isCodeAt(markdown: string, offset: number): boolean {
  const lineStart = markdown.lastIndexOf('\n', offset - 1) + 1
  const before = markdown.slice(0, lineStart)
  const lineEnd = markdown.indexOf('\n', offset)
  const line = markdown.slice(lineStart, lineEnd < 0 ? markdown.length : lineEnd)
  if (isInFence(before.split('\n').slice(0, -1), line)) return true
  const blockStart = before.lastIndexOf('\n\n') + 1
  const end = markdown.indexOf('\n\n', offset)
  return isInTicks(markdown.slice(blockStart, end < 0 ? markdown.length : end), offset - blockStart)
}

/** @param line The line of the offset, which is none of the code if it closes the fence. */
function isInFence(lines: readonly string[], line: string): boolean {
  const open: { readonly mark: string; readonly holdsText: boolean }[] = []
  for (const each of lines) {
    const innermost = open.at(-1)
    if (innermost !== undefined && each.trimEnd() === innermost.mark) open.pop()
    else if (innermost?.holdsText !== false) {
      const [, mark, rest = ''] = /^(`{3,}|~{3,})([^`~]*)$/.exec(each) ?? []
      if (mark !== undefined) open.push({ mark, holdsText: textFences.test(rest.trim().replace(/^\{?\.?/, '')) })
    }
  }
  const innermost = open.at(-1)
  return innermost !== undefined && !innermost.holdsText && line.trimEnd() !== innermost.mark
}

function isInTicks(block: string, offset: number): boolean {
  const runs = [...block.matchAll(/(?<!\\)`+/g)].map(({ index, 0: { length } }) => ({ index, length }))
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at]
    if (run === undefined || run.index + run.length > offset) return false
    const close = runs.findIndex((other, index) => index > at && other.length === run.length)
    const end = runs[close]
    if (end === undefined) {
      // Only the first backtick is written.
      if (run.index + run.length === offset && run.length < 3) return true
      continue
    }
    if (offset <= end.index) return true
    at = close
  }
  return false
}
