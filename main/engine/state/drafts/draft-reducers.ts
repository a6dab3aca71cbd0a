import type { UserId } from '../../values/ids.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { draftsWire, type WireDraft } from '../../api/texts/drafts.ts'
import type { EventIn } from '../../api/wire.ts'
import { draftEchoes, newDraft, writeDraftEchoes, type DraftRow } from '../../store/drafts.ts'
import type { Change } from '../changes.ts'
import { slice } from '../slice.ts'
import {
  conversationKey,
  directConversation,
  directKey,
  parseConversation,
  streamConversation,
  topicConversation,
  topicKey,
} from '../../values/conversation.ts'
import { normalize } from '../../values/message-text.ts'
import type { ReducerContext } from '../context.ts'

/** The number of drafts is bounded, because each change of a draft scans all of them. */
const mostDrafts = clientLimits.serverDrafts.most

type DraftEvent = EventIn<typeof draftsWire>

/** The context of the reducers of drafts. `now` is in UNIX milliseconds. */
export type DraftContext = Pick<ReducerContext, 'store' | 'now'> & { readonly selfId: UserId }

function handleDrafts(reducer: ReducerContext, event: DraftEvent): Change[] {
  const context = { store: reducer.store, selfId: reducer.accountState.selfId, now: reducer.now }
  switch (event.op) {
    case 'add':
      return event.drafts.flatMap((draft) => storeReportedDraft(context, draft))
    case 'update':
      return storeReportedDraft(context, event.draft)
    case 'remove':
      return forgetServerDraft(context, event.draft_id)
  }
}

/** Applies the whole list of a registration: drafts that it lacks were deleted on the server (Q6, O6). */
function replaceServerDrafts(context: DraftContext, drafts: readonly WireDraft[]): Change[] {
  const present = new Set(drafts.map((draft) => draft.id))
  const gone = context.store.drafts
    .all()
    .flatMap((row) => (row.server_id !== null && !present.has(row.server_id) ? [row.server_id] : []))
  // The removals come first, because a draft that was created again elsewhere must not match its former row.
  return [
    ...gone.flatMap((id) => forgetServerDraft(context, id)),
    ...drafts.flatMap((draft) => storeListedDraft(context, draft)),
  ]
}

/** Returns the composer of a draft: its conversation, and the topic that a stream's composer contains. */
export function composerOf(
  draft: Pick<WireDraft, 'type' | 'to' | 'topic'>,
  selfId: UserId,
): { conversation: string; topic: string } {
  const [streamId] = draft.to
  if (draft.type === 'stream' && streamId !== undefined) {
    return draft.topic.trim() === ''
      ? { conversation: streamConversation(streamId), topic: '' }
      : { conversation: conversationKey({ kind: 'topic', streamId, topic: draft.topic }), topic: draft.topic }
  }
  if (draft.to.length > 0) return { conversation: directConversation(directKey(draft.to, selfId)), topic: '' }
  return { conversation: '', topic: '' }
}

/** Returns whether the draft has local changes that the server lacks. */
export function isDirty(row: DraftRow): boolean {
  return row.server_id === null || normalize(row.content) !== row.synced_content || row.topic !== row.synced_topic
}

/**
 * Applies an event about a draft. The queue lags behind the server: until the event of the client's last write
 * arrives, earlier events contain the previous content (O6).
 */
function storeReportedDraft(context: DraftContext, draft: WireDraft): Change[] {
  const { drafts } = context.store
  const row = drafts.byServerId(draft.id)
  const echoes = row === undefined ? [] : draftEchoes(row)
  const last = echoes.at(-1)
  if (row === undefined || last === undefined) return storeServerDraft(context, draft)
  const reported = echoes.findIndex(({ content }) => content === draft.content)
  // The queue keeps the order of writes: if an echo has the content that is being sent again, the event reports the
  // earlier write.
  if (reported === -1 && row.sent_content === draft.content) return storeServerDraft(context, draft)
  const rest = reported === -1 ? echoes : echoes.slice(reported + 1)
  // Another device has written a later version, or the server has changed the content.
  if (reported === -1 && draft.timestamp > last.timestamp) return storeServerDraft(context, draft)
  drafts.put({ ...row, echoes: writeDraftEchoes(rest) })
  return []
}

/** Applies a registration's state of a draft that this client wrote; the events of the new queue follow it. */
function storeListedDraft(context: DraftContext, draft: WireDraft): Change[] {
  const { drafts } = context.store
  const row = drafts.byServerId(draft.id)
  const echoes = row === undefined ? [] : draftEchoes(row)
  const reported = echoes.findIndex(({ content }) => content === draft.content)
  if (row === undefined || reported === -1 || reported === echoes.length - 1) return storeServerDraft(context, draft)
  drafts.put({ ...row, echoes: writeDraftEchoes(echoes.slice(reported + 1)) })
  return []
}

/**
 * Applies the server's state of a draft (O6). It replaces a clean local copy. A dirty copy stays and is sent; if the
 * server's state has changed as well, both versions are kept, the older one as a separate draft.
 */
export function storeServerDraft(context: DraftContext, draft: WireDraft): Change[] {
  const { drafts } = context.store
  const composer = composerOf(draft, context.selfId)
  const serverTime = Math.floor(draft.timestamp) * 1000
  const row = drafts.byServerId(draft.id) ?? creationOf(context, draft, composer.conversation)
  const isEcho = row !== undefined && row.sent_content === draft.content
  const agreed = {
    server_id: draft.id,
    synced_content: draft.content,
    refusal: null,
    echoes: '[]',
    // A request of unknown outcome may still take effect; only the draft's content proves that it has.
    ...(isEcho ? { sent_content: null, sent_topic: null, attempt_at: null } : {}),
  } as const
  if (row === undefined) {
    if (drafts.count() >= mostDrafts) return []
    drafts.put(
      newDraft({
        id: `server-${draft.id}`,
        ...composer,
        ...agreed,
        content: draft.content,
        synced_topic: composer.topic,
        updated_at: serverTime,
      }),
    )
    return [{ kind: 'drafts', conversation: composer.conversation }]
  }
  // A stream's composer keeps its conversation, because the topic was typed there.
  const isSameComposer = row.conversation === composer.conversation || addressOnServer(row) === composer.conversation
  const here = isSameComposer ? { conversation: row.conversation, topic: row.topic } : composer
  const changes = [row.conversation, here.conversation].map((conversation): Change => ({
    kind: 'drafts',
    conversation,
  }))
  const syncedTopic = isEcho ? row.sent_topic : row.synced_topic
  const isNews = !isEcho && row.synced_content !== null && row.synced_content !== draft.content
  const isDirtyHere =
    normalize(row.content) !== (isEcho ? row.sent_content : row.synced_content) || row.topic !== syncedTopic
  const isDeleted = row.is_deleted === 1
  if (!isNews || normalize(row.content) === draft.content) {
    // The server's content is unchanged: the synchronization sends local edits or the deletion.
    const moved = isDirtyHere || isDeleted ? { synced_topic: syncedTopic } : { ...here, synced_topic: here.topic }
    drafts.put({ ...row, ...agreed, ...moved })
    return changes
  }
  if (!isDirtyHere || isDeleted) {
    // The draft was deleted here and edited elsewhere since, and the edit wins.
    drafts.put({
      ...row,
      ...agreed,
      ...here,
      content: draft.content,
      synced_topic: here.topic,
      is_deleted: 0,
      updated_at: Math.max(serverTime, isDeleted ? 0 : row.updated_at),
    })
    return changes
  }
  const copy = newDraft({
    ...row,
    id: idOfCopy(context, row, draft),
    server_id: null,
    synced_content: null,
    synced_topic: null,
    sent_content: null,
    sent_topic: null,
    due_at: 0,
    refusal: null,
  })
  if (row.updated_at >= serverTime) {
    drafts.put({ ...row, ...agreed })
    drafts.put({ ...copy, content: draft.content, attachments: '[]', updated_at: serverTime })
  } else {
    drafts.put({
      ...row,
      ...agreed,
      content: draft.content,
      synced_topic: row.topic,
      attachments: '[]',
      updated_at: serverTime,
    })
    drafts.put(copy)
  }
  return changes
}

/** Returns an unused id, because two conflicts of one draft may occur in the same millisecond. */
function idOfCopy({ store, now }: DraftContext, row: DraftRow, draft: WireDraft): string {
  const base = `${row.id}/${draft.id}/${now}`
  let id = base
  for (let count = 2; store.drafts.get(id) !== undefined; count += 1) id = `${base}/${count}`
  return id
}

/** Returns the draft whose creation was sent and not answered yet: it has the same content and conversation. */
function creationOf(context: DraftContext, draft: WireDraft, conversation: string): DraftRow | undefined {
  return context.store.drafts
    .sent(draft.content)
    .find((row) => row.conversation === conversation || addressOnServer(row) === conversation)
}

/**
 * Returns the conversation that the server would name for a draft. A stream's composer has a separate topic field,
 * and the server has one address for both. For a draft without a topic it is unknown whether the topic is missing or
 * empty.
 */
function addressOnServer(row: DraftRow): string {
  const parsed = parseConversation(row.conversation)
  if (parsed?.kind === 'topic' && parsed.topicKey === '') return streamConversation(parsed.streamId)
  return parsed?.kind === 'stream' && row.topic.trim() !== ''
    ? topicConversation(parsed.streamId, topicKey(row.topic.trim()))
    : row.conversation
}

/** Handles a draft that the server has deleted: a clean copy is deleted, a dirty one is created again (O6). */
function forgetServerDraft(context: DraftContext, serverId: number): Change[] {
  const { store } = context
  const row = store.drafts.byServerId(serverId)
  if (row === undefined) return []
  const isSyncOn = store.meta.userSettings().enable_drafts_synchronization
  const isKept = row.is_deleted === 0 && (!isSyncOn || isDirty(row) || row.attachments !== '[]')
  if (isKept)
    store.drafts.put({
      ...row,
      server_id: null,
      synced_content: null,
      synced_topic: null,
      sent_content: null,
      sent_topic: null,
      echoes: '[]',
    })
  else store.drafts.remove(row.id)
  return [{ kind: 'drafts', conversation: row.conversation }]
}

export const draftsSlice = slice({
  name: 'drafts',
  wire: draftsWire,
  read: (answer) => answer.drafts,
  replace: replaceServerDrafts,
  reducers: { drafts: handleDrafts },
})
