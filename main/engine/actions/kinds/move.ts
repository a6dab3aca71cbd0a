import type { StreamId } from '../../values/ids.ts'
import { z } from 'zod'
import type { Failure, Result } from '../../../../preload/contract/values.ts'
import { ApiError } from '../../api/errors.ts'
import { moveMessages } from '../../api/messages.ts'
import type { Core } from '../../core.ts'
import type { ReadCore } from '../../read-core.ts'
import { topicAtServer } from '../../model/topics/empty-topic.ts'
import { dropClaims } from '../../model/messages/moves.ts'
import { mayMove, type MoveKind } from '../../model/permissions/permissions.ts'
import { topicProblem } from '../../model/topics/topics-policy.ts'
import type { MessageRow } from '../../store/message-row.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { ReadStore, Store } from '../../store/store.ts'
import { topicConversation, topicKey } from '../../values/conversation.ts'
import { isResolved, resolvedName, unresolvedName } from '../../values/resolved-topic.ts'
import { lookAtRefused } from '../sending/change-request.ts'
import type { ActionContext } from '../context.ts'
import { payloadReader } from '../payload-reader.ts'
import type { ActionKindDefinition, Refusal } from '../definition.ts'
import { archived, noMessage } from '../message-line.ts'
import { queueAction, removeRows } from '../queue-action.ts'
import type { ActionCalls } from '../action-calls.ts'

const schema = z.object({
  /** The message from which on, or whose topic, is moved. */
  messageId: z.number(),
  from: z.object({ streamId: z.number(), topic: z.string() }),
  streamId: z.number(),
  topic: z.string(),
  mode: z.enum(['change_one', 'change_later', 'change_all']),
  notifyOld: z.boolean(),
  notifyNew: z.boolean(),
})
type MovePayload = z.infer<typeof schema>
export type Move = Omit<MovePayload, 'from'>

const payloadOf = payloadReader(schema)
const done = { ok: true, value: null } as const

/** A move of one message, of it and all later ones of its topic, or of the whole topic. */
export const moveKind: ActionKindDefinition<MovePayload> = {
  name: 'move',
  schema,
  line: {
    pattern: /^move:(\d+):/,
    shows: 'stream',
    conversation: (_core, line) => line.replace(/^move:/, 'topic:'),
  },
  outcome: 'idempotent',
  replaces: (earlier, later) => {
    const [before, after] = [payloadOf(earlier), payloadOf(later)]
    const isSame = before.mode === after.mode && (after.mode === 'change_all' || before.messageId === after.messageId)
    return isSame && earlier.state === 'failed'
  },
  carryOut: {
    request: async (core, row, options) => {
      const move = payloadOf(row)
      const streamId = move.streamId === move.from.streamId ? null : move.streamId
      await moveMessages(core.api, { ...move, streamId }, options)
    },
    isTold: isMoved,
    book: ({ store }, row, { hasTold }) => bookMove(store, row, hasTold),
    refused: moveRefused,
  },
  overlay: {
    message: {
      lineOf: ({ stream_id, topic }) => (stream_id === null ? null : lineOf(stream_id, topic)),
      concerns: (row, message) => {
        const { messageId, mode } = payloadOf(row)
        if (mode === 'change_all') return true
        return mode === 'change_later' ? message.id >= messageId : message.id === messageId
      },
      // The first move of a message is shown, and its edit or deletion rather than a move.
      apply: (shown, row, { world, reasonOf }) => ({
        ...shown,
        change: shown.change ?? {
          localId: row.local_id,
          kind: 'move',
          state: row.state === 'failed' ? 'failed' : 'waiting',
          text: '',
          topic: world.topicName(payloadOf(row).topic),
          reason: reasonOf(row),
        },
      }),
    },
  },
  describe: (core, row) => {
    const { from, topic, messageId } = payloadOf(row)
    const conversation = topicConversation(from.streamId, topicKey(from.topic))
    return { what: { code: 'MOVE', values: { topic: core.world.topicName(topic) } }, conversation, text: '', messageId }
  },
}

/** All moves out of a topic are sent one after the other. */
function lineOf(streamId: StreamId, topic: string): string {
  return `move:${streamId}:${topicKey(topic)}`
}

/** Moves one message, it and all later ones of its topic, or the whole topic (wire-protocol.md §2.4.2). */
function moveMessage(core: Core, move: Move, localId: string): Result<null> {
  const row = core.store.messages.get(move.messageId)
  if (row?.stream_id == null) return { ok: false, error: noMessage }
  const topic = core.capabilities.emptyTopics ? topicAtServer(core.world, move.topic) : move.topic.trim()
  const problem = problemOf(core, row, { streamId: move.streamId, topic })
  if (problem !== null) return { ok: false, error: problem }
  if (row.stream_id === move.streamId && row.topic === topic) return done
  const from = { streamId: row.stream_id, topic: row.topic }
  const payload: MovePayload = { ...move, topic, from }
  queueAction(core, moveKind, { localId, line: lineOf(from.streamId, from.topic), payload })
  return done
}

/** Marks a topic as resolved, or removes the mark: its name gets or loses the prefix. */
function resolveTopic(
  core: Core,
  topic: { readonly streamId: StreamId; readonly topic: string; readonly isResolved: boolean },
  localId: string,
): Result<null> {
  const narrow = { kind: 'topic', streamId: topic.streamId, topic: topic.topic } as const
  const newest = core.store.messages.before(narrow, Number.MAX_SAFE_INTEGER, 1)[0]
  if (newest === undefined) return { ok: false, error: noMessage }
  if (newest.topic === '') {
    return { ok: false, error: { code: 'TOPIC_MISSING', values: { act: 'resolve' } } }
  }
  const longest = core.world.organization?.maxTopicLength ?? 60
  const name = topic.isResolved ? resolvedName(newest.topic, longest) : unresolvedName(newest.topic)
  if (isResolved(newest.topic) === topic.isResolved) {
    // A refused action for the opposite is superseded.
    dropRefused(core, lineOf(topic.streamId, newest.topic))
    return done
  }
  const move = { messageId: newest.id, streamId: topic.streamId, topic: name, mode: 'change_all' } as const
  return moveMessage(core, { ...move, notifyOld: false, notifyNew: false }, localId)
}

/** The name of a topic after its pending move as a whole; its current name if none is pending. */
export function topicAfterMove(store: ReadStore, streamId: StreamId, topic: string): string {
  const row = store.outbox.ofConversation(lineOf(streamId, topic)).find((waiting) => waiting.state !== 'failed')
  const payload = row === undefined ? undefined : payloadOf(row)
  return payload?.mode === 'change_all' && payload.streamId === streamId ? payload.topic : topic
}

function problemOf(core: Core, row: MessageRow, to: { streamId: StreamId; topic: string }): Failure | null {
  const { world } = core
  if (to.topic === '' && !core.capabilities.emptyTopics) {
    return { code: 'TOPIC_MISSING', values: { act: 'move' } }
  }
  const unwanted = topicProblem(world, to.streamId, to.topic)
  if (unwanted !== null) return unwanted
  const longest = world.organization?.maxTopicLength ?? 60
  if ([...to.topic].length > longest) {
    return { code: 'TOPIC_TOO_LONG', values: { most: longest } }
  }
  if (world.streams.get(to.streamId) === undefined) {
    return { code: 'NO_STREAM' }
  }
  const stream = row.stream_id === null ? undefined : world.streams.get(row.stream_id)
  if (stream?.is_archived === 1 || world.streams.get(to.streamId)?.is_archived === 1) return archived
  const message = { senderId: row.sender_id, timestamp: row.timestamp, stream }
  const judge = world.judge(core.ports.clock.now())
  const isAllowed = moveKinds(row, to).every((kind) => mayMove(message, kind, judge))
  if (isAllowed) return null
  return { code: 'NOT_ALLOWED', values: { act: to.streamId === row.stream_id ? 'move_topic' : 'move_stream' } }
}

/** The permissions that a move needs: to resolve a topic, or to unresolve it, has one of its own. */
function moveKinds(row: MessageRow, to: { streamId: StreamId; topic: string }): MoveKind[] {
  if (to.streamId !== row.stream_id) return ['stream']
  const isMarkAlone =
    isResolved(row.topic) !== isResolved(to.topic) && unresolvedName(row.topic) === unresolvedName(to.topic)
  return [isMarkAlone ? 'resolve' : 'topic']
}

function dropRefused(core: Core, line: string): void {
  core.commit(() => {
    removeRows(
      core.store,
      core.store.outbox.ofConversation(line).filter(({ state }) => state === 'failed'),
    )
    return [{ kind: 'outbox', conversation: line }]
  })
}

function isMoved({ store }: ReadCore, row: OutboxRow): boolean {
  const { messageId, streamId, topic } = payloadOf(row)
  const message = store.messages.get(messageId)
  return message === undefined || (message.stream_id === streamId && message.topic_key === topicKey(topic))
}

/**
 * A message that the user had not received comes into another stream without an event (F5): the target is fetched again,
 * unless the only moved message is stored there. An event may name only some of several moved messages.
 */
function bookMove(store: Store, row: OutboxRow, hasTold: boolean) {
  const { from, messageId, streamId, topic, mode } = payloadOf(row)
  const isOneStored = mode === 'change_one' && store.messages.get(messageId) !== undefined
  const isToldWhole = hasTold && (streamId === from.streamId || isOneStored)
  return isToldWhole ? [] : dropClaims(store, streamId, topicKey(topic))
}

async function moveRefused(context: ActionContext, row: OutboxRow, { reason, error }: Refusal): Promise<void> {
  const { core } = context
  const { messageId, streamId, topic } = payloadOf(row)
  const message = await lookAtRefused(context, row, messageId)
  if (message === 'unknown') return
  // It is already at its target: the answer of an earlier try was lost. A deleted message cannot be moved.
  const isDone = message === 'gone' || (message.stream_id === streamId && message.subject === topic)
  if (!isDone) {
    await context.fail(row, refusalOf(error) ?? reason)
    return
  }
  // If an earlier try was carried out, its event may not come any more.
  await context.book(() => {
    core.store.outbox.remove(row.local_id)
    return [{ kind: 'outbox', conversation: row.conversation }, ...bookMove(core.store, row, isMoved(core, row))]
  })
}

/** The service says how many of the messages could be moved (wire-protocol.md §2.4.2). */
function refusalOf(error: unknown): Failure | null {
  if (!(error instanceof ApiError) || error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') return null
  const { total_messages_in_topic: total, total_messages_allowed_to_move: allowed } = error.details
  if (typeof total !== 'number' || typeof allowed !== 'number') return null
  return { code: 'MOVE_TOO_LATE', values: { allowed, total } }
}

export const moveCalls = {
  'messages.move': (core, move, newId) => moveMessage(core, move, newId('move')),
  'topics.resolve': (core, topic, newId) => resolveTopic(core, topic, newId('move')),
} as const satisfies ActionCalls
