/**
 * The lines of a text as Python-Markdown reads them: with one type of line end, without tabs, and with empty lines
 * instead of blank ones. Two empty lines follow, so that every block ends with a blank line.
 */
export function normalizedLines(lines: readonly string[]): string[] {
  const source = lines
    .join('\n')
    .replaceAll(/[\u0002\u0003]/g, '')
    .replaceAll(/\r\n?/g, '\n')
  return `${source}\n\n`.split('\n').map((line, index) => {
    const expanded = withoutTabs(line)
    return index > 0 && /^ +$/.test(expanded) ? '' : expanded
  })
}

/** Expands tabs to multiples of four columns. */
function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line
  let expanded = ''
  let columns = 0
  for (const character of line) {
    const added = character === '\t' ? ' '.repeat(4 - (columns % 4)) : character
    expanded += added
    columns += character === '\t' ? added.length : 1
  }
  return expanded
}

/** A text without leading white space; a byte order mark is not white space. */
export function withoutLeadingBlanks(text: string): string {
  return text.replace(/^(?:(?!\uFEFF)[\s\x1C-\x1F\x85])+/, '')
}
