const strongLetter = /\p{L}/u
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Elements whose text has a direction of its own and does not decide that of the surrounding text. */
const isolated =
  '.actor, .emoji, .tex, .topic-mention, .user-group-mention, .user-mention, a.message-link, a.stream, a.stream-topic, code, pre, time'

/** Returns the direction of a text by its first letter; null for a text without letters. */
export function directionOf(text: string): 'ltr' | 'rtl' | null {
  const letter = strongLetter.exec(text)?.[0]
  if (letter === undefined) return null
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

/**
 * Returns the direction of a block of a message by its own first letter. Names and topics decide only if it has no
 * other letters. A block without letters yields null and follows the surrounding text.
 */
export function blockDirection(block: Element): 'ltr' | 'rtl' | null {
  const document = block.ownerDocument
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  let fallback: 'ltr' | 'rtl' | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const direction = directionOf(node.nodeValue ?? '')
    if (direction === null) continue
    const within = node.parentElement?.closest(isolated) ?? null
    if (within === null || within.contains(block)) return direction
    // Code has Latin letters in every language.
    if (!within.matches('code, pre, .tex')) fallback ??= direction
  }
  return fallback
}
