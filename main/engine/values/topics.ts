import { resolvedPrefix } from '#shared/resolved-topic.ts'

export { isResolved, resolvedPrefix } from '#shared/resolved-topic.ts'

/** Returns the name with the mark, truncated to the server's limit. */
function resolvedName(topic: string, longest: number): string {
  return [...(resolvedPrefix + topic)].slice(0, longest).join('')
}

/** Returns the name without the mark. */
export function unresolvedName(topic: string): string {
  return topic.replace(/^✔ [ ✔]*/u, '')
}

/** Returns the name with or without the mark. */
export function markedName(topic: string, isOn: boolean, longest = 60): string {
  return isOn ? resolvedName(topic, longest) : unresolvedName(topic)
}

/** Returns whether two names differ at most by the mark. */
export function isSameButForMark(one: string, other: string): boolean {
  return unresolvedName(one) === unresolvedName(other)
}

/**
 * Returns whether a topic is hidden from counts, by its policy (0 inherit, 1 muted, 2 unmuted, 3 followed) and the
 * muting of its stream (wire-protocol.md §2.8).
 */
export function isHiddenBy(policy: number, isStreamMuted: boolean): boolean {
  switch (policy) {
    case 1:
      return true
    case 2:
    case 3:
      return false
    default:
      return isStreamMuted
  }
}
