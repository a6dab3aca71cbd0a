import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { MessageId } from '#shared/ids.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import type { AccountCalls } from '../account-calls.ts'
import type { AccountViews } from '../account-views.ts'
import type { AccountsModel } from '../accounts-model.svelte.ts'
import type { FrequentChoices } from '../frequent-choices.ts'
import { followLink } from '../links/follow-link.ts'
import type { Notices } from '../notices.svelte.ts'
import { conversationRoute, isSameRoute, narrowKey, type Anchor, type Route } from './routes.ts'
import type { RoutesModel } from './routes-model.svelte.ts'
import type { ScreenState } from './screen-state.ts'
import type { SidePanel } from '../side-panel.svelte.ts'

/** The contents of the window for an account. */
export interface ShownRoute {
  readonly accountId: string
  readonly navigation: LiveView<'navigation'>
  readonly screen: ScreenState
}

/** Conversations that are prepared before they are chosen. */
export interface PreparedConversations {
  prepare(accountId: string, narrow: Narrow): void
  prepareSoon(accountId: string, narrow: Narrow): void
  drop(): void
}

/** The parts of the page that navigation by components uses. */
export interface RouteNavigatorPorts {
  readonly bridge: Bridge
  readonly accounts: AccountsModel
  readonly accountViews: AccountViews
  readonly calls: AccountCalls
  readonly conversations: PreparedConversations
  readonly frequent: FrequentChoices
  readonly notices: Notices
  readonly routes: RoutesModel
  readonly sidePanel: SidePanel
}

/** The ways to open another route of the shown account, or of any account. */
export class RouteNavigator {
  readonly #ports: RouteNavigatorPorts

  constructor(ports: RouteNavigatorPorts) {
    this.#ports = ports
  }

  /** The shown account and its screen; null before one is shown. */
  readonly shownRoute: ShownRoute | null = $derived.by(() => {
    const { shown } = this.#ports.routes
    const navigation = shown === null ? null : this.#ports.accountViews.of('navigation')
    if (shown === null || navigation === null) return null
    return { accountId: shown.accountId, navigation, screen: shown.screen }
  })

  /** Opens a conversation of the shown account. */
  show(narrow: Narrow, anchor: Anchor = 'first_unread'): void {
    const { routes, frequent } = this.#ports
    const { shown } = routes
    if (shown !== null) frequent.note(shown.accountId, narrowKey(narrow))
    routes.go(conversationRoute(narrow, anchor))
  }

  /** Opens a conversation of any account. The way back leads to the list from which it was opened. */
  showIn(accountId: string, narrow: Narrow): void {
    const { routes, frequent } = this.#ports
    if (routes.shown?.accountId === accountId) {
      this.show(narrow)
      return
    }
    frequent.note(accountId, narrowKey(narrow))
    routes.goIn(accountId, conversationRoute(narrow))
  }

  /** Shows a route of the shown account unless it is shown already. */
  showRoute(route: Route): void {
    const { routes } = this.#ports
    if (routes.shown !== null && !isSameRoute(routes.shown.route, route)) routes.go(route)
  }

  /** Prepares a conversation when the pointer is pressed on an element that opens it. */
  prepare(narrow: Narrow): void {
    const { routes, conversations } = this.#ports
    if (routes.shown !== null) conversations.prepare(routes.shown.accountId, narrow)
  }

  /** Prepares a conversation while an element that opens it has the focus. Null means that the focus has left it. */
  prepareWhileFocused(narrow: Narrow | null): void {
    const { routes, conversations } = this.#ports
    if (narrow === null) conversations.drop()
    else if (routes.shown !== null) conversations.prepareSoon(routes.shown.accountId, narrow)
  }

  /** Gives the focus to the composer of the shown screen, if it has one. */
  focusComposer(): void {
    const composer = this.shownRoute?.screen.composer
    if (composer != null) composer.focusRequests += 1
  }

  /** Opens a message of the shown screen for editing, if the screen has messages. */
  editMessage(messageId: MessageId): void {
    this.shownRoute?.screen.editMessage?.(messageId)
  }

  /** Opens the conversation that was shown last and appends a text to its composer. */
  async insertText(text: string): Promise<void> {
    const { lastConversation } = this.#ports.routes
    if (lastConversation !== null) await this.write(lastConversation, text)
  }

  /** Opens the conversation that was shown last and writes a mention where the caret is. */
  async mention(text: string): Promise<void> {
    const { lastConversation } = this.#ports.routes
    if (lastConversation === null) return
    this.showRoute(lastConversation)
    await this.shownRoute?.screen.composer?.writeLoaded(text)
  }

  /** Opens a conversation and appends a text to its composer. */
  async write(conversation: Route, text: string): Promise<void> {
    this.#ports.routes.go(conversation)
    await this.shownRoute?.screen.composer?.appendLoaded(text)
  }

  /** Opens a link of a message, see `followLink`. @returns whether the window shows another route for it */
  openLink(address: string | null, shown?: string, accountId?: string): Promise<boolean> {
    const { accounts, bridge, calls, notices, routes, sidePanel } = this.#ports
    return followLink({ accounts, calls, notices, routes, sidePanel, routeNavigator: this }, bridge, address, {
      shown,
      accountId,
    })
  }
}
