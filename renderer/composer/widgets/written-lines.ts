import { lineEnds, readEntries, readWidgetText } from '#shared/widget-text.ts'

/** Reads the title and the lines of a widget; another text becomes one, its first line the title. */
export function readLines(content: string): { readonly title: string; readonly entries: readonly string[] } {
  const text = readWidgetText(content)
  if (text !== null) return text
  const [first = '', ...rest] = content.split(lineEnds)
  return { title: first.trim(), entries: readEntries(rest) }
}

/** A message of a command, a title and lines; empty lines are left out. */
export function writeLines(command: '/poll' | '/todo', title: string, lines: readonly string[]): string {
  const written = lines.filter((line) => line !== '').map(withMark)
  return [`${command} ${oneLine(title)}`.trimEnd(), ...written].join('\n')
}

/** The first mark of a list is not part of its line: a line that begins with one gets another before it. */
function withMark(line: string): string {
  return /^[-*]/.test(line) ? `- ${line}` : line
}

const breaks = new RegExp(String.raw`\s*(?:${lineEnds.source})\s*`, 'g')

/** A text on one line, however it was pasted. */
export function oneLine(text: string): string {
  return text.replaceAll(breaks, ' ').trim()
}
