/** A node of the tree of all words, which is walked a UTF-16 code unit at a time. */
interface TrieNode {
  readonly next: Map<string, TrieNode>
  /** A word ends here. */
  isEnd: boolean
}

/** Part of a text, as the indexes of its first code unit and of the one after its last. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

const partOfWord = /[\p{L}\p{N}_]/u

/** The key of an alert word: spellings that differ only in case have the same key, as on the server. */
export function alertWordKey(word: string): string {
  return word.trim().toLowerCase()
}

/**
 * Finds alert words in a text as the server does: case-insensitively, and only between characters that are neither
 * letters, digits nor `_`. One pass finds all words: its time grows with the text, not with their number.
 */
export class AlertWords {
  readonly #root: TrieNode = newNode()
  readonly isEmpty: boolean

  constructor(words: readonly string[]) {
    let isEmpty = true
    for (const word of words) {
      const key = lowerCase(word.trim())
      if (key === '') continue
      isEmpty = false
      let node = this.#root
      for (let index = 0; index < key.length; index += 1) node = child(node, key.charAt(index))
      node.isEnd = true
    }
    this.isEmpty = isEmpty
  }

  /** The ranges of the alert words in a text, in its order; overlapping words make one range. */
  find(text: string): TextRange[] {
    if (this.isEmpty) return []
    const lower = lowerCase(text)
    const ranges: TextRange[] = []
    for (let start = 0; start < lower.length; start += 1) {
      if (partOfWord.test(lower.charAt(start - 1))) continue
      const end = this.#longestFrom(lower, start)
      if (end === null) continue
      const last = ranges.at(-1)
      if (last === undefined || start >= last.end) ranges.push({ start, end })
      else if (end > last.end) ranges[ranges.length - 1] = { start: last.start, end }
    }
    return ranges
  }

  #longestFrom(lower: string, start: number): number | null {
    let longest: number | null = null
    let node: TrieNode | undefined = this.#root
    for (let index = start; index < lower.length; index += 1) {
      node = node.next.get(lower.charAt(index))
      if (node === undefined) break
      if (node.isEnd && !partOfWord.test(lower.charAt(index + 1))) longest = index + 1
    }
    return longest
  }
}

function newNode(): TrieNode {
  return { next: new Map(), isEnd: false }
}

function child(node: TrieNode, unit: string): TrieNode {
  const known = node.next.get(unit)
  if (known !== undefined) return known
  const made = newNode()
  node.next.set(unit, made)
  return made
}

/** Lower case of the same length, so that indexes hold: a letter whose lower case is longer, such as `İ`, stays. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  }).join('')
}
