/** The ids of the first and the last message on screen; null if there is none. */
export type OnScreen = { readonly first: number; readonly last: number } | null

/** The least interval between two reports, in milliseconds. */
const reportEveryMs = 200

/** Reports which messages are on screen, shortly after a possible change, and only if it differs. */
export class OnScreenReport {
  readonly #listener: () => string
  readonly #report: (shown: OnScreen) => void
  #measure: () => OnScreen = () => null
  #reported: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param listener returns the name of the receiver; a new receiver always gets a report */
  constructor(listener: () => string, report: (shown: OnScreen) => void) {
    this.#listener = listener
    this.#report = report
  }

  /**
   * Records that other messages may be on screen.
   * @param measure returns them when the report is sent
   */
  changed(measure: () => OnScreen): void {
    this.#measure = measure
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const shown = this.#measure()
      const state = `${this.#listener()}:${shown?.first ?? ''}:${shown?.last ?? ''}`
      if (state === this.#reported) return
      this.#reported = state
      this.#report(shown)
    }, reportEveryMs)
  }

  /** Allows the last report to be sent again with the next change, after it failed. */
  forget(): void {
    this.#reported = null
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}

/**
 * Returns the rows of a list that are in view, by the newest message of the first and of the last one (`data-newest`).
 * @param rows a selector of the rows that count
 */
export function rowsInView(scroller: HTMLElement | null | undefined, rows = '[data-newest]'): OnScreen {
  if (scroller == null) return null
  const bounds = scroller.getBoundingClientRect()
  const seen = [...scroller.querySelectorAll<HTMLElement>(rows)].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > bounds.top && top < bounds.bottom
  })
  const [first, last] = [seen[0], seen.at(-1)]
  return first === undefined || last === undefined
    ? null
    : { first: Number(first.dataset.newest), last: Number(last.dataset.newest) }
}
