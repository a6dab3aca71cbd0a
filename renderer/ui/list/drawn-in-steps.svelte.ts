import { whenIdle } from '../after-frame.ts'
import type { KeptPosition } from '../kept-position.ts'

/** The number of rows per step: more than a window shows. */
const step = 80

/**
 * The drawn part of a list that is not virtual. At first it has the rows down to the reader's position and those in
 * view; further rows follow while the page is idle. A thousand rows would delay the first frame.
 */
export class DrawnInSteps {
  #most = $state(0)
  readonly #soon: (task: () => void) => void

  /** @param position the reader's position, which `ListScroll` restores */
  constructor(position: KeptPosition | null, soon: (task: () => void) => void = whenIdle) {
    this.#most = step + (position?.index ?? 0)
    this.#soon = soon
  }

  /** Returns the rows to draw. */
  of<T>(items: readonly T[]): readonly T[] {
    return items.length <= this.#most ? items : items.slice(0, this.#most)
  }

  /** Draws further rows while some are missing; the body of an effect. */
  follow(count: number): void {
    const most = this.#most
    if (most >= count) return
    this.#soon(() => {
      this.#most = Math.max(this.#most, most + step)
    })
  }
}
