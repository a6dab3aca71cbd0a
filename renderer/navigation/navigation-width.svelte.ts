import type { RouteStorage } from '../routes/last-routes.ts'
import { StoredJson } from '../routes/stored-json.ts'

/** CSS pixels. */
export const navigationWidths = { least: 220, usual: 276, most: 480, step: 16 } as const

const owner = 'window'

/** The width of the navigation that the user has chosen on this computer. */
export class NavigationWidth {
  readonly #stored: StoredJson<number>
  #width = $state.raw<number>(navigationWidths.usual)

  constructor(storage: RouteStorage) {
    this.#stored = new StoredJson(storage, 'navigation-width', (stored) => {
      return typeof stored === 'number' && Number.isFinite(stored) ? bounded(stored) : navigationWidths.usual
    })
    this.#width = this.#stored.get(owner)
  }

  /** CSS pixels. */
  get px(): number {
    return this.#width
  }

  /** Sets the width, within its bounds. */
  set(px: number): void {
    this.#width = bounded(px)
  }

  /** Keeps the width beyond this session: it is not kept for each step of a pointer. */
  keep(): void {
    this.#stored.set(owner, this.#width)
  }
}

function bounded(px: number): number {
  return Math.round(Math.min(navigationWidths.most, Math.max(navigationWidths.least, px)))
}
