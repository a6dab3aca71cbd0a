const fenceLine = /^(`{3,}|~{3,})([^`~]*)$/
/** The names of fences that contain text, not code. */
const textFences = /^(?:quote|quoted|spoiler)\b/i

/**
 * Returns whether an offset of a Markdown text is in code: in a fence of code or a formula, even an unclosed one,
 * between backticks, or right after the first backtick of a pair.
 */
export function isCodeAt(markdown: string, offset: number): boolean {
  const lineStart = markdown.lastIndexOf('\n', offset - 1) + 1
  const before = markdown.slice(0, lineStart)
  const lineEnd = markdown.indexOf('\n', offset)
  const line = markdown.slice(lineStart, lineEnd < 0 ? markdown.length : lineEnd)
  if (isInFence(before.split('\n').slice(0, -1), line)) return true
  const above = partOf(before.split('\n').slice(0, -1).toReversed()).toReversed()
  const below = lineEnd < 0 ? [] : partOf(markdown.slice(lineEnd + 1).split('\n'))
  const start = above.reduce((length, each) => length + each.length + 1, 0)
  return isInTicks([...above, line, ...below].join('\n'), start + offset - lineStart)
}

/** Returns the first lines of a paragraph, which an empty line or a fence ends. */
function partOf(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line.trim() === '' || fenceLine.test(line))
  return end < 0 ? lines : lines.slice(0, end)
}

/** @param line the line of the offset, which does not belong to the code if it closes the fence */
function isInFence(lines: readonly string[], line: string): boolean {
  const open: { readonly mark: string; readonly holdsText: boolean }[] = []
  for (const each of lines) {
    const innermost = open.at(-1)
    if (innermost !== undefined && each.trimEnd() === innermost.mark) open.pop()
    else if (innermost?.holdsText !== false) {
      const [, mark, rest = ''] = fenceLine.exec(each) ?? []
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
    if (run === undefined || run.index >= offset) return false
    const after = run.index + run.length - offset
    // The offset is between the two halves of an empty pair.
    if (after > 0) return offset - run.index === after
    const close = runs.findIndex((other, index) => index > at && other.length === run.length)
    const end = runs[close]
    if (end === undefined) {
      // Only the first backtick of a pair is written yet.
      if (run.index + run.length === offset && run.length < 3) return true
      continue
    }
    if (offset <= end.index) return true
    at = close
  }
  return false
}
