import type { MessageId, StreamId } from '../../values/ids.ts'
import { z } from 'zod'
import { moveModes } from '#contract/base/choices.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import { ApiError } from '../../api/errors.ts'
import { moveMessages } from '../../api/messages.ts'
import type { Core } from '../../core/core.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { topicAtServer } from '../../state/topics/empty-topic.ts'
import type { Change } from '../../state/changes.ts'
import type { ReducerContext } from '../../state/context.ts'
import type { ServerEvent } from '../../state/events.ts'
import { dropCoverage } from '../../state/messages/moves.ts'
import { moveRefusal, type MoveKind } from '../../state/permissions/permissions.ts'
import { topicProblem } from '../../state/topics/topics-policy.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { Store } from '../../store/store.ts'
import { topicConversation, topicKey } from '../../values/conversation.ts'
import { isResolved, isSameButForMark, markedName } from '../../values/topics.ts'
import { fetchRefusedMessage } from '../sending/change-request.ts'
import type { ActionContext } from '../context.ts'
import { payloadReader } from '../message-payload.ts'
import type { ActionKindDefinition, Refusal } from '../definition.ts'
import { archived, noMessage } from '../message-queue.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'

const schema = z.object({
  /** The message that is moved, from which on messages are moved, or whose topic is moved, depending on `mode`. */
  messageId: z.number(),
  from: z.object({ streamId: z.number(), topic: z.string() }),
  streamId: z.number(),
  topic: z.string(),
  mode: z.enum(moveModes),
  notifyOld: z.boolean(),
  notifyNew: z.boolean(),
})
export type MovePayload = z.infer<typeof schema>
export type Move = Omit<MovePayload, 'from'>

export const payloadOf = payloadReader(schema)
const done = { ok: true, value: null } as const

/** A move of one message, of it and all later ones of its topic, or of the whole topic. */
export const moveKind: ActionKindDefinition<MovePayload> = {
  name: 'move',
  schema,
  queueKey: {
    pattern: /^move:(\d+):/,
    shows: 'stream',
    conversation: (_core, queueKey) => queueKey.replace(/^move:/, 'topic:'),
  },
  outcome: 'idempotent',
  // Moves also set and remove the mark of a resolved topic.
  isReversible: true,
  replaces: (earlier, later) => {
    const [before, after] = [payloadOf(earlier), payloadOf(later)]
    const isSame = before.mode === after.mode && (after.mode === 'change_all' || before.messageId === after.messageId)
    return isSame && earlier.state === 'failed'
  },
  execute: {
    request: async (core, row, options) => {
      const move = payloadOf(row)
      const streamId = move.streamId === move.from.streamId ? null : move.streamId
      await moveMessages(core.api, { ...move, streamId }, options)
    },
    isConfirmed: isMoved,
    applyResponse: ({ store }, row, { hasConfirmation }) => applyMove(store, row, hasConfirmation),
    refused: moveRefused,
  },
  onEvent: followRename,
  overlay: {
    message: {
      queueKeyOf: ({ stream_id, topic }) => (stream_id === null ? null : queueKeyOf(stream_id, topic)),
      appliesTo: (row, message) => {
        const { messageId, mode } = payloadOf(row)
        if (mode === 'change_all') return true
        return mode === 'change_later' ? message.id >= messageId : message.id === messageId
      },
      // The last move of a message is shown unless it has an edit, a deletion or a failed move, which take precedence.
      apply: (shown, row, { accountState, reasonOf }) => ({
        ...shown,
        change:
          shown.change !== null && (shown.change.kind !== 'move' || shown.change.state === 'failed')
            ? shown.change
            : {
                localId: row.local_id,
                kind: 'move',
                state: row.state === 'failed' ? 'failed' : 'waiting',
                text: '',
                topic: accountState.topicName(payloadOf(row).topic),
                reason: reasonOf(row),
              },
      }),
    },
  },
  describe: (core, row) => {
    const { from, topic, messageId } = payloadOf(row)
    const conversation = topicConversation(from.streamId, topicKey(from.topic))
    return {
      what: { code: 'MOVE', values: { topic: core.accountState.topicName(topic) } },
      conversation,
      text: '',
      messageId,
    }
  },
}

/** The queue key of all moves out of a topic. */
export function queueKeyOf(streamId: StreamId, topic: string): string {
  return `move:${streamId}:${topicKey(topic)}`
}

/** Moves one message, it and all later ones of its topic, or the whole topic (wire-protocol.md §2.4.2). */
function moveMessage(core: Core, move: Move, localId: string): Result<null> {
  const row = core.store.messages.get(move.messageId)
  if (row?.stream_id == null) return { ok: false, error: noMessage }
  return moveFrom(core, move, { streamId: row.stream_id, topic: row.topic, timestamp: row.timestamp }, localId)
}

function moveFrom(core: Core, move: Move, from: MovedFrom, localId: string): Result<null> {
  const topic = targetTopic(core, move.topic)
  const problem = moveProblem(core, from, { streamId: move.streamId, topic })
  if (problem !== null) return { ok: false, error: problem }
  if (from.streamId === move.streamId && from.topic === topic) return done
  const payload: MovePayload = { ...move, topic, from: { streamId: from.streamId, topic: from.topic } }
  queueAction(core, moveKind, { localId, queueKey: queueKeyOf(from.streamId, from.topic), payload })
  return done
}

/** Moves or renames a topic. No message of it need be cached, because the server accepts any id of its messages. */
function moveTopic(
  core: Core,
  { from, to, notifyOld, notifyNew }: EngineInput<'moves.topic'>,
  localId: string,
): Result<null> {
  const place = topicToMove(core, from)
  if (place === null) return { ok: false, error: noMessage }
  const { messageId, ...moved } = place
  return moveFrom(core, { messageId, ...to, mode: 'change_all', notifyOld, notifyNew }, moved, localId)
}

/** A typed topic in the form in which the server stores it. */
export function targetTopic(core: ReadCore, typed: string): string {
  return core.capabilities.emptyTopics ? topicAtServer(core.accountState, typed) : typed.trim()
}

/** A topic with the id of a message by which it can be moved as a whole; null if no id is known. */
export function topicToMove(
  { store, ports, accountState }: ReadCore,
  { streamId, topic }: { readonly streamId: StreamId; readonly topic: string },
): (MovedFrom & { readonly messageId: MessageId }) | null {
  const narrow = { kind: 'topic', streamId, topic } as const
  const newest = store.messages.before(narrow, Number.MAX_SAFE_INTEGER, 1)[0]
  if (newest !== undefined) {
    return { messageId: newest.id, streamId, topic: newest.topic, timestamp: newest.timestamp }
  }
  const messageId = store.messages.newestNoted(narrow)
  const name = store.messages.topicName(streamId, topicKey(topic)) ?? topic
  // The topic's age is unknown, so the server decides whether it may be moved.
  const timestamp = accountState.serverSeconds(ports.clock.now())
  return messageId === 0 ? null : { messageId, streamId, topic: name, timestamp }
}

/** The source of a move, with the age of the moved message. */
export interface MovedFrom {
  readonly streamId: StreamId
  readonly topic: string
  /** UNIX seconds. */
  readonly timestamp: number
}

/** The reason why messages cannot be moved to a topic in the form of `targetTopic`; null if none is known. */
export function moveProblem(
  core: ReadCore,
  from: MovedFrom,
  to: { readonly streamId: StreamId; readonly topic: string },
): Failure | null {
  const { accountState } = core
  if (to.topic === '' && !core.capabilities.emptyTopics) {
    return { code: 'TOPIC_MISSING', values: { act: 'move' } }
  }
  const unwanted = topicProblem(accountState, to.streamId, to.topic, 'move')
  if (unwanted !== null) return unwanted
  const longest = accountState.organization?.maxTopicLength ?? 60
  if ([...to.topic].length > longest) {
    return { code: 'TOPIC_TOO_LONG', values: { most: longest } }
  }
  const target = accountState.streams.get(to.streamId)
  if (target === undefined) {
    return { code: 'NO_STREAM' }
  }
  const stream = accountState.streams.get(from.streamId)
  if (stream?.is_archived === 1 || target.is_archived === 1) return archived
  const judge = accountState.judge(core.ports.clock.now())
  // The sender does not matter for a move.
  const message = { senderId: judge.asking.selfId, timestamp: from.timestamp, stream }
  const kind = moveKindOf(from, to)
  const refusal = moveRefusal(message, kind, judge)
  if (refusal === null) return null
  if (refusal !== 'right') return { code: 'MOVE_TOO_OLD', values: { limit: refusal.limit, isWhole: false } }
  return { code: 'NOT_ALLOWED', values: { act: kind === 'resolve' ? 'resolve' : `move_${kind}` } }
}

/** The permission that a move needs; resolving and unresolving a topic has its own. */
function moveKindOf(from: MovedFrom, to: { readonly streamId: StreamId; readonly topic: string }): MoveKind {
  if (to.streamId !== from.streamId) return 'stream'
  return isResolved(from.topic) !== isResolved(to.topic) && isSameButForMark(from.topic, to.topic) ? 'resolve' : 'topic'
}

/** Whether the server cannot have received the row. */
export function isUnsent({ state, attempt_at: attemptAt }: OutboxRow): boolean {
  return state === 'queued' && attemptAt === null
}

/**
 * Updates the moves of a topic after a rename of the whole topic. The row that asked for the rename is done, even if
 * its response was lost, and is removed: sent again, it would undo the user's next change. Unsent moves continue from
 * the new name.
 */
function followRename({ store, accountState }: ReducerContext, event: ServerEvent): Change[] {
  if (event.type !== 'update_message' || event.propagate_mode !== 'change_all') return []
  const { stream_id: streamId, orig_subject: old, subject: topic } = event
  if (streamId === undefined || old === undefined || topic === undefined || event.new_stream_id !== undefined) return []
  const queueKey = queueKeyOf(streamId, old)
  const next = queueKeyOf(streamId, topic)
  const rows = store.outbox.ofQueue(queueKey)
  if (rows.length === 0 || queueKey === next) return []
  for (const row of rows) {
    const payload = payloadOf(row)
    const isTheMove = payload.mode === 'change_all' && payload.streamId === streamId && payload.topic === topic
    if (isTheMove && row.state !== 'failed' && row.attempt_at !== null) store.outbox.remove(row.local_id)
    else if (isUnsent(row) || row.state === 'failed') {
      const isMark = isSameButForMark(payload.from.topic, payload.topic)
      const target =
        isMark && payload.streamId === streamId
          ? markedName(topic, isResolved(payload.topic), accountState.organization?.maxTopicLength)
          : payload.topic
      const followed: MovePayload = { ...payload, from: { streamId, topic }, topic: target }
      store.outbox.update({ ...row, queue_key: next, payload: JSON.stringify(followed) })
    }
  }
  return [
    { kind: 'outbox', queueKey },
    { kind: 'outbox', queueKey: next },
  ]
}

function isMoved({ store }: ReadCore, row: OutboxRow): boolean {
  const { messageId, streamId, topic } = payloadOf(row)
  const message = store.messages.get(messageId)
  return message === undefined || (message.stream_id === streamId && message.topic_key === topicKey(topic))
}

/**
 * Invalidates the coverage of a move's target. A message that the user had not received enters another stream without
 * an event, and an event may name only some of the moved messages, so only a move that is confirmed as a whole keeps
 * the coverage.
 */
function applyMove(store: Store, row: OutboxRow, hasConfirmation: boolean) {
  const { from, messageId, streamId, topic, mode } = payloadOf(row)
  const isOneStored = mode === 'change_one' && store.messages.get(messageId) !== undefined
  const isConfirmedWhole = hasConfirmation && (streamId === from.streamId || isOneStored)
  return isConfirmedWhole ? [] : dropCoverage(store, streamId, topicKey(topic))
}

async function moveRefused(context: ActionContext, row: OutboxRow, { reason, error }: Refusal): Promise<void> {
  const { core } = context
  const { messageId, streamId, topic } = payloadOf(row)
  const message = await fetchRefusedMessage(context, row, messageId)
  if (message === 'unknown') return
  // The message is already at its target if the response to an earlier attempt was lost. A deleted message cannot be
  // moved.
  const isDone = message === 'gone' || (message.stream_id === streamId && message.subject === topic)
  if (!isDone) {
    await context.fail(row, refusalOf(error) ?? reason)
    return
  }
  // The event of an earlier attempt may not come any more.
  await context.commitWithRetry(() => {
    core.store.outbox.remove(row.local_id)
    return [{ kind: 'outbox', queueKey: row.queue_key }, ...applyMove(core.store, row, isMoved(core, row))]
  })
}

/** The failure that says how many of the messages may be moved, if the server reports it (wire-protocol.md §2.4.2). */
function refusalOf(error: unknown): Failure | null {
  if (!(error instanceof ApiError) || error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') return null
  const { total_messages_in_topic: total, total_messages_allowed_to_move: allowed } = error.details
  if (typeof total !== 'number' || typeof allowed !== 'number') return null
  return { code: 'MOVE_TOO_LATE', values: { allowed, total } }
}

export const moveCalls = {
  'messages.move': (core, move, newId) => moveMessage(core, move, newId('move')),
  'moves.topic': (core, move, newId) => moveTopic(core, move, newId('move')),
} as const satisfies ActionCalls
