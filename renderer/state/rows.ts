import type { ConversationItem, MessageItem, PendingItem } from '../../preload/contract/message-items.ts'
import { dayKey, formatDay } from './format.ts'

/** Messages of one person closer than this stand under one name. */
const groupSeconds = 600

/** A row of the conversation: an item with what stands above it. */
export interface Row {
  readonly key: string
  readonly item: ConversationItem
  /** Label of the day that begins with this row. */
  readonly day: string | null
  /** The first message that was unread when the conversation was opened. */
  readonly isFirstUnread: boolean
  /** Topic that begins with this row, where the view shows several. */
  readonly topic: string | null
  /** Whether picture and name are shown. */
  readonly isFirstOfGroup: boolean
}

/** What became of a message since it was sent, in a word or two; empty for nothing (F3). */
export function changeMark(item: Pick<MessageItem, 'isEdited' | 'isMoved'>): string {
  return [...(item.isEdited ? ['edited'] : []), ...(item.isMoved ? ['moved'] : [])].join(', ')
}

/** Whether a row tells what somebody does (`/me waves`): it begins with their name, so that no name stands above it (C12). */
export function isAction(item: ConversationItem): boolean {
  if (item.kind === 'gap') return false
  return item.kind === 'message' ? item.isMe : /^\/me[ \n]/.test(item.text)
}

/** Rows of a conversation's items. Headers belong to the row below them, so that rows keep their places (§ virtual list). */
export function buildRows(
  items: readonly ConversationItem[],
  options: { readonly firstUnreadId: number | null; readonly showTopics: boolean; readonly now: number },
): Row[] {
  let previous: MessageItem | PendingItem | null = null
  let isUnreadMarked = false
  return items.map((item) => {
    if (item.kind === 'gap') {
      previous = null
      return { key: item.key, item, day: null, isFirstUnread: false, topic: null, isFirstOfGroup: true }
    }
    const before = previous
    previous = item
    const startsDay = before === null || dayKey(before.timestamp) !== dayKey(item.timestamp)
    const isFirstUnread =
      !isUnreadMarked && item.kind === 'message' && options.firstUnreadId !== null && item.id >= options.firstUnreadId
    if (isFirstUnread) isUnreadMarked = true
    const startsTopic =
      options.showTopics && (before === null || before.topic.toLowerCase() !== item.topic.toLowerCase())
    return {
      key: item.key,
      item,
      day: startsDay ? formatDay(item.timestamp, options.now) : null,
      isFirstUnread,
      topic: startsTopic ? item.topic : null,
      isFirstOfGroup:
        before === null ||
        startsDay ||
        isFirstUnread ||
        startsTopic ||
        before.kind !== item.kind ||
        before.sender.id !== item.sender.id ||
        item.timestamp - before.timestamp > groupSeconds ||
        isAction(before) !== isAction(item),
    }
  })
}
