import type { MessageId } from '#shared/ids.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { MessageItem } from '#contract/messages.ts'
import type { KeptPosition } from '../../ui/list/list-scroll.ts'
import { ListReports } from '../../parts/messages/list-reports.ts'
import type { MessageListModel } from '../../parts/messages/message-list-model.ts'
import { ReadToEnd } from '../../parts/messages/read-to-end.svelte.ts'
import type { ConversationViews } from './conversation-views.ts'
import { buildRows, type Row } from '../../parts/messages/rows.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'

/** The open conversation: rows for the list, and the list's reports. */
export class ConversationModel implements MessageListModel {
  readonly narrow: Narrow
  readonly accountId: string
  readonly #views: Pick<ConversationViews, 'open' | 'close'>
  readonly #view: LiveView<'conversation'>
  readonly reports: ListReports
  rows = $state.raw<readonly Row[]>([])
  newestRequests = $state.raw(0)
  readonly anchorId: MessageId | null
  readonly kept: KeptPosition | null
  measure: () => KeptPosition | null = () => null
  #onMeta: (meta: ConversationMeta) => void = () => undefined
  readonly readToEnd: ReadToEnd

  constructor(
    bridge: Bridge,
    views: Pick<ConversationViews, 'open' | 'close'>,
    accountId: string,
    narrow: Narrow,
    anchor: 'first_unread' | number,
    kept: KeptPosition | null = null,
  ) {
    this.#views = views
    this.accountId = accountId
    this.narrow = narrow
    this.kept = kept
    this.anchorId = typeof anchor === 'number' ? anchor : null
    this.readToEnd = new ReadToEnd(bridge, accountId, () => this.meta?.narrow ?? narrow)
    this.#view = views.open(accountId, {
      type: 'conversation',
      narrow,
      anchor: kept === null ? anchor : Number(kept.row),
    })
    this.reports = new ListReports(bridge, accountId, () => this.#view.viewId)
    this.#view.onChange = () => {
      this.#update()
    }
    if (this.#view.meta === null) return
    // A prepared view is loaded already. The engine learns that it is shown now, even if it has no rows.
    this.reports.reportOnScreen(null)
    this.#update()
  }

  get meta(): ConversationMeta | null {
    return this.#view.meta
  }

  /**
   * Sets the listener for the conversation's metadata, such as its draft and permissions. It is called now and after
   * each change.
   */
  followMeta(onMeta: (meta: ConversationMeta) => void): void {
    this.#onMeta = onMeta
    if (this.meta !== null) onMeta(this.meta)
  }

  get failure() {
    return this.#view.failure
  }

  /** Returns the reader's position; null before the list is drawn. */
  position(): KeptPosition | null {
    return this.measure()
  }

  /** Reopens the conversation after a failure. */
  retry(): void {
    this.#view.retry()
  }

  #update(): void {
    this.rows = buildRows(this.#view.items, {
      firstUnreadId: this.#view.meta?.firstUnreadId ?? null,
      showTopics: this.narrow.kind === 'stream',
      now: Date.now(),
    })
    const { meta } = this.#view
    if (meta !== null) this.#onMeta(meta)
  }

  leadToNewest(): void {
    this.newestRequests += 1
  }

  narrowOf({ streamId, topic }: Pick<MessageItem, 'streamId' | 'topic'>): Narrow {
    return streamId === null ? this.narrow : { kind: 'topic', streamId, topic }
  }

  topicPolicyOf(): number | null {
    return this.meta?.topicPolicy ?? null
  }

  close(): void {
    this.reports.close()
    this.#views.close(this.#view)
  }
}
