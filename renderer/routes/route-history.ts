import { clientLimits } from '#shared/client-limits.ts'
import { isSameRoute, type Route } from '../app/routes.ts'
import type { KeptPosition } from '../ui/kept-position.ts'

/** A visit of a place, with what is kept of it until the reader comes back. */
export interface Visit {
  /** It follows a conversation that was renamed while it was shown. */
  route: Route
  /** Where the reader was; null if the place was left before it showed anything. */
  position: KeptPosition | null
  /** What was typed in the field of its screen. */
  text: string
}

/** The visited places of one account, with back and forward. Visits are bounded: the oldest are dropped. */
export class RouteHistory {
  #visits: Visit[]
  #index = 0

  constructor(first: Route) {
    this.#visits = [{ route: first, position: null, text: '' }]
  }

  get current(): Visit {
    const current = this.#visits[this.#index]
    if (current === undefined) throw new RangeError('the history has lost its place')
    return current
  }

  get canGoBack(): boolean {
    return this.#index > 0
  }

  get canGoForward(): boolean {
    return this.#index < this.#visits.length - 1
  }

  /**
   * Visits a place. What was ahead is dropped; the same place again, and a start where nothing was chosen, are no visits
   * of their own.
   */
  visit(route: Route): Visit {
    const { current } = this
    const visit: Visit = { route, position: null, text: '' }
    const isReplaced = isSameRoute(current.route, route) || current.route.kind === 'start'
    this.#visits = [...this.#visits.slice(0, isReplaced ? this.#index : this.#index + 1), visit]
    this.#visits.splice(0, this.#visits.length - clientLimits.visitedPlaces.most)
    this.#index = this.#visits.length - 1
    return visit
  }

  /** The conversation that was visited last, up to the current visit; null without one. */
  get lastConversation(): Route | null {
    return this.#visits.slice(0, this.#index + 1).findLast(({ route }) => route.kind === 'conversation')?.route ?? null
  }

  /** @returns the visit before, which is the current one now; null if there is none */
  back(): Visit | null {
    if (!this.canGoBack) return null
    this.#index -= 1
    return this.current
  }

  /** @returns the visit after, which is the current one now; null if there is none */
  forward(): Visit | null {
    if (!this.canGoForward) return null
    this.#index += 1
    return this.current
  }

  /** The current place is gone: its visit becomes one of another place. */
  replace(route: Route): Visit {
    const visit: Visit = { route, position: null, text: '' }
    this.#visits[this.#index] = visit
    return visit
  }
}
