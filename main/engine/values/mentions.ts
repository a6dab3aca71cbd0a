/**
 * The kinds of mention in a message, as bits. They are stored; whether a mention counts follows from the current
 * settings (U10).
 */
export const mentionBits = {
  /** The message mentions the user by name, or a group of the user. */
  direct: 1,
  /** The message mentions everybody in the stream by a wildcard. */
  stream: 2,
  /** The message mentions the participants of the topic by a wildcard. */
  topic: 4,
  /** A list of unread messages contains the mention, and its kind is unknown. */
  unknown: 8,
} as const

const wildcardBits = mentionBits.stream | mentionBits.topic

/** Returns the mention in a message's flags. Servers below feature level 224 do not distinguish wildcards. */
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

/** Returns whether the mention is direct, not a wildcard. */
export function isDirectMention(mention: number): boolean {
  return (mention & mentionBits.direct) !== 0
}

/** Returns whether a mention counts: a direct one always does, a wildcard only if stream and topic are not muted. */
export function countsAsMention(mention: number, isHidden: boolean): boolean {
  return mention !== 0 && (!isHidden || (mention & (mentionBits.direct | mentionBits.unknown)) !== 0)
}

/**
 * Returns the mention of an entry of a server's list of unread messages. The list of mentions contains all direct
 * ones, and wildcards only if nothing is muted (U12).
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
