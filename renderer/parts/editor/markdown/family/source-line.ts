/** A line of a block: the end of a line of the source, in which tabs may be replaced by blanks. */
export class SourceLine {
  readonly text: string
  /** The offset at which the line of the source begins. */
  readonly start: number
  readonly end: number

  constructor(text: string, start: number, end: number) {
    this.text = text
    this.start = start
    this.end = end
  }

  /** Returns the offset of a character of `text` in the source. */
  offset(index: number): number {
    return Math.max(this.start, this.end - (this.text.length - index))
  }

  /** Returns the line without its first characters. */
  after(count: number): SourceLine {
    return count === 0 ? this : new SourceLine(this.text.slice(count), this.start, this.end)
  }

  get isBlank(): boolean {
    return this.text === ''
  }
}

/** Returns the lines of a text. */
export function linesOfSource(text: string): SourceLine[] {
  const lines: SourceLine[] = []
  for (let start = 0; start <= text.length;) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    lines.push(new SourceLine(text.slice(start, end), start, end))
    start = end + 1
  }
  return lines
}

/** Returns a line with expanded tabs at its beginning, as servers read it. A line of blanks becomes empty. */
export function withoutTabs(line: SourceLine): SourceLine {
  const { text, start, end } = line
  if (text.trim() === '') return text === '' ? line : new SourceLine('', start, end)
  if (!text.includes('\t')) return line
  let expanded = ''
  let at = 0
  for (; text[at] === ' ' || text[at] === '\t'; at += 1) {
    expanded += text[at] === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : ' '
  }
  return new SourceLine(expanded + text.slice(at).replaceAll('\t', ' '), start, end)
}

/** Several lines as one text, with the offsets of its characters in the source. */
export class JoinedLines {
  readonly text: string
  readonly #lines: readonly SourceLine[]
  readonly #starts: number[] = []

  constructor(lines: readonly SourceLine[]) {
    this.#lines = lines
    this.text = lines.map(({ text }) => text).join('\n')
    let start = 0
    for (const { text } of lines) {
      this.#starts.push(start)
      start += text.length + 1
    }
  }

  /** Returns the offset of a character of the joined text in the source. */
  offset(index: number): number {
    let low = 0
    for (let high = this.#starts.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return this.#lines[low]?.offset(index - (this.#starts[low] ?? 0)) ?? 0
  }
}
