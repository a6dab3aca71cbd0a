import type { StreamId } from '../../values/ids.ts'
import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { Change } from '../changes.ts'
import { containersOfLocation, contradictCoverage } from '../completeness/contradicted-coverage.ts'
import { invalidateFeeds } from '../completeness/feeds.ts'
import type { ReducerContext } from '../context.ts'
import { isVerified } from './freshness.ts'
import { timeOf, type EditState, isMove } from './edit-state.ts'
import { hasMoveTimes } from './message-row.ts'
import { writeTopicLinks } from '../topics/topic-links.ts'
import { addUnread, removeUnread } from '../unread/unread.ts'
import type { Store } from '../../store/store.ts'
import { topicConversation, topicKey } from '../../values/conversation.ts'

/**
 * Moves messages to another conversation, with their unread marks, and with their drafts if the whole topic moves
 * (M13, M14, S14).
 */
export function move(context: ReducerContext, event: MessageEventOf<'update_message'>): Change[] {
  const { store, accountState } = context
  const fromStream = event.stream_id ?? 0
  const toStream = event.new_stream_id ?? fromStream
  const toTopic = event.subject ?? event.orig_subject ?? ''
  const fromKey = topicKey(event.orig_subject ?? '')
  const toKey = topicKey(toTopic)
  const from = topicConversation(fromStream, fromKey)
  const to = topicConversation(toStream, toKey)
  const moved = movedState(context, event)
  // A new topic name has other links; a move to another stream keeps them.
  const links = event.subject === undefined ? undefined : writeTopicLinks(event.topic_links, context.serverOrigin)
  const changes: Change[] = []
  for (const id of event.message_ids) {
    const row = store.messages.get(id)
    if (row !== undefined) {
      store.messages.put({
        ...row,
        stream_id: toStream,
        // If only the stream changes, each message keeps its own spelling of the topic (M22).
        topic: event.subject ?? row.topic,
        topic_key: toKey,
        topic_links: links === undefined ? row.topic_links : links,
        ...(moved ?? {}),
        // No events follow for an unsubscribed stream (M14).
        verified_epoch:
          isVerified(accountState, row) && accountState.isLive(toStream)
            ? accountState.epochStamps.stampOf(toStream)
            : 0,
      })
      changes.push({ kind: 'message', id, conversation: from }, { kind: 'message', id, conversation: to })
    }
    const unread = store.unread.get(id)
    if (unread !== undefined) {
      if (accountState.isLive(toStream)) {
        store.messages.noteTopic(toStream, toTopic, id)
        changes.push(...addUnread(store, id, to, unread.mention))
      } else changes.push(...removeUnread(store, id))
    }
  }
  store.messages.recountTopic(fromStream, fromKey)
  const containers = containersOfLocation(context, { streamId: toStream, key: toKey })
  const isTogether = event.propagate_mode === 'change_later' || event.propagate_mode === 'change_all'
  // A move from an unsubscribed stream may contain more messages than the event names (M13).
  if (isTogether && toStream !== fromStream && !accountState.isLive(fromStream)) {
    changes.push(...markStale(store, containers))
  }
  changes.push(...forgetRangesAfterMove(context, event.message_ids, containers))
  changes.push({ kind: 'moved', from, to, mode: event.propagate_mode ?? 'change_one' })
  if (event.propagate_mode === 'change_all') changes.push(...retargetDrafts(context, { from, to, toTopic }))
  return changes
}

/** Returns the edit state after a move, as a fetch would return it; null if the conversation is the same. */
function movedState(context: ReducerContext, event: MessageEventOf<'update_message'>): Partial<EditState> | null {
  const { accountState } = context
  const at = timeOf(context, event)
  // Without histories a fetch returns only the time of the last change, unless the server has separate move times.
  if (!accountState.organizationSettings.organization.allow_edit_history && !hasMoveTimes(accountState))
    return { edited_at: at }
  const edit = {
    isOtherStream: event.new_stream_id !== undefined,
    fromTopic: event.subject === undefined ? null : (event.orig_subject ?? null),
    toTopic: event.subject ?? null,
  }
  return isMove(edit) ? { moved_at: at } : null
}

/** Cuts the ranges that lack uncached messages of a move (M13). A view that needs them fetches them. */
function forgetRangesAfterMove(
  context: ReducerContext,
  ids: readonly number[],
  containers: readonly string[],
): Change[] {
  const { store } = context
  const allCached = ids.every((id) => store.messages.get(id) !== undefined)
  if (allCached) return []
  return [...contradictCoverage(context, ids, containers, 'come'), ...invalidateFeeds(store, 'visibility')]
}

/** Marks the ranges of containers as stale, because more messages may have moved there than the event names. */
function markStale(store: Store, containers: readonly string[]): Change[] {
  for (const container of containers) store.ranges.markStale(container)
  return rangesLost(store, containers)
}

function rangesLost(store: Store, containers: readonly string[]): Change[] {
  return [
    ...containers.map((container): Change => ({ kind: 'ranges_lost', container })),
    ...invalidateFeeds(store, 'visibility'),
  ]
}

/** Drops the ranges of a topic into which messages were moved without events. */
export function dropCoverage(store: Store, streamId: StreamId, key: string): Change[] {
  const containers = containersOfLocation({ store }, { streamId, key })
  for (const container of containers) store.ranges.replace(container, [])
  return rangesLost(store, containers)
}

/** Moves the drafts of a topic that was moved as a whole (S14). */
function retargetDrafts(context: ReducerContext, moved: { from: string; to: string; toTopic: string }): Change[] {
  const { store } = context
  const changes: Change[] = []
  for (const draft of store.drafts.all()) {
    if (draft.conversation !== moved.from) continue
    store.drafts.put({ ...draft, conversation: moved.to, topic: moved.toTopic })
    changes.push({ kind: 'drafts', conversation: moved.from }, { kind: 'drafts', conversation: moved.to })
  }
  return changes
}
