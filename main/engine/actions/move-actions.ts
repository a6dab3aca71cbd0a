import type { Failure, Result } from '../../../preload/contract/values.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import { topicKey } from '../values/conversation.ts'
import { topicAtServer } from '../model/topics/empty-topic.ts'
import { mayMove, type MoveKind } from '../model/permissions/permissions.ts'
import { isResolved, resolvedName, unresolvedName } from '../values/resolved-topic.ts'
import { topicProblem } from '../model/topics/topics-policy.ts'
import type { MessageRow } from '../store/messages.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { archived } from './message-actions.ts'
import { movePayload, type MovePayload } from './payload.ts'
import { queueRow } from './queue-row.ts'

const done = { ok: true, value: null } as const
const noMessage = { code: 'NO_MESSAGE', message: 'This message is not here any more.' } as const

/** All moves out of a topic go one after the other. */
function lineOf(streamId: number, topic: string): string {
  return `move:${streamId}:${topicKey(topic)}`
}

export interface Move {
  readonly messageId: number
  readonly streamId: number
  readonly topic: string
  readonly mode: MovePayload['mode']
  readonly notifyOld: boolean
  readonly notifyNew: boolean
}

/** Moves one message, it and all later ones of its topic, or the whole topic (wire-protocol.md §2.4.2). */
export function moveMessage(core: Core, move: Move, localId: string): Result<null> {
  const row = core.store.messages.get(move.messageId)
  if (row?.stream_id == null) return { ok: false, error: noMessage }
  const topic = core.capabilities.emptyTopics ? topicAtServer(core.world, move.topic) : move.topic.trim()
  const problem = problemOf(core, row, { streamId: move.streamId, topic })
  if (problem !== null) return { ok: false, error: problem }
  if (row.stream_id === move.streamId && row.topic === topic) return done
  const from = { streamId: row.stream_id, topic: row.topic }
  const payload: MovePayload = { ...move, topic, from }
  const action = { local_id: localId, kind: 'move', conversation: lineOf(from.streamId, from.topic), payload } as const
  queueRow(core, action, () => replaceWaiting(core, payload))
  return done
}

/** A topic is done with, or taken up again: its name gets, or loses, the mark that says so. */
export function resolveTopic(
  core: Core,
  topic: { readonly streamId: number; readonly topic: string; readonly isResolved: boolean },
  localId: string,
): Result<null> {
  const narrow = { kind: 'topic', streamId: topic.streamId, topic: topic.topic } as const
  const newest = core.store.messages.before(narrow, Number.MAX_SAFE_INTEGER, 1)[0]
  if (newest === undefined) return { ok: false, error: noMessage }
  if (newest.topic === '') {
    const message = 'Messages without a topic cannot be marked as done. Give them a topic first.'
    return { ok: false, error: { code: 'TOPIC_MISSING', message } }
  }
  const longest = core.world.organization?.maxTopicLength ?? 60
  const wished = topic.isResolved ? resolvedName(newest.topic, longest) : unresolvedName(newest.topic)
  if (isResolved(newest.topic) === topic.isResolved) {
    // A refused wish for the opposite is overtaken.
    dropRefused(core, lineOf(topic.streamId, newest.topic))
    return done
  }
  const move = { messageId: newest.id, streamId: topic.streamId, topic: wished, mode: 'change_all' } as const
  return moveMessage(core, { ...move, notifyOld: false, notifyNew: false }, localId)
}

function problemOf(core: Core, row: MessageRow, to: { streamId: number; topic: string }): Failure | null {
  const { world } = core
  if (to.topic === '' && !core.capabilities.emptyTopics) {
    return { code: 'TOPIC_MISSING', message: 'Give the conversation a topic first.' }
  }
  const unwanted = topicProblem(world, to.streamId, to.topic)
  if (unwanted !== null) return unwanted
  const longest = world.organization?.maxTopicLength ?? 60
  if ([...to.topic].length > longest) {
    return { code: 'TOPIC_TOO_LONG', message: `A topic has at most ${longest} characters.` }
  }
  if (world.streams.get(to.streamId) === undefined) {
    return { code: 'NO_STREAM', message: 'This stream is not here any more.' }
  }
  const stream = row.stream_id === null ? undefined : world.streams.get(row.stream_id)
  if (stream?.is_archived === 1 || world.streams.get(to.streamId)?.is_archived === 1) return archived
  const message = { senderId: row.sender_id, timestamp: row.timestamp, stream }
  const judge = world.judge(core.ports.clock.now())
  const isAllowed = moveKinds(row, to).every((kind) => mayMove(message, kind, judge))
  return isAllowed
    ? null
    : {
        code: 'NOT_ALLOWED',
        message:
          to.streamId === row.stream_id
            ? 'Your organization does not let you move messages to another topic.'
            : 'Your organization does not let you move messages to another stream.',
      }
}

/** What a move needs to be allowed: a topic that is marked as done, or taken up again, has a right of its own. */
function moveKinds(row: MessageRow, to: { streamId: number; topic: string }): MoveKind[] {
  if (to.streamId !== row.stream_id) return ['stream']
  const isMarkAlone =
    isResolved(row.topic) !== isResolved(to.topic) && unresolvedName(row.topic) === unresolvedName(to.topic)
  return [isMarkAlone ? 'resolve' : 'topic']
}

/** A newer move of the same messages replaces one that was refused. */
function replaceWaiting(core: Core, move: MovePayload): Change[] {
  for (const row of core.store.outbox.ofConversation(lineOf(move.from.streamId, move.from.topic))) {
    const other = movePayload(row)
    const isSame = other.mode === move.mode && (move.mode === 'change_all' || other.messageId === move.messageId)
    if (isSame && row.state === 'failed') core.store.outbox.remove(row.local_id)
  }
  return []
}

function dropRefused(core: Core, line: string): void {
  core.commit(() => {
    for (const row of core.store.outbox.ofConversation(line)) {
      if (row.state === 'failed') core.store.outbox.remove(row.local_id)
    }
    return [{ kind: 'outbox', conversation: line }]
  })
}

export type Moves = ReturnType<typeof movesByTopic>

/** The moves that wait, to be asked for one message after the other. */
export function movesByTopic(core: Core) {
  const rows = Map.groupBy(core.store.outbox.ofKind('move'), (row) => row.conversation)
  return {
    /** The move that a message waits for, if it does. */
    of(message: MessageRow): OutboxRow | undefined {
      if (message.stream_id === null || rows.size === 0) return undefined
      return rows.get(lineOf(message.stream_id, message.topic))?.find((row) => {
        const { messageId, mode } = movePayload(row)
        if (mode === 'change_all') return true
        return mode === 'change_later' ? message.id >= messageId : message.id === messageId
      })
    },
    /** What a topic is called when its move as a whole is done; its own name where none waits. */
    nameOf(streamId: number, topic: string): string {
      const row = rows.get(lineOf(streamId, topic))?.find((waiting) => waiting.state !== 'failed')
      const payload = row === undefined ? undefined : movePayload(row)
      return payload?.mode === 'change_all' && payload.streamId === streamId ? payload.topic : topic
    },
  }
}
