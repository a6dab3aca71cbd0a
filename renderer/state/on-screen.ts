/** Ids of the first and the last message that are on screen; null where none is. */
export type OnScreen = { readonly first: number; readonly last: number } | null

/** It is told at most so often, in milliseconds. */
const tellEveryMs = 200

/** Tells which messages are on screen, a moment after that may have changed, and only when it did. */
export class OnScreenReport {
  readonly #listener: () => string
  readonly #tell: (shown: OnScreen) => void
  #measure: () => OnScreen = () => null
  #told: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param listener names whom it is told: another one is told in any case */
  constructor(listener: () => string, tell: (shown: OnScreen) => void) {
    this.#listener = listener
    this.#tell = tell
  }

  /**
   * Other messages may be on screen now.
   * @param measure looks which, when it is told
   */
  changed(measure: () => OnScreen): void {
    this.#measure = measure
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const shown = this.#measure()
      const told = `${this.#listener()}:${shown?.first ?? ''}:${shown?.last ?? ''}`
      if (told === this.#told) return
      this.#told = told
      this.#tell(shown)
    }, tellEveryMs)
  }

  /** What was told did not arrive: it is told again with the next change. */
  forget(): void {
    this.#told = null
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
