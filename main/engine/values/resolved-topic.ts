const mark = '✔ '

/** Whether a topic is done with: its name begins with the mark (wire-protocol.md §2.4.2). */
export function isResolved(topic: string): boolean {
  return topic.startsWith(mark)
}

/** The name with the mark, cut so that it is not longer than the server takes. */
export function resolvedName(topic: string, longest: number): string {
  return [...(mark + topic)].slice(0, longest).join('')
}

export function unresolvedName(topic: string): string {
  return topic.replace(/^✔ [ ✔]*/u, '')
}
