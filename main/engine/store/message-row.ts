export interface MessageRow {
  id: number
  sender_id: number
  stream_id: number | null
  topic: string
  topic_key: string
  direct_key: string | null
  /** Allow-listed HTML. */
  content: string
  plain: string
  timestamp: number
  /** When its text was edited, UNIX seconds. */
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
  /** No previews of what it links to are shown (level 510). */
  hides_previews: number
  /** How it mentions the user: bits of `mentionBits`. */
  mention: number
  /** Bits of `contentKinds`. */
  has: number
  /** The Markdown source, where it is known: from own sendings and edits, else fetched when somebody needs it. */
  raw: string | null
  /** What last kept the row right (M3), as `Era` stamps it: the epoch as a rule; 0 for nothing. */
  verified_epoch: number
}

/** The columns that say in which conversation a message stands. */
export type MessagePlace = Pick<MessageRow, 'stream_id' | 'topic' | 'topic_key' | 'direct_key'>
