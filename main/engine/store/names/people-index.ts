import { foldName, NameQuery, unspacedScripts } from '../../values/folded-text.ts'
import { visibleEmail } from '../../values/people.ts'
import type { PersonRow } from '../directory.ts'

/** The mark precedes each part of a name at which a word can start. */
const mark = '\u0000'

/** The characters beside spaces that separate the parts of a name. */
const signs = /[.'・·()[\]"“”&/_-]+/g
const unspaced = new RegExp(`^[${unspacedScripts}ー々]+$`, 'u')

/** The columns of a user that an index needs. */
export type NamedPerson = Pick<PersonRow, 'id' | 'name' | 'email'>

interface Entry<Row> {
  readonly row: Row
  /** The sort key of the name. */
  readonly name: string
  /** Every part of the name and the visible e-mail address, each after a mark. */
  readonly parts: string
  /** The letters with which the parts begin, as bits. */
  readonly starts: number
  /** The parts and the further text; null until that was needed. */
  all: string | null
}

/**
 * Where a user matches a text, best first: all words begin parts of the name or the e-mail address, some are inside of
 * the name, of the address, or in a further text.
 */
export type PersonRank = 0 | 1 | 2 | 3

/** Users by name and by prefixes of name parts, updated incrementally. */
export class PeopleIndex<Row extends NamedPerson> {
  #entries: Entry<Row>[]
  /** The starts of each entry, so that most entries are skipped without being read. */
  #starts: Int32Array
  readonly #byId: Map<number, Entry<Row>>

  constructor(rows: readonly Row[]) {
    this.#entries = rows.map(entryOf).sort(compare)
    this.#byId = new Map(this.#entries.map((entry) => [entry.row.id, entry]))
    this.#starts = startsOf(this.#entries)
  }

  apply(put: readonly Row[], gone: readonly number[]): void {
    const left = new Set([...gone, ...put.map((row) => row.id)])
    if (left.size === 0) return
    for (const id of left) this.#byId.delete(id)
    const added = [...new Map(put.map((row) => [row.id, entryOf(row)])).values()].sort(compare)
    for (const entry of added) this.#byId.set(entry.row.id, entry)
    this.#entries = merge(
      this.#entries.filter((entry) => !left.has(entry.row.id)),
      added,
    )
    this.#starts = startsOf(this.#entries)
  }

  /**
   * Yields the users for whom every word of the text is a prefix of a name part or of the e-mail address, sorted by
   * name.
   */
  *find(text: string): Generator<Row, void, void> {
    for (const { row } of this.findNamed(text)) yield row
  }

  /** Yields the same users with their names in the form in which they are compared. */
  *findNamed(text: string): Generator<Pick<Entry<Row>, 'row' | 'name'>, void, void> {
    const words = fold(text)
      .split(/[\s,]+/)
      .filter(Boolean)
    // Diacritical marks without a letter are not words.
    if (words.length === 0 && text.trim() !== '') return
    const [entries, starts] = [this.#entries, this.#starts]
    const needed = words.reduce((bits, word) => bits | letterBit(word.charCodeAt(0)), 0)
    // A single Latin letter has its own bit, which has already matched.
    const read = words.filter((word) => !/^[a-z]$/.test(word)).map(wantedOf)
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index]
      if (entry === undefined || ((starts[index] ?? 0) & needed) !== needed) continue
      if (read.every((wanted) => isIn(entry.parts, wanted))) yield entry
    }
  }

  /**
   * Yields the users whose names begin with a text, sorted by name, with their names in the form in which they are
   * compared.
   */
  *beginning(text: string): Generator<Pick<Entry<Row>, 'row' | 'name'>, void, void> {
    const begin = fold(text)
    // Diacritical marks without a letter begin no name.
    if (begin === '') return
    for (let index = positionOf(this.#entries, (entry) => entry.name < begin); ; index += 1) {
      const entry = this.#entries[index]
      if (entry?.name.startsWith(begin) !== true) return
      yield entry
    }
  }

  /**
   * Returns the users whose name, e-mail address or further text contains every word, by rank, those of a rank sorted
   * by name. They are put into lists, since an object for each of twenty thousand takes longer than the comparison.
   * @param mostWords the number of words that are looked at
   * @param textOf returns the further text of a user, folded; it is kept until the user changes or `forgetTexts` is called
   * @param passes whether a user counts at all
   */
  findAnywhere(
    text: string,
    mostWords: number,
    textOf: (row: Row) => string,
    passes: (row: Row) => boolean = () => true,
  ): Record<PersonRank, Row[]> {
    const found: Record<PersonRank, Row[]> = { 0: [], 1: [], 2: [], 3: [] }
    const words = new NameQuery(text.replaceAll(',', ' '), mostWords).words
      .map((word) => word.replaceAll(mark, ''))
      .filter(Boolean)
    if (words.length === 0 && text.trim() !== '') return found
    const wanted = words.map((word) => ({ ...wantedOf(word), word, bit: letterBit(word.charCodeAt(0)) }))
    const [entries, starts] = [this.#entries, this.#starts]
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index]
      if (entry === undefined) continue
      const rank = rankOf(entry, starts[index] ?? 0, wanted, textOf)
      if (rank !== null && passes(entry.row)) found[rank].push(entry.row)
    }
    return found
  }

  /**
   * Reads the further texts of at most `most` users, so that the first search waits for none.
   * @returns whether some are left
   */
  prepareTexts(most: number, textOf: (row: Row) => string): boolean {
    let made = 0
    for (const entry of this.#entries) {
      if (entry.all !== null) continue
      if (made === most) return true
      entry.all = `${entry.parts}\n${textOf(entry.row)}`
      made += 1
    }
    return false
  }

  /** Drops the further texts, which the next search reads again. */
  forgetTexts(): void {
    for (const entry of this.#entries) entry.all = null
  }

  /** Returns whether another user has the same name, regardless of case and diacritics. */
  hasNamesake(row: NamedPerson): boolean {
    const entry = this.#byId.get(row.id)
    if (entry === undefined) return false
    const at = positionOf(this.#entries, (other) => compare(other, entry) < 0)
    return this.#entries[at - 1]?.name === entry.name || this.#entries[at + 1]?.name === entry.name
  }
}

/** Returns where a user matches the worst of the words; null if one of them is nowhere. */
function rankOf<Row>(
  entry: Entry<Row>,
  starts: number,
  wanted: readonly (Wanted & { readonly word: string; readonly bit: number })[],
  textOf: (row: Row) => string,
): PersonRank | null {
  if (wanted.length === 0) return 0
  const { row, name, parts } = entry
  // One text decides most of the users, since scattered memory costs more than the comparison.
  const all = (entry.all ??= `${parts}\n${textOf(row)}`)
  let rank: PersonRank = 0
  for (const each of wanted) {
    const isThere = all.includes(each.word)
    if (!isThere && each.pieces.length === 0) return null
    if ((starts & each.bit) !== 0 && isIn(parts, each)) continue
    if (!isThere) return null
    const found = name.includes(each.word) ? 1 : parts.includes(each.word) ? 2 : 3
    if (found > rank) rank = found
  }
  return rank
}

function startsOf(entries: readonly Entry<unknown>[]): Int32Array {
  return Int32Array.from(entries, ({ starts }) => starts)
}

/** Returns the bit of a character. Each Latin letter has a bit; other characters share some. */
function letterBit(code: number): number {
  return code >= 97 && code <= 122 ? 1 << (code - 97) : 1 << (26 + (code % 6))
}

function entryOf<Row extends NamedPerson>(row: Row): Entry<Row> {
  const name = fold(row.name)
  const email = visibleEmail(row)
  const parts = [...partsOf(name), ...(email === null ? [] : [fold(email)])].filter((part) => part !== '')
  const starts = parts.reduce((bits, part) => bits | letterBit(part.charCodeAt(0)), 0)
  return { row, name, parts: parts.map((part) => mark + part).join(''), starts, all: null }
}

/**
 * Returns the parts of a folded name: as written, split at separators, and without them, so that “O’Neil” is also
 * found as “neil” and “oneil”. A name in a script without spaces is found by any of its parts, and as one word in
 * either order.
 */
function partsOf(name: string): Iterable<string> {
  if (/^[a-z0-9 ]*$/.test(name)) return name.split(/ +/)
  const words = name.split(/\s+/)
  const parts = new Set(words)
  for (const word of words) {
    parts.add(word.replaceAll(signs, ''))
    for (const part of word.split(signs)) parts.add(part)
  }
  parts.delete('')
  const short = [...parts].filter((part) => unspaced.test(part))
  if (short.length === 0) return parts
  for (const part of short) for (let at = 1; at < part.length; at += 1) parts.add(part.slice(at))
  const whole = words.flatMap((word) => word.split(signs)).filter(Boolean)
  if (whole.length > 1 && whole.length <= 3) parts.add(whole.join('')).add([...whole].reverse().join(''))
  return parts
}

/** A typed word in the form in which the parts of names are searched. */
interface Wanted {
  readonly whole: string
  /** The parts between the word's separators, each the beginning of a name part: “jean-luc” finds “Jean Luc”. */
  readonly pieces: readonly string[]
}

function wantedOf(word: string): Wanted {
  const pieces = word.split(signs).filter((piece) => piece !== '')
  return { whole: mark + word, pieces: pieces.length > 1 ? pieces.map((piece) => mark + piece) : [] }
}

function isIn(parts: string, { whole, pieces }: Wanted): boolean {
  return parts.includes(whole) || (pieces.length > 0 && pieces.every((piece) => parts.includes(piece)))
}

/** Removes case and diacritics, so that “José” is sorted next to “Jose” and found as such. */
function fold(text: string): string {
  return foldName(text).replaceAll(mark, '')
}

// A collator would be correct in more languages, but takes a hundred times as long for twenty thousand names.
function compare(a: Entry<NamedPerson>, b: Entry<NamedPerson>): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.row.id - b.row.id
}

/** Returns the number of entries at the start of a sorted list for which `isBefore` is true, by binary search. */
function positionOf<Row>(entries: readonly Entry<Row>[], isBefore: (entry: Entry<Row>) => boolean): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]
    if (entry !== undefined && isBefore(entry)) low = middle + 1
    else high = middle
  }
  return low
}

/** Merges two sorted lists. */
function merge<Row extends NamedPerson>(a: readonly Entry<Row>[], b: readonly Entry<Row>[]): Entry<Row>[] {
  const merged: Entry<Row>[] = []
  let next = 0
  for (const entry of a) {
    for (let other = b[next]; other !== undefined && compare(other, entry) < 0; other = b[next]) {
      merged.push(other)
      next += 1
    }
    merged.push(entry)
  }
  return [...merged, ...b.slice(next)]
}
