import type { Failure } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { FeedMeta, FeedNarrow, MessageHeading } from '#contract/conversations.ts'
import type { MessageItem } from '#contract/messages.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'
import { ListReports } from '../../parts/messages/list-reports.ts'
import type { MessageListMeta, MessageListModel } from '../../parts/messages/message-list-model.ts'
import { buildRows, headingOf, type Row } from '../../parts/messages/rows.ts'
import type { KeptPosition } from '../../ui/list/list-scroll.ts'

/** The state of a feed's list: its rows with their conversations, and the reports about the list. */
export class FeedModel implements MessageListModel {
  readonly accountId: string
  readonly narrow: FeedNarrow
  readonly #views: Pick<ViewClient, 'open' | 'close'>
  readonly #view: LiveView<'feed'>
  readonly reports: ListReports
  rows = $state.raw<readonly Row[]>([])
  newestRequests = $state.raw(0)
  readonly anchorId = null
  readonly kept: KeptPosition | null
  /** A feed has no key that marks all of it as read, because it has too many conversations. */
  readonly readToEnd = null
  measure: () => KeptPosition | null = () => null
  readonly #listMeta: MessageListMeta | null = $derived.by(() => {
    const { meta } = this.#view
    if (meta === null) return null
    const { older, newer, isReadByScrolling } = meta
    return { older, newer, isReadByScrolling, unread: 0 }
  })

  constructor(
    bridge: Bridge,
    views: Pick<ViewClient, 'open' | 'close'>,
    accountId: string,
    narrow: FeedNarrow,
    kept: KeptPosition | null,
  ) {
    this.#views = views
    this.accountId = accountId
    this.narrow = narrow
    this.kept = kept
    const anchor = kept === null || kept.isAtEnd ? 'newest' : Number(kept.row)
    this.#view = views.open(accountId, { type: 'feed', narrow, anchor })
    this.reports = new ListReports(bridge, accountId, () => this.#view.viewId)
    this.#view.onChange = () => {
      this.#update()
    }
  }

  get meta(): MessageListMeta | null {
    return this.#listMeta
  }

  /** The author, the completeness and other properties of the feed; null before the first answer. */
  get feed(): FeedMeta | null {
    return this.#view.meta
  }

  get failure(): Failure | null {
    return this.#view.failure
  }

  get isDrawable(): boolean {
    return this.#view.isDrawable
  }

  /** Reopens the feed after a failure. */
  retry(): void {
    this.#view.retry()
  }

  #update(): void {
    this.rows = buildRows(this.#view.items, { firstUnreadId: null, showTopics: false, now: Date.now() })
  }

  leadToNewest(): void {
    this.newestRequests += 1
  }

  narrowOf(item: MessageItem): Narrow {
    return feedHeadingOf(item).narrow
  }

  topicPolicyOf(item: MessageItem): number | null {
    return feedHeadingOf(item).policy
  }

  close(): void {
    this.reports.close()
    this.#views.close(this.#view)
  }
}

/** @throws RangeError if the message is not one of a feed */
function feedHeadingOf(item: MessageItem): MessageHeading {
  const heading = headingOf(item)
  if (heading === null) throw new RangeError('a message without its conversation')
  return heading
}
