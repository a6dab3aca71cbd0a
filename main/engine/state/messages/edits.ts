import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { Change } from '../changes.ts'
import { containersOfLocation, contradictCoverage } from '../completeness/contradicted-coverage.ts'
import { invalidateFeeds } from '../completeness/feeds.ts'
import { readContent } from '../content/content.ts'
import type { ReducerContext } from '../context.ts'
import { timeOf } from './edit-state.ts'
import { move } from './moves.ts'
import { addUnread } from '../unread/unread.ts'
import { conversationOf, topicKey } from '../../values/conversation.ts'
import { mentionOf } from '../../values/mentions.ts'

/** Handles an edit, a move, or both. Each part is applied separately, also to uncached ids (M16–M18, U11). */
export function handleUpdateMessage(context: ReducerContext, event: MessageEventOf<'update_message'>): Change[] {
  const { store } = context
  const changes: Change[] = []
  const edited = store.messages.get(event.message_id)
  // An edit without flags leaves the mention unchanged.
  const reported = event.rendering_only || event.flags === undefined ? null : mentionOf(event.flags)
  if (edited !== undefined && event.rendered_content !== undefined) {
    const content = readContent(event.rendered_content, context.serverOrigin)
    const mention = reported ?? edited.mention
    store.messages.put({
      ...edited,
      content: content.html,
      plain: content.plain,
      raw: event.content ?? null,
      is_me: event.is_me_message === undefined ? edited.is_me : event.is_me_message ? 1 : 0,
      edited_at: event.rendering_only ? edited.edited_at : timeOf(context, event),
      // The row's epoch is kept, because an edit does not prove that no move was missed (M3).
      is_mentioned: mention === 0 ? 0 : 1,
      mention,
    })
    changes.push({ kind: 'message', id: edited.id, conversation: conversationOf(edited) })
  }
  changes.push(...contradictByUpdate(context, event))
  if (edited === undefined && event.rendered_content !== undefined) {
    changes.push(...invalidateFeeds(store, 'content'))
    if (mentionOf(event.flags ?? []) !== 0) changes.push(...invalidateFeeds(store, 'mention'))
  }
  if (!event.rendering_only && event.rendered_content !== undefined) {
    const unread = store.unread.get(event.message_id)
    if (unread !== undefined) {
      changes.push(...addUnread(store, event.message_id, unread.conversation, reported ?? unread.mention))
    }
  }
  if (event.orig_subject !== undefined && event.stream_id !== undefined) changes.push(...move(context, event))
  return changes
}

/**
 * Cuts the ranges that an event about an uncached message contradicts, because the user has every message in such an
 * event.
 */
function contradictByUpdate(context: ReducerContext, event: MessageEventOf<'update_message'>): Change[] {
  const ids = [...new Set([event.message_id, ...event.message_ids])]
  const key = event.orig_subject === undefined ? null : topicKey(event.orig_subject)
  const location = event.stream_id === undefined ? { streamId: null, key: null } : { streamId: event.stream_id, key }
  return contradictCoverage(context, ids, containersOfLocation(context, location), 'have_been')
}
