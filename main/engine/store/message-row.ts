import type { MessageId, StreamId, UserId } from '../values/ids.ts'

/** A cached message. Columns that start with `is_` or `has_` are 0 or 1. */
export interface MessageRow {
  id: MessageId
  sender_id: UserId
  stream_id: StreamId | null
  topic: string
  topic_key: string
  /** A JSON list of `TopicLink` as the server sent it; null if it has sent none, and in direct conversations. */
  topic_links: string | null
  direct_key: string | null
  /** Allow-listed HTML. */
  content: string
  plain: string
  timestamp: number
  /** The time of the last edit of the content in UNIX seconds; null if there was none. */
  edited_at: number | null
  /** The time of the last move in UNIX seconds; null if there was none. */
  moved_at: number | null
  is_me: number
  is_read: number
  is_starred: number
  is_mentioned: number
  /** A JSON list of `Reaction`. */
  reactions: string
  /** A JSON list of `Submessage`, the parts of a poll or a to-do list. */
  submessages: string
  has_alert_word: number
  /** It is 1 if link previews are hidden (level 510). */
  hides_previews: number
  /** The kind of mention as bits of `mentionBits`. */
  mention: number
  /** The kinds of content as bits of `contentKinds`. */
  has: number
  /** The Markdown source if it is known from an own message or an edit, or was fetched. */
  raw: string | null
  /**
   * The stamp of the row's last verification (M3), as `EpochStamps` returns it: usually the epoch; 0 if there was
   * none.
   */
  verified_epoch: number
}

/** The columns that contain the conversation of a message. */
export type ConversationColumns = Pick<MessageRow, 'stream_id' | 'topic' | 'topic_key' | 'direct_key'>
