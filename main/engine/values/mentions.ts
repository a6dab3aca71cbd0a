/**
 * The kind of mention in a message, as bits. The fact is stored; whether it counts follows from the current settings
 * (U10).
 */
export const mentionBits = {
  /** By name, or by a group of the user. */
  direct: 1,
  /** A wildcard for everybody in the stream. */
  stream: 2,
  /** A wildcard for the participants of the topic. */
  topic: 4,
  /** A list of unread messages contains it, and the kind is unknown. */
  unknown: 8,
} as const

const wildcardBits = mentionBits.stream | mentionBits.topic

/** The mention in a message's flags. Servers below feature level 224 do not distinguish wildcards. */
export function mentionOf(flags: readonly string[]): number {
  let bits = 0
  let isWildcard = false
  for (const flag of flags) {
    if (flag === 'mentioned') bits |= mentionBits.direct
    else if (flag === 'stream_wildcard_mentioned') bits |= mentionBits.stream
    else if (flag === 'topic_wildcard_mentioned') bits |= mentionBits.topic
    else if (flag === 'wildcard_mentioned') isWildcard = true
  }
  return isWildcard && (bits & wildcardBits) === 0 ? bits | mentionBits.stream : bits
}

/** Whether it is a direct mention, not a wildcard. */
export function isDirectMention(mention: number): boolean {
  return (mention & mentionBits.direct) !== 0
}

/** Whether a mention counts: a direct one always, a wildcard only if stream and topic are not muted. */
export function countsAsMention(mention: number, isHidden: boolean): boolean {
  return mention !== 0 && (!isHidden || (mention & (mentionBits.direct | mentionBits.unknown)) !== 0)
}

/**
 * The mention behind an entry of a server's list of unread mentions, which always contains direct ones, and wildcards
 * only where nothing is muted (U12).
 * @param isHidden whether stream or topic were muted when the list was made
 * @param known the mention that was known before
 */
export function mentionOfList(isListed: boolean, isHidden: boolean, known: number): number {
  if (isListed) {
    if (isHidden) return mentionBits.direct | (known & wildcardBits)
    return known & ~mentionBits.unknown || mentionBits.unknown
  }
  return isHidden ? known & wildcardBits : 0
}
