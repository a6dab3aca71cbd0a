import type { RouteStorage } from '../../state/routes/last-routes.ts'
import { StoredJson } from '../../state/stored-json.ts'

/** The bounds of the navigation's width, its default and the step of the arrow keys, in CSS pixels. */
export const navigationWidths = { least: 220, usual: 276, most: 480, step: 16 } as const

const owner = 'window'

/** The width of the navigation, stored on this computer. */
export class NavigationWidth {
  readonly #stored: StoredJson<number>
  #width = $state.raw<number>(navigationWidths.usual)

  constructor(storage: RouteStorage) {
    this.#stored = new StoredJson(storage, 'navigation-width', (stored) => {
      return typeof stored === 'number' && Number.isFinite(stored) ? bounded(stored) : navigationWidths.usual
    })
    this.#width = this.#stored.get(owner)
  }

  /** The width in CSS pixels. */
  get px(): number {
    return this.#width
  }

  /** Sets the width within its bounds, for this session. */
  set(px: number): void {
    this.#width = bounded(px)
  }

  /** Stores the width, after the pointer is released. */
  keep(): void {
    this.#stored.set(owner, this.#width)
  }
}

function bounded(px: number): number {
  return Math.round(Math.min(navigationWidths.most, Math.max(navigationWidths.least, px)))
}
