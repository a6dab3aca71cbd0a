import { catalogue } from '#i18n/catalogue.ts'
import type { FeedItem, MessageHeading } from '#contract/conversations.ts'
import type { ConversationItem, MessageItem, PendingItem, PendingChange } from '#contract/messages.ts'
import { narrowKey } from '../../state/routes/routes.ts'
import { dayKey, formatDay } from '#i18n/times.ts'

/** The time within which messages of one sender share a heading, in seconds. */
const groupSeconds = 600

/** A row of the conversation: an item with its headings. */
export interface Row {
  readonly key: string
  readonly item: ConversationItem
  /** The label of the day that starts with this row. */
  readonly day: string | null
  /** Whether the item is the first message that was unread when the conversation was opened. */
  readonly isFirstUnread: boolean
  /** The topic that starts with this row, if the view has several. */
  readonly topic: string | null
  /** The conversation that starts with this row, in a feed. */
  readonly heading: MessageHeading | null
  /** Whether the avatar and the name are shown. */
  readonly isFirstOfGroup: boolean
}

/** Returns a short label for the changes of a message; empty for none. */
export function changeMark(item: Pick<MessageItem, 'isEdited' | 'isMoved'>): string {
  const { edited, moved } = catalogue.screens.message
  return [...(item.isEdited ? [edited] : []), ...(item.isMoved ? [moved] : [])].join(', ')
}

/** Whether an item is a status message (`/me waves`), which starts with the sender's name and has no heading. */
export function isAction(item: ConversationItem): boolean {
  if (item.kind === 'gap') return false
  return item.kind === 'message' ? item.isMe : /^\/me[ \n]/.test(item.text)
}

/** Returns the conversation of an item of a feed; null for all others. */
export function headingOf(item: ConversationItem | FeedItem): MessageHeading | null {
  return item.kind === 'message' && 'heading' in item ? item.heading : null
}

/**
 * Builds the rows of a conversation or a feed. Headings belong to the row below them, so that rows keep their
 * positions.
 */
export function buildRows(
  items: readonly (ConversationItem | FeedItem)[],
  options: { readonly firstUnreadId: number | null; readonly showTopics: boolean; readonly now: number },
): Row[] {
  let previous: MessageItem | PendingItem | null = null
  let shownDay: string | null = null
  let shownConversation: string | null = null
  let isUnreadMarked = false
  return items.map((item) => {
    if (item.kind === 'gap') {
      previous = null
      shownDay = null
      shownConversation = null
      return { key: item.key, item, day: null, isFirstUnread: false, topic: null, heading: null, isFirstOfGroup: true }
    }
    const before = previous
    previous = item
    const day = dayKey(item.timestamp)
    const startsDay = day !== shownDay
    shownDay = day
    const isFirstUnread =
      !isUnreadMarked && item.kind === 'message' && options.firstUnreadId !== null && item.id >= options.firstUnreadId
    if (isFirstUnread) isUnreadMarked = true
    const startsTopic =
      options.showTopics && (before === null || before.topic.toLowerCase() !== item.topic.toLowerCase())
    const heading = headingOf(item)
    const conversationKeyOf = heading === null ? null : narrowKey(heading.narrow)
    const startsConversation = conversationKeyOf !== shownConversation
    shownConversation = conversationKeyOf
    return {
      key: item.key,
      item,
      day: startsDay ? formatDay(item.timestamp, options.now) : null,
      isFirstUnread,
      topic: startsTopic ? item.topic : null,
      heading: startsConversation ? heading : null,
      isFirstOfGroup:
        before === null ||
        startsDay ||
        isFirstUnread ||
        startsTopic ||
        startsConversation ||
        before.kind !== item.kind ||
        before.sender.id !== item.sender.id ||
        item.timestamp - before.timestamp > groupSeconds ||
        isAction(before) !== isAction(item),
    }
  })
}

/**
 * Whether a waiting deletion can be undone. The engine reports that it is being sent; before that, its deadline
 * decides.
 */
export function canUndo({ state, reason }: PendingChange, now: number): boolean {
  if (state === 'failed') return false
  switch (reason.kind) {
    case 'undo':
      return reason.until > now
    case 'sending':
    case 'resending':
      return false
    default:
      return true
  }
}
