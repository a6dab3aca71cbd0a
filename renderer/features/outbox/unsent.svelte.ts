import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { OutboxItem } from '#contract/outbox.ts'
import type { Route } from '../../state/routes/routes.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import type { RouteNavigator } from '../../state/routes/route-navigator.svelte.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { copyText } from '../../ui/copy-text.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'

/** A row of the list: a heading, or an unsent action. */
export type UnsentRow =
  | { readonly key: string; readonly kind: 'heading'; readonly title: string }
  | { readonly key: string; readonly kind: 'action'; readonly item: OutboxItem; readonly position: number }

/** A removed message that can be restored. */
export interface TakenBack {
  readonly draftId: string
  readonly text: string
}

/** The number of rows before the end at which more are requested. */
const nearEnd = 30

/** The list of unsent actions: refused ones first, then waiting ones. */
export class UnsentList extends ListScreenState<'outbox'> {
  readonly route: Route = { kind: 'unsent' }
  readonly #bridge: Bridge
  readonly #views: ViewClient
  readonly #accountId: string
  readonly #notify: (sentence: string) => void
  readonly #view: LiveView<'outbox'>
  #askedFor = ''
  takenBack = $state.raw<TakenBack | null>(null)
  readonly rows = $derived.by(() => rowsOf(this.#view.items))

  constructor({ accountId, position }: ScreenVisit, { bridge, views, notify }: ScreenPorts) {
    super(position)
    this.#bridge = bridge
    this.#views = views
    this.#accountId = accountId
    this.#notify = notify
    this.#view = views.open(accountId, { type: 'outbox' })
  }

  protected get shown(): LiveView<'outbox'> | null {
    return this.#view
  }

  /** Opens the conversation of an action, at the action's message if it has one. */
  show({ narrow, messageId }: OutboxItem, navigator: Pick<RouteNavigator, 'show'>): void {
    if (narrow !== null) navigator.show(narrow, messageId ?? 'first_unread')
  }

  /** Opens the text of an action for editing, either in the composer or in its message. */
  async edit(
    item: OutboxItem,
    navigator: Pick<RouteNavigator, 'show' | 'editMessage' | 'focusComposer'>,
  ): Promise<void> {
    if (item.editing === 'message') {
      this.show(item, navigator)
      if (item.messageId !== null) navigator.editMessage(item.messageId)
    } else if (item.editing === 'composer') {
      const narrow = await this.takeToComposer(item)
      if (narrow === null) return
      navigator.show(narrow)
      navigator.focusComposer()
    }
  }

  /** Whether the list has all rows. */
  get isComplete(): boolean {
    const { items, meta } = this.#view
    return meta !== null && items.length >= meta.total
  }

  close(): void {
    this.#views.close(this.#view)
  }

  /** Requests more rows near the end of the list, once for each length of the list. */
  async reach(index: number): Promise<void> {
    const { items, meta } = this.#view
    if (meta === null || items.length >= meta.total || index < this.rows.length - nearEnd) return
    // A reopened view starts with fewer rows.
    const { viewId, engineEpoch } = this.#view
    const state = `${viewId} ${engineEpoch} ${items.length}`
    if (this.#askedFor === state) return
    this.#askedFor = state
    await this.#bridge.call('views.more', { accountId: this.#accountId, viewId, direction: 'newer' })
  }

  /** Sends an action again. */
  async sendAgain(item: OutboxItem): Promise<void> {
    const result = await this.#bridge.call('outbox.retry', { accountId: this.#accountId, localId: item.localId })
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }

  async retryAll(): Promise<void> {
    const result = await this.#bridge.call('outbox.retryAll', { accountId: this.#accountId })
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }

  /**
   * Returns a message's text to the composer of its conversation, below an existing draft. @returns the conversation;
   * null if that failed
   */
  async takeToComposer(item: OutboxItem): Promise<Narrow | null> {
    const result = await this.#bridge.call('outbox.cancel', { accountId: this.#accountId, localId: item.localId })
    if (result.ok) return item.narrow
    this.#notify(sentenceOf(result.error))
    return null
  }

  /** Removes an action; its text can be restored until another action is removed. @returns whether it was removed */
  async takeBack(item: OutboxItem): Promise<boolean> {
    const result = await this.#bridge.call('outbox.discard', { accountId: this.#accountId, localId: item.localId })
    if (!result.ok) {
      this.#notify(sentenceOf(result.error))
      return false
    }
    const { draftId } = result.value
    this.takenBack = draftId === null ? null : { draftId, text: item.text }
    return true
  }

  /** Copies the stored text of an unreadable action. */
  async copy(item: OutboxItem): Promise<void> {
    const result = await this.#bridge.call('outbox.text', { accountId: this.#accountId, localId: item.localId })
    if (!result.ok) this.#notify(sentenceOf(result.error))
    else
      this.#notify(copyText(result.value.text) ? catalogue.screens.unsent.copied : catalogue.screens.unsent.notCopied)
  }

  /** Restores the removed action as a draft of its conversation. */
  async undo(): Promise<void> {
    const { takenBack } = this
    this.takenBack = null
    if (takenBack === null) return
    const { draftId } = takenBack
    const result = await this.#bridge.call('drafts.restore', { accountId: this.#accountId, draftId })
    this.#notify(result.ok ? catalogue.screens.unsent.restored : sentenceOf(result.error))
  }
}

function rowsOf(items: readonly OutboxItem[]): UnsentRow[] {
  const action = (item: OutboxItem, index: number): UnsentRow => ({
    key: item.key,
    kind: 'action',
    item,
    position: index + 1,
  })
  const failed = items.filter((item) => item.state === 'failed')
  const waiting = items.slice(failed.length)
  if (waiting.length === 0) return failed.map(action)
  const heading: UnsentRow = { key: 'waiting', kind: 'heading', title: catalogue.screens.unsent.waiting }
  return [...failed.map(action), heading, ...waiting.map((item, index) => action(item, failed.length + index))]
}
