/** Bits of `user_message.flags`, and their names on the wire (wire-protocol.md §2.4.3). */
export const flagBits = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  historical: 32,
  topic_wildcard_mentioned: 64,
  has_alert_word: 256,
} as const

export type FlagName = keyof typeof flagBits

/** Marks personal rows of direct messages for a partial index; clients never see it. */
export const directBit = 512

/** All flags for mentions of the reader. */
export const mentionBits = flagBits.mentioned | flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned

/** Bits of `message.has`. */
export const contentBits = { attachment: 1, image: 2, link: 4 } as const

export interface MessageRow {
  id: number
  sender_id: number
  recipient_id: number
  topic: string
  content: string
  rendered: string
  timestamp: number
  client: string
  last_edit_timestamp: number | null
  /** JSON array of `{text, url}`. */
  topic_links: string
  stream_id: number | null
  user_ids: string | null
  /** The reader's flags; null if the reader has no personal row. */
  flags: number | null
}

/** The previous values of one edit; null for parts that it did not change. */
export interface EditRow {
  user_id: number
  timestamp: number
  prev_content: string | null
  prev_rendered: string | null
  prev_stream: number | null
  stream: number | null
  prev_topic: string | null
  topic: string | null
}

export interface NewMessage {
  readonly senderId: number
  readonly recipientId: number
  readonly topic: string
  readonly topicLinks: string
  readonly content: string
  readonly rendered: string
  readonly has: number
  readonly timestamp: number
  readonly client: string
}

export interface NewContent {
  readonly content: string
  readonly rendered: string
  readonly has: number
  readonly timestamp: number
}

/** The fields of an unread message; a tuple, since there may be tens of thousands at once. */
export type UnreadRow = readonly [
  id: number,
  topic: string,
  streamId: number | null,
  userIds: string | null,
  flags: number,
]

/** The key by which topics are compared: case-insensitive, while the spelling is kept (wire-protocol.md §2.6). */
export function topicKey(topic: string): string {
  return topic.toLowerCase()
}

export const messageColumns =
  'm.id, m.sender_id, m.recipient_id, m.topic, m.content, m.rendered, m.timestamp, m.client, m.last_edit_timestamp, m.topic_links, r.stream_id, r.user_ids, um.flags'
