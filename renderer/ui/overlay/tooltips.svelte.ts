/**
 * The time for which the pointer rests before a tooltip appears, and the time after a tooltip within which the next one
 * appears at once, in milliseconds.
 */
const hoverDelayMs = 600
const graceMs = 300

/** The part of an element that tooltips use. */
export interface TooltipTarget {
  readonly dataset: { readonly tooltip?: string }
}

/** The visible tooltip. */
export interface ShownTooltip<T extends TooltipTarget = TooltipTarget> {
  readonly target: T
  readonly text: string
}

/**
 * Decides which element of the page shows its tooltip, the `data-tooltip` attribute: the one under a motionless
 * pointer, or the one that the Tab key has reached. The whole page shares one instance, so that the buttons of rows
 * cost nothing.
 */
export class Tooltips<T extends TooltipTarget> {
  shown = $state.raw<ShownTooltip<T> | null>(null)
  #under: T | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #hiddenAt = -Infinity
  #hasTabbed = false

  /** Handles the pointer over another element; null if that has no tooltip. */
  over(target: T | null): void {
    if (target === this.#under) return
    this.#under = target
    const wasShown = this.shown !== null
    this.#hide()
    if (target === null) return
    if (wasShown || performance.now() - this.#hiddenAt < graceMs) this.#show(target)
    else this.#timer = setTimeout(() => this.#show(target), hoverDelayMs)
  }

  /**
   * Handles the focus of another element. Its tooltip is shown only after Tab, and not if a closed dialog returned the
   * focus.
   */
  focused(target: T | null): void {
    if (target !== null && this.#hasTabbed) {
      this.#hide()
      this.#show(target)
    } else if (this.shown !== null && this.shown.target !== this.#under) this.#hide()
  }

  /** Handles a pressed key. */
  pressed(key: string): void {
    this.#hasTabbed = key === 'Tab'
    if (!this.#hasTabbed) this.#hide()
  }

  /** Handles scrolling. A list that scrolls hides only the tooltips of its own elements. */
  scrolled(isMoved: (target: T) => boolean): void {
    const target = this.shown?.target ?? this.#under
    if (target !== null && isMoved(target)) this.dismiss()
  }

  /** Hides the tooltip after the pointer was pressed, or when the window lost the focus. */
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
