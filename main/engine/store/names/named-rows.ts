import { foldName, type NameQuery } from '../../values/folded-text.ts'
import type { EngineDatabase } from '../file/database.ts'
import type { ChangedIds } from './changed-names.ts'
import { NameIndex, type IndexWord } from './name-index.ts'

/** A row with its name as `foldName` returns it. */
export interface NamedRow<Row> {
  readonly row: Row
  readonly name: string
}

/** The rows that were read since the last query, and the ids of those that are gone; null if all rows were read. */
export type FollowedRows<Row> = { readonly put: readonly Row[]; readonly gone: readonly number[] } | null

/** The rows of a table by their names. They are read once and kept up to date by reported changes. */
export class NamedRows<Row extends { readonly id: number; readonly name: string }> {
  readonly #all
  readonly #one
  /** Each row is at the index of its name. */
  #entries: (NamedRow<Row> | undefined)[] = []
  #indexes = new Map<number, number>()
  #names = new NameIndex()
  #isRead = false

  /** `columns` are those of `Row`; `condition` selects the rows. */
  constructor(database: EngineDatabase, table: string, columns: readonly (keyof Row & string)[], condition = '1') {
    const rows = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${condition}`
    this.#all = database.prepare<[], Row>(`${rows} ORDER BY id`)
    this.#one = database.prepare<[number], Row>(`${rows} AND id = ?`)
  }

  /** Frees the memory; the next query reads all rows. */
  forget(): void {
    this.#entries = []
    this.#indexes = new Map()
    this.#names = new NameIndex()
    this.#isRead = false
  }

  /** Reads the changed rows; null stands for all rows. */
  applyChanges(changed: ChangedIds): FollowedRows<Row> {
    if (changed === null || !this.#isRead || this.#names.isSparse) {
      // A failed query may have left half of its changes, which are dropped.
      this.forget()
      for (const row of this.#all.iterate()) this.#put(row)
      this.#isRead = true
      return null
    }
    const put: Row[] = []
    const gone: number[] = []
    for (const id of changed) {
      const row = this.#one.get(id)
      this.#remove(id)
      if (row === undefined) gone.push(id)
      else {
        this.#put(row)
        put.push(row)
      }
    }
    return { put, gone }
  }

  get(id: number): NamedRow<Row> | undefined {
    return this.#entries[this.#indexes.get(id) ?? -1]
  }

  *rows(): Generator<Row, void, void> {
    for (const entry of this.#entries) if (entry !== undefined) yield entry.row
  }

  /** Yields the rows whose names contain every word; without words there are none. */
  *matching(words: NameQuery['words']): Generator<NamedRow<Row>, void, void> {
    if (words.length === 0) return
    const { lastBefore } = this.#names.matcher(indexWords(words), '')
    for (let index = lastBefore(this.#entries.length); index >= 0; index = lastBefore(index)) {
      const entry = this.#entries[index]
      if (entry !== undefined) yield entry
    }
  }

  /** Returns the rows whose names nearly contain every word, at most `most`. */
  near(words: NameQuery['words'], most: number): Row[] {
    return this.#names.findNear(indexWords(words), most).flatMap((index) => this.#entries[index]?.row ?? [])
  }

  /** Prepares some names for `near`. @returns whether names are left */
  indexWords(most: number): boolean {
    return this.#names.indexWords(most)
  }

  #put(row: Row): void {
    const name = foldName(row.name)
    const index = this.#names.add(name)
    this.#entries[index] = { row, name }
    this.#indexes.set(row.id, index)
  }

  #remove(id: number): void {
    const index = this.#indexes.get(id)
    if (index === undefined) return
    this.#names.remove(index)
    this.#entries[index] = undefined
    this.#indexes.delete(id)
  }
}

function indexWords(words: NameQuery['words']): IndexWord[] {
  return words.map((text) => ({ text, isElsewhere: () => false }))
}
