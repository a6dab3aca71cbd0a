import type { PersonRow } from '../../store/directory.ts'

/** Stands before each part of a name that a word can begin. */
const mark = '\u0000'

interface Entry {
  readonly row: PersonRow
  /** The name in the form in which names are ordered. */
  readonly name: string
  /** Every part of the name and the e-mail, each behind a mark. */
  readonly parts: string
}

/** People by name, and by the beginnings of the parts of their names. Kept up to date row by row. */
export class PeopleIndex {
  #entries: Entry[]
  readonly #byId: Map<number, Entry>

  constructor(rows: readonly PersonRow[]) {
    this.#entries = rows.map(entryOf).sort(compare)
    this.#byId = new Map(this.#entries.map((entry) => [entry.row.id, entry]))
  }

  apply(put: readonly PersonRow[], gone: readonly number[]): void {
    const left = new Set([...gone, ...put.map((row) => row.id)])
    if (left.size === 0) return
    for (const id of left) this.#byId.delete(id)
    const added = [...new Map(put.map((row) => [row.id, entryOf(row)])).values()].sort(compare)
    for (const entry of added) this.#byId.set(entry.row.id, entry)
    this.#entries = merge(
      this.#entries.filter((entry) => !left.has(entry.row.id)),
      added,
    )
  }

  /** Everybody with a part of the name, or an e-mail, that each word of the text begins; by name. */
  *find(text: string): Generator<PersonRow, void, void> {
    const marked = fold(text)
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => mark + word)
    for (const { row, parts } of this.#entries) if (marked.every((word) => parts.includes(word))) yield row
  }
}

function entryOf(row: PersonRow): Entry {
  const name = fold(row.name)
  // As it is written, and without its punctuation: “O’Neil” is found as “neil” too.
  const words = name.replaceAll(/\s+/g, mark) + mark + name.replaceAll(/[\s.'’-]+/g, mark)
  return { row, name, parts: mark + words + mark + fold(row.email) }
}

/** Without case and diacritics: “José” stands beside “Jose”, and is found as such. */
function fold(text: string): string {
  const lower = text.toLowerCase()

  return /^[\u0001-\u007f]*$/.test(lower)
    ? lower
    : lower.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(mark, '')
}

// A collator would be right in more languages, and takes a hundred times as long over twenty thousand names.
function compare(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.row.id - b.row.id
}

/** Two ordered lists as one. */
function merge(a: readonly Entry[], b: readonly Entry[]): Entry[] {
  const merged: Entry[] = []
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
