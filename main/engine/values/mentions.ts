/**
 * How a message mentions the user, as bits. What is stored is the fact; what counts follows from it and from the
 * settings of now (F4, U10).
 */
export const mentionBits = {
  /** By name, or by a group that the user is in. */
  direct: 1,
  /** With everybody in the stream. */
  stream: 2,
  /** With everybody who takes part in the topic. */
  topic: 4,
  /** A list of unread messages names it, and nothing here tells in which of these ways. */
  unknown: 8,
} as const

const wildcardBits = mentionBits.stream | mentionBits.topic

/** The fact that a message's flags state. Servers below feature level 224 do not say which wildcard it was. */
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

/** Whether the user is meant alone, not with everybody. */
export function isDirectMention(mention: number): boolean {
  return (mention & mentionBits.direct) !== 0
}

/** Whether a mention counts: a direct one always, one of everybody only where stream and topic are not muted. */
export function countsAsMention(mention: number, isHidden: boolean): boolean {
  return mention !== 0 && (!isHidden || (mention & (mentionBits.direct | mentionBits.unknown)) !== 0)
}

/**
 * The fact behind an entry of a server's list of unread mentions, which has direct ones always and those of everybody
 * only where nothing is muted (U12).
 * @param isHidden whether stream or topic were muted when the list was made
 * @param known what was known of the message before
 */
export function mentionOfList(isListed: boolean, isHidden: boolean, known: number): number {
  if (isListed) {
    if (isHidden) return mentionBits.direct | (known & wildcardBits)
    return known & ~mentionBits.unknown || mentionBits.unknown
  }
  return isHidden ? known & wildcardBits : 0
}
