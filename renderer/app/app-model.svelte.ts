import type { AccountSummary, AppState } from '../../preload/contract/app-state.ts'
import type { Bridge, Update } from '../../preload/contract/bridge.ts'
import type { Input } from '../../preload/contract/calls.ts'
import type { Settings } from '../../preload/contract/settings.ts'
import type { Failure, Narrow } from '../../preload/contract/values.ts'
import type { OutboxItem } from '../../preload/contract/views/outbox.ts'
import type { PlainViewKind, QueryOf } from '../../preload/contract/views.ts'
import { noticeText, sentenceOf, words } from '../../words/words.ts'
import { AccountCalls } from '../bridge/account-calls.ts'
import { ChosenSettings } from '../settings/chosen-settings.svelte.ts'
import { Connections } from '../connection/connections.svelte.ts'
import type { ComposerModel } from '../composer/composer-model.svelte.ts'
import { followLink } from './follow-link.ts'
import { KeptComposers } from '../composer/kept-composers.ts'
import { LastNarrows } from './last-narrows.ts'
import { MessageActions } from '../conversation/message/message-actions.svelte.ts'
import { ConversationModel } from '../conversation/conversation-model.svelte.ts'
import { Overlays } from './overlays.svelte.ts'
import { ProgramCalls } from '../bridge/program-calls.ts'
import { ReportModel } from '../settings/report-model.svelte.ts'
import { UnsentList } from '../outbox/unsent.svelte.ts'
import { ViewClient, type LiveView } from '../bridge/view-client.svelte.ts'

/** How long a page that is about to be replaced waits for its text to be stored. */
const flushTakesMs = 1_000

/** The contents of the window for an account. */
interface Place {
  readonly accountId: string
  readonly navigation: LiveView<'navigation'>
  readonly conversation: ConversationModel | null
  readonly composer: ComposerModel | null
  readonly actions: MessageActions | null
  /** The list of drafts, if it is shown instead of a conversation. */
  readonly drafts: LiveView<'drafts'> | null
  /** The list of unsent actions, if it is shown instead of a conversation. */
  readonly unsent: UnsentList | null
}

/** The state of the window: its account and its conversation. Everything else comes from main and the engines. */
export class AppModel {
  readonly #bridge: Bridge
  readonly #views: ViewClient
  state = $state.raw<AppState | null>(null)
  place = $state.raw<Place | null>(null)
  isSigningIn = $state.raw(false)
  notice = $state.raw<string | null>(null)
  failure = $state.raw<Failure | null>(null)
  readonly overlays = new Overlays()
  readonly report: ReportModel
  isShowingLicences = $state.raw(false)
  /** Whether the dialog for a new direct message is open. */
  isWriting = $state.raw(false)
  /** The account that was just signed in to, while main's state does not have it yet. */
  #awaitedAccount: string | null = null
  readonly #lastNarrows = new LastNarrows()
  readonly #chosen: ChosenSettings
  readonly #composers: KeptComposers
  /** Calls about the shown account. */
  readonly calls: AccountCalls
  readonly program: ProgramCalls
  /** Views of the account that stay open while it is shown, by kind. */
  readonly #accountViews = new Map<string, LiveView>()

  constructor(bridge: Bridge) {
    this.#bridge = bridge
    this.#views = new ViewClient(bridge)
    this.report = new ReportModel(bridge)
    this.#composers = new KeptComposers(bridge)
    this.#chosen = new ChosenSettings(bridge)
    const tell = (sentence: string) => {
      this.notice = sentence
    }
    this.calls = new AccountCalls({
      bridge,
      accountId: () => this.place?.accountId ?? null,
      server: () => this.account?.server ?? null,
      flush: async () => {
        await this.place?.composer?.flush()
      },
      tell,
    })
    this.program = new ProgramCalls(bridge, tell)
    bridge.onUpdate((text) => {
      this.#receive(JSON.parse(text) as Update) // main sends nothing else on this channel
    })
  }

  get account(): AccountSummary | null {
    return this.state?.accounts.find((account) => account.id === this.place?.accountId) ?? null
  }

  /** Whether the server of the shown account is reachable, so that failed fetches are worth a retry. */
  readonly isReachable = $derived.by(() => {
    const state = this.account?.connection.state
    return state === 'online' || state === 'catching_up'
  })

  get settings(): Settings {
    return this.#chosen.over(this.state?.settings)
  }

  /** The base address of the account's images. */
  get mediaPrefix(): string {
    return `${this.state?.mediaBase ?? ''}${this.place?.accountId ?? ''}/`
  }

  async start(): Promise<void> {
    const result = await this.#bridge.call('app.state', {})
    if (!result.ok) {
      this.failure = result.error
      return
    }
    this.#setState(result.value)
  }

  #receive(update: Update): void {
    switch (update.type) {
      case 'app':
        this.#setState(update.state)
        return
      case 'views':
        this.#views.receive(update)
        return
      case 'engine_restarted':
        this.#views.reopen(update.accountId)
        return
      case 'open':
        // The account was signed out while the update was in flight.
        if (this.state?.accounts.some((account) => account.id === update.accountId) === false) return
        this.showAccount(update.accountId)
        this.show(update.narrow, update.messageId ?? 'first_unread')
        return
      case 'tell':
        this.notice = noticeText(update.notice)
        return
      case 'command':
        // The only command.
        this.overlays.showSettings()
        return
    }
  }

  #setState(state: AppState): void {
    this.state = state
    const awaited = this.#awaitedAccount
    if (awaited !== null && state.accounts.some((account) => account.id === awaited)) {
      this.#awaitedAccount = null
      this.showAccount(awaited)
      return
    }
    const isKnown = state.accounts.some((account) => account.id === this.place?.accountId)
    if (isKnown) return
    const first = state.accounts[0]
    if (first === undefined) this.#leave()
    else this.showAccount(first.id)
  }

  #leave(): void {
    const { place } = this
    if (place === null) return
    this.#closeContent(place)
    for (const view of this.#accountViews.values()) this.#views.close(view)
    this.#accountViews.clear()
    this.place = null
  }

  /** The view of a kind in the shown account; null if no account is shown. */
  accountView<K extends PlainViewKind>(kind: K): LiveView<K> | null {
    return this.place === null ? null : this.#accountView(this.place.accountId, kind)
  }

  #accountView<K extends PlainViewKind>(accountId: string, kind: K): LiveView<K> {
    // The query of such a kind has no parameters.
    const query = { type: kind } as unknown as QueryOf<K> & { readonly type: K }
    const open = this.#accountViews.get(kind) ?? this.#views.open<K>(accountId, query)
    this.#accountViews.set(kind, open)
    return open as LiveView<K> // opened under the name of its kind
  }

  showAccount(accountId: string): void {
    this.isSigningIn = false
    if (this.place?.accountId === accountId) return
    this.#leave()
    this.place = {
      accountId,
      navigation: this.#accountView(accountId, 'navigation'),
      conversation: null,
      composer: null,
      actions: null,
      drafts: null,
      unsent: null,
    }
    const last = this.#lastNarrows.get(accountId)
    if (last !== null) this.show(last)
  }

  /** Opens a conversation of the shown account. */
  show(narrow: Narrow, anchor: 'first_unread' | number = 'first_unread'): void {
    const { place } = this
    if (place === null) return
    this.#closeContent(place)
    this.#lastNarrows.set(place.accountId, narrow)
    const { accountId } = place
    const composer = this.#composers.open(accountId, narrow)
    const conversation = new ConversationModel(this.#bridge, this.#views, accountId, narrow, anchor)
    conversation.onMeta = (meta) => {
      composer.needsTopic = meta.needsTopic
      composer.isTopicless = meta.isTopicless
      composer.adopt(meta.draft)
    }
    composer.onSent = () => {
      conversation.leadToNewest()
      conversation.readToEnd.dismiss()
    }
    this.place = {
      ...place,
      drafts: null,
      unsent: null,
      conversation,
      composer,
      actions: new MessageActions({
        bridge: this.#bridge,
        accountId,
        narrow,
        composer,
        tell: (sentence) => {
          this.notice = sentence
        },
      }),
    }
  }

  #closeContent(place: Place): void {
    place.conversation?.close()
    if (place.composer !== null) this.#composers.leave(place.accountId, place.composer)
    if (place.drafts !== null) this.#views.close(place.drafts)
    place.unsent?.close()
  }

  /** Shows the list of drafts; the typed text is stored first, so that the list contains it. */
  async showDrafts(): Promise<void> {
    const { place } = this
    if (place === null || place.drafts !== null) return
    await place.composer?.flush()
    this.#closeContent(place)
    const drafts = this.#views.open(place.accountId, { type: 'drafts' })
    this.place = { ...place, conversation: null, composer: null, actions: null, drafts, unsent: null }
  }

  /** Shows the list of unsent actions. */
  async showUnsent(): Promise<void> {
    const { place } = this
    if (place === null || place.unsent !== null) return
    await place.composer?.flush()
    this.#closeContent(place)
    const unsent = new UnsentList({
      bridge: this.#bridge,
      views: this.#views,
      accountId: place.accountId,
      tell: (sentence) => {
        this.notice = sentence
      },
    })
    this.place = { ...place, conversation: null, composer: null, actions: null, drafts: null, unsent }
  }

  /** Opens the text of an action for editing: in the composer, or in the message. */
  async editUnsent(item: OutboxItem): Promise<void> {
    const unsent = this.place?.unsent
    if (unsent == null) return
    if (item.editing === 'message') {
      this.showUnsentPlace(item)
      if (this.place?.actions != null) this.place.actions.wanted = item.messageId
    } else if (item.editing === 'composer') {
      const narrow = await unsent.takeToComposer(item)
      if (narrow === null) return
      this.show(narrow)
      if (this.place?.composer != null) this.place.composer.focusRequests += 1
    }
  }

  /** Opens the conversation of an action, at its message if there is one. */
  showUnsentPlace(item: OutboxItem): void {
    if (item.narrow !== null) this.show(item.narrow, item.messageId ?? 'first_unread')
  }

  /** Sets whether the window has the focus: messages on screen need no notification then. */
  setFocused(isFocused: boolean): void {
    this.#views.acknowledgeNow()
    void this.#bridge.call('app.focus', { isFocused })
  }

  /** Opens a link of a message: inside an organization in this window, others in the system's browser. */
  openLink(address: string): Promise<void> {
    return followLink(this, this.#bridge, address)
  }

  async signIn(input: Input<'accounts.signIn'>): Promise<Failure | null> {
    const result = await this.#bridge.call('accounts.signIn', input)
    if (!result.ok) return result.error
    this.isSigningIn = false
    if (!result.value.keyIsStored) {
      this.notice = words.screens.wholeWindow.keyNotKept
    }
    const { accountId } = result.value
    // The update with the account may come before or after this answer.
    if (this.state?.accounts.some((account) => account.id === accountId) === true) this.showAccount(accountId)
    else this.#awaitedAccount = accountId
    return null
  }

  async signOut(accountId: string): Promise<void> {
    if (this.place?.accountId === accountId) this.#leave()
    const result = await this.#bridge.call('accounts.signOut', { accountId })
    if (!result.ok) this.notice = sentenceOf(result.error)
    this.#lastNarrows.forget(accountId)
  }

  async retry(): Promise<void> {
    if (this.place !== null) await this.#bridge.call('accounts.retry', { accountId: this.place.accountId })
  }

  /** Reloads the window after an attempt to store the typed text. */
  async reload(): Promise<void> {
    const flushed = this.place?.composer?.flush().catch(() => undefined)
    await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, flushTakesMs))])
    await this.#bridge.call('app.reload', {})
  }

  /** The connection panel while it is open; the shown account is selected first. */
  openConnections(): Connections {
    const panel = new Connections({
      bridge: this.#bridge,
      views: this.#views,
      selected: this.place?.accountId ?? null,
    })
    panel.sync(this.state?.accounts ?? [])
    return panel
  }

  async changeSettings(change: Partial<Settings>): Promise<void> {
    await this.#chosen.change(change, (result) => {
      if (!result.ok) this.notice = sentenceOf(result.error)
      else if (this.state !== null) this.state = { ...this.state, settings: result.value }
    })
  }
}
