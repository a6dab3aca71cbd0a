import { affectedMessages } from '../../actions/kinds.ts'
import type { Change } from '../../state/changes.ts'
import type { MessageItems } from '../messages/message-items.ts'
import type { MessageWindow } from '../messages/message-window.ts'

/**
 * Returns whether rows of this queue may change messages of a window. `streams` are the window's streams; null stands
 * for all.
 */
export function isActionShown(queueKey: string, window: MessageWindow, streams: ReadonlySet<number> | null): boolean {
  const shown = affectedMessages(queueKey)
  if (shown === null || shown === 'every_message') return shown !== null
  if ('message' in shown) return window.shows(shown.message)
  return streams === null || streams.has(shown.stream)
}

/** Returns whether messages of a window were read or marked as unread. */
export function isUnreadShown(
  change: Extract<Change, { kind: 'unread_added' | 'unread_removed' | 'unread_replaced' }>,
  isShown: (id: number) => boolean,
): boolean {
  if (change.kind !== 'unread_replaced') return isShown(change.id)
  return change.put.some((row) => isShown(row.message_id)) || change.gone.some(isShown)
}

/** Returns whether a change of the account may alter any items; undefined if that depends on the view. */
export function isSharedChange(change: Change, items: MessageItems): boolean | undefined {
  switch (change.kind) {
    case 'organization':
    case 'preferences':
    case 'epoch':
      return true
    case 'waiting':
      return items.hasPending
    case 'people':
      return items.showsPeople(change)
    case 'groups':
    case 'part':
    case 'attachments':
    case 'presence':
    case 'typing':
    case 'topics':
      return false
    case 'message':
    case 'outbox':
    case 'drafts':
    case 'progress':
    case 'unread_added':
    case 'unread_removed':
    case 'unread_replaced':
    case 'streams':
    case 'ranges':
    case 'ranges_lost':
    case 'moved':
      return undefined
  }
}
