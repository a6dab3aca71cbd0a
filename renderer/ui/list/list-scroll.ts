import type { KeptPosition } from '../kept-position.ts'

/** The parts of a scrolled element that are used. */
export type ScrolledList = Pick<HTMLElement, 'scrollTop' | 'getBoundingClientRect' | 'querySelectorAll'>

/**
 * Where the reader is in a list, for a place that is left and comes back. Its rows have `data-kept-row` with their key and
 * `data-kept-index`.
 */
export class ListScroll {
  #element: ScrolledList | null = null
  #wanted: KeptPosition | null

  constructor(position: KeptPosition | null) {
    this.#wanted = position
  }

  /** The position that is not restored yet; null if there is none. */
  get wanted(): KeptPosition | null {
    return this.#wanted
  }

  /** The list is drawn; `isWhole` if all its rows are. Restores the position then. Returns what undoes it. */
  attach(element: ScrolledList, isWhole = true): () => void {
    this.#element = element
    if (isWhole) this.#restore(element)
    return () => {
      if (this.#element === element) this.#element = null
    }
  }

  /** To the row; where it is gone, to the one in its place. */
  #restore(element: ScrolledList): void {
    const wanted = this.#wanted
    const rows = [...element.querySelectorAll<HTMLElement>('[data-kept-row]')]
    if (wanted === null) return
    const row =
      rows.find(({ dataset }) => dataset.keptRow === wanted.row) ?? rows[Math.min(wanted.index, rows.length - 1)]
    this.#wanted = null
    if (row === undefined) return
    element.scrollTop += row.getBoundingClientRect().top - element.getBoundingClientRect().top - wanted.offset
  }

  /** The position was restored in another way. */
  done(): void {
    this.#wanted = null
  }

  /** Where the reader is; null as long as no row is drawn or the kept position is not restored. */
  position(): KeptPosition | null {
    if (this.#element === null || this.#wanted !== null) return null
    const { top } = this.#element.getBoundingClientRect()
    for (const row of this.#element.querySelectorAll<HTMLElement>('[data-kept-row]')) {
      const bounds = row.getBoundingClientRect()
      if (bounds.bottom <= top) continue
      const { keptRow = '', keptIndex = '0' } = row.dataset
      return { row: keptRow, index: Number(keptIndex), offset: bounds.top - top, isAtEnd: false }
    }
    return null
  }
}
