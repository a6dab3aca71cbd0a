import type { MessageId } from '../../values/ids.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Destination } from '#contract/base/values.ts'
import type { PendingItem } from '#contract/messages.ts'
import type { ServerEvent } from '../../state/events.ts'
import type { ReducerContext } from '../../state/context.ts'
import { noteReads } from './read.ts'
import { queueTextTasks } from './submessage.ts'
import {
  topicConversation,
  topicKey,
  conversationKey,
  conversationOf,
  streamOfConversation,
} from '../../values/conversation.ts'
import type { Core } from '../../core/core.ts'
import { attachmentItem } from '../../drafts/editing.ts'
import { draftToSend, dropDraft } from '../../drafts/editing.ts'
import type { Change } from '../../state/changes.ts'
import { withTopic } from '../../state/topics/empty-topic.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { normalize } from '../../values/message-text.ts'
import type { ActionContext } from '../context.ts'
import type { ActionKindDefinition } from '../definition.ts'
import type { ConversationOverlayTools } from '../../projections/overlay.ts'
import { cancelMessage, messageLeavingProblem, messageProblem, writtenMessage } from '../outgoing-message.ts'
import {
  messagePayloadOf,
  messageSchema,
  messageText,
  writtenPayload,
  type MessagePayload,
} from '../message-payload.ts'
import { messageSending } from '../sending/send-message.ts'
import { type ActionCalls, insertAction } from '../queue-action.ts'

/**
 * A message of the user; its queue key is the conversation that it is sent to. This file queues it and takes its outcome;
 * `sending/send-message.ts` sends it in between.
 */
export const sendKind: ActionKindDefinition<MessagePayload> = {
  name: 'send',
  schema: messageSchema,
  queueKey: { pattern: /^(?:topic:\d+:|direct:[\d,]*$)/, conversation: (_core, queueKey) => queueKey },
  outcome: 'can_be_looked_up',
  isDelivered: (core, queueKey) => core.accountState.isLive(streamOfConversation(queueKey)),
  execute: messageSending(acknowledge),
  onEvent,
  overlay: { conversation: pendingItem },
  describe: (_core, row) => {
    const { destination, content, attachments } = messagePayloadOf(row)
    const conversation = conversationKey(destination)
    return { what: { code: 'MESSAGE' }, conversation, narrow: destination, text: content, attachments }
  },
  editing: 'composer',
  leavingProblem: messageLeavingProblem,
  cancel: cancelMessage,
  written: writtenMessage,
}

/**
 * Inserts a message into the outbox and removes its draft, in one transaction (S1). A repeated `localId` is the same
 * message, because the page repeats a call without a response.
 */
export function queueMessage(
  core: Core,
  message: {
    readonly localId: string
    readonly destination: Destination
    readonly content: string
    /** The draft that becomes the message, with its files; none for a reply from a notification. */
    readonly draftId?: string | undefined
  },
): Result<null> {
  // This check comes first: the first call has removed the draft and its files.
  if (core.store.outbox.isKnown(message.localId)) return { ok: true, value: null }
  const destination = withTopic(core.accountState, message.destination)
  const queueKey = conversationKey(destination)
  const { draft, attachments } = draftToSend(core.store, message.draftId)
  const problem = messageProblem(core, { ...message, destination, attachments })
  if (problem !== null) return { ok: false, error: problem }
  const { localId, content } = message
  core.commit(() => {
    const queued = insertAction(core, sendKind, { localId, queueKey, payload: { destination, content, attachments } })
    const dropped = draft === undefined ? [] : dropDraft(core.store, draft, core.ports.clock.now())
    return [...queued, ...dropped]
  })
  return { ok: true, value: null }
}

/**
 * Confirms the row of unknown outcome that may have become this message, which the user is changing now: after the
 * change the look-up would not find it by text and would send it again. Runs inside the running transaction.
 */
export function claimForUnknownSending(core: Core, message: MessageRow): Change[] {
  const { outbox } = core.store
  const unknown = outbox
    .ofQueue(conversationOf(message))
    .find(
      (row) =>
        row.kind === sendKind.name &&
        (row.state === 'unknown' || row.state === 'sending') &&
        (row.lookup_after ?? 0) < message.id &&
        normalize(messageText(messagePayloadOf(row))) === (message.raw ?? message.plain),
    )
  if (unknown === undefined || outbox.isClaimed(message.id)) return []
  return becomes(core.reducerContext(), unknown, message)
}

/** Removes a row whose message is stored, inside the running transaction. */
function becomes(
  context: Pick<ReducerContext, 'store' | 'accountState' | 'now'>,
  row: OutboxRow,
  message: Pick<MessageRow, 'id' | 'submessages'>,
): Change[] {
  const { outbox } = context.store
  outbox.noteSent(row.local_id, message.id, context.now)
  outbox.remove(row.local_id)
  const changes: Change[] = [{ kind: 'outbox', queueKey: row.queue_key }]
  if (row.kind !== sendKind.name) return changes
  const sent = { localId: row.local_id, content: normalize(messageText(messagePayloadOf(row))) }
  return [...changes, ...queueTextTasks(context, message, sent)]
}

function onEvent(context: ReducerContext, event: ServerEvent): Change[] {
  if (event.type === 'message') return confirmByEvent(context, event)
  return event.type === 'update_message' ? followTopic(context, event) : []
}

/** Confirms the row of an own message by its event; the row's Markdown becomes the message's. */
function confirmByEvent(context: ReducerContext, event: Extract<ServerEvent, { type: 'message' }>): Change[] {
  const { messages, outbox } = context.store
  const message = messages.get(event.message.id)
  if (message === undefined) return []
  const sent = event.local_message_id === undefined ? undefined : outbox.get(event.local_message_id)
  if (sent?.kind === sendKind.name) messages.setRaw(message.id, messageText(messagePayloadOf(sent)))
  return confirmSent(context, message, event.local_message_id)
}

/** Removes the row that became this message (S3); runs in the transaction that stores the message. */
export function confirmSent(
  context: ReducerContext,
  message: Pick<MessageRow, 'id' | 'is_read' | 'submessages'>,
  localId?: string,
): Change[] {
  const { outbox } = context.store
  const row = (localId === undefined ? undefined : outbox.get(localId)) ?? outbox.byMessage(message.id)
  if (row === undefined) return []
  const changes = becomes(context, row, message)
  // Servers before `read_by_sender` (level 236) decide by the client's name whether the sender has read the message
  // (S13).
  if (message.is_read === 0) changes.push(...noteReads(context, [message.id], `${row.local_id}/read`))
  return changes
}

/** Moves unsent messages along with a topic that moved as a whole (S14). */
function followTopic({ store }: ReducerContext, event: Extract<ServerEvent, { type: 'update_message' }>): Change[] {
  const { orig_subject: fromTopic, stream_id: fromStream } = event
  if (event.propagate_mode !== 'change_all' || fromTopic === undefined || fromStream === undefined) return []
  const destination = {
    kind: 'topic',
    streamId: event.new_stream_id ?? fromStream,
    topic: event.subject ?? fromTopic,
  } as const
  const from = topicConversation(fromStream, topicKey(fromTopic))
  const to = conversationKey(destination)
  return store.outbox.ofQueue(from).flatMap((row): Change[] => {
    if (row.kind !== sendKind.name || (row.state !== 'queued' && row.state !== 'failed')) return []
    const payload = JSON.stringify({ ...writtenPayload(row), destination })
    store.outbox.update({ ...row, queue_key: to, payload })
    return [
      { kind: 'outbox', queueKey: from },
      { kind: 'outbox', queueKey: to },
    ]
  })
}

/** Stores the message's id; the row is removed when the message is stored, which may have happened already (S3). */
async function acknowledge(context: ActionContext, row: OutboxRow, messageId: MessageId): Promise<void> {
  const { core } = context
  const { outbox, messages } = core.store
  await context.commitWithRetry(() => {
    const current = outbox.get(row.local_id)
    if (current === undefined) return []
    const message = messages.get(messageId)
    if (message !== undefined) return becomes(core.reducerContext(), current, message)
    outbox.noteSent(row.local_id, messageId, core.ports.clock.now())
    outbox.update({ ...current, state: 'acknowledged', message_id: messageId })
    return [{ kind: 'outbox', queueKey: current.queue_key }]
  })
}

/** The row as an item of the conversation, after all stored messages and in the order of writing (S9). */
function pendingItem(row: OutboxRow, { accountState, reasonOf, uploadedBytes }: ConversationOverlayTools): PendingItem {
  const { destination, content, attachments } = messagePayloadOf(row)
  return {
    key: `pending:${row.local_id}`,
    kind: 'pending',
    localId: row.local_id,
    sender: accountState.person(accountState.selfId),
    text: content,
    timestamp: Math.floor(row.created_at / 1000),
    streamId: destination.kind === 'topic' ? destination.streamId : null,
    topic: destination.kind === 'topic' ? destination.topic : '',
    topicName: destination.kind === 'topic' ? accountState.topicName(destination.topic) : '',
    attachments: attachments.map((attachment) => {
      const { id, size, uri } = attachment
      const sent = uploadedBytes(id)
      const state = uri !== undefined ? 'uploaded' : sent === null ? 'waiting' : 'uploading'
      return { ...attachmentItem(attachment), state, sent: uri === undefined ? Math.min(sent ?? 0, size) : size }
    }),
    state: row.state === 'acknowledged' ? 'sending' : row.state,
    reason: reasonOf(row, attachments),
  }
}

export const sendCalls = {
  'messages.send': (core, message) => queueMessage(core, message),
} as const satisfies ActionCalls
