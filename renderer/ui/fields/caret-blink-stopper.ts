/** The time without input after which the caret stops blinking, in milliseconds, as in GTK. */
const stopsAfterMs = 10_000

/** The part of the page that is used. */
export interface CaretPage {
  readonly activeElement: { readonly parentElement: CaretParent | null } | null
  addEventListener(
    type: string,
    listener: () => void,
    options: { readonly capture: true; readonly passive: true },
  ): void
}

/** The element around a field. */
export interface CaretParent {
  readonly style: Pick<CSSStyleDeclaration, 'setProperty' | 'removeProperty'>
}

/**
 * Stops the blinking of the caret after a time without input: each blink costs a frame in three processes, and a window
 * with the caret in its composer may stay open for hours. The inherited property is set around the field, since an
 * editor treats a change of its own element as an input.
 */
export class CaretBlinkStopper {
  readonly #page: CaretPage
  #timer: ReturnType<typeof setTimeout> | undefined
  #at: CaretParent | null = null

  constructor(page: CaretPage) {
    this.#page = page
  }

  listen(): void {
    for (const type of ['keydown', 'pointerdown', 'focusin', 'input', 'selectionchange']) {
      this.#page.addEventListener(type, () => this.#blink(), { capture: true, passive: true })
    }
    this.#blink()
  }

  #blink(): void {
    this.#at?.style.removeProperty('caret-animation')
    this.#at = null
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#at = this.#page.activeElement?.parentElement ?? null
      this.#at?.style.setProperty('caret-animation', 'manual')
    }, stopsAfterMs)
  }
}
