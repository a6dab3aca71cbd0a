import { isMisspelt, isOfBeginnings, letterBits, wordsOfName } from '../../values/folded-text.ts'

/**
 * A word of a search. `isElsewhere` tells whether it is found outside of the name at an index, such as in the
 * stream's name.
 */
export interface IndexWord {
  readonly text: string
  readonly isElsewhere: (index: number) => boolean
}

/** A test of the indexes of a `NameIndex`, and an iteration over those that pass it. */
export interface IndexMatcher {
  readonly matches: (index: number) => boolean
  /** Returns the last matching index before this one, or -1. */
  readonly lastBefore: (index: number) => number
}

/**
 * A searched text in a form that excludes most names without reading them, because they lack one of its letters or
 * pairs of letters.
 */
interface Sought {
  readonly text: string
  readonly letters: number
  readonly pairs: readonly [number, number]
  /** The text is one letter, so that a name with this letter contains it. */
  readonly isOneLetter: boolean
}

/** Numbers are not searched by similarity: nobody misspells them, and there are as many as topics. */
const isNumber = /^[0-9]+$/

/**
 * Folded names in memory, each at an index, which are found by words that they contain or nearly contain
 * (`near-match.ts`). Hundreds of thousands are compared within a frame: a few arrays decide most of them, because
 * scattered memory costs more than the comparison.
 */
export class NameIndex {
  readonly #names: (string | undefined)[] = []
  readonly #letters = new Bits()
  readonly #pairs = [new Bits(), new Bits()] as const
  readonly #firsts = new Bits()
  readonly #lengths = new Bits()
  /** The indexes of the names by their first character; 0 is the key of empty names. */
  readonly #byFirst = new Map<number, number[]>()
  /** The words of the first `#spelt` names. They cost more than all else, and only near matches need them. */
  readonly #words = new Map<string, number>()
  readonly #wordList: { readonly text: string; readonly indexes: number[] }[] = []
  readonly #wordLetters = new Bits()
  #wordsIndexed = 0
  #removed = 0

  /** The number of names. */
  get size(): number {
    return this.#names.length - this.#removed
  }

  /** Returns whether more names were removed than are left, so that a new index takes less memory and time. */
  get isSparse(): boolean {
    return this.#removed > this.size
  }

  /** Adds a name and returns its index; the first is 0. */
  add(name: string): number {
    const index = this.#names.push(name) - 1
    const [low, high] = pairBits(name)
    this.#letters.put(index, letterBits(name))
    this.#pairs[0].put(index, low)
    this.#pairs[1].put(index, high)
    const first = name === '' ? 0 : name.charCodeAt(0)
    this.#firsts.put(index, first)
    this.#lengths.put(index, name.length)
    const alike = this.#byFirst.get(first)
    if (alike === undefined) this.#byFirst.set(first, [index])
    else alike.push(index)
    return index
  }

  /** Removes the name at an index, which is not used again. */
  remove(index: number): void {
    if (this.#names[index] === undefined) return
    this.#names[index] = undefined
    this.#letters.put(index, 0)
    this.#removed += 1
  }

  /**
   * Visits the indexes of names that begin with a non-empty text, the last added first. It reads far fewer than all
   * names, and none for one letter, with which a large part of all may begin.
   * @param nameless the display name of an empty name
   * @param visit `isWhole` tells whether the name equals the text
   */
  visitBeginning(text: string, nameless: string, visit: (index: number, isWhole: boolean) => void): void {
    const sought = soughtOf(text)
    const indexes = this.#byFirst.get(text.charCodeAt(0)) ?? []
    for (let listed = indexes.length - 1; listed >= 0; listed -= 1) {
      const index = indexes[listed] ?? 0
      const name = this.#names[index]
      if (name === undefined) continue
      if (text.length > 1 && !(this.#contains(index, sought) && name.startsWith(text))) continue
      visit(index, this.#lengths.at(index) === text.length)
    }
    if (!nameless.startsWith(text)) return
    const isWhole = nameless.length === text.length
    for (const index of this.#byFirst.get(0) ?? []) if (this.#names[index] === '') visit(index, isWhole)
  }

  /** Returns whether the name at an index begins with a non-empty text. */
  begins(index: number, text: string): boolean {
    return this.#firsts.at(index) === text.charCodeAt(0) && this.#names[index]?.startsWith(text) === true
  }

  /**
   * Returns a search for the indexes that have every word, at least one of them in the name.
   * @param nameless the display name of an empty name
   */
  matcher(words: readonly IndexWord[], nameless: string): IndexMatcher {
    const matches = this.#test(words, nameless)
    const [first = 0, ...others] = words.map(({ text }) => letterBits(text))
    return {
      matches,
      lastBefore: (before) => {
        for (let index = before - 1; index >= 0; index -= 1) {
          const letters = this.#letters.at(index)
          // Most names lack letters of all words. A name without letters may be empty.
          const isPossible =
            letters === 0 || (letters & first) === first || others.some((other) => (letters & other) === other)
          if (isPossible && matches(index)) return index
        }
        return -1
      },
    }
  }

  #test(words: readonly IndexWord[], nameless: string): (index: number) => boolean {
    const sought = words.map((word) => ({ ...soughtOf(word.text), isElsewhere: word.isElsewhere }))
    const isNameless = sought.map(({ text }) => nameless.includes(text))
    return (index) => {
      const isEmpty = this.#letters.at(index) === 0 && this.#names[index] === ''
      // The words that the name lacks, as bits. Most names lack all words, and then `isElsewhere` need not be called.
      let missing = 0
      let count = 0
      for (let wordIndex = 0; wordIndex < sought.length; wordIndex += 1) {
        const word = sought[wordIndex]
        if (word === undefined || (isEmpty ? isNameless[wordIndex] : this.#contains(index, word))) continue
        missing |= 1 << wordIndex
        count += 1
      }
      if (count === 0 || count === sought.length) return count === 0
      return sought.every((word, wordIndex) => (missing & (1 << wordIndex)) === 0 || word.isElsewhere(index))
    }
  }

  /** Returns the indexes of names that contain every word, or nearly do, the last added first. */
  findNear(words: readonly IndexWord[], most: number): number[] {
    const sought = words.map((word) => ({
      ...word,
      letters: letterBits(word.text),
      misspelt: this.#misspelt(word.text),
    }))
    const found: number[] = []
    for (let index = this.#names.length - 1; index >= 0 && found.length < most; index -= 1) {
      const letters = this.#letters.at(index)
      let isFound = true
      for (let wordIndex = 0; isFound && wordIndex < sought.length; wordIndex += 1) {
        const word = sought[wordIndex]
        if (word === undefined || word.misspelt?.[index] === 1) continue
        isFound =
          ((letters & word.letters) === word.letters && this.#isNearly(index, word.text)) || word.isElsewhere(index)
      }
      if (isFound && this.#names[index] !== undefined) found.push(index)
    }
    return found
  }

  #isNearly(index: number, text: string): boolean {
    const name = this.#names[index] ?? ''
    return name.includes(text) || isOfBeginnings(text, name)
  }

  #contains(index: number, { text, letters, pairs: [low, high], isOneLetter }: Sought): boolean {
    if ((this.#letters.at(index) & letters) !== letters) return false
    if (isOneLetter) return true
    const [lows, highs] = this.#pairs
    if ((lows.at(index) & low) !== low || (highs.at(index) & high) !== high) return false
    return this.#names[index]?.includes(text) === true
  }

  /**
   * Returns an array with 1 at the index of each name that has a word of which `typed` is a misspelling; null if there
   * is no such name.
   */
  #misspelt(typed: string): Uint8Array | null {
    this.indexWords(Infinity)
    const letters = letterBits(typed)
    let found: Uint8Array | null = null
    for (let wordIndex = 0; wordIndex < this.#wordList.length; wordIndex += 1) {
      const missing = letters & ~this.#wordLetters.at(wordIndex)
      // One mistake adds one letter at most.
      if ((missing & (missing - 1)) !== 0) continue
      const word = this.#wordList[wordIndex]
      if (word === undefined || !isMisspelt(typed, word.text)) continue
      found ??= new Uint8Array(this.#names.length)
      for (const index of word.indexes) found[index] = 1
    }
    return found
  }

  /**
   * Prepares some of the names for `findNear`, which otherwise prepares all of them on its first call.
   * @returns whether names are left
   */
  indexWords(most: number): boolean {
    const end = Math.min(this.#names.length, this.#wordsIndexed + most)
    for (; this.#wordsIndexed < end; this.#wordsIndexed += 1) {
      for (const word of wordsOfName(this.#names[this.#wordsIndexed] ?? '')) {
        if (isNumber.test(word)) continue
        const known = this.#words.get(word)
        if (known !== undefined) {
          this.#wordList[known]?.indexes.push(this.#wordsIndexed)
          continue
        }
        const wordIndex = this.#wordList.push({ text: word, indexes: [this.#wordsIndexed] }) - 1
        this.#words.set(word, wordIndex)
        this.#wordLetters.put(wordIndex, letterBits(word))
      }
    }
    return end < this.#names.length
  }
}

/** An array of 32-bit numbers that grows on demand. */
class Bits {
  #values = new Int32Array(1024)

  at(index: number): number {
    return this.#values[index] ?? 0
  }

  put(index: number, bits: number): void {
    if (index >= this.#values.length) {
      const longer = new Int32Array(2 * index)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[index] = bits
  }
}

function soughtOf(text: string): Sought {
  return { text, letters: letterBits(text), pairs: pairBits(text), isOneLetter: /^[a-z]$/.test(text) }
}

/** Returns the pairs of neighbouring characters of a text as 64 bits; several pairs share a bit. */
function pairBits(text: string): [number, number] {
  let low = 0
  let high = 0
  for (let index = 1; index < text.length; index += 1) {
    const pair = (text.charCodeAt(index - 1) * 31 + text.charCodeAt(index)) & 63
    if (pair < 32) low |= 1 << pair
    else high |= 1 << (pair - 32)
  }
  return [low, high]
}
