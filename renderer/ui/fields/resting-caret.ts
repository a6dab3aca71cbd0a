/** GTK stops the blinking of a caret after this time without input, too. In milliseconds. */
const restsAfterMs = 10_000

/** The parts of a page that are used. */
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
 * Stops the blinking of the caret while nobody types: each blink costs a frame in three processes, and a window is left
 * open with the caret in its composer for hours.
 *
 * The property is inherited, and is set around the field: an editor would take a change of its own element for an input.
 */
export class RestingCaret {
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
    }, restsAfterMs)
  }
}
