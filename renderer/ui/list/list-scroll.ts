/** The position of the reader in a list. */
export interface KeptPosition {
  /** The id or the key of the first row in view. */
  readonly row: string
  /** The index of the row, for a list whose rows have no order of their own. */
  readonly index: number
  /**
   * The distance from the upper edge of the view to the row (in a conversation, to its text), in CSS pixels; negative
   * if the row starts above the view.
   */
  readonly offset: number
  /** Whether the end of the list was in view and followed. */
  readonly isAtEnd: boolean
}

/** The part of a scrolled element that is used. */
export type ScrolledList = Pick<HTMLElement, 'scrollTop' | 'getBoundingClientRect' | 'querySelectorAll'>

/**
 * The reader's position in a list, for a return to it. The rows have `data-kept-row` with their key and
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

  /**
   * Attaches the drawn list, and restores the position if `isWhole`: all its rows are drawn. @returns a function that
   * detaches it
   */
  attach(element: ScrolledList, isWhole = true): () => void {
    this.#element = element
    if (isWhole) this.#restore(element)
    return () => {
      if (this.#element === element) this.#element = null
    }
  }

  /** Scrolls to the row; if it does not exist any more, to the row at its index. */
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

  /** Notes that the position was restored in another way. */
  done(): void {
    this.#wanted = null
  }

  /** Returns the reader's position; null before a row is drawn or the position is restored. */
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
