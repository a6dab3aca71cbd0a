import type { Bridge } from '../../preload/contract/bridge.ts'
import type { Narrow } from '../../preload/contract/values.ts'
import type { OutboxItem, OutboxMeta } from '../../preload/contract/views/outbox.ts'
import { sentenceOf } from '../../words/words.ts'
import { copyText } from './copy-text.ts'
import type { LiveView, ViewClient } from './view-client.svelte.ts'

/** A heading, or an action that is not at the server. */
export type UnsentRow =
  | { readonly key: string; readonly kind: 'heading'; readonly title: string }
  | { readonly key: string; readonly kind: 'action'; readonly item: OutboxItem; readonly position: number }

/** A message that was taken back, while it can be had again. */
export interface TakenBack {
  readonly draftId: string
  readonly text: string
}

/** Rows from the end at which more are asked for. */
const nearEnd = 30

/** The list of what was not sent (F8): refused actions first, then what waits. */
export class UnsentList {
  readonly #bridge: Bridge
  readonly #views: ViewClient
  readonly #accountId: string
  readonly #tell: (sentence: string) => void
  readonly #view: LiveView<'outbox'>
  #askedFor = ''
  takenBack = $state.raw<TakenBack | null>(null)
  readonly rows = $derived.by(() => rowsOf(this.#view.items))

  constructor(options: { bridge: Bridge; views: ViewClient; accountId: string; tell: (sentence: string) => void }) {
    this.#bridge = options.bridge
    this.#views = options.views
    this.#accountId = options.accountId
    this.#tell = options.tell
    this.#view = this.#views.open(this.#accountId, { type: 'outbox' })
  }

  get meta(): OutboxMeta | null {
    return this.#view.meta
  }

  get failure() {
    return this.#view.failure
  }

  /** Asks for the list anew, after a failure to show it. */
  showAgain(): void {
    this.#view.retry()
  }

  close(): void {
    this.#views.close(this.#view)
  }

  /** Asks for more rows where the last one at hand is near; once for each length of the list. */
  async reach(index: number): Promise<void> {
    const { items, meta } = this.#view
    if (meta === null || items.length >= meta.total || index < this.rows.length - nearEnd) return
    // A view that was opened anew begins with fewer rows.
    const { viewId, engineEpoch } = this.#view
    const state = `${viewId} ${engineEpoch} ${items.length}`
    if (this.#askedFor === state) return
    this.#askedFor = state
    await this.#bridge.call('views.more', { accountId: this.#accountId, viewId, direction: 'newer' })
  }

  async retry(item: OutboxItem): Promise<void> {
    const result = await this.#bridge.call('outbox.retry', { accountId: this.#accountId, localId: item.localId })
    if (!result.ok) this.#tell(sentenceOf(result.error))
  }

  async retryAll(): Promise<void> {
    const result = await this.#bridge.call('outbox.retryAll', { accountId: this.#accountId })
    if (!result.ok) this.#tell(sentenceOf(result.error))
  }

  /** Puts the text back into its conversation's composer, below a draft that is there; returns where that is. */
  async takeToComposer(item: OutboxItem): Promise<Narrow | null> {
    const result = await this.#bridge.call('outbox.cancel', { accountId: this.#accountId, localId: item.localId })
    if (result.ok) return item.narrow
    this.#tell(sentenceOf(result.error))
    return null
  }

  /** Removes an action; what was written can be had back until something else is removed. Returns whether it is gone. */
  async takeBack(item: OutboxItem): Promise<boolean> {
    const result = await this.#bridge.call('outbox.discard', { accountId: this.#accountId, localId: item.localId })
    if (!result.ok) {
      this.#tell(sentenceOf(result.error))
      return false
    }
    const { draftId } = result.value
    this.takenBack = draftId === null ? null : { draftId, text: item.text }
    return true
  }

  /** Copies all that an action holds which cannot be read. */
  async copy(item: OutboxItem): Promise<void> {
    const result = await this.#bridge.call('outbox.text', { accountId: this.#accountId, localId: item.localId })
    if (!result.ok) this.#tell(sentenceOf(result.error))
    else this.#tell(copyText(result.value.text) ? 'The text was copied.' : 'The text could not be copied.')
  }

  /** What was taken back becomes a draft of its conversation. */
  async undo(): Promise<void> {
    const { takenBack } = this
    this.takenBack = null
    if (takenBack === null) return
    const { draftId } = takenBack
    const result = await this.#bridge.call('drafts.restore', { accountId: this.#accountId, draftId })
    this.#tell(result.ok ? 'It is among your drafts now.' : sentenceOf(result.error))
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
  const heading: UnsentRow = { key: 'waiting', kind: 'heading', title: 'Waiting' }
  return [...failed.map(action), heading, ...waiting.map((item, index) => action(item, failed.length + index))]
}
