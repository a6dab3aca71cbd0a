import type { MessageEventOf } from '../../api/resources/messages.ts'
import type { Change } from '../changes.ts'
import { containersOfPlace, disprove } from '../completeness/disproved-claims.ts'
import { doubtFeeds } from '../completeness/feeds.ts'
import type { ReducerContext } from '../context.ts'
import { timeOf } from './change-time.ts'
import { isKept } from './currency.ts'
import { type EditState, isMove } from './edit-state.ts'
import { hasMoveTimes } from './message-row.ts'
import { addUnread, removeUnread } from '../unread/unread-messages.ts'
import type { Store } from '../../store/store.ts'
import { topicConversation, topicKey } from '../../values/conversation.ts'

export function move(context: ReducerContext, event: MessageEventOf<'update_message'>): Change[] {
  const { store, world } = context
  const fromStream = event.stream_id ?? 0
  const toStream = event.new_stream_id ?? fromStream
  const toTopic = event.subject ?? event.orig_subject ?? ''
  const fromKey = topicKey(event.orig_subject ?? '')
  const toKey = topicKey(toTopic)
  const from = topicConversation(fromStream, fromKey)
  const to = topicConversation(toStream, toKey)
  const moved = movedState(context, event)
  const changes: Change[] = []
  for (const id of event.message_ids) {
    const row = store.messages.get(id)
    if (row !== undefined) {
      store.messages.put({
        ...row,
        stream_id: toStream,
        // Where the stream alone changes, each message keeps its own spelling (M22).
        topic: event.subject ?? row.topic,
        topic_key: toKey,
        ...(moved ?? {}),
        // Nothing tells of changes in a stream that is not subscribed (M14).
        verified_epoch: isKept(world, row) && world.isLive(toStream) ? world.era.stampOf(toStream) : 0,
      })
      changes.push({ kind: 'message', id, conversation: from }, { kind: 'message', id, conversation: to })
    }
    const unread = store.unread.get(id)
    if (unread !== undefined) {
      if (world.isLive(toStream)) {
        store.messages.noteTopic(toStream, toTopic, id)
        changes.push(...addUnread(store, id, to, unread.mention))
      } else changes.push(...removeUnread(store, id))
    }
  }
  store.messages.recountTopic(fromStream, fromKey)
  const containers = containersOfPlace(context, { streamId: toStream, key: toKey })
  const isTogether = event.propagate_mode === 'change_later' || event.propagate_mode === 'change_all'
  // Of a stream that is not read more may have come along than is told to somebody who had a part of it (F5, M13).
  if (isTogether && toStream !== fromStream && !world.isLive(fromStream)) {
    changes.push(...doubtPlace(store, containers))
  }
  changes.push(...forgetRangesAfterMove(context, event.message_ids, containers))
  changes.push({ kind: 'moved', from, to, mode: event.propagate_mode ?? 'change_one' })
  if (event.propagate_mode === 'change_all') changes.push(...retargetDrafts(context, { from, to, toTopic }))
  return changes
}

/** What a move leaves on its messages, as a fetch would tell it (F3); null where they are where they were. */
function movedState(context: ReducerContext, event: MessageEventOf<'update_message'>): Partial<EditState> | null {
  const { world } = context
  const at = timeOf(context, event)
  // Without histories a fetch knows the time of the last change alone, unless the server has one of its own for moves.
  if (!world.organizationSettings.organization.allow_edit_history && !hasMoveTimes(world)) return { edited_at: at }
  const place = {
    isOtherStream: event.new_stream_id !== undefined,
    fromTopic: event.subject === undefined ? null : (event.orig_subject ?? null),
    toTopic: event.subject ?? null,
  }
  return isMove(place) ? { moved_at: at } : null
}

/**
 * Messages that moved in from outside the cache leave holes where completeness was recorded (M13), which are fetched
 * when somebody looks.
 */
function forgetRangesAfterMove(
  context: ReducerContext,
  ids: readonly number[],
  containers: readonly string[],
): Change[] {
  const { store } = context
  const allCached = ids.every((id) => store.messages.get(id) !== undefined)
  if (allCached) return []
  return [...disprove(context, ids, containers, 'come'), ...doubtFeeds(store, 'visibility')]
}

/** More may have come to a topic than was told: what was fetched there is asked for once more. */
function doubtPlace(store: Store, containers: readonly string[]): Change[] {
  for (const container of containers) store.ranges.doubt(container)
  return rangesLost(store, containers)
}

function rangesLost(store: Store, containers: readonly string[]): Change[] {
  return [
    ...containers.map((container): Change => ({ kind: 'ranges_lost', container })),
    ...doubtFeeds(store, 'visibility'),
  ]
}

/** Messages came to a topic that nothing tells of: what is complete there is not known any more (F5). */
export function dropClaims(store: Store, streamId: number, key: string): Change[] {
  const containers = containersOfPlace({ store }, { streamId, key })
  for (const container of containers) store.ranges.replace(container, [])
  return rangesLost(store, containers)
}

/** Drafts follow a topic that moved as a whole (S14). */
function retargetDrafts(context: ReducerContext, place: { from: string; to: string; toTopic: string }): Change[] {
  const { store } = context
  const changes: Change[] = []
  for (const draft of store.drafts.all()) {
    if (draft.conversation !== place.from) continue
    store.drafts.put({ ...draft, conversation: place.to, topic: place.toTopic })
    changes.push({ kind: 'drafts', conversation: place.from }, { kind: 'drafts', conversation: place.to })
  }
  return changes
}
