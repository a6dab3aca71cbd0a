import { clientLimits } from '#shared/client-limits.ts'
import { isSameRoute, type Route } from './routes.ts'
import type { KeptPosition } from '../../ui/list/list-scroll.ts'

/** A visit of a route, with the state that a return restores. */
export interface Visit {
  /** The route, which follows a conversation that is renamed while it is shown. */
  route: Route
  /** The reader's position; null if the screen was left before it showed anything. */
  position: KeptPosition | null
  /** The text in the screen's field. */
  text: string
}

/** The visited routes of one account, with back and forward. Beyond the bound, the oldest visits are dropped. */
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
   * Visits a route and drops the visits ahead. A repeated route, or one after a start without a choice, replaces the
   * current visit.
   */
  visit(route: Route): Visit {
    const { current } = this
    const visit: Visit = { route, position: null, text: '' }
    const isReplaced = isSameRoute(current.route, route) || current.route.kind === 'start'
    this.#visits = [...this.#visits.slice(0, isReplaced ? this.#index : this.#index + 1), visit]
    this.#visits.splice(0, this.#visits.length - clientLimits.visitedRoutes.most)
    this.#index = this.#visits.length - 1
    return visit
  }

  /** The latest visited conversation, up to the current visit; null without one. */
  get lastConversation(): Route | null {
    return this.#visits.slice(0, this.#index + 1).findLast(({ route }) => route.kind === 'conversation')?.route ?? null
  }

  /** Goes back. @returns the visit that is current now; null if there is none */
  back(): Visit | null {
    if (!this.canGoBack) return null
    this.#index -= 1
    return this.current
  }

  /** Goes forward. @returns the visit that is current now; null if there is none */
  forward(): Visit | null {
    if (!this.canGoForward) return null
    this.#index += 1
    return this.current
  }

  /** Replaces the current visit, whose route does not exist any more. */
  replace(route: Route): Visit {
    const visit: Visit = { route, position: null, text: '' }
    this.#visits[this.#index] = visit
    return visit
  }
}
