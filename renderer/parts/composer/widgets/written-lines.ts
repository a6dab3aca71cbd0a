import { lineEnds, readEntries, readWidgetText } from '#shared/widget-text.ts'

/** Reads the title and the lines of a widget. Any other text becomes one, with its first line as the title. */
export function readLines(content: string): { readonly title: string; readonly entries: readonly string[] } {
  const text = readWidgetText(content)
  if (text !== null) return text
  const [first = '', ...rest] = content.split(lineEnds)
  return { title: first.trim(), entries: readEntries(rest) }
}

/** Writes the message of a command with a title and lines. Empty lines are left out. */
export function writeLines(command: '/poll' | '/todo', title: string, lines: readonly string[]): string {
  const written = lines.filter((line) => line !== '').map(withMark)
  return [`${command} ${oneLine(title)}`.trimEnd(), ...written].join('\n')
}

/** Returns a line with a list mark before it if it begins with one, since the first mark is not part of the line. */
function withMark(line: string): string {
  return /^[-*]/.test(line) ? `- ${line}` : line
}

const breaks = new RegExp(String.raw`\s*(?:${lineEnds.source})\s*`, 'g')

/** Returns a text on one line, whatever its line ends. */
export function oneLine(text: string): string {
  return text.replaceAll(breaks, ' ').trim()
}
