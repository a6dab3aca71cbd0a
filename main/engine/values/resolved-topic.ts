import { resolvedPrefix } from '#shared/resolved-topic.ts'

export { isResolved, resolvedPrefix } from '#shared/resolved-topic.ts'

/** The name with the mark, truncated to the server's limit. */
export function resolvedName(topic: string, longest: number): string {
  return [...(resolvedPrefix + topic)].slice(0, longest).join('')
}

export function unresolvedName(topic: string): string {
  return topic.replace(/^✔ [ ✔]*/u, '')
}

/** The name with or without the mark. */
export function markedName(topic: string, isOn: boolean, longest = 60): string {
  return isOn ? resolvedName(topic, longest) : unresolvedName(topic)
}

/** Whether two names are those of one topic, with or without the mark. */
export function isSameButForMark(one: string, other: string): boolean {
  return unresolvedName(one) === unresolvedName(other)
}
