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
