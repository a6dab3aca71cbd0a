const strongLetter = /\p{L}/u
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Elements whose text has a direction of its own, so that it decides nothing about the text around. */
const isolated =
  '.actor, .emoji, .tex, .topic-mention, .user-group-mention, .user-mention, a.message-link, a.stream, a.stream-topic, code, pre, time'

/** The direction of a text by its first letter; null for one without letters. */
export function directionOf(text: string): 'ltr' | 'rtl' | null {
  const letter = strongLetter.exec(text)?.[0]
  if (letter === undefined) return null
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

/**
 * The direction of a block of a message by its own first letter: names, topics and code decide only where it has nothing else.
 * Null for a block without letters, which follows the text around.
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
    // The letters of code are Latin whatever the language.
    if (!within.matches('code, pre, .tex')) fallback ??= direction
  }
  return fallback
}
