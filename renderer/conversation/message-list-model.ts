import type { MessageItem } from '#contract/message-items.ts'
import type { Narrow } from '#contract/values.ts'
import type { FeedNarrow } from '#contract/views/feed.ts'
import type { MessageId } from '#shared/ids.ts'
import type { KeptPosition } from '../ui/kept-position.ts'
import type { ListReports } from './list-reports.ts'
import type { ReadToEnd } from './read-to-end.svelte.ts'
import type { Row } from './rows.ts'

/** The state of the messages that a list shows a part of. */
export interface MessageListMeta {
  readonly older: 'none' | 'more' | 'loading' | 'unreachable'
  readonly newer: 'none' | 'more' | 'loading' | 'unreachable'
  /** The number of unread messages, as the button to the end tells it; 0 where they are not counted. */
  readonly unread: number
  /** Whether messages count as read that are scrolled past (U8). */
  readonly isReadByScrolling: boolean
}

/** The messages of a conversation or a feed, as their list draws and reports them. */
export interface MessageListModel {
  readonly accountId: string
  readonly narrow: Narrow | FeedNarrow
  readonly rows: readonly Row[]
  /** Null before the first answer. */
  readonly meta: MessageListMeta | null
  /** The message at which the list was opened; null at the first unread one or at the end. */
  readonly anchorId: MessageId | null
  /** Where the reader was when the place was left; null on arrival. */
  readonly kept: KeptPosition | null
  /** Incremented to scroll to the newest messages. */
  readonly newestRequests: number
  /** Marks everything as read at the end; null where that is not offered. */
  readonly readToEnd: ReadToEnd | null
  /** Measures where the reader is; set by the list while it is drawn. */
  measure: () => KeptPosition | null
  /** Scrolls to the newest message and stays there. */
  leadToNewest(): void
  /** What the list tells the engine, and asks of it. */
  readonly reports: Pick<ListReports, 'more' | 'seen' | 'onScreenChanged'>
  /** The conversation of a message, for what is done with it; a topic also where its whole stream is shown. */
  narrowOf(item: MessageItem): Narrow
  /** The user's visibility policy of a message's topic (wire-protocol.md §2.8); null if it has none. */
  topicPolicyOf(item: MessageItem): number | null
}
