/** The time that the pointer rests before a tooltip appears, and the time after one in which the next appears at once. */
const restMs = 600
const graceMs = 300

/** What a tooltip needs of an element. */
export interface TooltipTarget {
  readonly dataset: { readonly tooltip?: string }
}

export interface ShownTooltip<T extends TooltipTarget = TooltipTarget> {
  readonly target: T
  readonly text: string
}

/**
 * Decides which element of the page shows its tooltip, the `data-tooltip` attribute: the one on which the pointer rests, or
 * the one that the Tab key has reached. One for the whole page, so that rows pay nothing for their buttons.
 */
export class Tooltips<T extends TooltipTarget> {
  shown = $state.raw<ShownTooltip<T> | null>(null)
  #under: T | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #hiddenAt = -Infinity
  #hasTabbed = false

  /** The pointer is over another element; null if that has no tooltip. */
  over(target: T | null): void {
    if (target === this.#under) return
    this.#under = target
    const wasShown = this.shown !== null
    this.#hide()
    if (target === null) return
    if (wasShown || performance.now() - this.#hiddenAt < graceMs) this.#show(target)
    else this.#timer = setTimeout(() => this.#show(target), restMs)
  }

  /** Another element has the focus. It shows its tooltip only after Tab: a focus that a closed dialog gave back is no question. */
  focused(target: T | null): void {
    if (target !== null && this.#hasTabbed) {
      this.#hide()
      this.#show(target)
    } else if (this.shown !== null && this.shown.target !== this.#under) this.#hide()
  }

  /** A key was pressed. */
  pressed(key: string): void {
    this.#hasTabbed = key === 'Tab'
    if (!this.#hasTabbed) this.#hide()
  }

  /** Something was scrolled. A list that moves by itself dismisses no tooltip beside it. */
  scrolled(isMoved: (target: T) => boolean): void {
    const target = this.shown?.target ?? this.#under
    if (target !== null && isMoved(target)) this.dismiss()
  }

  /** The pointer was pressed, or the window lost the focus. */
  dismiss(): void {
    this.#hasTabbed = false
    this.#hide()
  }

  close(): void {
    this.#hide()
  }

  #show(target: T): void {
    const text = target.dataset.tooltip ?? ''
    if (text !== '') this.shown = { target, text }
  }

  #hide(): void {
    clearTimeout(this.#timer)
    if (this.shown === null) return
    this.#hiddenAt = performance.now()
    this.shown = null
  }
}
