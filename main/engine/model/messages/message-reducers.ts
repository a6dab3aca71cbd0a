import type { Destination } from '../../../../preload/contract/values.ts'
import { capabilitiesOf } from '../../api/capabilities.ts'
import type { ServerEvent } from '../../api/events.ts'
import type { WireMessage } from '../../api/messages.ts'
import type { MessagePlace, MessageRow } from '../../store/messages.ts'
import type { Store } from '../../store/store.ts'
import type { Change } from '../changes.ts'
import { kindsOf, readContent } from '../content/content.ts'
import {
  conversationOf,
  directKey,
  directKeyOf,
  membersOf,
  topicConversation,
  topicKey,
} from '../../values/conversation.ts'
import { isKept } from './currency.ts'
import { putStreams } from '../directory/directory.ts'
import { editStateOf, isMove, type EditState } from './edit-state.ts'
import { askForMissing, containersOfPlace, disprove, placeOfKey } from '../completeness/disproved-claims.ts'
import { doubtFeeds } from '../completeness/feeds.ts'
import { mentionOf, mentionOfList } from '../../values/mentions.ts'
import { gatherReactions, readReactions, withVote } from '../../values/reactions.ts'
import { writeSubmessages } from './submessages.ts'
import type { World } from '../world.ts'

type EventOf<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>
type UnreadDetails = NonNullable<EventOf<'update_message_flags'>['message_details']>[string]

/** What a reducer works with: the tables inside the running transaction, the world as last committed. */
export interface ReducerContext {
  readonly store: Store
  readonly world: World
  /** The epoch that the transaction belongs to. */
  readonly epoch: number
  readonly serverOrigin: string
  /** UNIX milliseconds. */
  readonly now: number
}

/** A message from the wire as a row. */
export function messageRow(context: ReducerContext, message: WireMessage, flags: readonly string[]): MessageRow {
  const isStream = message.type === 'stream' && message.stream_id !== undefined
  const content = readContent(message.content, context.serverOrigin)
  const mention = mentionOf(flags)
  const members = Array.isArray(message.display_recipient) ? message.display_recipient.map((person) => person.id) : []
  return {
    id: message.id,
    sender_id: message.sender_id,
    stream_id: isStream ? (message.stream_id ?? null) : null,
    topic: isStream ? message.subject : '',
    topic_key: isStream ? topicKey(message.subject) : '',
    direct_key: isStream ? null : directKey(members, context.world.selfId),
    content: content.html,
    plain: content.plain,
    timestamp: Math.floor(message.timestamp),
    ...editStateOf(message, hasMoveTimes(context.world)),
    is_me: message.is_me_message ? 1 : 0,
    is_read: flags.includes('read') ? 1 : 0,
    is_starred: flags.includes('starred') ? 1 : 0,
    is_mentioned: mention === 0 ? 0 : 1,
    mention,
    reactions: JSON.stringify(gatherReactions(message.reactions)),
    submessages: writeSubmessages(message.submessages),
    has_alert_word: flags.includes('has_alert_word') ? 1 : 0,
    hides_previews: flags.includes('hide_link_previews') ? 1 : 0,
    has: kindsOf(content.html),
    raw: null,
    verified_epoch: context.world.era.stampOf(isStream ? (message.stream_id ?? null) : null),
  }
}

/** A new message (M1, M23): stored whatever is known of its stream. */
export function handleMessage(context: ReducerContext, event: EventOf<'message'>): Change[] {
  const { store } = context
  const row = messageRow(context, event.message, event.flags)
  store.messages.put(row)
  store.meta.raiseEpoch(context.epoch, row.id)
  const conversation = conversationOf(row)
  const changes: Change[] = [{ kind: 'message', id: row.id, conversation }]
  if (row.is_read === 0) changes.push(...addUnread(store, row.id, conversation, row.mention))
  // Who has sent writes no more.
  changes.push({ kind: 'typing', conversation, personId: row.sender_id, until: null })
  changes.push(...noteFirstMessage(context, row))
  return changes
}

/** A stream's first message says how far back it goes. */
function noteFirstMessage({ store, world }: ReducerContext, row: MessageRow): Change[] {
  const stream = row.stream_id === null ? undefined : world.streams.get(row.stream_id)
  if (stream === undefined || stream.first_message_id !== null) return []
  return [putStreams(store, [{ ...stream, first_message_id: row.id }])]
}

/** `mention` is how the message mentions the user, as bits of `mentionBits`. */
export function addUnread(store: Store, id: number, conversation: string, mention: number): Change[] {
  store.unread.put({ message_id: id, conversation, mention })
  return [{ kind: 'unread_added', id, conversation, mention }]
}

export function removeUnread(store: Store, id: number): Change[] {
  store.unread.remove(id)
  return [{ kind: 'unread_removed', id }]
}

/** Removes a message everywhere; the bounds of ranges stay what they are (M12). */
export function removeMessage(store: Store, id: number): Change[] {
  return [...removeUnread(store, id), ...removeRow(store, id)]
}

/** Removes the cached row alone; what is unread stays as the server's list has it (U1). */
export function removeRow(store: Store, id: number): Change[] {
  const row = store.messages.get(id)
  if (row === undefined) return []
  store.messages.remove(id)
  if (row.stream_id !== null)
    recountConversation(store, { kind: 'topic', streamId: row.stream_id, topic: row.topic_key })
  else recountConversation(store, { kind: 'direct', userIds: membersOf(row.direct_key ?? '') })
  return [{ kind: 'message', id, conversation: conversationOf(row) }]
}

/** Brings what is known of a conversation's newest message to what is stored and unread there. */
export function recountConversation(store: Store, place: Destination): void {
  if (place.kind === 'topic') store.messages.recountTopic(place.streamId, topicKey(place.topic))
  else store.messages.recountDirect(directKeyOf(place.userIds), isWhole(store, 'direct'))
}

/** Whether a container is stored from its very first message on. */
function isWhole(store: Store, container: string): boolean {
  return store.ranges.of(container).some((range) => range.low === 0)
}

export function handleDeleteMessage(context: ReducerContext, event: EventOf<'delete_message'>): Change[] {
  const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id])
  const { store } = context
  return ids.flatMap((id) => removeMessage(store, id))
}

/** Flags by id; `all` clears every unread, also of messages that are not cached (U4, U5). */
export function handleFlags(context: ReducerContext, event: EventOf<'update_message_flags'>): Change[] {
  const { store, world } = context
  if (event.flag === 'read' && event.op === 'add' && event.all) {
    const gone = store.unread.all().map((row) => row.message_id)
    store.unread.clear()
    store.messages.setAllRead()
    // Nothing is unread any more, so nothing is unknown either (U3).
    const organization = store.meta.organization()
    if (organization !== undefined) store.meta.setOrganization({ ...organization, oldUnreadsMissing: false })
    return [
      { kind: 'organization' },
      { kind: 'unread_replaced', put: [], gone },
      { kind: 'message', id: 0, conversation: '*' },
    ]
  }
  const changes: Change[] = disproveByFlags(context, event)
  for (const id of event.messages) {
    const row = store.messages.get(id)
    if (event.flag === 'read') {
      store.messages.setRead(id, event.op === 'add')
      if (event.op === 'add') {
        changes.push(...removeUnread(store, id))
      } else {
        // The event before the cache: a row from before a registration may have been moved or edited since (M3).
        const place = unreadPlace(event.message_details?.[String(id)], world, row?.mention ?? 0) ?? row
        if (place === undefined || !world.isLive(place.stream_id)) continue
        store.messages.noteConversation(id, place)
        changes.push(...addUnread(store, id, conversationOf(place), place.mention))
      }
    } else if (event.flag === 'starred') {
      store.messages.setStarred(id, event.op === 'add')
      if (row === undefined && event.op === 'add') changes.push(...doubtFeeds(store, 'star'))
    } else if (event.flag === 'hide_link_previews') store.messages.setHidesPreviews(id, event.op === 'add')
    if (row !== undefined) changes.push({ kind: 'message', id, conversation: conversationOf(row) })
  }
  return changes
}

/** Who is told of the flags of a message has that message: where it is not stored, a claim is wrong (F5). */
function disproveByFlags(context: ReducerContext, event: EventOf<'update_message_flags'>): Change[] {
  const { store, world } = context
  const missing = event.messages.filter((id) => store.messages.get(id) === undefined)
  const told = Map.groupBy(missing, (id) => {
    const place = unreadPlace(event.message_details?.[String(id)], world, 0)
    return place === undefined ? store.unread.get(id)?.conversation : conversationOf(place)
  })
  return [...told].flatMap(([conversation, ids]) => missed(context, ids, conversation))
}

/** Messages that are not stored exist in a conversation, or in one that nobody names. */
function missed(context: ReducerContext, ids: readonly number[], conversation: string | undefined): Change[] {
  if (conversation === undefined) {
    askForMissing(context, ids)
    return []
  }
  return disprove(context, ids, containersOfPlace(context, placeOfKey(conversation)), 'have_been')
}

/** Where a message stands that is unread again, as its row would say; undefined where the event tells too little. */
function unreadPlace(
  details: UnreadDetails | undefined,
  world: World,
  known: number,
): (MessagePlace & Pick<MessageRow, 'mention'>) | undefined {
  if (details === undefined) return undefined
  const { stream_id, topic, user_ids: members, mentioned, unmuted_stream_msg: isUnmuted } = details
  const isListed = mentioned === true
  if (details.type !== 'stream') {
    if (members === undefined) return undefined
    const mention = mentionOfList(isListed, false, known)
    return { stream_id: null, topic: '', topic_key: '', direct_key: directKey(members, world.selfId), mention }
  }
  if (stream_id === undefined || topic === undefined) return undefined
  const topic_key = topicKey(topic)
  const isHidden = isUnmuted === undefined ? world.isTopicHidden(stream_id, topic_key) : !isUnmuted
  return { stream_id, topic, topic_key, direct_key: null, mention: mentionOfList(isListed, isHidden, known) }
}

/** A vote that came or went; the same one twice changes nothing (M20). */
export function handleReaction(context: ReducerContext, event: EventOf<'reaction'>): Change[] {
  const { store } = context
  const row = store.messages.get(event.message_id)
  if (row === undefined) {
    const conversation = store.unread.get(event.message_id)?.conversation
    return [
      ...missed(context, [event.message_id], conversation),
      ...(event.op === 'add' ? doubtFeeds(store, 'reaction') : []),
    ]
  }
  const reactions = withVote(readReactions(row.reactions), event.reaction, event.op)
  store.messages.setReactions(row.id, JSON.stringify(reactions))
  return [{ kind: 'message', id: row.id, conversation: conversationOf(row) }]
}

/** An edit, a move, or both; each part applies by itself, also to ids that are not cached (M16–M18, U11). */
export function handleUpdateMessage(context: ReducerContext, event: EventOf<'update_message'>): Change[] {
  const { store } = context
  const changes: Change[] = []
  const edited = store.messages.get(event.message_id)
  // An edit that does not say how it mentions the user leaves that as it was.
  const told = event.rendering_only || event.flags === undefined ? null : mentionOf(event.flags)
  if (edited !== undefined && event.rendered_content !== undefined) {
    const content = readContent(event.rendered_content, context.serverOrigin)
    const mention = told ?? edited.mention
    store.messages.put({
      ...edited,
      content: content.html,
      plain: content.plain,
      raw: event.content ?? null,
      is_me: event.is_me_message === undefined ? edited.is_me : event.is_me_message ? 1 : 0,
      edited_at: event.rendering_only ? edited.edited_at : timeOf(context, event),
      // The row's epoch stays: an edit says nothing of a move that happened while nobody listened (M3).
      is_mentioned: mention === 0 ? 0 : 1,
      mention,
    })
    changes.push({ kind: 'message', id: edited.id, conversation: conversationOf(edited) })
  }
  changes.push(...disproveByUpdate(context, event))
  if (edited === undefined && event.rendered_content !== undefined) {
    changes.push(...doubtFeeds(store, 'content'))
    if (mentionOf(event.flags ?? []) !== 0) changes.push(...doubtFeeds(store, 'mention'))
  }
  if (!event.rendering_only && event.rendered_content !== undefined) {
    const unread = store.unread.get(event.message_id)
    if (unread !== undefined) {
      changes.push(...addUnread(store, event.message_id, unread.conversation, told ?? unread.mention))
    }
  }
  if (event.orig_subject !== undefined && event.stream_id !== undefined) changes.push(...move(context, event))
  return changes
}

/** When a message was changed, in UNIX seconds: just now where the event does not say. */
function timeOf({ now }: ReducerContext, event: EventOf<'update_message'>): number {
  return Math.floor(event.edit_timestamp ?? now / 1000)
}

function hasMoveTimes({ organization }: World): boolean {
  return capabilitiesOf(organization?.featureLevel ?? 0).moveTimes
}

/** Who is told of a change of a message has that message: where it is not stored, a claim is wrong (F5). */
function disproveByUpdate(context: ReducerContext, event: EventOf<'update_message'>): Change[] {
  const ids = [...new Set([event.message_id, ...event.message_ids])]
  const key = event.orig_subject === undefined ? null : topicKey(event.orig_subject)
  const place = event.stream_id === undefined ? { streamId: null, key: null } : { streamId: event.stream_id, key }
  return disprove(context, ids, containersOfPlace(context, place), 'have_been')
}

function move(context: ReducerContext, event: EventOf<'update_message'>): Change[] {
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
function movedState(context: ReducerContext, event: EventOf<'update_message'>): Partial<EditState> | null {
  const { world } = context
  const at = timeOf(context, event)
  // Without histories a fetch knows the time of the last change alone, unless the server has one of its own for moves.
  if (!world.settingsOf.organization.allow_edit_history && !hasMoveTimes(world)) return { edited_at: at }
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
