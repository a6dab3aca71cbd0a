import { FocusSinceChoice } from './focus-since-choice.ts'
import type { LastRoutes } from './last-routes.ts'
import { RouteHistory, type Visit } from './route-history.ts'
import type { Route } from './routes.ts'
import type { ScreenState, ScreenVisit } from './screen-state.ts'
import { TypedAhead } from './typed-ahead.ts'

/** The shown screen of an account. */
export interface Shown {
  readonly accountId: string
  readonly route: Route
  readonly screen: ScreenState
}

/** The parts of the page that navigation uses. */
export interface RoutesPorts {
  readonly lastRoutes: LastRoutes
  /** Opens the state of a route's screen. */
  readonly open: (route: Route, visit: ScreenVisit) => ScreenState
  /** Called before the first screen of an account is opened. */
  readonly onEnter: (accountId: string) => void
  /** Called after the last screen of an account is closed. */
  readonly onLeave: () => void
  /** Called when an account was signed out. */
  readonly onForget: (accountId: string) => void
}

const start: Route = { kind: 'start' }

/**
 * Navigation between routes. Each account has a history of its own, and is shown where it was left. At most one screen
 * is open at any time.
 */
export class RoutesModel {
  readonly #ports: RoutesPorts
  readonly #histories = new Map<string, RouteHistory>()
  shown = $state.raw<Shown | null>(null)
  canGoBack = $state.raw(false)
  canGoForward = $state.raw(false)
  /** The latest conversation of the shown account; null without one. */
  lastConversation = $state.raw<Route | null>(null)
  readonly typedAhead = new TypedAhead()
  readonly focus = new FocusSinceChoice()

  constructor(ports: RoutesPorts) {
    this.#ports = ports
  }

  /** Shows an account at the route where it was left, in this session or before. */
  showAccount(accountId: string): void {
    if (this.shown?.accountId === accountId) return
    this.leave()
    this.#ports.onEnter(accountId)
    this.#open(accountId, this.#historyOf(accountId).current, true)
  }

  /** Goes to a route of the shown account. */
  go(route: Route): void {
    const { shown } = this
    if (shown === null) return
    const history = this.#leaveScreen(shown)
    this.#open(shown.accountId, history.visit(route), false)
  }

  /**
   * Goes to a route of another account. Each account has a history of its own, so that `from` becomes the previous
   * visit there: the list of all accounts that is left here, as that account's own route.
   */
  goIn(accountId: string, route: Route, from: Visit | null = this.#visit()): void {
    this.leave()
    const history = this.#historyOf(accountId)
    if (from !== null) Object.assign(history.visit(from.route), from)
    this.#ports.onEnter(accountId)
    this.#open(accountId, history.visit(route), false)
  }

  /** Keeps the present route of the shown screen for the next start, after the screen has changed it. */
  keepRoute(): void {
    const { shown } = this
    if (shown !== null) this.#ports.lastRoutes.set(shown.accountId, shown.screen.route)
  }

  /** Goes to the previous visit, if there is one. */
  back(): void {
    const { shown } = this
    if (shown === null || !this.canGoBack) return
    const visit = this.#leaveScreen(shown).back()
    if (visit !== null) this.#open(shown.accountId, visit, true)
  }

  /** Goes to the next visit, if there is one. */
  forward(): void {
    const { shown } = this
    if (shown === null || !this.canGoForward) return
    const visit = this.#leaveScreen(shown).forward()
    if (visit !== null) this.#open(shown.accountId, visit, true)
  }

  /** Shows no account. */
  leave(): void {
    const { shown } = this
    if (shown === null) return
    this.#leaveScreen(shown)
    this.#ports.onLeave()
    this.shown = null
    this.canGoBack = false
    this.canGoForward = false
    this.lastConversation = null
  }

  /** Drops the history of an account that was signed out. */
  forget(accountId: string): void {
    this.#histories.delete(accountId)
    this.#ports.lastRoutes.forget(accountId)
    this.#ports.onForget(accountId)
  }

  /**
   * Closes the screen and stores the reader's position in its visit. A screen that has not drawn anything yet leaves
   * the visit as it is.
   */
  #leaveScreen({ accountId, screen }: Shown): RouteHistory {
    const history = this.#historyOf(accountId)
    const visit = history.current
    visit.route = screen.route
    visit.position = screen.position() ?? visit.position
    visit.text = screen.text ?? ''
    screen.close()
    return history
  }

  /** Returns the current state as a visit. */
  #visit(): Visit | null {
    const { screen } = this.shown ?? {}
    return screen === undefined ? null : { route: screen.route, position: screen.position(), text: screen.text ?? '' }
  }

  #historyOf(accountId: string): RouteHistory {
    const history = this.#histories.get(accountId) ?? new RouteHistory(this.#ports.lastRoutes.get(accountId) ?? start)
    this.#histories.set(accountId, history)
    return history
  }

  /** @param isReturn whether the route was not just chosen, so that it may not exist any more */
  #open(accountId: string, { route, position, text }: Visit, isReturn: boolean): void {
    const history = this.#historyOf(accountId)
    const screen = this.#ports.open(route, {
      accountId,
      position,
      text,
      onGone: () => {
        if (!isReturn || this.shown?.screen !== screen) return
        screen.close()
        this.#open(accountId, history.replace(start), false)
      },
    })
    this.shown = { accountId, route, screen }
    this.canGoBack = history.canGoBack
    this.canGoForward = history.canGoForward
    this.lastConversation = history.lastConversation
    this.#ports.lastRoutes.set(accountId, route)
  }
}
