import type { MessageId, StreamId, UserId } from '../values/ids.ts'

export interface MessageRow {
  id: MessageId
  sender_id: UserId
  stream_id: StreamId | null
  topic: string
  topic_key: string
  /** JSON list of `TopicLink` as the server said it; null where it has said none, and in direct conversations. */
  topic_links: string | null
  direct_key: string | null
  /** Allow-listed HTML. */
  content: string
  plain: string
  timestamp: number
  /** When its content was edited, UNIX seconds. */
  edited_at: number | null
  /** When it was moved, UNIX seconds. */
  moved_at: number | null
  is_me: number
  is_read: number
  is_starred: number
  is_mentioned: number
  /** JSON list of `Reaction`. */
  reactions: string
  /** JSON list of `Submessage`: the parts of a poll or a to-do list. */
  submessages: string
  has_alert_word: number
  /** 1 if link previews are hidden (level 510). */
  hides_previews: number
  /** The kind of mention: bits of `mentionBits`. */
  mention: number
  /** Bits of `contentKinds`. */
  has: number
  /** The Markdown source if it is known: from own messages and edits, or fetched on demand. */
  raw: string | null
  /** The last verification of the row (M3), as a stamp of `Era`: usually the epoch; 0 for none. */
  verified_epoch: number
}

/** The columns with the conversation of a message. */
export type MessagePlace = Pick<MessageRow, 'stream_id' | 'topic' | 'topic_key' | 'direct_key'>
