import type { AppState } from '#contract/app.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge, Update } from '#contract/bridge.ts'
import type { CommandId } from '#shared/command-keys.ts'
import type { MessageId } from '#shared/ids.ts'
import { noticeText } from '#i18n/catalogue.ts'
import { ProgramCalls } from '../bridge/program-calls.ts'
import { ViewClient } from '../bridge/view-client.svelte.ts'
import { commandTable } from '../commands/command-table.ts'
import { Connections } from '../features/connection/connections.svelte.ts'
import { LeftSignIn } from '../features/connection/sign-in-form.svelte.ts'
import { ConversationViews } from '../features/conversation/conversation-views.ts'
import { FoldedParts } from '../features/navigation/folded-parts.svelte.ts'
import { NavigationWidth } from '../features/navigation/navigation-width.svelte.ts'
import { noFilters } from '../features/recent/kept-filters.ts'
import { RecentSearches } from '../features/search/kept-searches.ts'
import { DamagedSettings } from '../features/settings/damaged-settings.svelte.ts'
import { Licences } from '../features/settings/dialogs/licences.svelte.ts'
import { ReportModel } from '../features/settings/dialogs/report-model.svelte.ts'
import { Updates } from '../features/settings/updates.ts'
import { KeptViews } from '../bridge/kept-views.ts'
import { KeptComposers } from '../parts/composer/kept-composers.ts'
import { KeptEdits } from '../parts/messages/edits/kept-edits.ts'
import { AccountCalls } from '../state/account-calls.ts'
import { AccountViews } from '../state/account-views.ts'
import { AccountsModel } from '../state/accounts-model.svelte.ts'
import { AllRead } from '../state/all-read.svelte.ts'
import { SeenScript } from '../state/commands/press.ts'
import { FrequentChoices } from '../state/frequent-choices.ts'
import { LeftForms } from '../state/left-forms.svelte.ts'
import { Notices } from '../state/notices.svelte.ts'
import { Overlays } from '../state/overlays.svelte.ts'
import type { PageParts, WindowActions } from '../state/page-parts.ts'
import { LastRoutes, type RouteStorage } from '../state/routes/last-routes.ts'
import { RouteNavigator } from '../state/routes/route-navigator.svelte.ts'
import { conversationRoute } from '../state/routes/routes.ts'
import { RoutesModel } from '../state/routes/routes-model.svelte.ts'
import { SidePanel } from '../state/side-panel.svelte.ts'
import type { AllScreenPorts, OpenScreen } from './screens.ts'

/** The time that a page about to be replaced waits until its texts are stored, in milliseconds. */
const flushTakesMs = 1_000

/** The parts of the page that the model receives. `openScreen` opens the state of a screen. */
export interface AppPorts {
  readonly bridge: Bridge
  readonly storage: RouteStorage
  readonly openScreen: OpenScreen
}

/** The composition of the window: it creates the parts, and gives the updates of the main process to them. */
export class AppModel implements PageParts {
  readonly #bridge: Bridge
  readonly #edits: KeptEdits
  /** The languages with which the page has loaded; null until the main process has answered. */
  #languages: string | null = null
  readonly accounts: AccountsModel
  readonly accountViews: AccountViews
  readonly allRead: AllRead
  readonly calls: AccountCalls
  readonly commandTable = commandTable
  readonly damagedSettings: DamagedSettings
  readonly folded: FoldedParts
  readonly frequent: FrequentChoices
  readonly leftForms: LeftForms
  readonly leftSignIn: LeftSignIn
  readonly licences: Licences
  readonly navigationWidth: NavigationWidth
  readonly notices = new Notices()
  readonly overlays = new Overlays()
  readonly program: ProgramCalls
  readonly report: ReportModel
  readonly routeNavigator: RouteNavigator
  readonly routes: RoutesModel
  readonly seenScript = new SeenScript()
  readonly sidePanel = new SidePanel()
  readonly updates: Updates
  readonly views: ViewClient
  readonly windowActions: WindowActions
  /** Runs a command that the main process sends. The window assigns it. */
  onCommand: (id: CommandId) => void = () => undefined

  constructor({ bridge, storage, openScreen }: AppPorts) {
    this.#bridge = bridge
    const { notify, notifyWithAction } = this.notices
    const views = (this.views = new ViewClient(bridge))
    // The lists that lead to conversations stay open when their screens close.
    const lists = new KeptViews(views, [{ type: 'inbox' }, { type: 'recent', filters: noFilters }])
    this.accountViews = new AccountViews(views, lists)
    this.frequent = new FrequentChoices(storage)
    this.folded = new FoldedParts(storage)
    this.leftSignIn = new LeftSignIn(storage)
    this.navigationWidth = new NavigationWidth(storage)
    const accountId = () => this.routes.shown?.accountId ?? null
    this.allRead = new AllRead({ bridge, accountId, notify })
    this.calls = new AccountCalls({
      bridge,
      accountId,
      server: () => this.accounts.shown?.server ?? null,
      selfId: () => this.routeNavigator.shownRoute?.navigation.meta?.self?.id ?? null,
      flush: async () => {
        await this.routes.shown?.screen.composer?.flush()
      },
      notify,
    })
    this.program = new ProgramCalls(bridge, notify)
    this.report = new ReportModel(bridge)
    this.licences = new Licences(this.program)
    this.damagedSettings = new DamagedSettings(this.program)
    this.updates = new Updates({ program: this.program, openLink: (address) => this.routeNavigator.openLink(address) })
    const conversations = new ConversationViews(views)
    const [composers, searches] = [new KeptComposers(bridge), new RecentSearches(storage)]
    const edits = (this.#edits = new KeptEdits(bridge))
    const leftForms = (this.leftForms = new LeftForms({ bridge, notifyWithAction }))
    const screenPorts: AllScreenPorts = {
      bridge,
      views,
      lists,
      conversations,
      composers,
      edits,
      leftForms,
      calls: this.calls,
      accounts: () => this.accounts.state?.accounts ?? [],
      searches,
      write: (narrow: Narrow, messageId: MessageId, text: string) =>
        void this.routeNavigator.write(conversationRoute(narrow, messageId), text),
      notify,
      notifyWithAction,
      isReady: () => this.accountViews.of('navigation')?.meta?.isReady === true,
    }
    this.routes = new RoutesModel({
      lastRoutes: new LastRoutes(storage),
      open: (route, visit) => openScreen(route, visit, screenPorts),
      onEnter: (accountId) => {
        this.accountViews.enter(accountId)
        this.accountViews.of('navigation')
      },
      onLeave: () => {
        this.accountViews.leave()
        conversations.drop()
      },
      onForget: (accountId) => {
        for (const kept of [lists, composers, edits, leftForms, searches, this.frequent, this.folded])
          kept.forget(accountId)
      },
    })
    this.accounts = new AccountsModel({ bridge, routes: this.routes, notices: this.notices })
    const { accounts, accountViews, calls, frequent, notices, routes, sidePanel } = this
    this.routeNavigator = new RouteNavigator({
      accounts,
      accountViews,
      bridge,
      calls,
      conversations,
      frequent,
      notices,
      routes,
      sidePanel,
    })
    this.windowActions = {
      report: () => {
        void this.report.open()
      },
      reload: () => this.#reload(),
      restart: () => this.updates.restart(),
      update: (act) => this.updates.perform(act),
      licences: () => {
        void this.licences.open()
      },
    }
    bridge.onUpdate((text) => {
      this.#receive(JSON.parse(text) as Update) // the main process sends only updates on this channel
    })
  }

  async start(): Promise<void> {
    await this.accounts.start()
    if (this.accounts.state !== null) this.#followLanguage(this.accounts.state)
  }

  /**
   * Reloads the page when the program speaks another language, since it has the texts of one only, and when names are
   * sorted by another one, since its lists have the order of the former.
   */
  #followLanguage({ language, sortLanguage }: AppState): void {
    const before = this.#languages
    this.#languages = `${language} ${sortLanguage}`
    if (before !== null && before !== this.#languages) void this.#reload()
  }

  #receive(update: Update): void {
    const { accounts, notices, routeNavigator, views } = this
    switch (update.type) {
      case 'app':
        accounts.receive(update.state)
        this.#followLanguage(update.state)
        return
      case 'views':
        views.receive(update)
        return
      case 'engine_restarted':
        views.reopen(update.accountId)
        return
      case 'open':
        // The account was signed out while the update was in flight.
        if (accounts.state !== null && !accounts.knows(update.accountId)) return
        accounts.show(update.accountId)
        routeNavigator.show(update.narrow, update.messageId ?? 'first_unread')
        return
      case 'notify':
        notices.notify(noticeText(update.notice))
        return
      case 'sound':
        void this.#play(update)
        return
      case 'command':
        this.onCommand(update.command)
        return
    }
  }

  /** Plays a sound, whose tones are loaded with the first one. */
  async #play({ sound, volume }: Extract<Update, { type: 'sound' }>): Promise<void> {
    const { playSound } = await import('../ui/sounds.ts')
    await playSound(sound, volume)
  }

  /** Reports whether the window has the focus, because messages on screen need no notification then. */
  setFocused(isFocused: boolean): void {
    this.views.acknowledgeNow()
    void this.#bridge.call('app.focus', { isFocused })
  }

  async #reload(): Promise<void> {
    const flushed = Promise.allSettled([
      this.routes.shown?.screen.composer?.flush(),
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
    panel.sync(this.accounts.state?.accounts ?? [])
    return panel
  }
}
