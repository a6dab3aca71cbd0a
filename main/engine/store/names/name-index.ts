import { isMisspelt, isOfBeginnings, letterBits, wordsOfName } from '../../values/folded-text.ts'

/**
 * A word of a search. `isElsewhere` tells whether it is found outside of the name at an index, such as in the
 * stream's name.
 */
export interface IndexWord {
  readonly text: string
  readonly isElsewhere: (place: number) => boolean
}

/** A test of the indexes of a `NameIndex`, and an iteration over those that pass it. */
export interface PlaceMatcher {
  readonly matches: (place: number) => boolean
  /** Returns the last matching index before this one, or -1. */
  readonly lastBefore: (place: number) => number
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
  readonly #wordList: { readonly text: string; readonly places: number[] }[] = []
  readonly #wordLetters = new Bits()
  #spelt = 0
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
    const place = this.#names.push(name) - 1
    const [low, high] = pairBits(name)
    this.#letters.put(place, letterBits(name))
    this.#pairs[0].put(place, low)
    this.#pairs[1].put(place, high)
    const first = name === '' ? 0 : name.charCodeAt(0)
    this.#firsts.put(place, first)
    this.#lengths.put(place, name.length)
    const alike = this.#byFirst.get(first)
    if (alike === undefined) this.#byFirst.set(first, [place])
    else alike.push(place)
    return place
  }

  /** Removes the name at an index, which is not used again. */
  remove(place: number): void {
    if (this.#names[place] === undefined) return
    this.#names[place] = undefined
    this.#letters.put(place, 0)
    this.#removed += 1
  }

  /**
   * Visits the indexes of names that begin with a non-empty text, the last added first. It reads far fewer than all
   * names, and none for one letter, with which a large part of all may begin.
   * @param nameless the display name of an empty name
   * @param visit `isWhole` tells whether the name equals the text
   */
  visitBeginning(text: string, nameless: string, visit: (place: number, isWhole: boolean) => void): void {
    const sought = soughtOf(text)
    const places = this.#byFirst.get(text.charCodeAt(0)) ?? []
    for (let index = places.length - 1; index >= 0; index -= 1) {
      const place = places[index] ?? 0
      const name = this.#names[place]
      if (name === undefined) continue
      if (text.length > 1 && !(this.#contains(place, sought) && name.startsWith(text))) continue
      visit(place, this.#lengths.at(place) === text.length)
    }
    if (!nameless.startsWith(text)) return
    const isWhole = nameless.length === text.length
    for (const place of this.#byFirst.get(0) ?? []) if (this.#names[place] === '') visit(place, isWhole)
  }

  /** Returns whether the name at an index begins with a non-empty text. */
  begins(place: number, text: string): boolean {
    return this.#firsts.at(place) === text.charCodeAt(0) && this.#names[place]?.startsWith(text) === true
  }

  /**
   * Returns a search for the indexes that have every word, at least one of them in the name.
   * @param nameless the display name of an empty name
   */
  matcher(words: readonly IndexWord[], nameless: string): PlaceMatcher {
    const matches = this.#test(words, nameless)
    const [first = 0, ...others] = words.map(({ text }) => letterBits(text))
    return {
      matches,
      lastBefore: (before) => {
        for (let place = before - 1; place >= 0; place -= 1) {
          const letters = this.#letters.at(place)
          // Most names lack letters of all words. A name without letters may be empty.
          const isPossible =
            letters === 0 || (letters & first) === first || others.some((other) => (letters & other) === other)
          if (isPossible && matches(place)) return place
        }
        return -1
      },
    }
  }

  #test(words: readonly IndexWord[], nameless: string): (place: number) => boolean {
    const sought = words.map((word) => ({ ...soughtOf(word.text), isElsewhere: word.isElsewhere }))
    const isNameless = sought.map(({ text }) => nameless.includes(text))
    return (place) => {
      const isEmpty = this.#letters.at(place) === 0 && this.#names[place] === ''
      // The words that the name lacks, as bits. Most names lack all words, and then `isElsewhere` need not be called.
      let missing = 0
      let count = 0
      for (let index = 0; index < sought.length; index += 1) {
        const word = sought[index]
        if (word === undefined || (isEmpty ? isNameless[index] : this.#contains(place, word))) continue
        missing |= 1 << index
        count += 1
      }
      if (count === 0 || count === sought.length) return count === 0
      return sought.every((word, index) => (missing & (1 << index)) === 0 || word.isElsewhere(place))
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
    for (let place = this.#names.length - 1; place >= 0 && found.length < most; place -= 1) {
      const letters = this.#letters.at(place)
      let isFound = true
      for (let index = 0; isFound && index < sought.length; index += 1) {
        const word = sought[index]
        if (word === undefined || word.misspelt?.[place] === 1) continue
        isFound =
          ((letters & word.letters) === word.letters && this.#isNearly(place, word.text)) || word.isElsewhere(place)
      }
      if (isFound && this.#names[place] !== undefined) found.push(place)
    }
    return found
  }

  #isNearly(place: number, text: string): boolean {
    const name = this.#names[place] ?? ''
    return name.includes(text) || isOfBeginnings(text, name)
  }

  #contains(place: number, { text, letters, pairs: [low, high], isOneLetter }: Sought): boolean {
    if ((this.#letters.at(place) & letters) !== letters) return false
    if (isOneLetter) return true
    const [lows, highs] = this.#pairs
    if ((lows.at(place) & low) !== low || (highs.at(place) & high) !== high) return false
    return this.#names[place]?.includes(text) === true
  }

  /**
   * Returns an array with 1 at the index of each name that has a word of which `typed` is a misspelling; null if there
   * is no such name.
   */
  #misspelt(typed: string): Uint8Array | null {
    this.spell(Infinity)
    const letters = letterBits(typed)
    let places: Uint8Array | null = null
    for (let index = 0; index < this.#wordList.length; index += 1) {
      const missing = letters & ~this.#wordLetters.at(index)
      // One mistake adds one letter at most.
      if ((missing & (missing - 1)) !== 0) continue
      const word = this.#wordList[index]
      if (word === undefined || !isMisspelt(typed, word.text)) continue
      places ??= new Uint8Array(this.#names.length)
      for (const place of word.places) places[place] = 1
    }
    return places
  }

  /**
   * Prepares some of the names for `findNear`, which otherwise prepares all of them on its first call.
   * @returns whether names are left
   */
  spell(most: number): boolean {
    const end = Math.min(this.#names.length, this.#spelt + most)
    for (; this.#spelt < end; this.#spelt += 1) {
      for (const word of wordsOfName(this.#names[this.#spelt] ?? '')) {
        if (isNumber.test(word)) continue
        const known = this.#words.get(word)
        if (known !== undefined) {
          this.#wordList[known]?.places.push(this.#spelt)
          continue
        }
        const index = this.#wordList.push({ text: word, places: [this.#spelt] }) - 1
        this.#words.set(word, index)
        this.#wordLetters.put(index, letterBits(word))
      }
    }
    return end < this.#names.length
  }
}

/** An array of 32-bit numbers that grows on demand. */
class Bits {
  #values = new Int32Array(1024)

  at(place: number): number {
    return this.#values[place] ?? 0
  }

  put(place: number, bits: number): void {
    if (place >= this.#values.length) {
      const longer = new Int32Array(2 * place)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[place] = bits
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
