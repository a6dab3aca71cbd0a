import type { Narrow } from '#contract/base/values.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import type { MessageItem } from '#contract/messages.ts'
import type { MessageId } from '#shared/ids.ts'
import type { KeptPosition } from '../../ui/list/list-scroll.ts'
import type { ListReports } from './list-reports.ts'
import type { ReadToEnd } from './read-to-end.svelte.ts'
import type { Row } from './rows.ts'

/** The state of the messages of which a list shows a part. */
export interface MessageListMeta {
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** The number of unread messages for the button to the end; 0 where they are not counted. */
  readonly unread: number
  /** Whether messages that are scrolled past count as read (U8). */
  readonly isReadByScrolling: boolean
}

/** The messages of a conversation or a feed, as their list draws and reports them. */
export interface MessageListModel {
  readonly accountId: string
  readonly narrow: Narrow | FeedNarrow
  readonly rows: readonly Row[]
  /** The state of the messages; null before the first answer. */
  readonly meta: MessageListMeta | null
  /** The message at which the list was opened; null for the first unread one or the end. */
  readonly anchorId: MessageId | null
  /** The reader's position when the conversation was left; null for a new visit. */
  readonly kept: KeptPosition | null
  /** The number of requests to scroll to the newest messages. */
  readonly newestRequests: number
  /** Marks everything up to the end as read; null where that is not offered. */
  readonly readToEnd: ReadToEnd | null
  /** Measures the reader's position; set by the list while it is drawn. */
  measure: () => KeptPosition | null
  /** Scrolls to the newest message and stays there. */
  leadToNewest(): void
  /** The reports and the requests of the list to the engine. */
  readonly reports: Pick<ListReports, 'more' | 'seen' | 'onScreenChanged'>
  /** Returns the conversation of a message for its actions: a topic, also where its whole stream is shown. */
  narrowOf(item: MessageItem): Narrow
  /** Returns the user's visibility policy of a message's topic (wire-protocol.md §2.8); null if it has none. */
  topicPolicyOf(item: MessageItem): number | null
}
