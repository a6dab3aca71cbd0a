import type { AccountSummary, AppState } from '../../preload/contract/app-state.ts'
import type { Bridge, Update } from '../../preload/contract/bridge.ts'
import type { Input } from '../../preload/contract/calls.ts'
import type { Settings } from '../../preload/contract/settings.ts'
import type { Failure, Narrow } from '../../preload/contract/values.ts'
import type { OutboxItem } from '../../preload/contract/views/outbox.ts'
import type { PlainViewKind, QueryOf } from '../../preload/contract/views.ts'
import { noticeText, sentenceOf } from '../../words/words.ts'
import { AccountCalls } from './account-calls.ts'
import { ChosenSettings } from './chosen-settings.svelte.ts'
import { Connections } from './connections.svelte.ts'
import type { ComposerModel } from './composer-model.svelte.ts'
import { followLink } from './follow-link.ts'
import { KeptComposers } from './kept-composers.ts'
import { LastNarrows } from './last-narrows.ts'
import { MessageActions } from './message-actions.svelte.ts'
import { ConversationModel } from './conversation-model.svelte.ts'
import { Overlays } from './overlays.svelte.ts'
import { ProgramCalls } from './program-calls.ts'
import { ReportModel } from './report-model.svelte.ts'
import { UnsentList } from './unsent.svelte.ts'
import { ViewClient, type LiveView } from './view-client.svelte.ts'

/** A page that is given up waits so long for its text to be stored. */
const flushTakesMs = 1_000

/** What the window shows of an account. */
interface Place {
  readonly accountId: string
  readonly navigation: LiveView<'navigation'>
  readonly conversation: ConversationModel | null
  readonly composer: ComposerModel | null
  readonly actions: MessageActions | null
  /** The list of drafts, while it stands in the place of a conversation. */
  readonly drafts: LiveView<'drafts'> | null
  /** The list of what was not sent, likewise. */
  readonly unsent: UnsentList | null
}

/** The state of the window: which account, which conversation. Holds no truth of its own but where the user looks. */
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
  /** The dialog for a new direct message is open. */
  isWriting = $state.raw(false)
  /** The account that was just signed in to, while main's state does not have it yet. */
  #awaitedAccount: string | null = null
  readonly #lastNarrows = new LastNarrows()
  readonly #chosen: ChosenSettings
  readonly #composers: KeptComposers
  /** Calls about the shown account. */
  readonly calls: AccountCalls
  readonly program: ProgramCalls
  /** Views of the shown account that stay open while it is shown, by their kinds. */
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

  /** The shown account's server answers: what could not be fetched is worth another try. */
  readonly isReachable = $derived.by(() => {
    const state = this.account?.connection.state
    return state === 'online' || state === 'catching_up'
  })

  get settings(): Settings {
    return this.#chosen.over(this.state?.settings)
  }

  /** Where pictures of the shown account stand. */
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
        // Signed out since, while this was on its way.
        if (this.state?.accounts.some((account) => account.id === update.accountId) === false) return
        this.showAccount(update.accountId)
        this.show(update.narrow, update.messageId ?? 'first_unread')
        return
      case 'tell':
        this.notice = noticeText(update.notice)
        return
      case 'command':
        // The only one there is.
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

  /** A view of the shown account, which has one of each kind; null where no account is shown. */
  accountView<K extends PlainViewKind>(kind: K): LiveView<K> | null {
    return this.place === null ? null : this.#accountView(this.place.accountId, kind)
  }

  #accountView<K extends PlainViewKind>(accountId: string, kind: K): LiveView<K> {
    // The query of such a kind says nothing else.
    const query = { type: kind } as unknown as QueryOf<K> & { readonly type: K }
    const open = this.#accountViews.get(kind) ?? this.#views.open<K>(accountId, query)
    this.#accountViews.set(kind, open)
    return open as LiveView<K> // a view of this kind was opened under its name
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

  /** Shows the list of drafts; what is typed is stored first, so that it is among them. */
  async showDrafts(): Promise<void> {
    const { place } = this
    if (place === null || place.drafts !== null) return
    await place.composer?.flush()
    this.#closeContent(place)
    const drafts = this.#views.open(place.accountId, { type: 'drafts' })
    this.place = { ...place, conversation: null, composer: null, actions: null, drafts, unsent: null }
  }

  /** Shows the list of what was not sent. */
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

  /** Opens what an action was meant for, where its text can be changed: in the composer, or on the message. */
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

  /** Goes to where an action belongs, at its message where there is one. */
  showUnsentPlace(item: OutboxItem): void {
    if (item.narrow !== null) this.show(item.narrow, item.messageId ?? 'first_unread')
  }

  /** Tells whether the user looks at the window: nothing that is on screen needs a notification. */
  setFocused(isFocused: boolean): void {
    this.#views.acknowledgeNow()
    void this.#bridge.call('app.focus', { isFocused })
  }

  /** A link in a message: inside an organization it opens here, outside in the system's browser. */
  openLink(address: string): Promise<void> {
    return followLink(this, this.#bridge, address)
  }

  async signIn(input: Input<'accounts.signIn'>): Promise<Failure | null> {
    const result = await this.#bridge.call('accounts.signIn', input)
    if (!result.ok) return result.error
    this.isSigningIn = false
    if (!result.value.keyIsStored) {
      this.notice = 'Your keychain did not take the key: you stay signed in until you quit.'
    }
    const { accountId } = result.value
    // The account may be told of before or after this answer.
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

  /** Loads the window anew, after what is being written was stored, or could not be. */
  async reload(): Promise<void> {
    const flushed = this.place?.composer?.flush().catch(() => undefined)
    await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, flushTakesMs))])
    await this.#bridge.call('app.reload', {})
  }

  /** The panel of connections, for as long as it is open; the shown account's is looked at first. */
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
