/** The mark of a resolved topic, in front of its name (wire-protocol.md §2.4.2). */
export const resolvedPrefix = '✔ '

/** Whether a topic is resolved: its name starts with the mark (wire-protocol.md §2.4.2). */
export function isResolved(topic: string): boolean {
  return topic.startsWith(resolvedPrefix)
}

/** The name with the mark, truncated to the server's limit. */
export function resolvedName(topic: string, longest: number): string {
  return [...(resolvedPrefix + topic)].slice(0, longest).join('')
}

export function unresolvedName(topic: string): string {
  return topic.replace(/^✔ [ ✔]*/u, '')
}
