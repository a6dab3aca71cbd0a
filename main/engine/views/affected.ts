import type { Change } from '../model/changes.ts'
import type { MessageItems } from './message-items.ts'
import type { MessageWindow } from './message-window.ts'

/** Wishes for a message, whose id ends the name of their line. */
const ofMessage = /^(?:message|reaction|submessage):(\d+)$/
/** Wishes that may show on any message, or decide which messages a list shows. */
const ofAll = /^(?:read$|\*$|mute_user:)/
/** Wishes for a stream or what stands in it. */
const ofStream = /^(?:move|topic_policy|subscription):(\d+)/

/** Whether a wish of this line may show on messages of a window; `streams` are all its streams, null for any. */
export function isWishShown(line: string, window: MessageWindow, streams: ReadonlySet<number> | null): boolean {
  const id = ofMessage.exec(line)?.[1]
  if (id !== undefined) return window.shows(Number(id))
  if (ofAll.test(line)) return true
  const stream = ofStream.exec(line)?.[1]
  return stream !== undefined && (streams === null || streams.has(Number(stream)))
}

/** Whether messages that a window shows were read, or are unread again. */
export function isUnreadShown(
  change: Extract<Change, { kind: 'unread_added' | 'unread_removed' | 'unread_replaced' }>,
  isShown: (id: number) => boolean,
): boolean {
  if (change.kind !== 'unread_replaced') return isShown(change.id)
  return change.put.some((row) => isShown(row.message_id)) || change.gone.some(isShown)
}

/** Whether a change of the whole account may alter items, whatever they are; undefined where that depends on more. */
export function isSharedChange(change: Change, items: MessageItems): boolean | undefined {
  switch (change.kind) {
    case 'organization':
    case 'preferences':
    case 'epoch':
      return true
    case 'waiting':
      return items.hasWishes
    case 'people':
      return items.showsPeople(change)
    case 'groups':
    case 'statuses':
    case 'scheduled':
    case 'attachments':
    case 'presence':
    case 'typing':
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
