/** The form in which texts are compared: case, diacritics and compatibility forms are ignored (design.md §4). */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\0-\u007f]*$/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
}

/** How well a name matches, the best first: it is what was typed, begins with it, contains it, or only nearly does. */
export type NameRank = 0 | 1 | 2 | 3

/** A search for names that contain every word of a text. Names are given as `foldText` makes them. */
export class NameQuery {
  /** The folded text with single spaces. */
  readonly text: string
  readonly words: readonly string[]

  /** Words beyond the first `mostWords` are ignored. */
  constructor(text: string, mostWords = Infinity) {
    this.words = foldText(text).split(/\s+/).filter(Boolean).slice(0, mostWords)
    this.text = this.words.join(' ')
  }

  get isEmpty(): boolean {
    return this.words.length === 0
  }

  matches(name: string): boolean {
    return this.words.every((word) => name.includes(word))
  }

  /** Of a name that matches. */
  rank(name: string): NameRank {
    if (!name.startsWith(this.text)) return 2
    return name.length === this.text.length ? 0 : 1
  }
}
