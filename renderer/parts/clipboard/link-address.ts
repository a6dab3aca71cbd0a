/** Returns whether the family makes this link out of the bare words. */
export function isOwnAddress(words: string, href: string): boolean {
  return words === href ? /^https?:/i.test(words) : href === `http://${words}` || href === `mailto:${words}`
}

/** Returns whether the family reads a bare address to its end, whatever follows. */
export function readsWhole(address: string): boolean {
  return !/[\s"<>`|[\]\\{}]|[!:;?,.']$/.test(address) && isBalanced(address, '(', ')')
}

/** Returns an address for the parentheses of a link, in which no character ends it. */
export function escapedAddress(href: string): string {
  return href.replaceAll(/[\s()<>"`\\]|\*(?=\*)|;(?<=&#?\w+;)/g, (character) => {
    const code = character.charCodeAt(0)
    return `%${code.toString(16).toUpperCase().padStart(2, '0')}`
  })
}

/** Returns whether brackets occur only in matching pairs. */
export function isBalanced(text: string, open: string, close: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === open) depth += 1
    else if (character === close) depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
