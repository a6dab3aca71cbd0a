import { clientLimits } from '#shared/client-limits.ts'

const mostLists = clientLimits.keptHeights.most
/** The number of rows by list: more than a tall window draws, with its margins. */
const mostRows = clientLimits.keptHeightsOfList.most

/**
 * The heights of the rows that lists showed when they were opened and left, by list and row, in CSS pixels. A list that
 * is opened again knows which rows fill its view, and draws them in one layout.
 */
export class KeptHeights {
  readonly #lists = new Map<string, Map<string, number>>()

  /** Returns the heights of a list; empty for an unknown one. */
  of(list: string): ReadonlyMap<string, number> {
    return this.#lists.get(list) ?? new Map()
  }

  /**
   * Adds heights. Beyond the bounds, the list that was left first and the rows that were recorded first are dropped.
   */
  keep(list: string, heights: Iterable<readonly [key: string, height: number]>): void {
    const rows = this.#lists.get(list) ?? new Map<string, number>()
    for (const [key, height] of heights) {
      rows.delete(key)
      rows.set(key, height)
    }
    for (const key of rows.keys()) {
      if (rows.size <= mostRows) break
      rows.delete(key)
    }
    this.#lists.delete(list)
    this.#lists.set(list, rows)
    const [first] = this.#lists.keys()
    if (this.#lists.size > mostLists && first !== undefined) this.#lists.delete(first)
  }
}
