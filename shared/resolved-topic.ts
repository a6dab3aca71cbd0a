/** The mark of a resolved topic, in front of its name (wire-protocol.md §2.4.2). */
export const resolvedPrefix = '✔ '

/** Whether a topic is resolved: its name starts with the mark. */
export function isResolved(topic: string): boolean {
  return topic.startsWith(resolvedPrefix)
}
