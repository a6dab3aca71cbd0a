import { whenIdle } from '../after-frame.ts'
import type { KeptPosition } from '../kept-position.ts'

/** More rows than a window shows. */
const step = 80

/**
 * How much of a list that is drawn whole is drawn already: at first the rows down to where the reader was and those in
 * view, the others below them while the page has nothing else to do. A thousand rows would hold the first frame up.
 */
export class DrawnInSteps {
  #most = $state(0)
  readonly #soon: (task: () => void) => void

  /** @param position where the reader was, as `ListScroll` restores it */
  constructor(position: KeptPosition | null, soon: (task: () => void) => void = whenIdle) {
    this.#most = step + (position?.index ?? 0)
    this.#soon = soon
  }

  /** The rows to draw. */
  of<T>(items: readonly T[]): readonly T[] {
    return items.length <= this.#most ? items : items.slice(0, this.#most)
  }

  /** The body of an effect: draws more as long as there are more than are drawn. */
  follow(count: number): void {
    const most = this.#most
    if (most >= count) return
    this.#soon(() => {
      this.#most = Math.max(this.#most, most + step)
    })
  }
}
