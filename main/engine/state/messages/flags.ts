import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { Change } from '../changes.ts'
import { invalidateFeeds } from '../completeness/feeds.ts'
import { missed } from '../completeness/contradicted-coverage.ts'
import type { ReducerContext } from '../context.ts'
import { noteStars } from './starred.ts'
import { addUnread, removeUnread } from '../unread/unread.ts'
import type { ReadAccountState } from '../account-state.ts'
import type { ConversationColumns, MessageRow } from '../../store/message-row.ts'
import { conversationOf, directKey, topicKey } from '../../values/conversation.ts'
import { mentionOfList } from '../../values/mentions.ts'

type UnreadDetails = NonNullable<MessageEventOf<'update_message_flags'>['message_details']>[string]

/** Changes flags by id. `all` clears all unread marks, also those of uncached messages (U4, U5). */
export function handleFlags(context: ReducerContext, event: MessageEventOf<'update_message_flags'>): Change[] {
  const { store, accountState } = context
  if (event.flag === 'read' && event.op === 'add' && event.all) {
    const gone = store.unread.all().map((row) => row.message_id)
    store.unread.clear()
    store.messages.setAllRead()
    // Nothing is unread now, so that no older unread messages are unknown either (U3).
    const organization = store.meta.organization()
    if (organization !== undefined) store.meta.setOrganization({ ...organization, oldUnreadsMissing: false })
    return [
      { kind: 'organization' },
      { kind: 'unread_replaced', put: [], gone },
      { kind: 'message', id: 0, conversation: '*' },
    ]
  }
  const changes: Change[] = contradictByFlags(context, event)
  if (event.flag === 'starred') changes.push(...noteStars(store, event.messages, event.op === 'add'))
  for (const id of event.messages) {
    const row = store.messages.get(id)
    if (event.flag === 'read') {
      store.messages.setRead(id, event.op === 'add')
      if (event.op === 'add') {
        changes.push(...removeUnread(store, id))
      } else {
        // The event takes precedence over the cache, because a row from before a registration may have been moved
        // since (M3).
        const location = unreadLocation(event.message_details?.[String(id)], accountState, row?.mention ?? 0) ?? row
        if (location === undefined || !accountState.isLive(location.stream_id)) continue
        store.messages.noteConversation(id, location)
        changes.push(...addUnread(store, id, conversationOf(location), location.mention))
      }
    } else if (event.flag === 'starred') {
      store.messages.setStarred(id, event.op === 'add')
      if (row === undefined && event.op === 'add') changes.push(...invalidateFeeds(store, 'star'))
    } else if (event.flag === 'hide_link_previews') store.messages.setHidesPreviews(id, event.op === 'add')
    if (row !== undefined) changes.push({ kind: 'message', id, conversation: conversationOf(row) })
  }
  return changes
}

/**
 * Cuts the ranges that flags of an uncached message contradict, because the user has every message in such an event.
 */
function contradictByFlags(context: ReducerContext, event: MessageEventOf<'update_message_flags'>): Change[] {
  const { store, accountState } = context
  const missing = event.messages.filter((id) => store.messages.get(id) === undefined)
  const reported = Map.groupBy(missing, (id) => {
    const location = unreadLocation(event.message_details?.[String(id)], accountState, 0)
    return location === undefined ? store.unread.get(id)?.conversation : conversationOf(location)
  })
  return [...reported].flatMap(([conversation, ids]) => missed(context, ids, conversation))
}

/** Returns the conversation of a message that became unread, as columns of its row; undefined if the event lacks it. */
function unreadLocation(
  details: UnreadDetails | undefined,
  accountState: ReadAccountState,
  known: number,
): (ConversationColumns & Pick<MessageRow, 'mention'>) | undefined {
  if (details === undefined) return undefined
  const { stream_id, topic, user_ids: members, mentioned, unmuted_stream_msg: isUnmuted } = details
  const isListed = mentioned === true
  if (details.type !== 'stream') {
    if (members === undefined) return undefined
    const mention = mentionOfList(isListed, false, known)
    return { stream_id: null, topic: '', topic_key: '', direct_key: directKey(members, accountState.selfId), mention }
  }
  if (stream_id === undefined || topic === undefined) return undefined
  const topic_key = topicKey(topic)
  const isHidden = isUnmuted === undefined ? accountState.isTopicHidden(stream_id, topic_key) : !isUnmuted
  return { stream_id, topic, topic_key, direct_key: null, mention: mentionOfList(isListed, isHidden, known) }
}
