/** What the text of a poll or of a to-do list says (wire-protocol.md §2.4.5). */
export interface WidgetText {
  readonly type: 'poll' | 'todo'
  /** The question of the poll, or the title of the list; may be empty. */
  readonly title: string
  /** The options or the tasks, a line each. */
  readonly entries: readonly string[]
}

/** What a line of a to-do list says. */
export interface WrittenTask {
  readonly name: string
  /** May be empty. */
  readonly description: string
}

/** Every character that ends a line for the family's servers, which split by Python's `splitlines`. */
export const lineEnds = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/

/** Between the name of a task and its description: the first of a line. */
export const descriptionMark = ': '

/** Reads the text of a message as the family's servers do; null if it is neither a poll nor a to-do list. */
export function readWidgetText(content: string): WidgetText | null {
  const [first = '', ...rest] = content.split(lineEnds)
  const command = /^\/(poll|todo)(?:\s+(.*))?$/.exec(first.trimEnd())
  if (command === null) return null
  return {
    type: command[1] === 'poll' ? 'poll' : 'todo',
    title: command[2]?.trim() ?? '',
    entries: readEntries(rest),
  }
}

/** The lines that are not empty, without the first mark of a list. */
export function readEntries(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim().replace(/^[*-]\s*/, '')).filter((line) => line !== '')
}

/** Reads a line of a to-do list. */
export function readTask(entry: string): WrittenTask {
  const end = entry.indexOf(descriptionMark)
  if (end < 0) return { name: entry, description: '' }
  return { name: entry.slice(0, end).trim(), description: entry.slice(end + descriptionMark.length).trim() }
}
