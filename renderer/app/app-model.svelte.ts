import type { AllRead } from '../reading/all-read.svelte.ts'
import type { AccountSummary } from '#contract/accounts.ts'
import type { AppState, Settings } from '#contract/app.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge, Update } from '#contract/bridge.ts'
import type { OutboxItem } from '#contract/outbox.ts'
import type { PlainViewKind } from '#contract/views.ts'
import type { CommandId } from '#shared/command-keys.ts'
import type { MessageId } from '#shared/ids.ts'
import { noticeText } from '#i18n/catalogue.ts'
import { AccountCalls } from '../bridge/account-calls.ts'
import { ProgramCalls } from '../bridge/program-calls.ts'
import { ViewClient, type LiveView } from '../bridge/view-client.svelte.ts'
import { KeptEdits } from '../conversation/edits/kept-edits.ts'
import { KeptComposers } from '../composer/kept-composers.ts'
import { LeftSignIn } from '../connection/sign-in-texts.ts'
import { Connections } from '../connection/connections.svelte.ts'
import { FrequentChoices } from '../palette/frequent-choices.ts'
import { ConversationViews } from '../conversation/conversation-views.ts'
import { FoldedParts } from '../navigation/folded-parts.svelte.ts'
import { mediaPrefixOf } from '../media/media-prefix.ts'
import { NavigationWidth } from '../navigation/navigation-width.svelte.ts'
import { RecentSearches } from '../search/recent-searches.ts'
import { DamagedSettings } from '../settings/damaged-settings.svelte.ts'
import { Licences } from '../settings/licences.svelte.ts'
import { ReportModel } from '../settings/report-model.svelte.ts'
import { Updates } from '../settings/updates.ts'
import { AccountViews, keptLists } from './account-views.ts'
import { AccountsModel } from './accounts-model.svelte.ts'
import { followLink } from './follow-link.ts'
import { LastRoutes, type RouteStorage } from '../routes/last-routes.ts'
import { SeenScript } from '../commands/seen-script.ts'
import { Notices } from './notices/notices.svelte.ts'
import { Overlays } from './overlays.svelte.ts'
import { conversationRoute, isSameRoute, narrowKey, type Anchor, type Route } from './routes.ts'
import { LeftForms } from '../forms/left-forms.svelte.ts'
import { RoutesModel } from '../routes/routes-model.svelte.ts'
import { shownRouteOf, type ShownRoute } from '../routes/shown-route.ts'
import type { OpenScreen } from '../routes/screen-state.ts'

/** The time that a page about to be replaced waits until its texts are stored, in milliseconds. */
const flushTakesMs = 1_000

/** The parts of the page that the model receives. `openScreen` opens the state of a screen. */
export interface AppPorts {
  readonly bridge: Bridge
  readonly storage: RouteStorage
  readonly openScreen: OpenScreen
}

/** The composition of the window's parts. Components without a context of their own reach the parts through it. */
export class AppModel {
  readonly #bridge: Bridge
  readonly views: ViewClient
  readonly #accountViews: AccountViews
  readonly #conversations: ConversationViews
  readonly #edits: KeptEdits
  /** The texts of forms that were closed without submitting. */
  readonly leftForms: LeftForms
  readonly leftSignIn: LeftSignIn
  readonly notices = new Notices()
  readonly frequent: FrequentChoices
  readonly overlays = new Overlays()
  /** The script of the keyboard layout in use. */
  readonly seenScript = new SeenScript()
  readonly folded: FoldedParts
  readonly navigationWidth: NavigationWidth
  readonly routes: RoutesModel
  readonly accounts: AccountsModel
  /** Runs a command that the main process sends. The window assigns it. */
  onCommand: (id: CommandId) => void = () => undefined
  readonly report: ReportModel
  /** Calls about the shown account. */
  readonly calls: AccountCalls
  readonly program: ProgramCalls
  readonly licences: Licences
  readonly damagedSettings: DamagedSettings
  readonly updates: Updates
  /** Whether the dialog for a new direct message is open. */
  isWriting = $state.raw(false)

  constructor({ bridge, storage, openScreen }: AppPorts) {
    this.#bridge = bridge
    const views = new ViewClient(bridge)
    this.views = views
    const lists = keptLists(views)
    this.#accountViews = new AccountViews(views, lists)
    this.#conversations = new ConversationViews(views)
    this.report = new ReportModel(bridge)
    this.frequent = new FrequentChoices(storage)
    this.folded = new FoldedParts(storage)
    this.leftSignIn = new LeftSignIn(storage)
    this.navigationWidth = new NavigationWidth(storage)
    const { notify, notifyWithAction } = this.notices
    this.calls = new AccountCalls({
      bridge,
      accountId: () => this.routes.shown?.accountId ?? null,
      server: () => this.accounts.shown?.server ?? null,
      selfId: () => this.shownRoute?.navigation.meta?.self?.id ?? null,
      flush: async () => {
        await this.shownRoute?.composer?.flush()
      },
      notify,
    })
    this.program = new ProgramCalls(bridge, notify)
    this.licences = new Licences(this.program)
    this.damagedSettings = new DamagedSettings(this.program)
    this.updates = new Updates({ program: this.program, openLink: (address) => this.openLink(address) })
    const [composers, searches] = [new KeptComposers(bridge), new RecentSearches(storage)]
    const edits = (this.#edits = new KeptEdits(bridge))
    const leftForms = (this.leftForms = new LeftForms({ bridge, notifyWithAction }))
    const screenPorts = {
      bridge,
      views,
      lists,
      conversations: this.#conversations,
      composers,
      edits,
      leftForms,
      calls: this.calls,
      accounts: () => this.state?.accounts ?? [],
      searches,
      write: (narrow: Narrow, messageId: MessageId, text: string) =>
        void this.write(conversationRoute(narrow, messageId), text),
      notify,
      notifyWithAction,
      isReady: () => this.#accountViews.of('navigation')?.meta?.isReady === true,
    }
    this.routes = new RoutesModel({
      lastRoutes: new LastRoutes(storage),
      open: (route, visit) => openScreen(route, visit, screenPorts),
      onEnter: (accountId) => {
        this.#accountViews.enter(accountId)
        this.#accountViews.of('navigation')
      },
      onLeave: () => {
        this.#accountViews.leave()
        this.#conversations.drop()
      },
      onForget: (accountId) => {
        for (const kept of [lists, composers, edits, leftForms, searches, this.frequent, this.folded])
          kept.forget(accountId)
      },
    })
    this.accounts = new AccountsModel({ bridge, routes: this.routes, notices: this.notices })
    bridge.onUpdate((text) => {
      this.#receive(JSON.parse(text) as Update) // the main process sends only updates on this channel
    })
  }

  /** The shown account and its screen. */
  readonly shownRoute: ShownRoute | null = $derived.by(() => {
    const { shown } = this.routes
    const navigation = shown === null ? null : this.#accountViews.of('navigation')
    if (shown === null || navigation === null) return null
    return shownRouteOf(shown, navigation)
  })

  get state(): AppState | null {
    return this.accounts.state
  }

  get failure(): Failure | null {
    return this.accounts.failure
  }

  get account(): AccountSummary | null {
    return this.accounts.shown
  }

  get settings(): Settings {
    return this.accounts.settings
  }

  get isSigningIn(): boolean {
    return this.accounts.isSigningIn
  }

  set isSigningIn(isSigningIn: boolean) {
    this.accounts.isSigningIn = isSigningIn
  }

  get notice(): string | null {
    return this.notices.text
  }

  set notice(sentence: string | null) {
    if (sentence === null) this.notices.dismiss()
    else this.notices.notify(sentence)
  }

  /** Whether the server of the shown account is reachable, so that failed fetches are worth a retry. */
  readonly isReachable = $derived.by(() => {
    const state = this.account?.connection.state
    return state === 'online' || state === 'catching_up'
  })

  /** The messages that were just marked as read together, and the way to undo it. */
  get allRead(): AllRead {
    return this.calls.allRead
  }

  /** The address of the shown account's server. */
  get server(): string | null {
    return this.calls.server
  }

  /** The base address of the shown account's images. */
  get mediaPrefix(): string {
    return mediaPrefixOf(this.state, this.routes.shown?.accountId ?? null)
  }

  start(): Promise<void> {
    return this.accounts.start()
  }

  #receive(update: Update): void {
    switch (update.type) {
      case 'app':
        this.accounts.receive(update.state)
        return
      case 'views':
        this.views.receive(update)
        return
      case 'engine_restarted':
        this.views.reopen(update.accountId)
        return
      case 'open':
        // The account was signed out while the update was in flight.
        if (this.state !== null && !this.accounts.knows(update.accountId)) return
        this.showAccount(update.accountId)
        this.show(update.narrow, update.messageId ?? 'first_unread')
        return
      case 'notify':
        this.notices.notify(noticeText(update.notice))
        return
      case 'command':
        this.onCommand(update.command)
        return
    }
  }

  /** Returns the view of a kind in the shown account; null if no account is shown. */
  accountView<K extends PlainViewKind>(kind: K): LiveView<K> | null {
    return this.#accountViews.of(kind)
  }

  showAccount(accountId: string): void {
    this.accounts.show(accountId)
  }

  /** Opens a conversation of the shown account. */
  show(narrow: Narrow, anchor: Anchor = 'first_unread'): void {
    const { shown } = this.routes
    if (shown !== null) this.frequent.note(shown.accountId, narrowKey(narrow))
    this.routes.go(conversationRoute(narrow, anchor))
  }

  /** Prepares a conversation when the pointer is pressed on an element that opens it. */
  prepare(narrow: Narrow): void {
    const { shown } = this.routes
    if (shown !== null) this.#conversations.prepare(shown.accountId, narrow)
  }

  /** Prepares a conversation while an element that opens it has the focus. Null means that the focus has left it. */
  prepareWhileFocused(narrow: Narrow | null): void {
    const { shown } = this.routes
    if (narrow === null) this.#conversations.drop()
    else if (shown !== null) this.#conversations.prepareSoon(shown.accountId, narrow)
  }

  /** Shows a route of the shown account unless it is shown already. */
  showRoute(route: Route): void {
    const { shown } = this.routes
    if (shown !== null && !isSameRoute(shown.route, route)) this.routes.go(route)
  }

  /** Opens the conversation that was shown last and appends a text to its composer. */
  async insertText(text: string): Promise<void> {
    const { lastConversation } = this.routes
    if (lastConversation !== null) await this.write(lastConversation, text)
  }

  /** Opens a conversation and appends a text to its composer. */
  async write(conversation: Route, text: string): Promise<void> {
    this.routes.go(conversation)
    await this.shownRoute?.composer?.appendLoaded(text)
  }

  /** Opens the text of an unsent action for editing, either in the composer or in its message. */
  async editUnsent(item: OutboxItem): Promise<void> {
    const unsent = this.shownRoute?.unsent
    if (unsent == null) return
    if (item.editing === 'message') {
      this.showUnsentRoute(item)
      if (this.shownRoute?.actions != null) this.shownRoute.actions.wanted = item.messageId
    } else if (item.editing === 'composer') {
      const narrow = await unsent.takeToComposer(item)
      if (narrow === null) return
      this.show(narrow)
      if (this.shownRoute?.composer != null) this.shownRoute.composer.focusRequests += 1
    }
  }

  /** Opens the conversation of an action, at the action's message if it has one. */
  showUnsentRoute(item: OutboxItem): void {
    if (item.narrow !== null) this.show(item.narrow, item.messageId ?? 'first_unread')
  }

  /** Reports whether the window has the focus, because messages on screen need no notification then. */
  setFocused(isFocused: boolean): void {
    this.views.acknowledgeNow()
    void this.#bridge.call('app.focus', { isFocused })
  }

  /** Opens a link of a message, see `followLink`. @returns whether the window shows another route for it */
  openLink(address: string | null, shown?: string, accountId?: string): Promise<boolean> {
    return followLink(this, this.#bridge, address, { shown, accountId })
  }

  signOut(accountId: string): Promise<void> {
    return this.accounts.signOut(accountId)
  }

  /** Reloads the window after an attempt to store all typed texts. */
  async reload(): Promise<void> {
    const flushed = Promise.allSettled([
      this.shownRoute?.composer?.flush(),
      this.#edits.flush(),
      this.leftForms.flushAll(),
    ])
    await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, flushTakesMs))])
    await this.#bridge.call('app.reload', {})
  }

  /** Creates the state of the connection panel, in which the shown account is selected. */
  openConnections(): Connections {
    const panel = new Connections({
      bridge: this.#bridge,
      views: this.views,
      selected: this.routes.shown?.accountId ?? null,
    })
    panel.sync(this.state?.accounts ?? [])
    return panel
  }

  changeSettings(change: Partial<Settings>): Promise<void> {
    return this.accounts.changeSettings(change)
  }
}
