/** The first submessage of a message that is a poll or a to-do list (wire-protocol.md §2.4.5). */
export function widgetOf(content: string): string | undefined {
  const [first = '', ...rest] = content.split('\n')
  const command = /^\/(poll|todo)(?:\s+(.*))?$/.exec(first.trimEnd())
  if (command === null) return undefined
  if (command[1] === 'todo') return JSON.stringify({ widget_type: 'todo', extra_data: null })
  const options = rest.map((line) => line.trim().replace(/^[*-]\s*/, '')).filter((line) => line !== '')
  return JSON.stringify({ widget_type: 'poll', extra_data: { question: command[2]?.trim() ?? '', options } })
}
