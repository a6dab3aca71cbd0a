import { FocusSinceChoice } from './focus-since-choice.ts'
import type { LastRoutes } from './last-routes.ts'
import { RouteHistory, type Visit } from './route-history.ts'
import type { Route } from '../app/routes.ts'
import type { ScreenState, ScreenVisit } from './screen-state.ts'
import { TypedAhead } from './typed-ahead.ts'

/** What the window shows of an account. */
export interface Shown {
  readonly accountId: string
  readonly route: Route
  readonly screen: ScreenState
}

export interface RoutesPorts {
  readonly lastRoutes: LastRoutes
  /** Opens the state of a place's screen. */
  readonly open: (route: Route, visit: ScreenVisit) => ScreenState
  /** Called before the first screen of an account, … */
  readonly onEnter: (accountId: string) => void
  /** …and after its last one. */
  readonly onLeave: () => void
  /** Called when an account was signed out. */
  readonly onForget: (accountId: string) => void
}

const start: Route = { kind: 'start' }

/**
 * Navigation between places. Each account has a history of its own, and is shown where it was left. At any time at most
 * one screen is open.
 */
export class RoutesModel {
  readonly #ports: RoutesPorts
  readonly #histories = new Map<string, RouteHistory>()
  shown = $state.raw<Shown | null>(null)
  canGoBack = $state.raw(false)
  canGoForward = $state.raw(false)
  /** The conversation of the shown account that was shown last; null without one. */
  lastConversation = $state.raw<Route | null>(null)
  readonly typedAhead = new TypedAhead()
  readonly focus = new FocusSinceChoice()

  constructor(ports: RoutesPorts) {
    this.#ports = ports
  }

  /** Shows an account where it was left, in this session or before. */
  showAccount(accountId: string): void {
    if (this.shown?.accountId === accountId) return
    this.leave()
    this.#ports.onEnter(accountId)
    this.#open(accountId, this.#historyOf(accountId).current, true)
  }

  /** Goes to a place of the shown account. */
  go(route: Route): void {
    const { shown } = this
    if (shown === null) return
    const history = this.#leaveScreen(shown)
    this.#open(shown.accountId, history.visit(route), false)
  }

  /**
   * Goes to a place of another account. Since each account has a history of its own, the way back leads to `from` there:
   * the list of all accounts that is left here, as it is written in the other account.
   */
  goIn(accountId: string, route: Route, from: Visit | null = this.#visit()): void {
    this.leave()
    const history = this.#historyOf(accountId)
    if (from !== null) Object.assign(history.visit(from.route), from)
    this.#ports.onEnter(accountId)
    this.#open(accountId, history.visit(route), false)
  }

  /** Goes to the place before this one, if there is one. */
  back(): void {
    const { shown } = this
    if (shown === null || !this.canGoBack) return
    const visit = this.#leaveScreen(shown).back()
    if (visit !== null) this.#open(shown.accountId, visit, true)
  }

  /** Goes to the place from which one went back, if there is one. */
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

  /** The account was signed out: nothing of it is kept. */
  forget(accountId: string): void {
    this.#histories.delete(accountId)
    this.#ports.lastRoutes.forget(accountId)
    this.#ports.onForget(accountId)
  }

  /** Closes the screen; its visit keeps where the reader was. A screen that has drawn nothing yet changes nothing. */
  #leaveScreen({ accountId, screen }: Shown): RouteHistory {
    const history = this.#historyOf(accountId)
    const visit = history.current
    visit.route = screen.route
    visit.position = screen.position() ?? visit.position
    visit.text = screen.text ?? ''
    screen.close()
    return history
  }

  /** What is shown, as a visit. */
  #visit(): Visit | null {
    const { screen } = this.shown ?? {}
    return screen === undefined ? null : { route: screen.route, position: screen.position(), text: screen.text ?? '' }
  }

  #historyOf(accountId: string): RouteHistory {
    const history = this.#histories.get(accountId) ?? new RouteHistory(this.#ports.lastRoutes.get(accountId) ?? start)
    this.#histories.set(accountId, history)
    return history
  }

  /** @param isReturn whether the place was not just chosen, so that it may be gone */
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
