import { isMisspelt, isOfBeginnings, letterBits, wordsOfName } from '../../../shared/near-match.ts'

/** A word that is searched for, and what has it besides its name. */
export interface NearWord<T> {
  readonly text: string
  readonly isElsewhere: (item: T) => boolean
}

interface IndexedWord {
  readonly bits: number
  readonly names: number[]
}

/** Names in memory, found also by words that they contain only nearly (`near-match.ts`). */
export class NearNames<T> {
  readonly #items: T[] = []
  readonly #names: string[] = []
  readonly #bits: number[] = []
  readonly #words = new Map<string, IndexedWord>()

  get size(): number {
    return this.#items.length
  }

  /** Adds an item with its folded name. */
  add(item: T, name: string): void {
    const index = this.#items.push(item) - 1
    this.#names.push(name)
    this.#bits.push(letterBits(name))
    for (const word of new Set(wordsOfName(name))) {
      const known = this.#words.get(word)
      if (known === undefined) this.#words.set(word, { bits: letterBits(word), names: [index] })
      else known.names.push(index)
    }
  }

  /** The items whose names have every word, or nearly; those that were added last come first. */
  find(words: readonly NearWord<T>[], most: number): T[] {
    const sought = words.map((word) => ({ ...word, bits: letterBits(word.text), misspelt: this.#misspelt(word.text) }))
    const found: T[] = []
    for (let index = this.#items.length - 1; index >= 0 && found.length < most; index -= 1) {
      const [item, name = '', bits = 0] = [this.#items[index], this.#names[index], this.#bits[index]]
      if (item === undefined) continue
      const isFound = sought.every(
        (word) =>
          ((bits & word.bits) === word.bits && (name.includes(word.text) || isOfBeginnings(word.text, name))) ||
          word.misspelt.has(index) ||
          word.isElsewhere(item),
      )
      if (isFound) found.push(item)
    }
    return found
  }

  /** The names with a word for which this one is misspelt. */
  #misspelt(typed: string): ReadonlySet<number> {
    const bits = letterBits(typed)
    const names = new Set<number>()
    for (const [word, indexed] of this.#words) {
      const missing = bits & ~indexed.bits
      // One mistake adds one letter at most.
      if ((missing & (missing - 1)) !== 0 || !isMisspelt(typed, word)) continue
      for (const index of indexed.names) names.add(index)
    }
    return names
  }
}
